import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { type Bench, openBench, stopProcess } from '../open-bench.ts'

export type HandOverFigures = {
  /** The longest time without a message: from the kill until another process takes over. */
  gapSeconds: number
  /** Messages left `unknown` by the killed process. */
  unknown: number
  /** People who got it twice. */
  twice: number
}

/** A worker is killed in the middle of a campaign while another one is idle. */
export async function benchHandOver(): Promise<HandOverFigures> {
  const bench = await openBench({ throughput: 80 })
  const { app } = bench
  const workers: ChildProcess[] = []
  try {
    workers.push(await startWorker(bench))
    await bench.plan(80 * 60)
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    workers.push(await startWorker(bench))
    workers[0]!.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 45_000))
    const { rows } = await sql<{ gap: number; unknown: number }>`
      select max(gap)::float8 as gap, (select count(*)::int from messages where status = 'unknown') as unknown
      from (select extract(epoch from accepted_at - lag(accepted_at) over (order by accepted_at)) as gap
        from messages where accepted_at is not null) gaps`.execute(app.db)
    const { rows: taken } = await bench.sandbox<{ rows: { to: string }[] }>('GET', 'ledger?limit=10000')
    const people = new Set(taken.map(({ to }) => to))
    const { gap, unknown } = rows[0]!
    return { gapSeconds: gap, unknown, twice: taken.length - people.size }
  } finally {
    for (const worker of workers) await stopProcess(worker)
    await bench.close()
  }
}

async function startWorker({ databaseUrl, secrets }: Bench): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    env: {
      ...process.env,
      ROLE: 'worker',
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(tmpdir(), 'tidings-bench-data'),
      JWT_SECRET: secrets.jwtSecret,
      ENCRYPTION_KEY: secrets.encryptionKey,
      META_GRAPH_URL: secrets.graphUrl,
      META_APP_ID: sandboxSeed.app.id,
      META_APP_SECRET: sandboxSeed.app.secret,
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('worker is ready')) resolve()
    })
  })
  return child
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchHandOver())}\n`)
