import { type Kysely, sql } from 'kysely'

/** How a database that went back to an earlier state is noticed, and what is known of what it lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table database_guard (
      single boolean primary key default true check (single),
      -- grows with each change of the server behind the address, each promotion and each restore
      epoch integer not null default 1,
      -- the one before, while journals are compared
      before_epoch integer not null default 1,
      -- server, timeline, database and table, as they were when the epoch began; null before the first start
      identity text,
      -- grows while any process runs; a process that has seen a higher one knows that the database went back
      beat bigint not null default 0,
      beat_at timestamptz not null default now(),
      -- checking: nothing is claimed until the journals were compared
      state text not null default 'steady' check (state in ('steady', 'checking')),
      cause text,
      checking_at timestamptz,
      -- the journals that have to be compared before anything goes on
      awaited uuid[] not null default '{}'
    ) with (fillfactor = 50)`.execute(db)
  await sql`insert into database_guard default values`.execute(db)
  await sql`
    create table journals (
      id uuid primary key,
      -- the name of the machine, for the sentence that names a missing one
      machine text not null,
      beat_at timestamptz not null default now(),
      -- the last check that it was compared in
      epoch integer not null,
      -- what it showed then: how far the database is behind it in milliseconds, and whether it reaches back far enough
      behind_ms bigint not null default 0,
      reaches boolean not null default true
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create table recoveries (
      business_id bigint not null references businesses (id),
      epoch integer not null,
      at timestamptz not null default now(),
      -- the last moment that the database knew of
      back_to timestamptz not null,
      -- messages that may have left and were not known to have
      unknown integer not null default 0,
      -- messages that the provider took, by its answer in a journal
      accepted integer not null default 0,
      -- messages that left and have no row
      without_row integer not null default 0,
      opt_outs integer not null default 0,
      -- whether a journal was missing, so that what was sent is not known
      missing boolean not null default false,
      -- campaigns that wait for the owner
      held integer not null default 0,
      primary key (business_id, epoch)
    )`.execute(db)
  await sql`
    create table lost_claims (
      business_id bigint not null,
      -- the id it had; no row of ours has it
      message_id bigint not null,
      attempt smallint not null,
      campaign_id bigint,
      content_id bigint not null,
      -- a keyed hash of the recipient
      recipient text collate "C" not null,
      claimed_at timestamptz not null,
      wamid text,
      primary key (business_id, message_id)
    )`.execute(db)
  await sql`create index lost_claims_of_person on lost_claims (business_id, recipient)`.execute(db)
}
