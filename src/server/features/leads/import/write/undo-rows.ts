import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { ofBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { asKnownPeople } from '../../people/known-people.ts'
import { otherSpellingSql } from '../../phone/phone.ts'

/** Rows taken back at once. */
const batchRows = 10_000

/**
 * Rows are found one by one by whole keys (`lateral … offset 0`) and changed by their place in the table, so that no plan
 * depends on how many rows the statistics think a business has.
 *
 * Takes back what an import did: removes the leads it created and restores those it changed. A lead that was
 * changed, written to or heard from since stays as it is. It may be called again after a crash, and twice at once.
 * @returns how many leads stayed.
 */
export async function undoRows(app: App, businessId: number, importId: number): Promise<number> {
  await restoreChanged(app, businessId, importId)
  await removeCreated(app, businessId, importId)
  const { rows } = await sql<{ kept: number }>`
    select coalesce(lead_imports.kept, 0) + (
      select count(*) from leads where leads.business_id = ${businessId} and leads.import_id = ${importId}
    ) as kept
    from lead_imports where lead_imports.business_id = ${businessId} and lead_imports.id = ${importId}`.execute(
    app.db,
  )
  return Number(rows[0]?.kept ?? 0)
}

async function removeCreated(app: App, businessId: number, importId: number): Promise<void> {
  let last = 0
  for (;;) {
    const ids = await app.transaction(async (tx) => {
      const { rows: batch } = await sql<{ id: number }>`
        select id from leads where business_id = ${businessId} and import_id = ${importId} and id > ${last}
        order by id limit ${batchRows}`.execute(tx.db)
      const ids = batch.map(({ id }) => id)
      await sql`
        with candidate as materialized (
          select found.place from lead_imports
          cross join unnest(${ids}::bigint[]) as batch (id)
          cross join lateral (
            select leads.ctid as place, leads.phone from leads
            where leads.business_id = ${ofBusiness(businessId)} and leads.id = batch.id
              and leads.updated_at = lead_imports.applied_at and leads.last_inbound_at is null offset 0
          ) found
          where lead_imports.business_id = ${businessId} and lead_imports.id = ${importId}
            and ${wasNotWrittenTo(businessId, 'found.phone')}
        ),
        gone as (
          delete from leads where ${onNodeOf(businessId, 'leads.business_id')} and leads.ctid = any(array(select place from candidate))
            and leads.business_id + 0 = ${businessId} and leads.import_id = ${importId} and leads.last_inbound_at is null
          returning leads.id, leads.phone
        ),
        -- what the owner and the file stated was stated with it
        unsaid as (
          delete from consent_changes where ${onNodeOf(businessId)} and ctid = any(array(
            select said.place from gone cross join lateral (
              select ctid as place from consent_changes
              where business_id = ${ofBusiness(businessId)} and lead_id = gone.id and import_id = ${importId} offset 0
            ) said))
        ),
        unlisted as (
          delete from consent_changes where ${onNodeOf(businessId)} and ctid = any(array(
            select said.place from gone cross join lateral (
              select ctid as place from consent_changes
              where business_id = ${ofBusiness(businessId)} and lead_id is null and phone = gone.phone
                and import_id = ${importId} offset 0
            ) said))
          returning phone, consent, at
        ),
        ${unsuppressed(businessId, 'unlisted')}
        select id from gone`.execute(tx.db)
      return ids
    })
    if (ids.length < batchRows) return
    last = ids.at(-1) ?? last
  }
}

async function restoreChanged(app: App, businessId: number, importId: number): Promise<void> {
  for (;;) {
    const taken = await app.transaction(async (tx) => {
      // Whoever undoes the same waits here, and takes the rows behind these.
      const { rows: batch } = await sql<{ id: number }>`
        select lead_id as id from lead_import_updates
        where business_id = ${businessId} and import_id = ${importId} order by lead_id limit ${batchRows}
        for update`.execute(tx.db)
      if (batch.length === 0) return 0
      const ids = batch.map(({ id }) => id)
      const restored = await asKnownPeople(tx, () => restoreLeads(tx, businessId, importId, ids))
      await recordOptOuts(tx, businessId, importId, restored)
      await forgetStated(tx, businessId, importId, restored)
      await sql`
        update lead_imports set kept = coalesce(kept, 0) + ${ids.length - restored.length}::int
        where business_id = ${businessId} and id = ${importId}`.execute(tx.db)
      return ids.length
    })
    if (taken < batchRows) return
  }
}

/** A lead that is as before the import, and the opt-out that it has in place of the consent that it had. */
type Restored = {
  id: number
  phone: string | null
  /** As a text: a time of JavaScript has no microseconds. */
  stands_at: string | null
  reason: string | null
  details: string | null
}

/** Statements of their own follow each other here: a cluster changes no rows by their place beside an insert. */
async function restoreLeads(
  tx: App,
  businessId: number,
  importId: number,
  ids: readonly number[],
): Promise<Restored[]> {
  const { rows } = await sql<Restored>`
    with batch as (
      delete from lead_import_updates
      where business_id = ${businessId} and import_id = ${importId} and lead_id = any(${ids}::bigint[])
      returning lead_id, before
    ),
    found as materialized (
      select batch.before, own.*, lead_imports.applied_at from lead_imports
      cross join batch
      cross join lateral (
        select leads.ctid as place, leads.id, leads.phone, leads.bsuid from leads
        where leads.business_id = ${ofBusiness(businessId)} and leads.id = batch.lead_id offset 0
      ) own
      where lead_imports.business_id = ${businessId} and lead_imports.id = ${importId}
        and ${wasNotWrittenTo(businessId, 'own.phone')}
    ),
    back as materialized (
      select found.place, found.applied_at, old.name, old.email, old.attributes, old.tags, old.attribution,
        case when stands.at is null then old.consent else 'opted_out' end as consent,
        coalesce(stands.at, old.consent_at) as consent_at,
        coalesce(stands.reason, old.consent_source) as consent_source, old.updated_at,
        stands.at::text as stands_at, stands.reason, stands.details
      from found
      cross join lateral jsonb_populate_record(null::leads, found.before) as old
      -- What they said besides the file, WhatsApp's button for one, changed nothing in a lead that the file had opted out.
      left join lateral (
        select said.at, said.reason, said.details from suppressions as said
        where said.business_id = ${ofBusiness(businessId)} and said.address in (found.phone, found.bsuid)
          and old.consent <> 'opted_out'
          and not (said.reason = 'import' and exists (
            select from consent_changes as stated
            where stated.business_id = ${ofBusiness(businessId)} and stated.lead_id = found.id
              and stated.import_id = ${importId} and stated.phone = said.address and stated.consent = 'opted_out' and stated.at = said.at
            offset 0))
        order by said.at limit 1
      ) as stands on true
    )
    update leads set
      name = back.name, email = back.email, attributes = back.attributes, tags = back.tags,
      attribution = back.attribution, consent = back.consent, consent_at = back.consent_at,
      consent_source = back.consent_source,
      -- as the import found it, so that an earlier import can be taken back too
      updated_at = back.updated_at
    from back
    where ${onNodeOf(businessId, 'leads.business_id')} and leads.ctid = back.place and leads.updated_at = back.applied_at
    returning leads.id, leads.phone, back.stands_at, back.reason, back.details`.execute(tx.db)
  return rows
}

async function recordOptOuts(
  tx: App,
  businessId: number,
  importId: number,
  restored: readonly Restored[],
): Promise<void> {
  const out = restored.filter(({ stands_at }) => stands_at !== null)
  if (out.length === 0) return
  await sql`
    insert into consent_changes (business_id, lead_id, phone, consent, source, details, at)
    select ${businessId}::bigint, id, phone, 'opted_out', reason, details, stands_at
    from unnest(${out.map(({ id }) => id)}::bigint[], ${out.map(({ phone }) => phone)}::text[],
      ${out.map(({ reason }) => reason)}::text[], ${out.map(({ details }) => details)}::text[],
      ${out.map(({ stands_at }) => stands_at)}::timestamptz[]) as restored (id, phone, reason, details, stands_at)
    where (
      select true from consent_changes as told
      where told.business_id = ${ofBusiness(businessId)} and told.lead_id = restored.id
        and told.consent = 'opted_out' and told.at = restored.stands_at
        and told.import_id is distinct from ${importId} limit 1) is null`.execute(tx.db)
}

/** What the file stated of them goes with it. */
async function forgetStated(
  tx: App,
  businessId: number,
  importId: number,
  restored: readonly Restored[],
): Promise<void> {
  await sql`
    with unsaid as (
      delete from consent_changes where ${onNodeOf(businessId)} and ctid = any(array(
        select said.place from unnest(${restored.map(({ id }) => id)}::bigint[]) as restored (id) cross join lateral (
          select ctid as place from consent_changes
          where business_id = ${ofBusiness(businessId)} and lead_id = restored.id and import_id = ${importId} offset 0
        ) said))
      returning phone, consent, at
    ),
    ${unsuppressed(businessId, 'unsaid')}
    select from unsaid limit 0`.execute(tx.db)
}

/** Nothing was sent to them since the import; each is looked up by itself. */
function wasNotWrittenTo(businessId: number, phone: string) {
  return sql`(
    select true from messages
    where messages.business_id = ${ofBusiness(businessId)} and messages.recipient_phone = ${sql.ref(phone)} collate "C"
      and messages.created_at >= lead_imports.applied_at limit 1) is null`
}

/** An opt-out that only this file stated leaves the suppression list with it; what a person said stays. */
function unsuppressed(businessId: number, changes: 'unsaid' | 'unlisted') {
  return sql`unsuppressed as (
    delete from suppressions where ${onNodeOf(businessId)} and ctid = any(array(
      select listed.place from (
        select phone, consent, at from ${sql.table(changes)}
        union all
        select ${otherSpellingSql(sql`phone`)}, consent, at from ${sql.table(changes)}
        union all
        select alias.address, said.consent, said.at from ${sql.table(changes)} as said cross join lateral (
          select other.address from person_addresses own
          join person_addresses other on other.business_id = own.business_id and other.person_id = own.person_id
            and other.address <> own.address
          where own.business_id = ${ofBusiness(businessId)} and own.address = said.phone offset 0
        ) alias
      ) as change cross join lateral (
        select ctid as place from suppressions
        where business_id = ${ofBusiness(businessId)} and address = change.phone and reason = 'import'
          and at = change.at and change.consent = 'opted_out' offset 0
      ) listed))
  )`
}
