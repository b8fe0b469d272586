import { type Kysely, sql } from 'kysely'

/** The owner's templates, and the mirror of what the provider holds. */
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
      previous_category text,
      -- what the provider says it will become, and when
      next_category text,
      next_category_at timestamptz,
      -- the provider's: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, IN_APPEAL …
      status text not null,
      rejected_reason text,
      -- the provider's own words on it
      status_details text,
      quality text not null default 'UNKNOWN',
      parameter_format text not null default 'POSITIONAL',
      components jsonb not null,
      -- media for the header that was uploaded to the provider: {id, expires_at} per phone number
      header_media jsonb,
      edited_at timestamptz[] not null default '{}',
      created_at timestamptz not null default now(),
      synced_at timestamptz not null default now(),
      -- no longer at the provider; kept because messages name it
      deleted_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, waba_id) references whatsapp_accounts (business_id, waba_id)
    )`.execute(db)
  await sql`create index provider_templates_name on provider_templates (business_id, waba_id, name, language)`.execute(
    db,
  )
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
      header jsonb,
      footer text,
      buttons jsonb not null default '[]',
      -- a sample per variable, as the provider's review asks for
      samples jsonb not null default '{}',
      -- of the predefined library, when it came from there
      predefined_name text,
      -- approved, rejected; null is the specification's "absent": PENDING
      status text,
      status_reason text,
      provider_template_id text,
      -- why the last submission did not reach the provider, one sentence
      submit_error text,
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
}
