import { type Kysely, sql } from 'kysely'

/**
 * Added tags start sequences and count as purchases, for all rows of a statement together. Tags are compared as sets: a
 * join of the rows before and after would be planned without row counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isAdded = (tag: string) =>
    `(w.id, ${tag}) in (select id, unnest(tags) from after except select id, unnest(tags) from before)`
  const replace = async (name: string, needed: string, insert: string): Promise<void> => {
    await sql.raw(`drop trigger ${name} on leads`).execute(db)
    await sql
      .raw(
        `create or replace function ${name}() returns trigger language plpgsql as $body$ begin
          if not exists (select from ${needed} and s.business_id in (select business_id from after)) then return null; end if;
          ${insert}
          return null;
        end $body$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after update on leads referencing old table as before new table as after
          for each statement execute function ${name}()`,
      )
      .execute(db)
  }
  await replace(
    'sequences_of_tagged',
    `sequences s where s.state = 'running' and s.trigger_on = 'tag'`,
    `with given as materialized (
      select s.business_id, s.id, s.version, w.id as lead_id, 'active', -1, now(), now() from after w
      join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'tag'
        and w.tags @> array[s.trigger_tag]
      where ${isAdded('s.trigger_tag')} and (s.again or not exists (select from sequence_people p
        where p.business_id = w.business_id and p.sequence_id = s.id and p.lead_id = w.id))
    ) insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
    select * from given on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;`,
  )
  await replace(
    'conversions_of_tagged',
    'attribution_settings s where s.bought_tag is not null',
    `with given as materialized (
      select w.business_id, 'tag:' || w.id, 'purchase', now(), coalesce(w.phone, w.bsuid), w.id as lead_id, 'tag', now()
      from after w join attribution_settings s on s.business_id = w.business_id
      where w.tags @> array[s.bought_tag] and coalesce(w.phone, w.bsuid) is not null and ${isAdded('s.bought_tag')}
    ) insert into conversions (business_id, key, event, at, address, lead_id, source, created_at)
    select * from given on conflict (business_id, key) do nothing;`,
  )
}
