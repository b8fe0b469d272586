import { type RawBuilder, sql } from 'kysely'
import type { Consent } from '#contract/leads.ts'
import type { Db } from '#server/app.ts'
import { isOfBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { heldReason } from '../consent/questions.ts'
import { lockPeople } from '../people/aliases.ts'
import { ownSpellings } from '../people/own-spelling.ts'
import { otherSpellingSql } from '../phone/phone.ts'

/** A lead on its way in, its number already read. One per phone: whoever calls has folded repeats. */
export type IncomingLead = {
  name: string
  /** E.164. */
  phone: string
  email: string | null
  tags: string[]
  attributes: Record<string, string>
  /** `none`: nothing is known. */
  consent: Consent
  /** ISO 8601; null: the time of the merge. */
  consent_at: string | null
}

export type MergeOptions = {
  /** For leads that are created. */
  source: string
  attribution?: string
  /** Stamped on every lead that is touched. */
  at: Date
  /** How consent was given, where it was: a word of ours, and the owner's words. */
  consentSource: string
  consentDetails: string | null
  userId: number | null
  /** Of an import: what it changes can be undone. */
  importId: number | null
  /** Leaves what a lead has and only fills in what is missing, as befits what a directory says. */
  onlyFill?: boolean
}

export type Merged = { created: number; updated: number; ids: number[] }

/** Merges a list of people into the business's leads. Inside a transaction. */
export async function mergeLeads(
  db: Db,
  businessId: number,
  incoming: readonly IncomingLead[],
  options: MergeOptions,
): Promise<Merged> {
  if (incoming.length === 0) return { created: 0, updated: 0, ids: [] }
  const phones = incoming.map(({ phone }) => phone)
  const own = await ownSpellings(db, businessId, phones)
  const people = incoming.map((lead) => ({ ...lead, phone: own.get(lead.phone) ?? lead.phone }))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as i
    (name text, phone text, email text, tags text[], attributes jsonb, consent text, consent_at timestamptz)`
  return await mergeFrom(db, businessId, rows, options)
}

/**
 * Each row is looked up by a whole key and by itself (`lateral … offset 0`): the statistics know nothing of a business
 * that has just begun, and a plan made from them compares every row with every lead.
 *
 * Merges people from a table expression named `i` with the columns of IncomingLead. One lead per phone: a known
 * number is updated with what is given and gets the tags, and nothing it has is erased. An opt-out stays one,
 * and a suppressed number comes in as opted out.
 */
export async function mergeFrom(
  db: Db,
  businessId: number,
  rows: RawBuilder<unknown>,
  options: MergeOptions,
): Promise<Merged> {
  const merged = await mergeKnown(db, businessId, rows, options)
  await sql`
    insert into lead_tags (business_id, tag, last_used_at)
    select distinct ${businessId}::bigint, t.tag, ${options.at}::timestamptz from ${rows}, unnest(i.tags) t (tag)
    order by 2
    on conflict (business_id, tag) do update set last_used_at = excluded.last_used_at`.execute(db)
  return merged
}

/** Others who add the same people at the same moment are waited for; so often is enough. */
const mostTries = 5

/**
 * Remembers what is there and merges. Somebody else may add one of these people in between: the merge waits for them
 * and then changes a lead that was not remembered. It is taken back and done again, and finds that lead.
 */
async function mergeKnown(
  db: Db,
  businessId: number,
  rows: RawBuilder<unknown>,
  options: MergeOptions,
): Promise<Merged> {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint merging`.execute(db)
    await suppressStated(db, businessId, rows, options)
    const known = await rememberBefore(db, businessId, rows, options)
    const merged = await upsert(db, businessId, rows, options)
    if (merged.updated <= known || attempt === mostTries) {
      await sql`release savepoint merging`.execute(db)
      return merged
    }
    await sql`rollback to savepoint merging`.execute(db)
  }
}

/**
 * Rows that say "opted out" put the number, and all aliases of the person, on the suppression list; of people not known
 * yet it is recorded here.
 */
async function suppressStated(
  db: Db,
  businessId: number,
  rows: RawBuilder<unknown>,
  { at, consentSource, importId, userId }: MergeOptions,
): Promise<void> {
  const { rows: any } = await sql`select from ${rows} where i.consent = 'opted_out' limit 1`.execute(db)
  if (any.length > 0) await lockPeople({ db }, businessId)
  await sql`
    with said as (
      select i.phone, coalesce(i.consent_at, ${at}) as at from ${rows} where i.consent = 'opted_out'
    ),
    aliases as (
      insert into suppressions (business_id, address, reason, at)
      select ${businessId}, alias.address, ${consentSource}, min(said.at) from said cross join lateral (
        select other.address from person_addresses own
        join person_addresses other on other.business_id = own.business_id and other.person_id = own.person_id
        where ${isOfBusiness(businessId, 'own.business_id')} and ${onNodeOf(businessId, 'other.business_id')}
          and own.address = said.phone offset 0
      ) alias
      where alias.address not in (select phone from said)
      group by alias.address order by alias.address
      on conflict do nothing
    ),
    spelled as (
      insert into suppressions (business_id, address, reason, at)
      select ${businessId}, ${otherSpellingSql(sql`said.phone`)}, ${consentSource}, at from said
      where ${otherSpellingSql(sql`said.phone`)} not in (select phone from said) order by 2
      on conflict do nothing
    ),
    stated as (
      insert into suppressions (business_id, address, reason, at)
      select ${businessId}, phone, ${consentSource}, at from said order by phone
      on conflict do nothing
      returning address, at
    ),
    unknown as materialized (
      select address, at from stated
      left join lateral (
        select id from leads where ${isOfBusiness(businessId, 'leads.business_id')} and leads.phone = address offset 0
      ) known on true
      where known.id is null
    )
    insert into consent_changes (business_id, lead_id, phone, consent, source, user_id, import_id, at)
    select ${businessId}, null, address, 'opted_out', ${consentSource}, ${userId}::bigint, ${importId}::bigint, at
    from unknown`.execute(db)
}

/**
 * Keeps what the merge will change: the whole lead for an undo, and the change of consent for its history.
 * @returns how many of the leads are known.
 */
async function rememberBefore(
  db: Db,
  businessId: number,
  rows: RawBuilder<unknown>,
  { at, importId, consentSource, consentDetails, userId }: MergeOptions,
): Promise<number> {
  const keep = sql`
    kept as (
      insert into lead_import_updates (business_id, import_id, lead_id, before)
      select ${businessId}, ${importId}, id, to_jsonb(known) - 'new_consent' - 'new_consent_at' from known
      where import_id is distinct from ${importId}
      on conflict do nothing
    ),`
  const { rows: counted } = await sql<{ known: number }>`
    with known as (
      select leads.id, leads.import_id, leads.phone, leads.name, leads.email, leads.tags, leads.attributes,
        leads.attribution, leads.consent, leads.consent_at, leads.consent_source, leads.updated_at,
        i.consent as new_consent, i.consent_at as new_consent_at
      from ${rows} cross join lateral (
        select * from leads where ${isOfBusiness(businessId, 'leads.business_id')} and leads.phone = i.phone offset 0) leads
    ),
    ${importId === null ? sql`` : keep}
    told as (
      insert into consent_changes (business_id, lead_id, phone, consent, source, details, user_id, import_id, at)
      select ${businessId}, id, phone, new_consent, ${consentSource},
        case when new_consent = 'opted_in' then ${consentDetails} end, ${userId}::bigint,
        ${importId}::bigint, coalesce(new_consent_at, ${at})
      from known where new_consent <> 'none' and consent <> 'opted_out' and consent <> new_consent
    )
    select count(*) as known from known`.execute(db)
  return Number(counted[0]?.known ?? 0)
}

async function upsert(
  db: Db,
  businessId: number,
  rows: RawBuilder<unknown>,
  options: MergeOptions,
): Promise<Merged> {
  const { at, importId, consentSource, consentDetails, userId, onlyFill } = options
  const name = onlyFill
    ? sql`case when leads.name = '' then excluded.name else leads.name end`
    : sql`case when excluded.name = '' then leads.name else excluded.name end`
  const email = onlyFill
    ? sql`coalesce(leads.email, excluded.email)`
    : sql`coalesce(excluded.email, leads.email)`
  const attributes = onlyFill
    ? sql`excluded.attributes || leads.attributes`
    : sql`leads.attributes || excluded.attributes`
  // Only a person of whom nothing is known can be opted in by a file or a form; an opt-out is final until they
  // say otherwise.
  const opts = sql`excluded.consent <> 'none' and leads.consent <> 'opted_out' and leads.consent <> excluded.consent`
  const { rows: answered } = await sql<{ created: number; updated: number; ids: number[] | null }>`
    with incoming as materialized (
      select i.*, s.address as suppressed, s.at as suppressed_at, s.reason as suppressed_reason from ${rows}
      left join lateral (
        select address, at, reason from suppressions
        where ${isOfBusiness(businessId, 'suppressions.business_id')} and suppressions.address = i.phone
          and suppressions.reason <> ${heldReason} offset 0
      ) s on true
    ),
    merged as (
      insert into leads (business_id, name, phone, email, tags, source, attribution, attributes, import_id,
        consent, consent_at, consent_source, created_at, updated_at)
      select ${businessId}, i.name, i.phone, i.email, i.tags, ${options.source}, ${options.attribution ?? null},
        i.attributes, ${importId}::bigint,
        case when i.suppressed is null then i.consent else 'opted_out' end,
        case when i.suppressed is not null then i.suppressed_at
          when i.consent <> 'none' then coalesce(i.consent_at, ${at}) end,
        case when i.suppressed is not null then i.suppressed_reason
          when i.consent <> 'none' then ${consentSource} end,
        ${at}, ${at}
      from incoming i
      order by i.phone
      on conflict (business_id, phone) do update set
        name = ${name}, email = ${email}, attributes = ${attributes},
        attribution = coalesce(leads.attribution, excluded.attribution),
        tags = case when leads.tags @> excluded.tags and cardinality(excluded.tags) = 1
            and leads.tags[cardinality(leads.tags)] = excluded.tags[1] then leads.tags
          else array(select t from unnest(leads.tags) t where t <> all(excluded.tags)) || excluded.tags end,
        consent = case when ${opts} then excluded.consent else leads.consent end,
        consent_at = case when ${opts} then excluded.consent_at else leads.consent_at end,
        consent_source = case when ${opts} then excluded.consent_source else leads.consent_source end,
        updated_at = excluded.updated_at
      returning id, phone, consent, consent_at, consent_source, xmax = 0 as is_new
    ),
    told as (
      insert into consent_changes (business_id, lead_id, phone, consent, source, details, user_id, import_id, at)
      select ${businessId}, id, phone, consent, consent_source, ${consentDetails}, ${userId}::bigint,
        ${importId}::bigint, consent_at
      from merged where is_new and consent = 'opted_in'
    )
    select count(*) filter (where is_new) as created, count(*) filter (where not is_new) as updated,
      ${importId === null ? sql`array_agg(id order by id)` : sql`null::bigint[]`} as ids
    from merged`.execute(db)
  const { created = 0, updated = 0, ids } = answered[0] ?? {}
  return { created, updated, ids: (ids ?? []).map(Number) }
}
