import { type Kysely, sql } from 'kysely'
import { type Stored, storedFrom } from './known-texts/known-texts.ts'

const columns = [
  ['campaign_events', 'sentence', 'text'],
  ['campaigns', 'status_reason', 'status_reason'],
  ['dispatches', 'hold_sentence', 'hold_reason'],
  ['lanes', 'limit_sentence', 'limit_reason'],
  ['lanes', 'pause_sentence', 'pause_reason'],
  ['templates', 'submit_error', 'submit_error'],
  ['template_syncs', 'error', 'error'],
] as const

/** Texts at a time: a business may have many campaigns, each with lines of its own. */
const batch = 2000

/**
 * Why campaigns, numbers and templates wait, and what happened to campaigns, is stored as a message's key with
 * parameters and read in the reader's language. A sentence without a key stays as a JSON string and is shown as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, before, after] of columns) {
    const [rows, text] = [sql.table(table), sql.ref(before)]
    await sql`alter table ${rows} alter column ${text} type jsonb using to_jsonb(${text})`.execute(db)
    await convert(db, table, before)
    if (before !== after)
      await sql`alter table ${rows} rename column ${text} to ${sql.ref(after)}`.execute(db)
  }
  // What a wait is for: one that comes back soon is the same wait.
  await sql`alter table campaign_events add column code text`.execute(db)
  await sql`update lanes set pause_code = 'provider_failing' where pause_code = 'provider_trouble'`.execute(
    db,
  )
  await convertJobs(db)
}

async function convert(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const [rows, text] = [sql.table(table), sql.ref(column)]
  let last = ''
  for (;;) {
    const { rows: found } = await sql<{ text: string }>`
      select distinct (${text} #>> '{}') collate "C" as text from ${rows}
      where jsonb_typeof(${text}) = 'string' and (${text} #>> '{}') collate "C" > ${last}
      order by 1 limit ${batch}`.execute(db)
    if (found.length === 0) return
    last = found.at(-1)!.text
    const known = found
      .map((row) => [row.text, storedFrom(row.text)] as const)
      .filter((pair): pair is readonly [string, Exclude<Stored, string>] => typeof pair[1] !== 'string')
    await sql`
      update ${rows} as r set ${text} = k.stored::jsonb
      from unnest(${known.map(([from]) => from)}::text[], ${known.map(([, to]) => JSON.stringify(to))}::text[])
        as k (was, stored)
      where jsonb_typeof(r.${text}) = 'string' and r.${text} #>> '{}' = k.was`.execute(db)
  }
}

/** Jobs that wait or are tried again carry the reason as it is stored now. */
async function convertJobs(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    queue: string | null
  }>`select to_regclass('pgboss.job')::text as queue`.execute(db)
  if (!rows[0]?.queue) return
  await sql`
    update pgboss.job
    set data = data - 'sentence' || jsonb_build_object('reason', data -> 'sentence')
      || case when name = 'messages.number-waits' then '{"code": "earlier"}'::jsonb else '{}'::jsonb end
    where name in ('messages.campaign-stopped', 'messages.number-waits', 'templates.stopped')
      and state in ('created', 'retry', 'active') and data ? 'sentence'`.execute(db)
}
