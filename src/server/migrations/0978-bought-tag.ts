import { type Kysely, sql } from 'kysely'

/** A tag that means "bought": who gets it has converted, once for each person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attribution_settings add column bought_tag text`.execute(db)
  await sql`alter table conversions drop constraint conversions_source_check`.execute(db)
  await sql`
    alter table conversions add constraint conversions_source_check
      check (source in ('api', 'csv', 'webhook', 'tag'))`.execute(db)
  const add = (from: string, which: string) => `
    insert into conversions (business_id, key, event, at, address, lead_id, source, created_at)
    select l.business_id, 'tag:' || l.id, 'purchase', now(), coalesce(l.phone, l.bsuid), l.id, 'tag', now()
    from ${from} join attribution_settings s on s.business_id = l.business_id
    where l.tags @> array[s.bought_tag] and coalesce(l.phone, l.bsuid) is not null ${which}
    on conflict (business_id, key) do nothing;
    return null;`
  await sql
    .raw(
      `create function conversions_of_added() returns trigger language plpgsql as $body$ begin
        ${add('added l', '')}
      end $body$`,
    )
    .execute(db)
  await sql`create trigger conversions_of_added after insert on leads referencing new table as added
    for each statement execute function conversions_of_added()`.execute(db)
  await sql
    .raw(
      `create function conversions_of_tagged() returns trigger language plpgsql as $body$ begin
        ${add('(select new.*) l', 'and not old.tags @> array[s.bought_tag]')}
      end $body$`,
    )
    .execute(db)
  await sql`create trigger conversions_of_tagged after update of tags on leads for each row
    when (new.tags is distinct from old.tags) execute function conversions_of_tagged()`.execute(db)
}
