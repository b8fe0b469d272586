import { type Kysely, sql } from 'kysely'

/** Files of people on their way into `leads`, and what undoing them takes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_imports (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      file_name text not null,
      bytes bigint not null,
      -- csv or xlsx, told by the content
      kind text not null check (kind in ('csv', 'xlsx')),
      -- name of the file in the data folder's "imports"; null once it is removed
      stored_as text,
      status text not null check (status in
        ('ready', 'running', 'done', 'cancelling', 'cancelled', 'failed', 'undoing', 'undone')),
      -- how it is read: encoding, delimiter, header, country, columns
      settings jsonb not null,
      -- what was found in it
      analysis jsonb not null,
      tag text,
      -- the owner's word for the whole file: {state, source}
      consent jsonb,
      -- rows of the file that are decided, and how; rows_done = created + updated + skipped + rejected
      rows_done integer not null default 0,
      created integer not null default 0,
      updated integer not null default 0,
      skipped integer not null default 0,
      rejected integer not null default 0,
      -- of the skipped and the rejected, by reason
      reasons jsonb not null default '{}',
      -- stamped on every lead that it touches; one that carries another time has changed since
      applied_at timestamptz,
      -- quotes are plain characters in this file
      unquoted boolean not null default false,
      -- one sentence, when it failed
      error text,
      created_by bigint,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      progressed_at timestamptz,
      finished_at timestamptz,
      undo_until timestamptz,
      -- leads that taking back left alone, because they were used or changed since
      kept integer,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table lead_import_updates (
      business_id bigint not null,
      import_id bigint not null,
      lead_id bigint not null,
      -- the lead as it was before the import's first change to it
      before jsonb not null,
      primary key (business_id, import_id, lead_id)
    )`.execute(db)
}
