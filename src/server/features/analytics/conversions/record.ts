import { sql } from 'kysely'
import type { Conversion, ConversionInput } from '#contract/analytics/conversions.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { phoneVariants, readPhone } from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { rowsAsJson } from '#server/platform/sql/rows-as-json.ts'
import { attribute } from './attribute.ts'
import { type ConversionRow, conversionOf } from './list.ts'
import { smallestUnits } from './money.ts'

/** A conversion as it is kept. */
export type Judged = {
  key: string
  event: string
  amount: number | null
  currency: string | null
  refund_of: string | null
  at: string
  address: string
  lead_id: number | null
}

/** What is wrong with a conversion, and with which of its fields. */
export type Fault = { field: keyof ConversionInput; reason: string }

/** A clock may be a little ahead; orders may be told up to a year later. */
const [aheadMs, backMs] = [5 * 60_000, 366 * 86_400_000]

/** Reads what a conversion says of itself. The person is looked up later, by the address or the lead. */
export function judge(
  app: App,
  input: ConversionInput,
  country: string,
): (Omit<Judged, 'address'> & { address: string | null }) | Fault {
  const fault = (field: Fault['field'], reason: string): Fault => ({ field, reason })
  if ((input.phone === undefined) === (input.lead_id === undefined))
    return fault('phone', t('analytics.conversions.onePerson'))
  const reading = input.phone === undefined ? undefined : readPhone(input.phone, country)
  if (reading && 'problem' in reading) return fault('phone', t('analytics.conversions.phone'))
  if (input.value !== undefined && input.currency === undefined)
    return fault('currency', t('analytics.conversions.currency'))
  const amount =
    input.value === undefined || input.currency === undefined
      ? null
      : smallestUnits(input.value, input.currency)
  if (amount === null && input.value !== undefined) return fault('value', t('analytics.conversions.decimals'))
  if (amount !== null && amount < 0 !== (input.refund_of !== undefined))
    return fault('refund_of', t('analytics.conversions.refund'))
  if (amount === null && input.refund_of !== undefined)
    return fault('value', t('analytics.conversions.refund'))
  const now = app.now().getTime()
  const at = input.at === undefined ? now : Date.parse(input.at)
  if (at > now + aheadMs) return fault('at', t('analytics.conversions.ahead'))
  if (at < now - backMs) return fault('at', t('analytics.conversions.old'))
  return {
    key: input.key,
    event: input.event,
    amount,
    currency: amount === null ? null : input.currency!,
    refund_of: input.refund_of ?? null,
    at: new Date(at).toISOString(),
    address: reading?.phone ?? null,
    lead_id: input.lead_id ?? null,
  }
}

/** Records a conversion. @throws AppError for one that cannot be, `conflict` for a key that means another. */
export async function recordConversion(
  app: App,
  businessId: number,
  input: ConversionInput,
  source: 'api' | 'webhook' = 'api',
): Promise<Conversion> {
  const { country } = await getBusiness(app, businessId)
  const judged = judge(app, input, country)
  if ('field' in judged)
    throw new AppError('invalid_input', judged.reason, { fields: { [judged.field]: judged.reason } })
  return await app.transaction(async (tx) => {
    const address = judged.address ?? (await addressFor(tx, businessId, judged.key, judged.lead_id!))
    const refund = await refundProblem(tx, businessId, judged)
    // A refund that is told again is known, whatever is left to pay back.
    const [added] = await insert(tx, businessId, [{ ...judged, address }], {
      source,
      anyTime: input.at === undefined,
    })
    if (added?.state === 'differs')
      throw new AppError('conflict', t('analytics.conversions.taken', { key: judged.key }))
    if (added?.state === 'added' && refund)
      throw new AppError('rule_broken', refund, { fields: { refund_of: refund } })
    await attribute(tx, sql`o.business_id = ${businessId} and o.key = ${judged.key}`)
    const { rows } = await sql<ConversionRow>`
      select * from conversions where business_id = ${businessId} and key = ${judged.key}`.execute(tx.db)
    return conversionOf(rows[0]!)
  })
}

/** The address of the lead as it was when the conversion was told first: it may have changed or gone since. */
async function addressFor(tx: App, businessId: number, key: string, leadId: number): Promise<string> {
  const told = await tx.db
    .selectFrom('conversions')
    .select('address')
    .where('business_id', '=', businessId)
    .where('key', '=', key)
    .where('lead_id', '=', leadId)
    .executeTakeFirst()
  return told?.address ?? (await addressOfLead(tx, businessId, leadId))
}

async function addressOfLead(tx: App, businessId: number, leadId: number): Promise<string> {
  const lead = await tx.db
    .selectFrom('leads')
    .select(['phone', 'bsuid'])
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .executeTakeFirst()
  const address = lead?.phone ?? lead?.bsuid
  if (!address) throw notFound('lead')
  return address
}

/** Why a refund is none: its purchase is not known, or less was paid. The purchase is locked, so that two refunds take turns. */
export async function refundProblem(
  tx: App,
  businessId: number,
  { key, refund_of, amount, currency }: Pick<Judged, 'key' | 'refund_of' | 'amount' | 'currency'>,
): Promise<string | null> {
  if (refund_of === null || amount === null) return null
  const { rows } = await sql<{ amount: number | null; currency: string | null }>`
    select amount, currency from conversions
    where business_id = ${businessId} and key = ${refund_of} and refund_of is null for update`.execute(tx.db)
  const [purchase] = rows
  if (!purchase) return t('analytics.conversions.noPurchase', { key: refund_of })
  if (purchase.currency !== currency) return t('analytics.conversions.otherCurrency', { key: refund_of })
  const { rows: others } = await sql<{ paid: number }>`
    select coalesce(sum(amount), 0)::bigint as paid from conversions
    where business_id = ${businessId} and refund_of = ${refund_of} and key <> ${key}`.execute(tx.db)
  const left = (purchase.amount ?? 0) + (others[0]?.paid ?? 0)
  return -amount > left ? t('analytics.conversions.tooMuch', { key: refund_of }) : null
}

export type Inserted = { key: string; state: 'added' | 'known' | 'differs' }

/**
 * Adds conversions, each key once. `anyTime`: the time was not told, so that a second call at another time is
 * the same.
 */
export async function insert(
  tx: App,
  businessId: number,
  rows: readonly Judged[],
  { source, anyTime }: { source: 'api' | 'csv' | 'webhook'; anyTime: boolean },
): Promise<Inserted[]> {
  const people = rows.map((row) => ({ ...row, other: phoneVariants(row.address)[1] ?? null }))
  const told = sql`jsonb_to_recordset(${rowsAsJson(people)}::jsonb) as t (key text, event text, amount bigint, currency text,
    refund_of text, at timestamptz, address text, other text, lead_id bigint)`
  const { rows: added } = await sql<{ key: string }>`
    insert into conversions (business_id, key, event, amount, currency, refund_of, at, address, lead_id, source, created_at)
    select ${businessId}, t.key, t.event, t.amount, t.currency, t.refund_of, t.at, t.address, coalesce(t.lead_id, l.id, o.id),
      ${source}, ${tx.now()}::timestamptz
    from ${told} left join leads l on l.business_id = ${businessId} and l.phone = t.address
    left join leads o on o.business_id = ${businessId} and o.phone = t.other
    order by t.key
    on conflict (business_id, key) do nothing returning key`.execute(tx.db)
  // A statement of its own: it sees what a call at the same time added, for which the one before waited.
  const { rows: same } = await sql<{ key: string }>`
    select t.key from ${told} join conversions c on c.business_id = ${businessId} and c.key = t.key
    where c.event = t.event and c.amount is not distinct from t.amount and c.currency is not distinct from t.currency
      and c.refund_of is not distinct from t.refund_of and c.address = t.address and (${anyTime} or c.at = t.at)`.execute(
    tx.db,
  )
  const news = new Set(added.map(({ key }) => key))
  const known = new Set(same.map(({ key }) => key))
  return rows.map(({ key }) => ({
    key,
    state: news.has(key) ? 'added' : known.has(key) ? 'known' : 'differs',
  }))
}
