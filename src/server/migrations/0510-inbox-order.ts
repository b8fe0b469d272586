import { type Kysely, sql } from 'kysely'

/** Saved views, labels with a colour, and changes of many conversations at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversation_views (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- whose own it is; null: the whole team sees it
      user_id bigint,
      name text not null,
      filter jsonb not null,
      made_by bigint,
      created_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create unique index conversation_views_name
    on conversation_views (business_id, coalesce(user_id, 0), lower(name))`.execute(db)
  await sql`
    create table conversation_labels (
      -- the labels that conversations carry by name
      business_id bigint not null references businesses (id),
      name text not null,
      colour text not null default 'grey' check (colour in ('grey', 'red', 'orange', 'green', 'blue', 'violet')),
      created_at timestamptz not null,
      primary key (business_id, name)
    )`.execute(db)
  // Of labels that differ only in capitals the first one by order is kept.
  await sql`
    insert into conversation_labels (business_id, name, created_at)
    select distinct on (c.business_id, lower(l.name)) c.business_id, l.name, now()
    from conversations c cross join lateral unnest(c.labels) as l (name)
    order by c.business_id, lower(l.name), l.name`.execute(db)
  await sql`
    update conversations c set labels = array(
      select distinct k.name from unnest(c.labels) as l (name)
      join conversation_labels k on k.business_id = c.business_id and lower(k.name) = lower(l.name))
    where cardinality(c.labels) > 0`.execute(db)
  await sql`create unique index conversation_labels_name on conversation_labels (business_id, lower(name))`.execute(
    db,
  )
  await sql`
    create table conversation_changes (
      -- a change of several conversations, kept for a day to undo it
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      user_id bigint not null,
      change jsonb not null,
      -- each conversation as it was: [{id, state, …}, …]
      before jsonb not null,
      at timestamptz not null,
      undone_at timestamptz,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index conversation_events_newest on conversation_events (business_id, at desc, id desc)
    where user_id is not null`.execute(db)
  await sql`create index conversation_sends_done on conversation_sends (business_id, at desc)
    where user_id is not null`.execute(db)
  await sql`alter table conversation_events drop constraint conversation_events_kind_check`.execute(db)
  await sql`alter table conversation_events add constraint conversation_events_kind_check
    check (kind in ('note', 'assigned', 'unassigned', 'closed', 'reopened', 'snoozed', 'woken', 'bot_handed_over',
      'bot_stopped', 'labelled', 'unlabelled', 'taken_back'))`.execute(db)
}
