import { type Kysely, sql } from 'kysely'

/** What people compose, where each of it goes, and what came of it there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table social_media (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- sha-256 of the bytes: the same file is stored once
      hash bytea not null,
      bytes bigint not null,
      kind text not null check (kind in ('image', 'video')),
      -- as the content says, never the name
      mime text not null,
      file_name text not null,
      width integer,
      height integer,
      duration_ms integer,
      -- what was found in a video: container, codecs, frames a second, audio
      probe jsonb not null default '{}',
      created_by bigint not null,
      created_at timestamptz not null,
      -- its bytes are removed once no post needs them
      removed_at timestamptz,
      primary key (business_id, id),
      unique (business_id, hash)
    )`.execute(db)
  await sql`
    create table social_media_variants (
      -- a file made of another one for a network: scaled, cropped, converted, transcoded
      business_id bigint not null,
      media_id bigint not null,
      -- what was done, as a text that is the same for the same result
      recipe text not null,
      state text not null check (state in ('waiting', 'ready', 'failed')),
      hash bytea,
      bytes bigint,
      mime text,
      width integer,
      height integer,
      duration_ms integer,
      reason text,
      made_at timestamptz,
      primary key (business_id, media_id, recipe),
      foreign key (business_id, media_id) references social_media (business_id, id)
    )`.execute(db)
  await sql`
    create table social_recurrences (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- by the clock of a place, so that daylight saving time moves nothing: 1 is Monday
      weekdays smallint[] not null,
      local_time time not null,
      timezone text not null,
      next_at timestamptz,
      until date,
      created_by bigint not null,
      created_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table social_posts (
      -- what a person composed, once for all its accounts
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      caption text not null,
      -- where a network has a text of its own: { "linkedin": "…" }
      captions jsonb not null default '{}',
      first_comment text,
      link text,
      -- what each network needs besides: { "youtube": { "title": "…", "privacy": "public" } }
      options jsonb not null default '{}',
      timezone text not null,
      recurrence_id bigint,
      -- grows with each edit: a job that read an older one does nothing
      revision integer not null default 0,
      created_by bigint not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, recurrence_id) references social_recurrences (business_id, id)
    )`.execute(db)
  await sql`
    create table social_post_media (
      business_id bigint not null,
      post_id bigint not null,
      position smallint not null,
      media_id bigint not null,
      alt_text text,
      -- the point that stays in the picture when it is cropped, from 0 to 1
      focal_x real not null default 0.5,
      focal_y real not null default 0.5,
      -- a crop of the person's own by network: { "instagram": { "x": 0, "y": 0, "width": 1, "height": 0.8 } }
      crops jsonb not null default '{}',
      primary key (business_id, post_id, position),
      foreign key (business_id, post_id) references social_posts (business_id, id),
      foreign key (business_id, media_id) references social_media (business_id, id)
    )`.execute(db)
  await sql`
    create table social_publications (
      -- one post on its way to one account; its id is the API's id of a post
      business_id bigint not null,
      id bigint generated always as identity,
      post_id bigint not null,
      account_id bigint not null,
      platform text not null check (platform in ('facebook', 'instagram', 'youtube', 'linkedin')),
      format text not null check (format in ('text', 'image', 'carousel', 'video', 'reel', 'story', 'short')),
      state text not null check (state in ('scheduled', 'uploading', 'container_created', 'finished', 'publishing',
        'posted', 'failed', 'unknown', 'awaiting_owner', 'cancelled')),
      due_at timestamptz not null,
      -- the claim: whoever holds it works on it until then
      claim uuid,
      claimed_until timestamptz,
      attempts integer not null default 0,
      retry_at timestamptz,
      -- what the network gave on the way: uploads, parts, containers
      steps jsonb not null default '{}',
      container_id text,
      -- finds the post again at the network after a lost answer
      marker text not null,
      -- the duplicate guard: text and media as they go to the account
      content_hash bytea not null,
      -- when the request that publishes was sent; from then on nothing is repeated without asking the network
      publish_sent_at timestamptz,
      external_post_id text,
      permalink text,
      -- YouTube: as the network says it is, whatever was asked for
      privacy text,
      posted_at timestamptz,
      first_comment_state text check (first_comment_state in ('waiting', 'sending', 'posted', 'failed', 'unknown')),
      first_comment_id text,
      -- why it failed, waits or is unknown: a code; the network's own words beside it
      reason text,
      detail text,
      insights_at timestamptz,
      insights_due_at timestamptz,
      state_at timestamptz not null,
      created_at timestamptz not null,
      deleted_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, post_id) references social_posts (business_id, id),
      foreign key (business_id, account_id) references social_accounts (business_id, id)
    )`.execute(db)
  await sql`create index social_publications_due on social_publications (due_at)
    where state = 'scheduled' and deleted_at is null`.execute(db)
  await sql`create index social_publications_claimed on social_publications (claimed_until)
    where state in ('uploading', 'container_created', 'finished', 'publishing')`.execute(db)
  await sql`create index social_publications_insights on social_publications (insights_due_at)
    where state = 'posted' and insights_due_at is not null`.execute(db)
  await sql`create index social_publications_calendar on social_publications (business_id, due_at, id)
    where deleted_at is null`.execute(db)
  await sql`create index social_publications_account on social_publications (business_id, account_id, content_hash)`.execute(
    db,
  )
  await sql`create index social_publications_post on social_publications (business_id, post_id)`.execute(db)
  await sql`
    create table social_publication_steps (
      -- each step that a publication took, in order
      business_id bigint not null,
      publication_id bigint not null,
      id bigint generated always as identity,
      state text not null,
      reason text,
      detail text,
      at timestamptz not null,
      primary key (business_id, publication_id, id),
      foreign key (business_id, publication_id) references social_publications (business_id, id)
    )`.execute(db)
  await sql`
    create table social_insights (
      -- one figure of one post, or of one account (publication 0), as it was then; null with the reason it is missing
      business_id bigint not null references businesses (id),
      account_id bigint not null,
      publication_id bigint not null,
      metric text not null,
      fetched_at timestamptz not null,
      value bigint,
      reason text,
      primary key (business_id, account_id, publication_id, metric, fetched_at),
      foreign key (business_id, account_id) references social_accounts (business_id, id)
    )`.execute(db)
  await sql`
    create table social_queue_slots (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- null: for every account
      account_id bigint,
      -- 1 is Monday; by the business's clock
      weekday smallint not null check (weekday between 1 and 7),
      local_time time not null,
      primary key (business_id, id),
      foreign key (business_id, account_id) references social_accounts (business_id, id)
    )`.execute(db)
  await sql`create unique index social_queue_slots_once
    on social_queue_slots (business_id, coalesce(account_id, 0), weekday, local_time)`.execute(db)
  await sql`
    create table social_drafts (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- the composer as it was left
      form jsonb not null,
      revision integer not null default 1,
      created_by bigint not null,
      updated_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
}
