import { type Kysely, sql } from 'kysely'

/** Opt-ins and opt-outs count people by when they happened: one that is recorded late changes what later ones count as. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['added', 'deleted'])
    await sql
      .raw(
        `create or replace function analytics_consent_${name}() returns trigger language plpgsql
        set enable_seqscan = off as $body$ begin
          -- Planned each time: a plan that was made while few had ever agreed reads all changes for each row.
          execute $look$
          insert into analytics_marks (business_id, kind, block)
          select business_id, 'consent', id >> 13 from changed
          union
          select x.business_id, 'consent', c.id >> 13 from changed x
          -- Looked up one by one: the planner knows nothing of the size of a set of changed rows.
          cross join lateral (
            select id from consent_changes where business_id = x.business_id and phone = x.phone
              and consent = x.consent and at >= x.at offset 0) c $look$;
          return null;
        end $body$`,
      )
      .execute(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select business_id, kind, block from analytics_blocks where kind = 'consent'`.execute(db)
}
