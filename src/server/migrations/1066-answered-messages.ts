import { type Kysely, sql } from 'kysely'

/** Which message people answer and opt out after: one of a campaign, of a sequence or a single one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lead_replies
      -- the message of ours that it answers; null: none within 7 days, or a chat
      add column message_id bigint`.execute(db)
  await sql`
    alter table consent_changes
      -- of an opt-out by the person: the message that it followed
      add column message_id bigint`.execute(db)
  await answersOfReleaseBefore(db)
  await markByMessage(db)
  await fill(db)
  await oneOptOutEach(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select business_id, kind, block from analytics_blocks where kind = 'messages'`.execute(db)
}

/** A process of the release before names the campaign alone while an install is updated. */
async function answersOfReleaseBefore(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function message_of_reply() returns trigger language plpgsql as $body$ begin
        select m.id into new.message_id from messages m
        where m.business_id = new.business_id and m.recipient_phone = new.address collate "C"
          and m.campaign_id = new.campaign_id;
        if new.message_id is null then
          select m.id into new.message_id from leads l cross join lateral (values (l.phone), (l.bsuid)) p (address)
          join messages m on m.business_id = l.business_id and m.recipient_phone = p.address collate "C"
            and m.campaign_id = new.campaign_id
          where l.business_id = new.business_id and l.id = new.lead_id limit 1;
        end if;
        return new;
      end $body$`,
    )
    .execute(db)
  await sql`
    create trigger message_of_reply before insert on lead_replies for each row
      when (new.message_id is null and new.campaign_id is not null) execute function message_of_reply()`.execute(
    db,
  )
}

/** The figures of a message follow its replies and opt-outs. */
async function markByMessage(db: Kysely<unknown>): Promise<void> {
  const mark = (name: string) =>
    sql.raw(`create or replace function ${name}() returns trigger language plpgsql as $body$ begin
      insert into analytics_marks (business_id, kind, block)
      select distinct business_id, 'messages', message_id >> 13 from changed where message_id is not null;
      return null;
    end $body$`)
  for (const name of ['added', 'changed', 'deleted']) await mark(`analytics_replies_${name}`).execute(db)
  for (const [name, on] of [
    ['analytics_opt_outs_added', 'after insert on consent_changes referencing new table as changed'],
    ['analytics_opt_outs_deleted', 'after delete on consent_changes referencing old table as changed'],
  ] as const) {
    await mark(name).execute(db)
    await sql.raw(`create trigger ${name} ${on} for each statement execute function ${name}()`).execute(db)
  }
}

/** Exported for its test. */
export async function fill(db: Kysely<unknown>): Promise<void> {
  // As `answered-message.ts`: the last message that is neither a chat nor our own question.
  await sql
    .raw(
      `create or replace function pg_temp.answered(business bigint, address text, lead bigint, until timestamptz)
      returns bigint language sql stable as $body$
        with theirs as (
          select address collate "C" as one
          union select o.address from person_addresses p
          join person_addresses o on o.business_id = p.business_id and o.person_id = p.person_id
          where p.business_id = business and p.address = answered.address
          union select unnest(array[l.phone, l.bsuid]) from leads l where l.business_id = business and l.id = lead
        )
        select m.id from theirs t cross join lateral (
          select id, accepted_at, content_id from messages
          where business_id = business and recipient_phone = t.one and campaign_id is not null
          union all
          (select id, accepted_at, content_id from messages
          where business_id = business and recipient_phone = t.one and campaign_id is null and created_at <= until
          order by created_at desc, id desc limit 50)
        ) m
        where m.accepted_at <= until and m.accepted_at > until - interval '7 days'
          and (select c.fixed @> '{"chat": true}' or c.fixed -> 'reply_buttons' is not null
            from message_contents c where c.business_id = business and c.id = m.content_id) is not true
        order by m.accepted_at desc, m.id desc limit 1
      $body$`,
    )
    .execute(db)
  await sql`
    update lead_replies r set message_id = a.message_id,
      campaign_id = (select m.campaign_id from messages m where m.business_id = r.business_id and m.id = a.message_id)
    from (
      select r.business_id, r.id, case
        when q.is_chat then null
        when not q.is_question then q.id
        -- Without what the person quoted, the campaign is still known.
        when i.wamid is null and r.campaign_id is not null then (
          select m.id from messages m where m.business_id = r.business_id and m.campaign_id = r.campaign_id
            and m.recipient_phone = r.address collate "C")
        else pg_temp.answered(r.business_id, r.address, r.lead_id, r.at) end as message_id
      from lead_replies r
      left join inbound_messages i on i.business_id = r.business_id and i.wamid = r.wamid
      left join lateral (
        select m.id, c.fixed @> '{"chat": true}' as is_chat, c.fixed -> 'reply_buttons' is not null as is_question
        from messages m join message_contents c on c.business_id = m.business_id and c.id = m.content_id
        where m.wamid = i.reply_to and m.business_id = r.business_id limit 1
      ) q on true
    ) a where r.business_id = a.business_id and r.id = a.id and a.message_id is not null`.execute(db)
  await sql`
    update consent_changes x set message_id = coalesce(
      (select r.message_id from lead_replies r where r.business_id = x.business_id and r.lead_id = x.lead_id
        and r.at = x.at and r.message_id is not null limit 1),
      (select r.message_id from lead_replies r where r.business_id = x.business_id and r.address = x.phone
        and r.at = x.at and r.message_id is not null limit 1))
    where x.consent = 'opted_out' and x.source = 'reply'`.execute(db)
  await sql`
    update consent_changes x set message_id = pg_temp.answered(x.business_id, x.phone, x.lead_id, x.at)
    where x.consent = 'opted_out' and x.source = 'whatsapp_preference'`.execute(db)
}

/** An opt-out that was recorded a second time, for another address of the same person. */
export async function oneOptOutEach(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from consent_changes x using consent_changes y
    where x.consent = 'opted_out' and x.lead_id is null and y.consent = 'opted_out'
      and y.business_id = x.business_id and y.at = x.at and y.source = x.source
      and y.details is not distinct from x.details and (y.lead_id is not null or y.id < x.id) and y.id <> x.id
      and exists (select from person_addresses p
        join person_addresses o on o.business_id = p.business_id and o.person_id = p.person_id
        where p.business_id = x.business_id and p.address = x.phone and o.address = y.phone and o.address <> p.address)
  `.execute(db)
}
