import { type Kysely, sql } from 'kysely'

/** Accounts at social networks with their tokens, logins that wait for a choice, and what the owner was notified of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table social_accounts (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      platform text not null check (platform in ('facebook', 'instagram', 'youtube', 'linkedin')),
      -- the network's id: Page, Instagram professional account, channel, member
      external_id text not null,
      -- whose token it is: a Page's (Facebook, and Instagram through a Page), an Instagram login's, Google's, LinkedIn's
      token_kind text not null check (token_kind in ('page', 'instagram', 'google', 'linkedin')),
      -- Instagram through a Page: that Page
      page_id text,
      name text not null,
      handle text,
      -- a small picture as a data address, or none
      picture text,
      followers bigint,
      status text not null check (status in ('connected', 'reconnect', 'disconnected')),
      -- why it must be connected again: expired, revoked, password_changed, role_lost, restricted, wrong_key
      status_reason text,
      status_at timestamptz not null,
      token_ciphertext bytea,
      token_key_id text,
      token_issued_at timestamptz,
      -- null: does not expire
      token_expires_at timestamptz,
      refresh_ciphertext bytea,
      refresh_key_id text,
      refresh_expires_at timestamptz,
      -- Facebook stops giving data so long after the person's last login
      data_access_ends_at timestamptz,
      -- grows with each token that is stored: a refresh that was begun with an older one is not stored
      token_version integer not null default 1,
      scopes_granted text[] not null default '{}',
      -- one refresh or check at a time: held until then, by the process that set it
      care_until timestamptz,
      -- when the token is refreshed or checked next; null: not by itself
      care_at timestamptz,
      care_failures integer not null default 0,
      checked_at timestamptz,
      connected_by bigint not null,
      connected_at timestamptz not null,
      disconnected_at timestamptz,
      primary key (business_id, id),
      unique (business_id, platform, external_id)
    )`.execute(db)
  await sql`create index social_accounts_care on social_accounts (care_at)
    where status = 'connected' and care_at is not null`.execute(db)
  await sql`
    create table social_logins (
      -- a login that reaches several accounts, until the owner has chosen
      business_id bigint not null references businesses (id),
      id uuid not null,
      user_id bigint not null,
      platform text not null check (platform in ('facebook', 'instagram', 'youtube', 'linkedin')),
      -- the grant as JSON, encrypted
      grant_ciphertext bytea not null,
      grant_key_id text not null,
      expires_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table social_account_notices (
      -- each is made once for one end of an access
      business_id bigint not null,
      account_id bigint not null,
      -- first: 14 days before; last: 3 days before; ended: it must be connected again
      kind text not null check (kind in ('first', 'last', 'ended')),
      ends_at timestamptz not null,
      made_at timestamptz not null,
      mailed_at timestamptz,
      primary key (business_id, account_id, kind, ends_at),
      foreign key (business_id, account_id) references social_accounts (business_id, id)
    )`.execute(db)
}
