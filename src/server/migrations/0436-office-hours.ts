import { type Kysely, sql } from 'kysely'

/** When a number is answered by people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table office_hours (
      business_id bigint not null references businesses (id),
      phone_number_id text not null,
      timezone text not null,
      -- Monday to Sunday: [[{from, to}, …], …]
      week jsonb not null,
      -- [{date, name, spans}, …]
      holidays jsonb not null,
      updated_at timestamptz not null,
      primary key (business_id, phone_number_id)
    )`.execute(db)
}
