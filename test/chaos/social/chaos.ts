import { sql } from 'kysely'
import type { Sandbox } from '#sandbox/sandbox.ts'
import type { App } from '#server/app.ts'
import { wakePublisher } from '#server/features/social/publish/publish.ts'
import type { OpenDatabase } from '../install.ts'
import { startWorkers, type Workers } from '../workers.ts'
import { openSocialInstall } from './install.ts'
import {
  countPlanned,
  type PlanningReport,
  passPlanningTime,
  reportPlanning,
  startImports,
} from './planned.ts'
import { composePosts, openSocialShop } from './world.ts'

export type SocialChaosOptions = {
  /** A server of its own where it is left out. */
  database?: OpenDatabase
  posts: number
  businesses: number
  /** All are due within this time. */
  dueWithinMs: number
  workers: number
  kills: number
  killEveryMs: readonly [least: number, most: number]
  /** The share of requests whose connection breaks after they were carried out. */
  cutAfter: number
  withinMs: number
  /** Rows of a file of posts that each business schedules meanwhile. */
  importRows: number
  /** Every published post gets its figures as well. */
  figures?: boolean
  say?: (line: string) => void
}

export type SocialChaosReport = {
  planned: number
  byState: Record<string, number>
  /** Posts that are at their network more than once: it must be none. */
  publishedTwice: string[]
  /** Posts that are said to be published and are not there, or that failed though nothing was wrong with them. */
  lost: string[]
  /** Rows without an end, or unknown without a reason; rows whose post at the network is another one. */
  differences: string[]
  unknownBy: Record<string, number>
  unknownAndPublished: number
  planning: PlanningReport
  kills: number
  cuts: number
  seconds: number
}

/** What comes from files is due after the test. */
const isDue = sql<boolean>`p.due_at < now() + interval '1 day'`

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Posts for four networks while processes are killed and connections break after the network took a request. Then the
 * networks' own ledger is compared with the rows, post by post.
 */
export async function runSocialChaos(options: SocialChaosOptions): Promise<SocialChaosReport> {
  const say = options.say ?? (() => undefined)
  const install = await openSocialInstall('tidings-social-chaos-', options.database)
  const { app, sandbox } = install
  let workers: Workers | undefined
  try {
    const shops = []
    for (let n = 0; n < options.businesses; n++)
      shops.push(await openSocialShop(app, sandbox, `Chaos shop ${n}`))
    haveABadDay(sandbox, options.cutAfter)
    workers = await startWorkers(options.workers, install.environment)
    say(`${options.workers} workers are ready`)
    const start = performance.now()
    await composePosts(app, shops, options.posts, { from: new Date(), withinMs: options.dueWithinMs })
    await wakePublisher(app)
    await startImports(app, shops, options.importRows)
    await disturb(options, app, workers, say)
    await untilDone(options, start, app, say)
    return {
      ...(await compareLedger(app, sandbox)),
      planning: await reportPlanning(app),
      kills: workers.killed(),
      cuts: sandbox.world.social.cuts,
      seconds: (performance.now() - start) / 1000,
    }
  } finally {
    await workers?.stop()
    await install.close()
  }
}

function haveABadDay(sandbox: Sandbox, share: number): void {
  const bad = { mood: 'cut_after', share, times: 0 } as const
  sandbox.settings({
    social: {
      delayMs: [10, 120],
      facebook: bad,
      instagram: bad,
      google: { ...bad, uploadsADay: 100_000 },
      linkedin: bad,
      posts: { processingMs: [100, 1_500], aDay: 100_000, readLagMs: 300 },
    },
  })
}

async function disturb(
  options: SocialChaosOptions,
  app: App,
  workers: Workers,
  say: (line: string) => void,
): Promise<void> {
  const [least, most] = options.killEveryMs
  for (let kill = 0; kill < options.kills; kill++) {
    await wait(least + Math.random() * (most - least))
    workers.killOne()
    say(`killed a process (${workers.killed()}); ${await countOpen(app)} posts have no end yet`)
    await passTime(app)
    if (options.figures) await passPlanningTime(app)
  }
}

type Waiting = { business_id: number; id: number; until: string; sent: string | null; steps: object }

/**
 * What would be minutes of waiting passes at once: looks that are due later, and the claims of killed processes. A
 * running process stores a step every second or so.
 */
async function passTime(app: App): Promise<void> {
  // Worked out apart from the change, as a cluster wants it.
  const { rows } = await sql<Waiting>`
    select business_id, id, claimed_until::text as until, (publish_sent_at - interval '2 minutes')::text as sent,
      steps || coalesce((select jsonb_object_agg(key, value::bigint - 120000) from jsonb_each_text(steps)
        where key in ('commentSentAt', 'uploadedAt', 'createdAt')), '{}') as steps
    from social_publications
    where claim is null and claimed_until > now() + interval '2 seconds'`.execute(app.db)
  for (const { business_id, id, until, sent, steps } of rows)
    await sql`update social_publications set publish_sent_at = ${sent}::timestamptz, steps = ${JSON.stringify(steps)}::jsonb,
        claimed_until = now() + interval '1 second'
      where business_id = ${business_id} and id = ${id} and claim is null
        and claimed_until = ${until}::timestamptz`.execute(app.db)
  await sql`update social_publications set claimed_until = now()
    where claim is not null and claimed_until > now() and claimed_until < now() + interval '80 seconds'`.execute(
    app.db,
  )
  await wakePublisher(app)
}

async function untilDone(
  options: SocialChaosOptions,
  start: number,
  app: App,
  say: (line: string) => void,
): Promise<void> {
  for (;;) {
    const open = (await countOpen(app)) + (await countPlanned(app, options.figures ?? false))
    if (open === 0) return
    if (performance.now() - start > options.withinMs)
      throw new Error(`${open} posts, rows or figures have no end after ${options.withinMs} ms`)
    say(`${open} posts, rows or figures have no end yet`)
    await wait(1_000)
    await passTime(app)
    if (options.figures) await passPlanningTime(app)
  }
}

async function countOpen(app: App): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from social_publications p
    where state in ('scheduled', 'uploading', 'container_created', 'finished', 'publishing') and ${isDue}`.execute(
    app.db,
  )
  return rows[0]?.open ?? 0
}

async function compareLedger(
  app: App,
  sandbox: Sandbox,
): Promise<Omit<SocialChaosReport, 'planning' | 'kills' | 'cuts' | 'seconds'>> {
  const rows = await app.db
    .selectFrom('social_publications as p')
    .innerJoin('social_posts as s', (join) =>
      join.onRef('s.business_id', '=', 'p.business_id').onRef('s.id', '=', 'p.post_id'),
    )
    .select(['p.id', 'p.state', 'p.reason', 'p.external_post_id', 'p.format', 'p.platform', 's.caption'])
    .where(isDue)
    .execute()
  const ledger = new Map<string, string[]>()
  for (const { text, id } of sandbox.world.social.posts.posts)
    ledger.set(text, [...(ledger.get(text) ?? []), id])
  const report = {
    planned: rows.length,
    byState: {} as Record<string, number>,
    publishedTwice: [] as string[],
    lost: [] as string[],
    differences: [] as string[],
    unknownBy: {} as Record<string, number>,
    unknownAndPublished: 0,
  }
  for (const row of rows) {
    const label = `${row.caption} (${row.platform} ${row.format}, ${row.state}, ${row.reason})`
    const there = ledger.get(row.caption) ?? []
    report.byState[row.state] = (report.byState[row.state] ?? 0) + 1
    if (there.length > 1) report.publishedTwice.push(label)
    if (row.state === 'posted') {
      if (there.length === 0) report.lost.push(label)
      else if (!there.includes(row.external_post_id ?? '')) report.differences.push(label)
    } else if (row.state === 'unknown') {
      if (!row.reason) report.differences.push(label)
      report.unknownBy[row.reason ?? ''] = (report.unknownBy[row.reason ?? ''] ?? 0) + 1
      if (there.length > 0) report.unknownAndPublished++
    } else report.lost.push(label)
  }
  return report
}
