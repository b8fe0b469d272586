import { type RawBuilder, sql } from 'kysely'
import type { OptinProof } from '#contract/growth/optin-proofs.ts'
import type { App } from '#server/app.ts'
import { allAddressesOf } from '#server/features/leads/leads.ts'
import { proofsOf } from './proofs.ts'

type Row = {
  id: number
  consent: 'opted_in' | 'opted_out' | 'none'
  source: string
  details: string | null
  phone: string | null
  lead_id: number | null
  at: Date
  by: string | null
  wamid: string | null
}

/** How a change came about, by what is stored of it. */
const ways: Record<string, OptinProof['way']> = {
  reply: 'reply',
  whatsapp_preference: 'whatsapp',
  whatsapp_signup: 'whatsapp',
  provider_error: 'refused',
  manual: 'team',
  import: 'import',
  api: 'api',
  number_changed: 'number',
}

/** Changes of consent `c` whose record is themselves: of the others a form, a code or a keyword has a proof. */
export async function changesWhere(
  app: App,
  businessId: number,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<OptinProof[]> {
  const { rows } = await sql<Row>`
    select c.id, c.consent, c.source, c.details, c.phone, c.lead_id, c.at, u.name as by, r.wamid
    from consent_changes c
    left join users u on u.business_id = c.business_id and u.id = c.user_id
    left join lateral (select r.wamid from lead_replies r where r.business_id = c.business_id and c.source = 'reply'
      and r.at = c.at and (r.lead_id = c.lead_id or r.address = c.phone) limit 1) r on true
    where c.business_id = ${businessId} and ${where}
      and (c.source <> 'form' or not exists (select from optin_proofs p where p.business_id = c.business_id
        and p.lead_id = c.lead_id and p.outcome = 'opted_in'))
      and not exists (select from optin_proofs p where p.business_id = c.business_id
        and p.page_id = 'change ' || c.id and p.address = c.phone)
    order by c.at desc, c.id desc limit ${limit}`.execute(app.db)
  return rows.map(({ id, consent, source, details, phone, lead_id, at, by, wamid }) => ({
    record: 'change',
    id: Number(id),
    form_id: null,
    form: null,
    version: null,
    language: null,
    way: ways[source] ?? 'other',
    outcome: consent,
    lead_id: lead_id === null ? null : Number(lead_id),
    address: phone ?? '',
    at: at.toISOString(),
    wording: null,
    wording_sha256: null,
    wamid,
    answers: Object.fromEntries(details ? [['details', details]] : []),
    network: null,
    user_agent: null,
    site: null,
    by,
  }))
}

const mostRecords = 200

/** All that shows where a lead agreed and withdrew, the newest first. Another business's lead has nothing. */
export async function listConsents(app: App, businessId: number, leadId: number): Promise<OptinProof[]> {
  const lead = await app.db
    .selectFrom('leads')
    .select(['phone', 'bsuid'])
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) return []
  const own = [lead.phone, lead.bsuid].filter((one) => one !== null)
  const addresses = await allAddressesOf(app.db, businessId, own)
  // Of the person while they were no lead, too.
  const theirs = (row: string, address: string): RawBuilder<unknown> =>
    sql`(${sql.ref(`${row}.lead_id`)} = ${leadId}
      or (${sql.ref(`${row}.lead_id`)} is null and ${sql.ref(`${row}.${address}`)} = any(${addresses}::text[])))`
  const [proofs, changes] = await Promise.all([
    proofsOf(app, businessId, theirs('p', 'address'), mostRecords),
    changesWhere(app, businessId, theirs('c', 'phone'), mostRecords),
  ])
  return [...proofs, ...changes].sort((a, b) => b.at.localeCompare(a.at)).slice(0, mostRecords)
}

const recentDays = 90

/** People who agreed on a form, and people who withdrew in whichever way, in the last days. */
export async function countRecent(
  app: App,
  businessId: number,
): Promise<{ days: number; opted_in: number; opted_out: number }> {
  const since = sql`${app.now()}::timestamptz - make_interval(days => ${sql.lit(recentDays)})`
  const { rows } = await sql<{ opted_in: number; opted_out: number }>`
    select (select count(distinct address)::int from optin_proofs
        where business_id = ${businessId} and outcome = 'opted_in' and at > ${since}) as opted_in,
      -- A list of opt-outs in a file says nothing of when.
      (select count(distinct coalesce(lead_id::text, phone))::int from consent_changes
        where business_id = ${businessId} and consent = 'opted_out' and source <> 'import' and at > ${since}) as opted_out`.execute(
    app.db,
  )
  return { days: recentDays, ...rows[0]! }
}
