import { sql } from 'kysely'
import type { Sandbox } from '#sandbox/sandbox.ts'
import type { App } from '#server/app.ts'
import { createContent, planMessages } from '#server/features/messages/messages.ts'
import { isDatabaseOutage, openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { databaseIdentity } from '#server/platform/sql/database-identity.ts'
import { openChaosInstall } from './install.ts'
import { type MovingDatabase, openMovingDatabase } from './moving-database.ts'
import { startWorkers, type Workers } from './workers.ts'

export type WentBackOptions = {
  messages: number
  workers: number
  /** One campaign after the other. `promote`: a standby that was cut off; `restore`: a dump of its middle. */
  how: readonly ('promote' | 'restore')[]
  /** The guard is made to believe that nothing happened: what then goes wrong is what it is for. */
  blind?: boolean
  withinMs: number
  say?: (line: string) => void
}

export type WentBackReport = {
  planned: number
  byStatus: Record<string, number>
  /** People with more than one message at the provider. */
  acceptedTwice: number
  /** People without a row, with two, or with one that has no end. */
  withoutOneEnd: number
  /** Rows that say that a message left which the provider never saw, or the other way round. */
  differences: string[]
  /** Rows that are unknown, by their reason. */
  unknown: Record<string, number>
  /** What the owner is shown. */
  recoveries: Record<string, unknown>[]
  /** How much left of each campaign that was not in the state that came back. */
  lost: number[]
  seconds: number
}

const taken = (sandbox: Sandbox): number => [...sandbox.world.ledger.rows()].length
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A campaign in whose middle the database goes back to an earlier state. */
export async function runWentBack(options: WentBackOptions): Promise<WentBackReport> {
  const say = options.say ?? (() => undefined)
  let database!: MovingDatabase
  const install = await openChaosInstall({
    dataDir: 'data',
    database: async (folder) => {
      database = await openMovingDatabase(folder)
      return database
    },
  })
  const { app, sandbox, businessId, numbers } = install
  sandbox.settings({ delays: { sent: [20, 100], delivered: [50, 200], read: [100, 300], answer: [5, 30] } })
  let workers: Workers | undefined
  try {
    workers = await startWorkers(options.workers, install.environment)
    const start = performance.now()
    const people: string[] = []
    const lost: number[] = []
    for (const [index, how] of options.how.entries()) {
      if (how === 'promote') await database.addStandby()
      say(`campaign ${index + 1}: ${how}`)
      const before = taken(sandbox)
      people.push(...(await plan(app, businessId, numbers[0]!, index + 1, options.messages)))
      const untilTaken = async (share: number): Promise<void> => {
        while (taken(sandbox) - before < options.messages * share) {
          if (performance.now() - start > options.withinMs) throw new Error('the campaign does not get on')
          await wait(20)
        }
      }
      await untilTaken(0.3)
      await (how === 'promote' ? database.cutStandby() : database.dump())
      const then = taken(sandbox)
      await untilTaken(0.7)
      const blind = options.blind ? () => closeItsEyes(database) : undefined
      await (how === 'promote' ? database.promoteStandby(blind) : database.restoreDump(blind))
      lost.push(taken(sandbox) - then)
      say(`the database went back by about ${lost.at(-1)} messages`)
      await untilDone(app, sandbox, start, options.withinMs, say)
    }
    return { ...(await compare(app, sandbox, people)), lost, seconds: (performance.now() - start) / 1000 }
  } finally {
    await workers?.stop()
    await install.close()
  }
}

/** As if the database had no guard: it believes itself to be the one that it was, and later than any process has seen. */
async function closeItsEyes(database: MovingDatabase): Promise<void> {
  const app = openDatabase<unknown>(database.presentUrl(), createLog('fatal'), { connections: 1 })
  await sql`update database_guard set identity = ${databaseIdentity}, epoch = epoch + 1`
    .execute(app.db)
    .finally(app.close)
}

async function plan(
  app: App,
  businessId: number,
  number: string,
  campaignId: number,
  messages: number,
): Promise<string[]> {
  const people = Array.from(
    { length: messages },
    (_, n) => `+91${89 + campaignId}${String(n).padStart(6, '0')}144`,
  )
  await app.transaction(async (tx) => {
    const contentId = await createContent(tx, businessId, {
      template_id: null,
      provider_template_id: null,
      template_name: 'weekend_offer',
      language: 'en_US',
      category: 'MARKETING',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'BODY', text: 'Hello {{1}}, everything in our shop is 20 percent off until Sunday evening.' },
      ],
      variables: [{ name: '1', where: 'body' }],
    })
    await planMessages(tx, {
      businessId,
      campaignId,
      contentId,
      phoneNumberId: number,
      recipients: sql`(select null::bigint as lead_id, p as recipient_phone, array['Asha'] as variables,
        'queued' as status, null::text as reason from unnest(${people}::text[]) as p)`,
    })
  })
  return people
}

async function untilDone(
  app: App,
  sandbox: Sandbox,
  start: number,
  withinMs: number,
  say: (line: string) => void,
): Promise<void> {
  for (;;) {
    await wait(200)
    const open = await countOpen(app)
    if (open === 0) {
      await sandbox.settled()
      if ((await countOpen(app)) === 0) return
    }
    if (performance.now() - start > withinMs) throw new Error(`${open} messages have no end`)
    say(`${open} messages have no end yet`)
  }
}

async function countOpen(app: App): Promise<number | undefined> {
  try {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from messages where status in ('queued', 'sending'))
        + (select count(*) from webhook_queue)
        + (select count(*) from database_guard where state <> 'steady') as open`.execute(app.db)
    return Number(rows[0]!.open)
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return undefined
  }
}

async function compare(
  app: App,
  sandbox: Sandbox,
  people: readonly string[],
): Promise<Omit<WentBackReport, 'lost' | 'seconds'>> {
  const rows = await app.db
    .selectFrom('messages')
    .select(['recipient_phone', 'status', 'reason'])
    .where('campaign_id', 'is not', null)
    .execute()
  const accepted = new Map<string, number>()
  for (const { to } of sandbox.world.ledger.rows()) accepted.set(`+${to}`, (accepted.get(`+${to}`) ?? 0) + 1)
  const report: Omit<WentBackReport, 'lost' | 'seconds'> = {
    planned: rows.length,
    byStatus: {},
    acceptedTwice: [...accepted.values()].filter((count) => count > 1).length,
    withoutOneEnd: 0,
    differences: [],
    unknown: {},
    recoveries: [],
  }
  const of = Map.groupBy(rows, ({ recipient_phone }) => recipient_phone)
  for (const { status, reason } of rows) {
    report.byStatus[status] = (report.byStatus[status] ?? 0) + 1
    if (status === 'unknown') report.unknown[reason ?? ''] = (report.unknown[reason ?? ''] ?? 0) + 1
  }
  for (const person of people) {
    const [row, ...others] = of.get(person) ?? []
    if (!row || others.length > 0 || row.status === 'queued' || row.status === 'sending')
      report.withoutOneEnd++
    else if (row.status !== 'unknown') {
      const isTaken = (accepted.get(person) ?? 0) > 0
      if (isTaken !== ['sent', 'delivered', 'read'].includes(row.status))
        report.differences.push(`${person}: ${row.status}, ${isTaken ? 'taken' : 'not taken'}`)
    }
  }
  const { rows: recoveries } = await sql<Record<string, unknown>>`
    select unknown, accepted, without_row, held, missing from recoveries order by epoch`.execute(app.db)
  report.recoveries = recoveries
  return report
}
