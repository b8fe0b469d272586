import { type Kysely, sql } from 'kysely'

/** Whose a click is, and of which campaign: counting those who clicked then reads no messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A message keeps both for ever; where its person is erased, its clicks are deleted.
  await sql`alter table link_clicks add column campaign_id bigint, add column lead_id bigint`.execute(db)
  await sql`
    update link_clicks k set campaign_id = m.campaign_id, lead_id = m.lead_id from messages m
    where m.business_id = k.business_id and m.id = k.message_id`.execute(db)
  await sql`
    create index link_clicks_people on link_clicks (business_id, campaign_id, lead_id)
      include (link, clicked_at, from_provider, message_id) where kind = 'person'`.execute(db)
  // For clicks that a process of the release before stores while an install is updated.
  await sql
    .raw(
      `create function whose_click() returns trigger language plpgsql as $body$ begin
        select m.campaign_id, m.lead_id into new.campaign_id, new.lead_id from messages m
        where m.business_id = new.business_id and m.id = new.message_id;
        return new;
      end $body$`,
    )
    .execute(db)
  await sql`
    create trigger whose_click before insert on link_clicks for each row
      when (new.campaign_id is null and new.lead_id is null) execute function whose_click()`.execute(db)
}
