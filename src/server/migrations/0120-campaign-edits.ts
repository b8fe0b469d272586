import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaigns
      -- a start that was wanted now can be undone until then; nothing is planned before
      add column undo_until timestamptz,
      -- grows with each edit: a start that was read before an edit is not carried out
      add column revision integer not null default 0`.execute(db)
  await sql`
    create table campaign_drafts (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      -- the form of the Campaign Manager as it was left
      form jsonb not null,
      created_by bigint not null,
      updated_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
}
