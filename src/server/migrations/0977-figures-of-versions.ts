import { type Kysely, sql } from 'kysely'

/** The figures of days know the versions of A/B tests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the version of an A/B test that these people are in; null: none
    alter table analytics_messages add column variant smallint`.execute(db)
  await sql`
    create index analytics_messages_variant on analytics_messages (business_id, campaign_id)
      where variant is not null`.execute(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select distinct d.business_id, 'messages', b.block from campaign_trials t
    join dispatches d on d.business_id = t.business_id and d.campaign_id = t.campaign_id
    cross join lateral generate_series(d.first_id >> 13, coalesce(t.last_id, d.last_id) >> 13) b (block)
    where t.kind = 'test'`.execute(db)
}
