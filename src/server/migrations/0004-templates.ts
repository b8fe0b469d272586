import { type Kysely, sql } from 'kysely'

/** The owner's templates, the mirror of what the provider holds, and the files that their headers show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_templates (
      business_id bigint not null,
      -- the provider's id, text: it has more digits than a number holds
      id text not null,
      waba_id text not null,
      name text not null,
      language text not null,
      -- the provider's: MARKETING, UTILITY, AUTHENTICATION
      category text not null,
      -- what it was before the provider changed it, and when that was
      previous_category text,
      category_changed_at timestamptz,
      -- what the provider says it will become, and when
      next_category text,
      next_category_at timestamptz,
      -- the provider's: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, IN_APPEAL …
      status text not null,
      -- by the clock of the event that told it: an older event that comes later changes nothing
      status_at timestamptz,
      rejected_reason text,
      -- the provider's own words on it
      status_details text,
      quality text not null default 'UNKNOWN',
      parameter_format text not null default 'POSITIONAL',
      components jsonb not null,
      -- our edits: the provider allows 1 in 24 hours and 10 in 30 days
      edited_at timestamptz[] not null default '{}',
      created_at timestamptz not null default now(),
      synced_at timestamptz not null default now(),
      -- no longer at the provider; kept because messages name it and because its name stays locked
      deleted_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, waba_id) references whatsapp_accounts (business_id, waba_id)
    )`.execute(db)
  await sql`create index provider_templates_name on provider_templates (business_id, waba_id, name, language)`.execute(
    db,
  )
  await sql`
    create table template_media (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      kind text not null check (kind in ('IMAGE', 'VIDEO', 'DOCUMENT')),
      file_name text not null,
      mime_type text not null,
      bytes integer not null,
      sha256 text not null,
      -- what a template's example names the file by at the provider, and when we got it
      handle text,
      handle_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (business_id, id)
    )`.execute(db)
  await sql`create unique index template_media_content on template_media (business_id, sha256)`.execute(db)
  await sql`
    create table template_media_uploads (
      business_id bigint not null,
      media_id bigint not null,
      -- an upload is good for one sending number, for 30 days
      phone_number_id text not null,
      provider_media_id text not null,
      expires_at timestamptz not null,
      primary key (business_id, media_id, phone_number_id),
      foreign key (business_id, media_id) references template_media (business_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table templates (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      title text not null,
      -- the body
      message text not null,
      type text not null check (type in ('marketing', 'transactional', 'otp')),
      language text not null default 'en_US',
      -- the name at the provider, derived from the title once
      name text not null,
      -- {format: TEXT, text} or {format: IMAGE …, media_id}
      header jsonb,
      footer text not null default '',
      buttons jsonb not null default '[]',
      -- a sample per variable, as the provider's review asks for: {header: {}, body: {}}
      samples jsonb not null default '{}',
      -- of a one-time code: {security_advice, expires_minutes, button_text}
      otp jsonb,
      -- of the predefined library, when it came from there
      predefined_name text,
      -- it was found at the provider rather than written here
      imported boolean not null default false,
      provider_template_id text,
      -- why the last submission did not reach the provider or was refused by it, one sentence
      submit_error text,
      -- the provider said no and would again: it is not submitted by itself any more
      refused boolean not null default false,
      submitted_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, provider_template_id) references provider_templates (business_id, id)
    )`.execute(db)
  await sql`create unique index templates_name on templates (business_id, name, language) where deleted_at is null`.execute(
    db,
  )
  await sql`
    create unique index templates_provider_template on templates (business_id, provider_template_id)
      where deleted_at is null and provider_template_id is not null`.execute(db)
  await sql`
    create table template_syncs (
      business_id bigint not null,
      waba_id text not null,
      finished_at timestamptz,
      -- why the last one did not get through, one sentence
      error text,
      primary key (business_id, waba_id),
      foreign key (business_id, waba_id) references whatsapp_accounts (business_id, waba_id)
    )`.execute(db)
  await sql`
    create table message_rates (
      business_id bigint primary key references businesses (id),
      currency text not null,
      -- for one message, as the owner read it off the provider's price list
      marketing numeric,
      utility numeric,
      authentication numeric,
      updated_at timestamptz not null default now()
    )`.execute(db)
}
