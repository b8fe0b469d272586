import { type Kysely, sql } from 'kysely'

/** Files that the steps of flows send: they belong to the business and to no conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_files alter column conversation_id drop not null`.execute(db)
  // An upload is good for one WhatsApp number only; null: the conversation's
  await sql`alter table chat_files add column provider_phone_number_id text`.execute(db)
  // Each media step says that it has none.
  for (const [table, column] of [
    ['bot_flows', 'draft'],
    ['bot_flow_versions', 'definition'],
  ] as const) {
    const stored = sql.ref(column)
    await sql`
      update ${sql.table(table)} set ${stored} = jsonb_set(${stored}, '{steps}', (
        select jsonb_agg(case when step ->> 'kind' = 'media' then '{"file_id": null}' || step else step end order by nr)
        from jsonb_array_elements(${stored} -> 'steps') with ordinality as steps (step, nr)))
      where ${stored} @> '{"steps": [{"kind": "media"}]}'`.execute(db)
  }
}
