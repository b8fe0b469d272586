import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'

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
          delete from leads where leads.ctid = any(array(select place from candidate))
            and leads.business_id + 0 = ${businessId} and leads.import_id = ${importId} and leads.last_inbound_at is null
          returning leads.id, leads.phone
        ),
        -- what the owner and the file stated was stated with it
        unsaid as (
          delete from consent_changes where ctid = any(array(
            select said.place from gone cross join lateral (
              select ctid as place from consent_changes
              where business_id = ${ofBusiness(businessId)} and lead_id = gone.id and import_id = ${importId} offset 0
            ) said))
        ),
        unlisted as (
          delete from consent_changes where ctid = any(array(
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
    const { rows } = await sql<{ taken: number }>`
      with batch as (
        delete from lead_import_updates where ctid = any(array(
          select ctid from lead_import_updates
          where business_id = ${businessId} and import_id = ${importId} order by lead_id limit ${batchRows}
          for update))
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
      restored as (
        update leads set
          name = before ->> 'name', email = before ->> 'email', attributes = before -> 'attributes',
          tags = array(select jsonb_array_elements_text(before -> 'tags')),
          attribution = before ->> 'attribution',
          consent = case when stands.at is null then before ->> 'consent' else 'opted_out' end,
          consent_at = coalesce(stands.at, (before ->> 'consent_at')::timestamptz),
          consent_source = coalesce(stands.reason, before ->> 'consent_source'),
          -- as the import found it, so that an earlier import can be taken back too
          updated_at = (before ->> 'updated_at')::timestamptz
        from found
        -- What they said besides the file, WhatsApp's button for one, changed nothing in a lead that the file had opted out.
        left join lateral (
          select said.at, said.reason, said.details from suppressions as said
          where said.business_id = ${ofBusiness(businessId)} and said.address in (found.phone, found.bsuid)
            and before ->> 'consent' <> 'opted_out'
            and not (said.reason = 'import' and exists (
              select from consent_changes as stated
              where stated.business_id = ${ofBusiness(businessId)} and stated.lead_id = found.id
                and stated.import_id = ${importId} and stated.phone = said.address and stated.consent = 'opted_out' and stated.at = said.at
              offset 0))
          order by said.at limit 1
        ) as stands on true
        where leads.ctid = found.place and leads.updated_at = found.applied_at
        returning leads.id, leads.phone, stands.at as stands_at, stands.reason, stands.details
      ),
      said as (
        insert into consent_changes (business_id, lead_id, phone, consent, source, details, at)
        select ${businessId}, id, phone, 'opted_out', reason, details, stands_at from restored
        where stands_at is not null and (
          select true from consent_changes as told
          where told.business_id = ${ofBusiness(businessId)} and told.lead_id = restored.id
            and told.consent = 'opted_out' and told.at = restored.stands_at
            and told.import_id is distinct from ${importId} limit 1) is null
      ),
      counted as (
        update lead_imports set kept = coalesce(kept, 0)
          + (select count(*) from batch) - (select count(*) from restored)
        where business_id = ${businessId} and id = ${importId}
      ),
      unsaid as (
        delete from consent_changes where ctid = any(array(
          select said.place from restored cross join lateral (
            select ctid as place from consent_changes
            where business_id = ${ofBusiness(businessId)} and lead_id = restored.id and import_id = ${importId} offset 0
          ) said))
        returning phone, consent, at
      ),
      ${unsuppressed(businessId, 'unsaid')}
      select count(*) as taken from batch`.execute(app.db)
    if (Number(rows[0]?.taken ?? 0) < batchRows) return
  }
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
    delete from suppressions where ctid = any(array(
      select listed.place from (
        select phone, consent, at from ${sql.table(changes)}
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
