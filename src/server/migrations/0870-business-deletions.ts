import { type Kysely, sql } from 'kysely'

/** Deletions of whole businesses, and the addresses that answer "gone" afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table business_deletions (
      -- without a foreign key: the row is what stays of a business
      business_id bigint not null,
      id bigint generated always as identity,
      -- null: the operator of the install, by a command
      asked_by bigint,
      asked_at timestamptz not null,
      -- until then it can be taken back
      due_at timestamptz not null,
      taken_back_at timestamptz,
      started_at timestamptz,
      progressed_at timestamptz,
      finished_at timestamptz,
      rows_deleted bigint not null default 0,
      primary key (business_id, id),
      check (taken_back_at is null or started_at is null)
    )`.execute(db)
  await sql`create unique index business_deletions_open on business_deletions (business_id) where taken_back_at is null`.execute(
    db,
  )
  await sql`
    create table gone_links (
      -- SHA-256 of the code of a public page whose business was deleted
      hash bytea primary key,
      gone_at timestamptz not null
    )`.execute(db)
  await sql`
    create or replace function audit_events_stay() returns trigger language plpgsql as $body$ begin
      -- it goes with its business, once the time to take the deletion back is over
      if tg_op = 'DELETE' and exists (select from business_deletions d
          where d.business_id = old.business_id and d.started_at is not null and d.finished_at is null) then
        return old;
      end if;
      raise exception 'audit_events are never changed';
    end $body$`.execute(db)
  await sql`drop trigger audit_events_stay on audit_events`.execute(db)
  await sql`create trigger audit_events_stay before update or delete on audit_events
    for each row execute function audit_events_stay()`.execute(db)
}
