import { type Kysely, sql } from 'kysely'

/** A code for each text that a poster shows: an opt-in by a message names what the person saw, or that it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table optin_codes (
      business_id bigint not null,
      -- at the end of the text that a link or QR code prepares
      code text not null,
      form_id bigint not null,
      -- of the text beside the code; null: not known, as beside a link
      version int,
      language text,
      primary key (business_id, code),
      foreign key (business_id, form_id) references optin_forms (business_id, id),
      foreign key (business_id, form_id, version) references optin_form_versions (business_id, form_id, version),
      constraint optin_codes_shown unique nulls not distinct (business_id, form_id, version, language)
    )`.execute(db)
  // Version and language are null where they are not known.
  await sql`alter table optin_proofs drop constraint optin_proofs_form_check`.execute(db)
  await sql`
    alter table optin_proofs add constraint optin_proofs_form_check check (
      (outcome = 'opted_out') = (form_id is null) and (form_id is not null or version is null)
      and (wording_sha256 is null) = (version is null or language is null)) not valid`.execute(db)
  await keepPrintedCodes(db)
  await correctProofs(db)
}

/** A form that never changed has posters of its one version. The code of any other is of a text that is not known. */
async function keepPrintedCodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into optin_codes (business_id, code, form_id, version, language)
    select f.business_id, f.join_code, f.id, known.version,
      case when known.version is not null and jsonb_array_length(v.content -> 'texts') = 1
        then v.content -> 'texts' -> 0 ->> 'language' end
    from optin_forms f
    join optin_form_versions v on v.business_id = f.business_id and v.form_id = f.id and v.version = f.version
    -- A short link has the same code, and no text.
    cross join lateral (select case when f.version = 1 and f.short_link is null then 1 end as version) known`.execute(
    db,
  )
  await sql`
    insert into optin_codes (business_id, code, form_id)
    select business_id, upper(substr(md5(gen_random_uuid()::text), 1, 6)), form_id
    from optin_codes where version is not null
    on conflict do nothing`.execute(db)
}

/** Opt-ins by a message named the newest version in its first language, whatever the person saw. */
async function correctProofs(db: Kysely<unknown>): Promise<void> {
  await sql`alter table optin_proofs disable trigger rows_stay`.execute(db)
  await sql`
    update optin_proofs p set
      version = case when seen.is_version_known then 1 end,
      language = case when seen.is_version_known and seen.languages = 1 then p.language end,
      wording_sha256 = case when seen.is_version_known and seen.languages = 1 then p.wording_sha256 end
    from (
      select q.business_id, q.id, max(jsonb_array_length(v.content -> 'texts')) as languages,
        count(*) = 1 and upper(q.answers ->> 'message') like '%' || f.join_code || '%' as is_version_known
      from optin_proofs q
      join optin_forms f on f.business_id = q.business_id and f.id = q.form_id
      join optin_form_versions v on v.business_id = f.business_id and v.form_id = f.id and v.created_at <= q.at
      where q.way = 'message'
      group by f.business_id, f.id, q.business_id, q.id) seen
    where p.way = 'message' and p.business_id = seen.business_id and p.id = seen.id`.execute(db)
  await sql`alter table optin_proofs enable trigger rows_stay`.execute(db)
  // The consent text of the same version was their reason.
  await sql`
    update consent_changes c set details = p.answers ->> 'message'
    from optin_proofs p
    where p.way = 'message' and p.outcome = 'opted_in' and p.wording_sha256 is null and p.lead_id is not null
      and c.business_id = p.business_id and c.lead_id = p.lead_id and c.source = 'form' and c.at = p.at`.execute(
    db,
  )
}
