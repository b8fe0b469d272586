import { type Kysely, sql } from 'kysely'

/** The owner's own prices by market, in place of the list that comes with the product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table price_lists (
      business_id bigint primary key references businesses (id),
      currency text not null,
      -- for each market: marketing, utility, authentication
      prices jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(db)
}
