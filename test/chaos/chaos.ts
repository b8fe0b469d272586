import { sql } from 'kysely'
import type { Sandbox } from '#sandbox/sandbox.ts'
import type { App } from '#server/app.ts'
import { createContent, planMessages } from '#server/features/messages/messages.ts'
import { isDatabaseOutage } from '#server/platform/database.ts'
import { type ChaosInstall, type OpenDatabase, openChaosInstall } from './install.ts'
import { type Comparison, compareLedgers } from './ledgers.ts'
import { startTrials, type TrialChaos } from './trial-chaos.ts'
import { startWorkers, type Workers } from './workers.ts'

export type ChaosOptions = {
  messages: number
  workers: number
  /** How often a worker is killed, and how far apart in milliseconds. */
  kills: number
  killEveryMs: readonly [least: number, most: number]
  restartDatabase: boolean
  /** Unless the run has a server of its own. */
  database?: OpenDatabase | undefined
  /** How often a worker is stopped, and for how long in milliseconds: others take its lanes, and then it goes on. */
  stalls?: number
  stallMs?: number
  /** Give up after this. */
  withinMs: number
  say?: (line: string) => void
}

export type ChaosReport = Comparison &
  Awaited<ReturnType<TrialChaos['report']>> & {
    seconds: number
    kills: number
    stalls: number
    databaseRestarts: number
    /** For each number: its limit, and the most the sandbox took from it in any second. */
    rates: { limit: number; highest: number }[]
  }

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A campaign from two numbers while workers are killed, the database restarts, and the provider behaves as it does
 * on a bad day. Then the sandbox's ledger is compared with the outbox, person by person.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const say = options.say ?? (() => undefined)
  const install = await openChaosInstall({ database: options.database })
  const { app, sandbox, businessId, numbers } = install
  let workers: Workers | undefined
  try {
    const trials = await startTrials(install)
    haveABadDay(sandbox)
    workers = await startWorkers(options.workers, install.environment)
    say(`${options.workers} workers are ready`)
    const start = performance.now()
    const people = [...(await plan(app, businessId, numbers, options.messages)), ...trials.people]
    const [databaseRestarts] = await Promise.all([
      disturb(options, install, workers, say),
      stall(options, workers, say),
    ])
    await untilDatabaseAnswers(app, options.withinMs)
    await trials.decide(workers, () => passTime(app), options.withinMs)
    say('the A/B test is decided')
    await untilDone(options, start, app, sandbox, say)
    const comparison = await compareLedgers(app, sandbox, people)
    return {
      ...comparison,
      ...(await trials.report()),
      seconds: (performance.now() - start) / 1000,
      kills: workers.killed(),
      stalls: workers.stalled(),
      databaseRestarts,
      rates: numbers.map((id) => {
        const { limit, highest } = sandbox.rates(id)
        return { limit, highest }
      }),
    }
  } finally {
    await workers?.stop()
    await install.close()
  }
}

/** Shares that a provider has on a bad day. Refusals and failures of all kinds, answers late or never, statuses in any order. */
function haveABadDay(sandbox: Sandbox): void {
  sandbox.settings({
    delays: { sent: [20, 200], delivered: [50, 500], read: [100, 900], answer: [5, 60] },
    throughputTolerance: 0.05,
    keepContent: true,
  })
  sandbox.faults({
    refuse: {
      130429: 0.01,
      131056: 0.01,
      131016: 0.01,
      131000: 0.005,
      131026: 0.01,
      131048: 0.0005,
      500: 0.003,
      503: 0.003,
    },
    refuseAfter: { 131016: 0.003, 131000: 0.003 },
    fail: { 131026: 0.02, 131049: 0.02, 131000: 0.005, 131056: 0.005 },
    slow: { share: 0.01, ms: [500, 3000] },
    cutAfter: 0.01,
    cutBefore: 0.005,
    statuses: { doubled: 0.1, shuffled: 0.2, late: { share: 0.05, ms: [500, 4000] }, early: 0.05, lost: 0 },
  })
}

async function disturb(
  options: ChaosOptions,
  { app, restartDatabase }: ChaosInstall,
  workers: Workers,
  say: (line: string) => void,
): Promise<number> {
  const [least, most] = options.killEveryMs
  let restarts = 0
  for (let kill = 0; kill < options.kills; kill++) {
    await wait(least + Math.random() * (most - least))
    workers.killOne()
    say(`killed a worker (${workers.killed()})`)
    await passTime(app)
    if (options.restartDatabase && kill === Math.floor(options.kills / 2)) {
      await restartDatabase()
      restarts++
      say('the database restarts')
    }
  }
  return restarts
}

/** One after the other, so that others are awake to take over; a second apart. */
async function stall(
  { stalls = 0, stallMs = 60_000 }: ChaosOptions,
  workers: Workers,
  say: (line: string) => void,
): Promise<void> {
  for (let nr = 0; nr < stalls; nr++) {
    await wait(1000)
    say(`a worker stands still for ${stallMs} ms`)
    await workers.stallOne(stallMs)
    say('it goes on')
  }
}

/** What would be hours of waiting passes at once: second tries are due, and a number held back for a day is free. */
async function passTime(app: App): Promise<void> {
  try {
    await sql`update messages set due_at = now() where status = 'queued' and due_at > now() + interval '3 seconds'`.execute(
      app.db,
    )
    await sql`update lanes set paused_until = now() + interval '1 second' where paused_until > now() + interval '5 seconds'`.execute(
      app.db,
    )
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
  }
}

export async function untilDone(
  options: { withinMs: number },
  start: number,
  app: App,
  sandbox: Sandbox,
  say: (line: string) => void,
): Promise<void> {
  for (;;) {
    await wait(500)
    await passTime(app)
    const open = await countOpen(app)
    if (open === 0) {
      await sandbox.settled()
      if ((await countOpen(app)) === 0) return
    }
    if (performance.now() - start > options.withinMs)
      throw new Error(
        `${open} messages have no end after ${options.withinMs} ms: ${JSON.stringify(await whatIsOpen(app))}`,
      )
    if (open !== undefined) say(`${open} messages have no end yet`)
  }
}

/** Waits for a database that restarts: calls are refused until it answers. */
async function untilDatabaseAnswers(app: App, withinMs: number): Promise<void> {
  const start = performance.now()
  while ((await countOpen(app)) === undefined) {
    if (performance.now() - start > withinMs) throw new Error(`no database after ${withinMs} ms`)
    await wait(200)
  }
}

/** Messages that will still move by themselves. */
const isOpen = sql`status in ('queued', 'sending') or (status = 'unknown' and reason not in ('ask_owner', 'no_reports'))`

/** These, and webhooks that wait; undefined while the database is away. */
async function countOpen(app: App): Promise<number | undefined> {
  try {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from messages where ${isOpen}) + (select count(*) from webhook_queue)
        + (select count(*) from dispatches where drained_at is null) as open`.execute(app.db)
    return Number(rows[0]!.open)
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return undefined
  }
}

/** What of it is open, and what it may wait for. */
async function whatIsOpen({ db }: App): Promise<object> {
  const questions = {
    messages: sql`select campaign_id, phone_number_id, status, reason, count(*), min(due_at) as due_at from messages
      where ${isOpen} group by 1, 2, 3, 4`,
    webhooks: sql`select count(*) from webhook_queue`,
    campaigns: sql`select campaign_id, state, hold_code, cursor_id, last_id, part_id from dispatches
      where drained_at is null`,
    lanes: sql`select phone_number_id, owner is not null as is_owned, fence, pause_code, paused_until, limited_until,
      now() from lanes`,
    jobs: sql`select name, state, count(*), max(retry_count) as retries, max(heartbeat_on) as heartbeat_on
      from pgboss.job where state < 'completed' or state = 'failed' group by 1, 2`,
    guard: sql`select state, cause, epoch, checking_at from database_guard`,
  }
  const answers = Object.entries(questions).map(async ([name, asked]) => [
    name,
    (await asked.execute(db)).rows,
  ])
  return Object.fromEntries(await Promise.all(answers))
}

/** One campaign per number, without common people, so that each person's messages can be counted. */
export async function plan(
  app: App,
  businessId: number,
  numbers: readonly string[],
  messages: number,
): Promise<string[]> {
  const people: string[] = []
  const each = Math.ceil(messages / numbers.length)
  for (const [index, phoneNumberId] of numbers.entries()) {
    const own = Array.from({ length: each }, (_, n) => `+919${index}${String(n).padStart(6, '0')}144`)
    people.push(...own)
    await app.transaction(async (tx) => {
      const contentId = await createContent(tx, businessId, {
        template_id: null,
        provider_template_id: null,
        template_name: 'weekend_offer',
        language: 'en_US',
        category: 'MARKETING',
        parameter_format: 'POSITIONAL',
        components: [
          {
            type: 'BODY',
            text: 'Hello {{1}}, everything in our shop is 20 percent off until Sunday evening.',
          },
        ],
        variables: [{ name: '1', where: 'body' }],
      })
      await planMessages(tx, {
        businessId,
        // No campaign has these ids.
        campaignId: 1_000_001 + index,
        contentId,
        phoneNumberId,
        recipients: sql`(select null::bigint as lead_id, p as recipient_phone, array['Asha'] as variables,
          'queued' as status, null::text as reason from unnest(${own}::text[]) as p)`,
      })
    })
  }
  return people
}
