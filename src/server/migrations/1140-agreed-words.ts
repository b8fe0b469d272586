import { type Kysely, sql } from 'kysely'

/** What the templates of a sequence said when the owner agreed to what fills their variables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sequence_versions
      -- {template id: components}; null where none are known
      add column agreed_components jsonb`.execute(db)
  await sql`
    update sequence_versions v set agreed_components = a.components
    from (
      select w.business_id, w.sequence_id, w.version, jsonb_object_agg(t.id, p.components) as components
      from sequence_versions w
      join sequences s on s.business_id = w.business_id and s.id = w.sequence_id
      cross join lateral jsonb_array_elements(w.content->'steps') step
      join templates t on t.business_id = w.business_id and t.id = (step->>'template_id')::bigint
      join provider_templates p on p.business_id = t.business_id and p.id = t.provider_template_id
      where step->>'kind' = 'send' and s.agreed_at is not null
      group by 1, 2, 3) a
    where a.business_id = v.business_id and a.sequence_id = v.sequence_id and a.version = v.version`.execute(
    db,
  )
}
