import { type Kysely, sql } from 'kysely'

/** Which kinds are listened to is asked of each by its name: a cluster cannot look it up by a value of the changed row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isListenedTo = (consent: 'opted_in' | 'opted_out') =>
    sql.raw(`n.consent = '${consent}' and exists (select from hook_endpoints p
      where p.business_id = n.business_id and p.off_at is null and 'lead.${consent}' = any (p.kinds))`)
  await sql`
    create or replace function hook_lead_consent() returns trigger language plpgsql as $body$ begin
      if not (hook_wanted('lead.opted_in') or hook_wanted('lead.opted_out')) then return null; end if;
      insert into hook_events (business_id, kind, subject, at, data)
        select n.business_id, 'lead.' || n.consent, n.id, n.at, null from after n
        where ${isListenedTo('opted_in')} or ${isListenedTo('opted_out')} order by n.id;
      if found then perform pg_notify('hook_events', ''); end if;
      return null;
    end $body$`.execute(db)
}
