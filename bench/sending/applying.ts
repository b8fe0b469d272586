import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { partitionOf, partitions } from '#server/features/webhooks/queue/partitions.ts'
import { applyWebhooks, arrivals, startAppliers } from '#server/features/webhooks/webhooks.ts'
import { notify } from '#server/platform/notify.ts'
import { type Bench, composeWith, openBench, stopProcess } from '../open-bench.ts'
import { limitProcessors } from '../processor-limit.ts'

export type ApplyingFigures = {
  webhooks: number
  /** Stored webhooks of four numbers, one status each, applied by one worker process and by two. */
  onePerSecond: number
  twoPerSecond: number
  ratio: number
  /** The same of workers that have a fifth of a processor each, as on machines of their own; null: no such limit here. */
  limitedOnePerSecond: number | null
  limitedTwoPerSecond: number | null
  limitedRatio: number | null
  /** What PostgreSQL used of the machine's processors meanwhile: at all of them, it is the limit and no worker. */
  postgresCores: { one: number; two: number }
}

/** So little that PostgreSQL, which has the rest, is not what they wait for. */
const limitedCores = 0.2

const statuses = ['sent', 'delivered', 'read'] as const

/** How fast stored webhooks are applied by one worker process, and by two that share the partitions. */
export async function benchApplying(messagesOfEach: number): Promise<ApplyingFigures> {
  const bench = await openBench()
  const workers: ChildProcess[] = []
  try {
    workers.push(await startWorker(bench))
    const one = await applied(bench, messagesOfEach)
    const oneLimited = await limited(bench, workers, messagesOfEach)
    workers.push(await startWorker(bench))
    await shared(bench)
    const two = await applied(bench, messagesOfEach)
    const twoLimited = await limited(bench, workers, messagesOfEach)
    return {
      webhooks: messagesOfEach * partitions.length * statuses.length,
      onePerSecond: one.perSecond,
      twoPerSecond: two.perSecond,
      ratio: two.perSecond / one.perSecond,
      limitedOnePerSecond: oneLimited,
      limitedTwoPerSecond: twoLimited,
      limitedRatio: oneLimited && twoLimited && twoLimited / oneLimited,
      postgresCores: { one: one.postgresCores, two: two.postgresCores },
    }
  } finally {
    for (const worker of workers) await stopProcess(worker)
    await bench.close()
  }
}

async function startWorker({ databaseUrl, secrets }: Bench): Promise<ChildProcess> {
  const worker = fork(import.meta.filename, ['worker', databaseUrl, JSON.stringify(secrets)])
  await once(worker, 'message')
  return worker
}

async function limited(
  bench: Bench,
  workers: readonly ChildProcess[],
  messagesOfEach: number,
): Promise<number | null> {
  const lift = limitProcessors(
    workers.map(({ pid }) => pid!),
    limitedCores,
  )
  if (!lift) return null
  try {
    return (await applied(bench, messagesOfEach)).perSecond
  } finally {
    lift()
  }
}

const activeJobs = async ({ app }: Bench): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from pgboss.job where name = ${applyWebhooks.name} and state = 'active'`.execute(app.db)
  ).rows.map(({ id }) => id)

/** Waits until the second worker has half of the partitions. */
async function shared(bench: Bench): Promise<void> {
  const before = await activeJobs(bench)
  for (;;) {
    await bench.app.enqueue(startAppliers, {})
    const now = await activeJobs(bench)
    if (now.length === partitions.length && now.filter((id) => !before.includes(id)).length >= 2) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function applied(
  bench: Bench,
  messagesOfEach: number,
): Promise<{ perSecond: number; postgresCores: number }> {
  const { app, businessId, contentId } = bench
  const wabaId = sandboxSeed.waba.id
  const numbers = partitions.map(
    (partition) =>
      Array.from({ length: 1000 }, (_, n) => `10654035224${n}`).find(
        (phoneNumberId) => partitionOf({ wabaId, phoneNumberId } as never) === partition,
      )!,
  )
  await sql`delete from messages`.execute(app.db)
  const { rows } = await sql<{ id: number; number: string }>`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, attempts, accepted_at, wamid)
    select ${businessId}, ${contentId}, number, '+9198' || lpad(n::text, 8, '0'), 'sent', 1, now(),
      'wamid.HBgMOTE5ODAwMDAwMDAwFQIAERgS' || number || n
    from generate_series(1, ${messagesOfEach}::int) n, unnest(${numbers}::text[]) number
    returning id, phone_number_id as number`.execute(app.db)
  const wamids = await sql<{ wamid: string; number: string }>`
    select wamid, phone_number_id as number from messages where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    app.db,
  )
  for (const status of statuses) {
    for (let from = 0; from < wamids.rows.length; from += 2000) {
      const bodies = wamids.rows
        .slice(from, from + 2000)
        .map(({ wamid, number }) => bodyFor(wabaId, number, { id: wamid, status }))
      await sql`
        insert into webhook_events (body, fields, business_id) select convert_to(body, 'UTF8'), '{status}', ${businessId}
        from unnest(${bodies}::text[]) body`.execute(app.db)
    }
  }
  await sql`analyze messages, webhook_events`.execute(app.db)
  const before = await bench.cpuSeconds()
  const start = performance.now()
  await sql`
    insert into webhook_queue (id, partition)
    select e.id, array_position(${numbers}::text[], substring(convert_from(body, 'UTF8') from '"phone_number_id":"([0-9]+)"')) - 1
    from webhook_events e`.execute(app.db)
  await notify(app.db, arrivals, '')
  for (;;) {
    const { rows: left } = await sql`select from webhook_queue limit 1`.execute(app.db)
    if (left.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - start) / 1000
  const after = await bench.cpuSeconds()
  const { rows: read } = await sql<{ n: number }>`
    select count(*)::int as n from messages where status = 'read'`.execute(app.db)
  if (read[0]!.n !== wamids.rows.length) throw new Error(`${read[0]!.n} of ${wamids.rows.length} are read`)
  await sql`truncate webhook_events`.execute(app.db)
  return {
    perSecond: (wamids.rows.length * statuses.length) / seconds,
    postgresCores: (after.postgres - before.postgres) / seconds,
  }
}

const bodyFor = (wabaId: string, phone_number_id: string, status: { id: string; status: string }) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: wabaId,
        changes: [
          {
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '12125550142', phone_number_id },
              statuses: [{ ...status, timestamp: '1790000000', recipient_id: '919812345678' }],
            },
            field: 'messages',
          },
        ],
      },
    ],
  })

if (import.meta.main && process.argv[2] === 'worker') {
  const [, , , databaseUrl, secrets] = process.argv
  const folder = await mkdtemp(join(tmpdir(), 'tidings-worker-'))
  const worker = await composeWith(databaseUrl!, JSON.parse(secrets!) as Bench['secrets'], 'worker', folder)
  await worker.work()
  process.once('SIGTERM', async () => {
    await worker.close()
    await rm(folder, { recursive: true, force: true })
    process.exit(0)
  })
  process.send?.('works')
} else if (import.meta.main) {
  const figures = await benchApplying(Number(process.argv[2] ?? 5_000))
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
}
