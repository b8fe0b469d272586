import { sql } from 'kysely'
import type { Conversion } from '#contract/analytics/conversions.ts'
import type { App } from '#server/app.ts'

export type ConversionRow = {
  id: number
  key: string
  event: string
  amount: number | null
  currency: string | null
  refund_of: string | null
  at: Date
  address: string
  lead_id: number | null
  touch: Conversion['touch']
  touched_at: Date | null
  campaign_id: number | null
  sequence_id: number | null
  ad_id: string | null
  form_id: number | null
  read_touch: Conversion['touch']
  read_campaign_id: number | null
  read_sequence_id: number | null
  read_ad_id: string | null
  read_form_id: number | null
}

export const conversionOf = (row: ConversionRow): Conversion => ({
  id: row.id,
  key: row.key,
  event: row.event,
  amount: row.amount,
  currency: row.currency,
  refund_of: row.refund_of,
  at: row.at.toISOString(),
  address: row.address,
  lead_id: row.lead_id,
  touch: row.touch,
  touched_at: row.touched_at?.toISOString() ?? null,
  campaign_id: row.campaign_id,
  sequence_id: row.sequence_id,
  ad_id: row.ad_id,
  form_id: row.form_id,
  by_read: {
    touch: row.read_touch,
    campaign_id: row.read_campaign_id,
    sequence_id: row.read_sequence_id,
    ad_id: row.read_ad_id,
    form_id: row.read_form_id,
  },
})

/** Conversions, the last recorded first. */
export async function listConversions(
  app: App,
  businessId: number,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ conversions: Conversion[]; next_cursor: string | null }> {
  const { rows } = await sql<ConversionRow>`
    select * from conversions
    where business_id = ${businessId} and (${cursor ?? null}::bigint is null or id < ${cursor ?? null}::bigint)
    order by id desc limit ${limit + 1}`.execute(app.db)
  const page = rows.slice(0, limit)
  return {
    conversions: page.map(conversionOf),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  }
}

/** Removes what a person did and the ads they came from. Inside a transaction. */
export async function eraseConversions(
  tx: App,
  businessId: number,
  { addresses, leadIds }: { addresses: readonly string[]; leadIds: readonly number[] },
): Promise<void> {
  const theirs = [...addresses]
  await sql`
    delete from conversions where business_id = ${businessId}
      and (address = any(${theirs}::text[]) or lead_id = any(${[...leadIds]}::bigint[]))`.execute(tx.db)
  await sql`
    delete from ad_visits where business_id = ${businessId} and address = any(${theirs}::text[])`.execute(
    tx.db,
  )
}
