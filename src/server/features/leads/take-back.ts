import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Rows taken back at once. */
const batchRows = 10_000

/**
 * Takes back what an import did: removes the leads it created and restores those it changed. A lead that was
 * changed, written to or heard from since stays as it is. It may be called again after a crash.
 * @returns how many leads stayed.
 */
export async function takeBack(app: App, businessId: number, importId: number): Promise<number> {
  return (await restoreChanged(app, businessId, importId)) + (await removeCreated(app, businessId, importId))
}

async function removeCreated(app: App, businessId: number, importId: number): Promise<number> {
  let kept = 0
  let last = 0
  for (;;) {
    const ids = await app.transaction(async (tx) => {
      const { rows: batch } = await sql<{ id: number }>`
        select id from leads where business_id = ${businessId} and import_id = ${importId} and id > ${last}
        order by id limit ${batchRows}`.execute(tx.db)
      const ids = batch.map(({ id }) => id)
      const { rows: removed } = await sql<{ id: number }>`
        with gone as (
          delete from leads using lead_imports
          where leads.business_id = ${businessId} and leads.id = any(${ids}::bigint[])
            and lead_imports.business_id = leads.business_id and lead_imports.id = ${importId}
            and leads.updated_at = lead_imports.applied_at and leads.last_inbound_at is null
            and not exists (
              select from messages where messages.business_id = leads.business_id
                and messages.recipient_phone = leads.phone and messages.created_at >= lead_imports.applied_at)
          returning leads.id, leads.phone
        ),
        -- what the owner and the file stated was stated with it
        unsaid as (
          delete from consent_changes using gone
          where consent_changes.business_id = ${businessId} and consent_changes.lead_id = gone.id
            and consent_changes.import_id = ${importId}
        ),
        unlisted as (
          delete from consent_changes using gone
          where consent_changes.business_id = ${businessId} and consent_changes.lead_id is null
            and consent_changes.phone = gone.phone and consent_changes.import_id = ${importId}
          returning consent_changes.phone, consent_changes.consent, consent_changes.at
        ),
        ${unsuppressed(businessId, 'unlisted')}
        select id from gone`.execute(tx.db)
      kept += ids.length - removed.length
      return ids
    })
    if (ids.length < batchRows) return kept
    last = ids.at(-1) ?? last
  }
}

async function restoreChanged(app: App, businessId: number, importId: number): Promise<number> {
  let kept = 0
  for (;;) {
    const { rows } = await sql<{ taken: number; restored: number }>`
      with batch as (
        delete from lead_import_updates
        where business_id = ${businessId} and import_id = ${importId} and lead_id in (
          select lead_id from lead_import_updates
          where business_id = ${businessId} and import_id = ${importId} order by lead_id limit ${batchRows})
        returning lead_id, before
      ),
      restored as (
        update leads set
          name = before ->> 'name', email = before ->> 'email', attributes = before -> 'attributes',
          tags = array(select jsonb_array_elements_text(before -> 'tags')),
          attribution = before ->> 'attribution', consent = before ->> 'consent',
          consent_at = (before ->> 'consent_at')::timestamptz, consent_source = before ->> 'consent_source',
          updated_at = ${app.now()}
        from batch, lead_imports
        where leads.business_id = ${businessId} and leads.id = batch.lead_id
          and lead_imports.business_id = leads.business_id and lead_imports.id = ${importId}
          and leads.updated_at = lead_imports.applied_at
          and not exists (
            select from messages where messages.business_id = leads.business_id
              and messages.recipient_phone = leads.phone and messages.created_at >= lead_imports.applied_at)
        returning leads.id
      ),
      unsaid as (
        delete from consent_changes using restored
        where consent_changes.business_id = ${businessId} and consent_changes.lead_id = restored.id
          and consent_changes.import_id = ${importId}
        returning consent_changes.phone, consent_changes.consent, consent_changes.at
      ),
      ${unsuppressed(businessId, 'unsaid')}
      select (select count(*) from batch) as taken, (select count(*) from restored) as restored`.execute(
      app.db,
    )
    const { taken = 0, restored = 0 } = rows[0] ?? {}
    kept += taken - restored
    if (taken < batchRows) return kept
  }
}

/** An opt-out that only this file stated leaves the suppression list with it; what a person said stays. */
function unsuppressed(businessId: number, changes: 'unsaid' | 'unlisted') {
  return sql`unsuppressed as (
    delete from suppressions using ${sql.table(changes)} as change
    where suppressions.business_id = ${businessId} and suppressions.address = change.phone
      and suppressions.reason = 'import' and suppressions.at = change.at and change.consent = 'opted_out'
  )`
}
