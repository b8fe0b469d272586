import { sql } from 'kysely'
import { mostLabels } from '#contract/conversations/organise.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * The labels as the business writes them; new ones are kept. Inside a transaction.
 * @throws AppError `rule_broken` where there are too many
 */
export async function knownLabels(tx: App, businessId: number, names: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(names)].sort()
  if (wanted.length === 0) return []
  const { rows } = await sql`
    insert into conversation_labels (business_id, name, created_at)
    select ${businessId}, w.name, ${tx.now()}::timestamptz from unnest(${wanted}::text[]) as w (name)
    on conflict (business_id, lower(name)) do nothing returning 1`.execute(tx.db)
  if (rows.length > 0) await refuseTooManyLabels(tx, businessId)
  const known = await sql<{ name: string }>`
    select name from conversation_labels
    where business_id = ${businessId} and lower(name) in (select lower(w) from unnest(${wanted}::text[]) as w)`.execute(
    tx.db,
  )
  const byName = new Map(known.rows.map(({ name }) => [name.toLowerCase(), name]))
  return [...new Set(names.map((name) => byName.get(name.toLowerCase()) ?? name))]
}

/** @throws AppError `rule_broken` */
export async function refuseTooManyLabels(tx: App, businessId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_labels where business_id = ${businessId}`.execute(tx.db)
  if (rows[0]!.count > mostLabels) {
    throw new AppError('rule_broken', t('conversations.mostLabels', { most: mostLabels }))
  }
}
