import { type Kysely, sql } from 'kysely'

/** What posts need to be planned: groups, series with their content, files with posts, and forms that were sent twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Each publication has a post row of its own, so that an edit touches no other account; a group was composed at once.
  await sql`alter table social_posts add column group_id bigint`.execute(db)
  await sql`update social_posts set group_id = id`.execute(db)
  await sql`create index social_posts_group on social_posts (business_id, group_id)`.execute(db)
  await sql`create index social_post_media_file on social_post_media (business_id, media_id)`.execute(db)
  await sql`create index social_publications_window on social_publications (business_id, account_id, due_at)
    where deleted_at is null`.execute(db)
  await sql`create index social_publications_scheduled on social_publications (business_id, due_at, id)
    where state = 'scheduled' and deleted_at is null`.execute(db)
  await sql`create index social_publications_history on social_publications (business_id, state_at desc, id desc)
    where state <> 'scheduled' and deleted_at is null`.execute(db)
  await sql`create index social_publications_recent on social_publications (business_id, id desc)
    where deleted_at is null`.execute(db)
  await sql`create index social_publications_created on social_publications (business_id, created_at)`.execute(
    db,
  )
  await sql`
    create table social_requests (
      -- one press of the composer's button: the same twice answers the posts of the first
      business_id bigint not null references businesses (id),
      request_id uuid not null,
      group_id bigint,
      recurrence_id bigint,
      made_at timestamptz not null,
      primary key (business_id, request_id)
    )`.execute(db)
  await sql`create index social_requests_made on social_requests (made_at)`.execute(db)
  await sql`alter table social_recurrences
    add column revision integer not null default 0,
    add column stopped_at timestamptz,
    -- the last day, by its clock, whose posts are made
    add column made_until date`.execute(db)
  await sql`create index social_recurrences_active on social_recurrences (next_at)
    where stopped_at is null and next_at is not null`.execute(db)
  await sql`
    create table social_recurrence_targets (
      -- what goes to each account: a post without a publication, which each occurrence copies
      business_id bigint not null,
      recurrence_id bigint not null,
      account_id bigint not null,
      post_id bigint not null,
      format text not null,
      primary key (business_id, recurrence_id, account_id),
      foreign key (business_id, recurrence_id) references social_recurrences (business_id, id),
      foreign key (business_id, account_id) references social_accounts (business_id, id),
      foreign key (business_id, post_id) references social_posts (business_id, id)
    )`.execute(db)
  await sql`
    create table social_occurrences (
      -- each day of a series is made once for each account, whatever is killed in between
      business_id bigint not null,
      recurrence_id bigint not null,
      account_id bigint not null,
      on_day date not null,
      publication_id bigint,
      primary key (business_id, recurrence_id, account_id, on_day),
      foreign key (business_id, recurrence_id) references social_recurrences (business_id, id)
    )`.execute(db)
  await sql`
    create table social_post_imports (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      file_name text not null,
      state text not null check (state in ('checked', 'running', 'done', 'cancelled')),
      total integer not null,
      created_by bigint not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      finished_at timestamptz,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table social_post_import_rows (
      business_id bigint not null,
      import_id bigint not null,
      -- its number in the file
      row_number integer not null,
      state text not null check (state in ('ready', 'wrong', 'done', 'failed')),
      -- the cells as the file has them
      cells jsonb not null,
      due_at timestamptz,
      timezone text,
      account_ids bigint[] not null default '{}',
      -- what is wrong: codes with their parameters
      problems jsonb not null default '[]',
      publication_ids bigint[] not null default '{}',
      attempts integer not null default 0,
      primary key (business_id, import_id, row_number),
      foreign key (business_id, import_id) references social_post_imports (business_id, id)
    )`.execute(db)
}
