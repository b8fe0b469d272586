import { type Kysely, sql } from 'kysely'

/** The newest figures of each post beside their history, and whose turn it is to be fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table social_post_figures (
      business_id bigint not null references businesses (id),
      publication_id bigint not null,
      account_id bigint not null,
      platform text not null,
      likes bigint,
      comments bigint,
      shares bigint,
      saves bigint,
      reach bigint,
      views bigint,
      clicks bigint,
      -- likes + comments + shares + saves, of those that are known
      engagement bigint,
      -- why a figure is missing: { "reach": "retired" }
      reasons jsonb not null default '{}',
      fetched_at timestamptz not null,
      primary key (business_id, publication_id),
      foreign key (business_id, publication_id) references social_publications (business_id, id)
    )`.execute(db)
  await sql`create index social_post_figures_top on social_post_figures
    (business_id, platform, engagement desc, publication_id desc) where engagement is not null`.execute(db)
  await sql`create index social_publications_posted on social_publications
    (business_id, platform, posted_at desc, id desc) where state = 'posted' and deleted_at is null`.execute(
    db,
  )
  await sql`
    create table social_insight_runs (
      -- one account's figures: fetched by one process at a time
      business_id bigint not null,
      account_id bigint not null,
      claim uuid,
      claimed_until timestamptz,
      -- when the account's own figures are fetched next
      due_at timestamptz not null,
      -- when a person asked for the figures
      asked_at timestamptz,
      finished_at timestamptz,
      failures integer not null default 0,
      -- why the last run did not end well
      problem text check (problem in ('unreachable', 'rate_limited', 'reconnect')),
      primary key (business_id, account_id),
      foreign key (business_id, account_id) references social_accounts (business_id, id)
    )`.execute(db)
}
