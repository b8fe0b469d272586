import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** A builder that is open may still save one, or take it back by undo. */
const keptHours = 24

/** Deletes the secrets that no draft and no version names. */
export async function deleteUnusedSecrets(app: App, signal?: AbortSignal): Promise<void> {
  const before = new Date(app.now().getTime() - keptHours * 3_600_000)
  const businesses = await app.db
    .selectFrom('bot_secrets')
    .select('business_id')
    .distinct()
    .where('made_at', '<', before)
    .execute()
  for (const { business_id } of businesses) {
    if (signal?.aborted) return
    await deleteUnusedOf(app, Number(business_id), before)
  }
}

async function deleteUnusedOf(app: App, businessId: number, before: Date): Promise<void> {
  await app.transaction(async (tx) => {
    // Locked first and looked for afterwards: a draft that is saved meanwhile has locked what it names.
    const locked = await tx.db
      .selectFrom('bot_secrets')
      .select('id')
      .where('business_id', '=', businessId)
      .where('made_at', '<', before)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = locked.map(({ id }) => id)
    await sql`
      with named as (
        select jsonb_path_query(draft, '$.steps[*].headers[*].secret') #>> '{}' as id from bot_flows
        where business_id = ${businessId}
        union
        select jsonb_path_query(definition, '$.steps[*].headers[*].secret') #>> '{}' from bot_flow_versions
        where business_id = ${businessId})
      delete from bot_secrets s where s.business_id = ${businessId} and s.id = any(${ids}::uuid[])
        and not exists (select from named where named.id = s.id::text)`.execute(tx.db)
  })
}
