import { type Kysely, sql } from 'kysely'

/**
 * Leads that a transaction brings back or writes again (`tidings.known_people`) begin no sequence and count as no
 * purchase. Whatever segment they are in, they were in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const areKnown = `current_setting('tidings.known_people', true) = 'on'`
  const replace = async (name: string, body: string): Promise<void> => {
    await sql
      .raw(
        `create or replace function ${name}() returns trigger language plpgsql as $body$ begin
          ${body}
          return null;
        end $body$`,
      )
      .execute(db)
  }
  // Of no segment of these, and the next look takes them out again.
  const asMembers = (rows: string) => `
    if ${areKnown} then
      with given as materialized (
        select s.business_id, s.id, w.id as lead_id from ${rows} w
        join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'segment'
      ) insert into sequence_members (business_id, sequence_id, lead_id)
      select * from given on conflict do nothing;
    end if;`
  const enter = `insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
    select * from given on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;`
  const buy = `insert into conversions (business_id, key, event, at, address, lead_id, source, created_at)
    select * from given on conflict (business_id, key) do nothing;`
  const wasIn = `exists (select from sequence_people p
    where p.business_id = w.business_id and p.sequence_id = s.id and p.lead_id = w.id)`
  const isAdded = (tag: string) =>
    `(w.id, ${tag}) in (select id, unnest(tags) from after except select id, unnest(tags) from before)`
  await replace(
    'sequences_of_new',
    `${asMembers('written')}
    if ${areKnown} or not exists (select from sequences s where s.state = 'running' and s.trigger_on in ('lead', 'tag')
      and s.business_id in (select business_id from written)) then return null; end if;
    with given as materialized (
      select s.business_id, s.id, s.version, w.id as lead_id, 'active', -1, now(), now() from written w
      join sequences s on s.business_id = w.business_id and s.state = 'running'
        and (s.trigger_on = 'lead' or s.trigger_on = 'tag' and w.tags @> array[s.trigger_tag])
      where not ${wasIn}
    ) ${enter}`,
  )
  await replace(
    'sequences_of_tagged',
    `${asMembers('after')}
    if ${areKnown} or not exists (select from sequences s where s.state = 'running' and s.trigger_on = 'tag'
      and s.business_id in (select business_id from after)) then return null; end if;
    with given as materialized (
      select s.business_id, s.id, s.version, w.id as lead_id, 'active', -1, now(), now() from after w
      join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'tag'
        and w.tags @> array[s.trigger_tag]
      where ${isAdded('s.trigger_tag')} and (s.again or not ${wasIn})
    ) ${enter}`,
  )
  await replace(
    'conversions_of_added',
    `if ${areKnown} then return null; end if;
    with given as materialized (
      select l.business_id, 'tag:' || l.id, 'purchase', now(), coalesce(l.phone, l.bsuid), l.id as lead_id, 'tag', now()
      from added l join attribution_settings s on s.business_id = l.business_id
      where l.tags @> array[s.bought_tag] and coalesce(l.phone, l.bsuid) is not null
    ) ${buy}`,
  )
  await replace(
    'conversions_of_tagged',
    `if ${areKnown} or not exists (select from attribution_settings s where s.bought_tag is not null
      and s.business_id in (select business_id from after)) then return null; end if;
    with given as materialized (
      select w.business_id, 'tag:' || w.id, 'purchase', now(), coalesce(w.phone, w.bsuid), w.id as lead_id, 'tag', now()
      from after w join attribution_settings s on s.business_id = w.business_id
      where w.tags @> array[s.bought_tag] and coalesce(w.phone, w.bsuid) is not null and ${isAdded('s.bought_tag')}
    ) ${buy}`,
  )
}
