import { type Kysely, sql } from 'kysely'

/** Several people of one business: invitations, people who were removed, and who did what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- to a quarter of an hour
      add column seen_at timestamptz,
      -- what they did keeps their name, so the row stays
      add column removed_at timestamptz`.execute(db)
  await sql`alter table users drop constraint users_email_key`.execute(db)
  // The address of a removed person is free for a new account.
  await sql`create unique index users_email_key on users (email) where removed_at is null`.execute(db)
  await sql`
    create table team_invitations (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- SHA-256 of the token in the link
      token_hash bytea not null,
      -- only this address can join by it; null: whoever has the link
      email text,
      invited_by bigint not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      mailed_at timestamptz,
      used_at timestamptz,
      used_by bigint,
      revoked_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, invited_by) references users (business_id, id),
      foreign key (business_id, used_by) references users (business_id, id),
      check ((used_at is null) = (used_by is null)),
      check (used_at is null or revoked_at is null)
    )`.execute(db)
  await sql`create unique index team_invitations_token on team_invitations (token_hash)`.execute(db)
  await sql`
    create table team_events (
      -- who did what to the team; rows are added and never changed
      business_id bigint not null,
      id bigint generated always as identity,
      kind text not null check (kind in ('invited', 'revoked', 'joined', 'removed', 'left')),
      user_id bigint not null,
      -- who was removed, or who had invited the person that joined
      member_id bigint,
      -- the address that was invited, where one was named
      email text,
      at timestamptz not null,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id),
      foreign key (business_id, member_id) references users (business_id, id)
    )`.execute(db)
  await sql`
    create function team_events_stay() returns trigger language plpgsql as $body$ begin
      raise exception 'team_events are never changed';
    end $body$`.execute(db)
  await sql`create trigger team_events_stay before update or delete on team_events
    for each statement execute function team_events_stay()`.execute(db)
}
