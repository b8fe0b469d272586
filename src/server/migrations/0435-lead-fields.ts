import { type Kysely, sql } from 'kysely'

/** Custom fields of leads. Their values are in `leads.attributes`, under the field's name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_fields (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      kind text not null check (kind in ('text', 'number', 'date', 'choice', 'yes_no')),
      choices text[] not null default '{}',
      created_at timestamptz not null,
      primary key (business_id, id),
      check ((kind = 'choice') = (cardinality(choices) > 0))
    )`.execute(db)
  await sql`create unique index lead_fields_name on lead_fields (business_id, lower(name))`.execute(db)
}
