import { type Kysely, sql } from 'kysely'

/** Changes of many leads as jobs with progress and undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_bulk_changes (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      action text not null check (action in ('tag', 'untag', 'delete', 'consent')),
      tag text,
      -- of consent: how these people agreed
      details text,
      audience jsonb not null,
      status text not null check (status in ('running', 'done', 'undoing', 'undone')),
      -- leads to look at when it began, the last of them, and how far it is
      leads integer not null,
      last_id bigint not null,
      cursor_id bigint not null default 0,
      leads_done integer not null default 0,
      changed integer not null default 0,
      undone integer not null default 0,
      -- of an undo: leads that were changed since and stay as they are
      kept integer not null default 0,
      -- stamped on every lead that it changes
      applied_at timestamptz not null,
      user_id bigint,
      progressed_at timestamptz not null,
      finished_at timestamptz,
      undo_until timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index lead_bulk_changes_moving on lead_bulk_changes (progressed_at) where status in ('running', 'undoing')`.execute(
    db,
  )
  await sql`
    create table lead_bulk_befores (
      business_id bigint not null,
      change_id bigint not null,
      lead_id bigint not null,
      -- the whole lead where it was deleted, its tags where one was taken off
      before jsonb,
      primary key (business_id, change_id, lead_id)
    )`.execute(db)
}
