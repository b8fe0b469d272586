import { type Kysely, sql } from 'kysely'

/** What sequences earned, what campaigns were to cost, and rates between currencies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversions
      -- of the message that was the last touch
      add column sequence_id bigint`.execute(db)
  await sql`alter table conversions drop constraint conversions_touch_check`.execute(db)
  await sql`
    alter table conversions add constraint conversions_touch_check
      check (touch in ('campaign', 'sequence', 'message', 'ad', 'form'))`.execute(db)
  await sql`
    update conversions v set touch = 'sequence', sequence_id = m.sequence_id
    from messages m
    where v.touch = 'message' and m.business_id = v.business_id and m.id = v.message_id and m.sequence_id is not null`.execute(
    db,
  )
  await sql`
    create index conversions_sequence on conversions (business_id, sequence_id) where sequence_id is not null`.execute(
    db,
  )
  await sql`
    alter table campaigns
      -- {cost, lines}: what it was to cost when it started; null for those that started before this was kept
      add column forecast jsonb`.execute(db)
  await sql`alter table meta_events drop constraint meta_events_event_check`.execute(db)
  await sql`
    alter table meta_events add constraint meta_events_event_check
      check (event in ('LeadSubmitted', 'Purchase', 'OrderCreated'))`.execute(db)
  await sql`alter table meta_event_settings drop constraint meta_event_settings_stop_code_check`.execute(db)
  await sql`
    alter table meta_event_settings add constraint meta_event_settings_stop_code_check
      check (stop_code in ('token', 'permission', 'dataset', 'unreadable'))`.execute(db)
  await sql`
    alter table attribution_settings
      -- [{from, to, rate, day}]: so much of \`to\` for one of \`from\`, as the owner entered it on that day
      add column exchange_rates jsonb not null default '[]'`.execute(db)
}
