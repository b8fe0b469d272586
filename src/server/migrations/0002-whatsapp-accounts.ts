import { type Kysely, sql } from 'kysely'

/** What connects a business to WhatsApp: accounts (WABAs) with their tokens, and the numbers that send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table whatsapp_accounts (
      business_id bigint not null references businesses (id),
      waba_id text not null,
      name text not null,
      -- the Meta business (portfolio) that owns it
      portfolio_id text,
      currency text,
      account_review_status text,
      business_verification_status text,
      country text,
      status text not null check (status in ('connected', 'reconnect', 'disconnected')),
      -- one sentence for the owner, when not connected
      status_reason text,
      -- one sentence while the provider keeps the whole account from sending (payment, a ban): not a matter of the token
      blocked_reason text,
      blocked_at timestamptz,
      -- system_user: pasted by the owner; business: from embedded signup; user: from the OAuth dialog
      token_kind text check (token_kind in ('system_user', 'business', 'user')),
      token_ciphertext bytea,
      token_key_id text,
      -- of the token in use, as last checked; null: does not expire
      token_expires_at timestamptz,
      token_scopes text[] not null default '{}',
      app_subscribed_at timestamptz,
      connected_at timestamptz not null default now(),
      disconnected_at timestamptz,
      checked_at timestamptz,
      primary key (business_id, waba_id)
    )`.execute(db)
  // A webhook names a WABA, not a business: while it is connected it belongs to one.
  await sql`
    create unique index whatsapp_accounts_one_owner on whatsapp_accounts (waba_id)
      where status <> 'disconnected'`.execute(db)
  await sql`
    create table phone_numbers (
      business_id bigint not null,
      phone_number_id text not null,
      waba_id text not null,
      -- E.164
      phone text not null,
      display_phone_number text not null,
      verified_name text not null,
      -- the provider's words: CONNECTED, PENDING, FLAGGED …; only CONNECTED sends
      status text not null,
      quality_rating text not null default 'UNKNOWN',
      code_verification_status text,
      name_status text,
      -- messages a second; null: no limit (the provider never says so; rehearsals do)
      throughput_per_second integer default 80,
      -- unique people in 24 h; null: no limit. Shared by all numbers of the portfolio
      messaging_limit integer default 250,
      -- the number is used in the WhatsApp Business app too: it is never registered by us
      on_business_app boolean not null default false,
      is_default boolean not null default false,
      pin_ciphertext bytea,
      pin_key_id text,
      registered_at timestamptz,
      -- why the last registration failed: the provider's code, and one sentence
      register_error_code integer,
      register_error text,
      checked_at timestamptz,
      created_at timestamptz not null default now(),
      disconnected_at timestamptz,
      primary key (business_id, phone_number_id),
      foreign key (business_id, waba_id) references whatsapp_accounts (business_id, waba_id)
    )`.execute(db)
  await sql`create unique index phone_numbers_one_owner on phone_numbers (phone_number_id) where disconnected_at is null`.execute(
    db,
  )
  await sql`create unique index phone_numbers_one_default on phone_numbers (business_id) where is_default`.execute(
    db,
  )
  await sql`
    create table meta_logins (
      -- a token that reaches several accounts, until the owner has chosen one; and to choose another later
      business_id bigint primary key references businesses (id),
      token_kind text not null check (token_kind in ('system_user', 'business', 'user')),
      token_ciphertext bytea not null,
      token_key_id text not null,
      token_expires_at timestamptz,
      token_scopes text[] not null default '{}',
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table hosted_signups (
      -- a signup on the provider's own page, told by webhook: it names a WABA, and not who of us it belongs to
      waba_id text primary key,
      portfolio_id text not null,
      received_at timestamptz not null default now(),
      business_id bigint references businesses (id),
      claimed_at timestamptz
    )`.execute(db)
  await sql`
    create table hosted_signup_intents (
      -- who has opened the provider's page and may claim what comes of it
      business_id bigint primary key references businesses (id),
      opened_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`
    create table doctor_reports (
      business_id bigint primary key references businesses (id),
      checked_at timestamptz not null,
      verdict text not null check (verdict in ('good', 'attention', 'bad')),
      checks jsonb not null
    )`.execute(db)
  await sql`
    create table oauth_states (
      -- sha-256 of the state: the table alone lets nobody finish a login
      state_hash bytea primary key,
      business_id bigint not null,
      user_id bigint not null,
      provider text not null,
      redirect_uri text not null,
      details jsonb not null default '{}',
      expires_at timestamptz not null,
      used_at timestamptz,
      foreign key (business_id, user_id) references users (business_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table business_registrations (
      business_id bigint primary key references businesses (id),
      mode text not null check (mode in ('new', 'existing')),
      business_name text,
      phone_number text,
      category text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
}
