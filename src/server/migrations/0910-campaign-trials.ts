import { type Kysely, sql } from 'kysely'

/** Pilots and A/B tests: a part of a campaign that is sent first, and what decides about the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the version of a campaign that this person is in; null: the rest, or a campaign without a trial
    alter table messages add column variant smallint`.execute(db)
  await sql`
    alter table dispatches
      -- only messages up to this id may go; null: all
      add column part_id bigint,
      -- since when nothing of that part is queued or under way: what is behind it waits to be released
      add column part_sent_at timestamptz,
      -- further contents whose messages may go: the versions of an A/B test, less those that were stopped
      add column content_ids bigint[]`.execute(db)
  await sql`
    create table campaign_trials (
      business_id bigint not null,
      campaign_id bigint not null,
      kind text not null check (kind in ('pilot', 'test')),
      -- how many people are written to first: a number, or a share of the audience
      people integer check (people > 0),
      percent smallint check (percent between 1 and 100),
      measure text not null check (measure in ('read', 'clicked', 'replied', 'converted')),
      -- how long what people did is counted after the last message of the part
      after_minutes integer not null check (after_minutes > 0),
      -- owner: a person decides; bounds: a pilot goes on by itself within them; clear: the best version, where the
      -- difference is no chance; best: the best version in any case
      decide text not null check (decide in ('owner', 'bounds', 'clear', 'best')),
      -- bounds, in percent of those who were sent the message
      min_rate smallint check (min_rate between 1 and 100),
      max_failed smallint check (max_failed between 0 and 100),
      -- planned: not started; sending; measuring; asking: the owner decides; over
      stage text not null check (stage in ('planned', 'sending', 'measuring', 'asking', 'over')),
      -- the last message of the part; those behind it are the rest
      last_id bigint,
      measured_from timestamptz,
      decide_at timestamptz,
      decided_at timestamptz,
      -- null: it was decided by the measure
      decided_by bigint,
      winner smallint,
      primary key (business_id, campaign_id),
      foreign key (business_id, campaign_id) references campaigns (business_id, id),
      check ((people is null) <> (percent is null))
    )`.execute(db)
  await sql`
    create index campaign_trials_due on campaign_trials (decide_at) where stage = 'measuring'`.execute(db)
  await sql`
    create table campaign_variants (
      business_id bigint not null,
      campaign_id bigint not null,
      variant smallint not null check (variant between 1 and 4),
      template_id bigint not null,
      -- what its people are sent; null before the start
      content_id bigint,
      mapping jsonb not null default '{}',
      custom_message text,
      -- WhatsApp stopped it: those of its people who have no message yet join the rest
      stopped_at timestamptz,
      stop_code text,
      stop_reason jsonb,
      primary key (business_id, campaign_id, variant),
      foreign key (business_id, campaign_id) references campaign_trials (business_id, campaign_id) on delete cascade,
      foreign key (business_id, template_id) references templates (business_id, id),
      foreign key (business_id, content_id) references message_contents (business_id, id)
    )`.execute(db)
}
