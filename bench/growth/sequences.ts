import { sql } from 'kysely'
import { sequences } from '#contract/growth/sequences.ts'
import { stepSequences } from '#server/features/sequences/plan/step-sequences.ts'
import { createSequence, runSequence } from '#server/features/sequences/records/change.ts'
import { syncNow } from '#server/features/templates/provider/sync.ts'
import { fillLeads } from '../leads/people.ts'
import { type Bench, openBench } from '../open-bench.ts'

export type SequenceFigures = {
  due: number
  /** From the clock's job to the commit of the last message in the outbox; limits per person are looked at. */
  seconds: number
  /** The first step of the same people, after the entry. */
  enterSeconds: number
  /** The same values inserted from a query into a bare table without indexes or keys. */
  rawSeconds: number
}

/** People whose wait is over at once, each of whom has had marketing before. */
export async function benchSequences(people: number): Promise<SequenceFigures> {
  const bench = await openBench()
  try {
    const { app, businessId } = bench
    await fillLeads(app, businessId, people)
    await sql`update leads set consent = 'opted_in'`.execute(app.db)
    await sql`delete from suppressions`.execute(app.db)
    await syncNow(app, businessId)
    const { id: templateId } = await app.db
      .selectFrom('templates')
      .innerJoin('provider_templates as p', (join) =>
        join
          .onRef('p.business_id', '=', 'templates.business_id')
          .onRef('p.id', '=', 'templates.provider_template_id'),
      )
      .select('templates.id')
      .where('p.name', '=', 'weekend_offer')
      .where('p.status', '=', 'APPROVED')
      .executeTakeFirstOrThrow()
    const send = {
      kind: 'send',
      template_id: templateId,
      parameters: { 1: { field: 'first_name', fallback: 'there' } },
    }
    const values = sequences.create.body.parse({
      name: 'Bench',
      content: {
        trigger: { on: 'hand' },
        again: false,
        stops: { reply: true, conversion: true, tag: 'stop', goal_tag: 'bought' },
        quiet: null,
        cap: { messages: 5, days: 7 },
        steps: [send, { kind: 'wait', days: 3, hours: 0, at: null, weekday: null }, send],
      },
    })
    const { id } = await createSequence(app, businessId, values)
    await runSequence(app, businessId, id, { running: true })
    await sql`
      insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
      select business_id, ${id}, 1, id, 'active', -1, now(), now() from leads`.execute(app.db)
    await sql`vacuum analyze sequence_people`.execute(app.db)
    const entered = performance.now()
    await stepSequences(app)
    const enterSeconds = (performance.now() - entered) / 1000
    await sql`update sequence_people set due_at = now() where state = 'active'`.execute(app.db)
    await sql`update messages set status = 'sent', due_at = null, accepted_at = now() - interval '4 days'`.execute(
      app.db,
    )
    await sql`vacuum analyze sequence_people, messages`.execute(app.db)
    await sql`checkpoint`.execute(app.db)
    const start = performance.now()
    await stepSequences(app)
    const seconds = (performance.now() - start) / 1000
    const { rows } = await sql<{ step: number; count: number }>`
      select sequence_step as step, count(*)::int as count from messages
      where sequence_id = ${id} and status = case sequence_step when 0 then 'sent' else 'queued' end group by 1 order by 1`.execute(
      app.db,
    )
    if (rows.length !== 2 || rows.some(({ count }) => count !== people))
      throw new Error(`not every step of ${people} people is queued: ${JSON.stringify(rows)}`)
    return { due: people, seconds, enterSeconds, rawSeconds: await insertBare(bench) }
  } finally {
    await bench.close()
  }
}

async function insertBare({ app }: Bench): Promise<number> {
  return await app.transaction(async ({ db }) => {
    await sql`create table bare (business_id bigint, sequence_id bigint, person_id bigint, step smallint,
      content_id bigint, phone_number_id text, lead_id bigint, phone text, vals text[], status text, due_at timestamptz)`.execute(
      db,
    )
    const start = performance.now()
    await sql`insert into bare select business_id, 1, id, 2, 1, '1', id, phone, array[split_part(name, ' ', 1)],
      'queued', now() from leads`.execute(db)
    return (performance.now() - start) / 1000
  })
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await benchSequences(Number(process.argv[2] ?? 100_000)), null, 2)}\n`,
  )
}
