import { type Kysely, sql } from 'kysely'

/** The activity log of a business, with the events of the team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_events (
      -- rows are added and never changed
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      at timestamptz not null,
      kind text not null,
      -- null: without a session
      user_id bigint,
      member_id bigint,
      email text,
      address text,
      -- the browser's own name, cut
      user_agent text,
      -- the id in the path of the call
      subject text,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id),
      foreign key (business_id, member_id) references users (business_id, id)
    )`.execute(db)
  await sql`
    insert into audit_events (business_id, at, kind, user_id, member_id, email)
    select business_id, at, kind, user_id, member_id, email from team_events order by id`.execute(db)
  await sql`drop table team_events`.execute(db)
  await sql`drop function team_events_stay`.execute(db)
  await sql`create index audit_events_kind on audit_events (business_id, kind, id)`.execute(db)
  await sql`create index audit_events_user on audit_events (business_id, user_id, id)`.execute(db)
  await sql`
    create function audit_events_stay() returns trigger language plpgsql as $body$ begin
      raise exception 'audit_events are never changed';
    end $body$`.execute(db)
  await sql`create trigger audit_events_stay before update or delete on audit_events
    for each statement execute function audit_events_stay()`.execute(db)
}
