import { sql } from 'kysely'
import { type Sequence, type SequenceStep, sequences } from '#contract/growth/sequences.ts'
import { templates } from '#contract/templates.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import type { App } from '#server/app.ts'
import { stepSequencesJob } from '#server/features/sequences/model/job-names.ts'
import { type ChaosInstall, type OpenDatabase, openChaosInstall } from './install.ts'
import { startWorkers, type Workers } from './workers.ts'

export type SequenceChaosOptions = {
  /** A server of its own where it is left out. */
  database?: OpenDatabase
  people: number
  /** Messages for who goes through all of it; at least 4. */
  steps: number
  workers: number
  kills: number
  killEveryMs: readonly [least: number, most: number]
  withinMs: number
  say?: (line: string) => void
}

export type SequenceChaosReport = {
  seconds: number
  kills: number
  /** People and steps with no row in the outbox, or two: it must be none. */
  wrongRows: string[]
  /** Messages that the provider took more than once for a step of a person: it must be none. */
  acceptedTwice: string[]
  /** Steps that were taken, and whose row says otherwise, or the other way round: it must be none. */
  differences: string[]
  /** Steps whose figures do not add up: it must be none. */
  wrongSums: string[]
  /** People by how they ended: at the end, with the goal, or by a check. */
  finished: number
  goal: number
  left: number
  messages: number
  taken: number
  /** Whether they were taken is not known: a kill came between the request and its answer. */
  unknown: number
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A sequence for many people while the processes that work are killed; then each person's steps are counted. */
export async function runSequenceChaos(options: SequenceChaosOptions): Promise<SequenceChaosReport> {
  const say = options.say ?? (() => undefined)
  const install = await openChaosInstall({ database: options.database })
  const { app, sandbox, businessId } = install
  sandbox.settings({
    delays: { sent: [5, 30], delivered: [10, 60], read: [20, 100], answer: [2, 20] },
    throughput: 'unlimited',
    pairRate: false,
    ledgerRows: 200_000,
    keepContent: true,
  })
  sandbox.faults({ cutAfter: 0.005, statuses: { doubled: 0.05, shuffled: 0.1 } })
  let workers: Workers | undefined
  try {
    await sql`update phone_numbers set throughput_per_second = 1000, messaging_limit = null`.execute(app.db)
    const id = await startSequence(install, options.steps)
    await addLeads(app, businessId, options.people)
    workers = await startWorkers(options.workers, install.environment)
    say(`${options.workers} workers are ready`)
    const start = performance.now()
    const ticking = tick(app)
    const [least, most] = options.killEveryMs
    for (let kill = 0; kill < options.kills; kill++) {
      await wait(least + Math.random() * (most - least))
      workers.killOne()
      say(`killed a worker (${workers.killed()})`)
    }
    await untilDone(options, start, app, sandbox, say)
    ticking.stop()
    return {
      seconds: (performance.now() - start) / 1000,
      kills: workers.killed(),
      ...(await compare(install, id, options)),
    }
  } finally {
    await workers?.stop()
    await install.close()
  }
}

const textOf = (step: number): string => `part ${step}`

/** After their second message, each tenth leaves, reaches the goal, or goes past all but the last two. */
const groups = ['leaver', 'winner', 'jumper'] as const
const groupOf = (person: number): (typeof groups)[number] | undefined => groups[person % 10]

/** Where the messages are: a wait before each but the first, the checks after the second. */
const placeOf = (message: number): number => message * 2 + (message > 1 ? groups.length : 0)

/** The messages on the path of a person, as places of steps. */
function placesFor(person: number, steps: number): number[] {
  const all = Array.from({ length: steps }, (_, message) => placeOf(message))
  const group = groupOf(person)
  return group === undefined ? all : [...all.slice(0, 2), ...(group === 'jumper' ? all.slice(-2) : [])]
}

/** Messages with a wait of a day between each two, begun by a tag, and checks that lead past some of them. */
async function startSequence({ call }: ChaosInstall, steps: number): Promise<number> {
  await call(templates.sync, {})
  const { templates: all } = await call(templates.list, {})
  const template = all.find(({ template_name }) => template_name === 'weekend_offer')
  if (!template) throw new Error('the template was not brought here')
  const ways = { leaver: 'leave', winner: 'goal', jumper: { step: placeOf(steps - 2) - 1 } } as const
  const checks = groups.map(
    (tag): SequenceStep => ({ kind: 'check', test: 'tag', tag, yes: ways[tag], no: 'next' }),
  )
  const wait: SequenceStep = { kind: 'wait', days: 1, hours: 0, at: null, weekday: null }
  const { sequence } = await call(sequences.create, {
    body: {
      name: 'Lessons',
      content: {
        trigger: { on: 'tag', tag: 'pupil' },
        again: false,
        stops: { reply: false, conversion: true, tag: null, goal_tag: null },
        quiet: null,
        cap: null,
        steps: Array.from({ length: steps }, (_, message): SequenceStep[] => [
          ...(message === 2 ? checks : []),
          ...(message > 0 ? [wait] : []),
          {
            kind: 'send',
            template_id: template.id,
            parameters: { 1: { text: textOf(placeOf(message)) } },
          },
        ]).flat(),
      },
    },
  })
  await call(sequences.run, { params: { id: sequence.id }, body: { running: true } })
  return sequence.id
}

/** Their tag brings them into the sequence. */
async function addLeads(app: App, businessId: number, people: number): Promise<void> {
  await sql`
    insert into leads (business_id, name, phone, consent, tags)
    select ${businessId}, 'Pupil ' || n, '+919' || lpad(n::text, 6, '0') || '144', 'opted_in',
      array_remove(array['pupil', (${[...groups]}::text[])[n % 10 + 1]], null)
    from generate_series(1, ${people}) n`.execute(app.db)
}

/** What would be days and minutes passes at once: waits are over, and the job comes each second. */
function tick(app: App): { stop: () => void } {
  let stopped = false
  const pass = async (): Promise<void> => {
    await sql`update sequence_people set due_at = now() where state = 'active' and due_at > now()`.execute(
      app.db,
    )
    await sql`update messages set due_at = now() where status = 'queued' and due_at > now() + interval '3 seconds'`.execute(
      app.db,
    )
    await sql`
      update messages set accepted_at = accepted_at - interval '1 day'
      where sequence_id is not null and accepted_at > now() - interval '1 day'`.execute(app.db)
    await app.enqueue(stepSequencesJob, {})
  }
  const loop = async (): Promise<void> => {
    for (; !stopped; await wait(1000)) await pass()
  }
  void loop()
  return {
    stop: () => {
      stopped = true
    },
  }
}

async function untilDone(
  options: SequenceChaosOptions,
  start: number,
  app: App,
  sandbox: Sandbox,
  say: (line: string) => void,
): Promise<void> {
  for (;;) {
    await wait(1000)
    const { rows } = await sql<{ active: number; open: number }>`
      select (select count(*)::int from sequence_people where state = 'active') as active,
        (select count(*)::int from messages where status in ('queued', 'sending')
          or (status = 'unknown' and reason not in ('ask_owner', 'no_reports')))
        + (select count(*)::int from webhook_queue) as open`.execute(app.db)
    const { active, open } = rows[0]!
    if (active === 0 && open === 0) {
      await sandbox.settled()
      const { rows: left } = await sql`select from webhook_queue limit 1`.execute(app.db)
      if (left.length === 0) return
    }
    if (performance.now() - start > options.withinMs)
      throw new Error(`${active} people and ${open} messages have no end after ${options.withinMs} ms`)
    say(`${active} people are in the sequence, ${open} messages have no end`)
  }
}

/** Each step of each person beside what the provider took. */
async function compare(
  { app, sandbox, call }: ChaosInstall,
  id: number,
  { people, steps }: SequenceChaosOptions,
): Promise<Omit<SequenceChaosReport, 'seconds' | 'kills'>> {
  const rows = await app.db
    .selectFrom('messages')
    .select(['recipient_phone', 'sequence_step', 'status'])
    .where('sequence_id', '=', id)
    .execute()
  const { sequence } = await call(sequences.get, { params: { id }, query: {} })
  const taken = new Map<string, number>()
  for (const sent of sandbox.world.ledger.rows()) {
    const step = /part (\d+)/.exec(JSON.stringify(sent.content))?.[1]
    const key = `+${sent.to} ${step}`
    taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  const byStep = Map.groupBy(rows, (row) => `${row.recipient_phone} ${row.sequence_step}`)
  const expected = Array.from({ length: people }, (_, n) =>
    placesFor(n + 1, steps).map((place) => `+919${String(n + 1).padStart(6, '0')}144 ${place}`),
  ).flat()
  const known = new Set(expected)
  const isSent = (status: string): boolean => ['sent', 'delivered', 'read'].includes(status)
  return {
    wrongRows: [
      ...expected.filter((key) => byStep.get(key)?.length !== 1),
      ...[...byStep.keys()].filter((key) => !known.has(key)),
    ].slice(0, 20),
    acceptedTwice: [...taken].filter(([, count]) => count > 1).map(([key]) => key),
    differences: rows
      .filter(({ recipient_phone, sequence_step, status }) => {
        const isTaken = taken.has(`${recipient_phone} ${sequence_step}`)
        return status !== 'unknown' && isTaken !== isSent(status)
      })
      .map(({ recipient_phone, sequence_step, status }) => `${recipient_phone} ${sequence_step}: ${status}`)
      .slice(0, 20),
    wrongSums: wrongSums(sequence, people),
    finished: sequence.totals.finished,
    goal: sequence.totals.goal,
    left: sequence.totals.stopped.reduce((sum, { count }) => sum + count, 0),
    messages: rows.length,
    taken: [...taken.values()].reduce((sum, count) => sum + count, 0),
    unknown: rows.filter(({ status }) => status === 'unknown').length,
  }
}

/**
 * Who came to a step ended there or went on, and who went on came to where they went; to a message came those on whose
 * path it is.
 */
function wrongSums({ figures, totals, content }: Sequence, people: number): string[] {
  const messages = content.steps.filter(({ kind }) => kind === 'send').length
  const arrived = new Map<number, number>([[0, people]])
  for (const { went } of figures)
    for (const { step, count } of went) arrived.set(step, (arrived.get(step) ?? 0) + count)
  const places = Array.from({ length: people }, (_, n) => placesFor(n + 1, messages)).flat()
  const sums = figures.map(({ entered, waiting, goal, stopped, went }, at) => [
    entered,
    [...stopped, ...went].reduce((sum, { count }) => sum + count, waiting + goal),
    arrived.get(at) ?? 0,
    ...(content.steps[at]?.kind === 'send' ? [places.filter((place) => place === at).length] : []),
  ])
  const all = [...sums, [arrived.get(content.steps.length) ?? 0, totals.finished]]
  return all.flatMap((of, at) => (new Set(of).size === 1 ? [] : [`step ${at}: ${of.join(', ')}`]))
}
