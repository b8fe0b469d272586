import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { fitting } from '../fields/field-value.ts'
import { listFields } from '../fields/fields.ts'
import { rememberTags } from './one-lead.ts'

export type BotChange = {
  leadId: number
  addTags: readonly string[]
  removeTags: readonly string[]
  /** `name` and `email` are the lead's own; every other is one of its fields. */
  fields: Readonly<Record<string, string>>
}

/** What a chatbot's steps change in leads. Inside a transaction, which locks them in the order of their ids. */
export async function changeLeadsByBot(
  tx: App,
  businessId: number,
  changes: readonly BotChange[],
): Promise<void> {
  if (changes.length === 0) return
  const isField = changes.some(({ fields }) => Object.keys(fields).length > 0)
  const own = isField ? await listFields(tx.db, businessId) : []
  await sql`
    select 1 from leads where ${isOfBusiness(businessId)}
      and id = any(${changes.map(({ leadId }) => leadId)}::bigint[]) order by id for no key update`.execute(
    tx.db,
  )
  for (const { leadId, addTags, removeTags, fields } of changes) {
    const { name, email, ...said } = fields
    const attributes = fitting(own, said)
    await sql`
      update leads set
        tags = array(select tag from unnest(tags) tag where tag <> all(${[...removeTags]}::text[]))
          || array(select tag from unnest(${[...addTags]}::text[]) tag
            where tag <> all(tags || ${[...removeTags]}::text[])),
        name = coalesce(${name || null}::text, name),
        email = coalesce(${email || null}::text, email),
        attributes = attributes || ${JSON.stringify(attributes)}::jsonb,
        updated_at = ${tx.now()}
      where business_id = ${businessId} and id = ${leadId}`.execute(tx.db)
  }
  await rememberTags(
    tx,
    businessId,
    changes.flatMap(({ addTags }) => addTags),
  )
}
