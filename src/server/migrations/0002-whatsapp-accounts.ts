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
      status text not null check (status in ('connected', 'reconnect', 'disconnected')),
      -- one sentence for the owner, when not connected
      status_reason text,
      -- system_user: pasted by the owner; business: from embedded signup; user: from the OAuth dialog
      token_kind text check (token_kind in ('system_user', 'business', 'user')),
      token_ciphertext bytea,
      token_key_id text,
      -- null: does not expire
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
      is_default boolean not null default false,
      pin_ciphertext bytea,
      pin_key_id text,
      registered_at timestamptz,
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
