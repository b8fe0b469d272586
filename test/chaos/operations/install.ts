import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { plan, untilDone } from '../chaos.ts'
import { openChaosInstall } from '../install.ts'
import { type Comparison, compareLedgers } from '../ledgers.ts'

/** A process of the product with a data folder of its own, as on a machine of its own. */
export type Process = {
  name: string
  dataDir: string
  port: number
  /** How it ended, and what it said. */
  ended: Promise<string>
  signal: (signal: NodeJS.Signals) => void
}

export type Install = {
  folder: string
  databaseUrl: string
  sandbox: Sandbox
  token: string
  start: (name: string, role: 'web' | 'worker', environment?: Record<string, string>) => Promise<Process>
  /** Stops a process in order and waits for its end. */
  stop: (one: Process) => Promise<void>
  /** Webhooks go to this address from now on. */
  webhooksTo: (url: string) => void
  /** Waits until so many messages were taken. */
  untilTaken: (count: number) => Promise<void>
  taken: () => number
  /** Done when the part is over, the last first. */
  atEnd: (close: () => unknown) => void
  say: (line: string) => void
}

export type Part = {
  name: string
  messages: number
  /** A database of the part's own, at the address that the processes have; one embedded server by default. */
  open?: (folder: string) => Promise<{ url: string; close: () => Promise<void> }>
  run: (install: Install) => Promise<Record<string, unknown>>
}
export type PartReport = Comparison & { part: string; seconds: number } & Record<string, unknown>

const main = join(import.meta.dirname, '../../../src/server/main.ts')
const withinMs = 15 * 60_000
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What a message takes on the disk with all that belongs to it, by table with its indexes. */
const largestTables = `select relname as table, pg_total_relation_size(oid) / $1 as bytes from pg_class
  where relkind in ('r', 'm') and pg_total_relation_size(oid) / $1 > 50 order by 2 desc limit 8`

/** One campaign from two numbers, and what a part does meanwhile; then the provider's ledger is compared. */
export async function runPart(part: Part, say: (line: string) => void): Promise<PartReport> {
  const chaos = await openChaosInstall({ database: part.open, dataDir: 'observer' })
  const { folder, databaseUrl, sandbox, app, token, verifyToken, businessId, numbers } = chaos
  sandbox.settings({ delays: { sent: [20, 100], delivered: [50, 200], read: [100, 300], answer: [5, 30] } })
  await mkdir(join(folder, 'media'))
  const processes = new Set<Process>()
  const closing: (() => unknown)[] = []
  const atEnd: Install['atEnd'] = (close) => void closing.push(close)
  const started = performance.now()

  const start: Install['start'] = async (name, role, environment = {}) => {
    const dataDir = environment.DATA_DIR ?? join(folder, name)
    const port = await freePort()
    const child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        ...chaos.environment,
        DATA_DIR: dataDir,
        MEDIA_STORE: join(folder, 'media'),
        LOG_LEVEL: 'error',
        PORT: String(port),
        HOST: '127.0.0.1',
        ROLE: role,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const one: Process = { name, dataDir, port, ended: endOf(child), signal: (signal) => child.kill(signal) }
    processes.add(one)
    void one.ended.then(() => processes.delete(one))
    const ready = new Promise<undefined>((resolve) => {
      child.stdout?.on('data', (text: Buffer) => text.toString().includes('is ready') && resolve(undefined))
    })
    const end = await Promise.race([ready, one.ended])
    if (end !== undefined) throw new Error(`${name} did not start: ${end}`)
    return one
  }
  const stop: Install['stop'] = async (one) => {
    one.signal('SIGTERM')
    const end = await one.ended
    if (!end.startsWith('0')) throw new Error(`${one.name} did not end in order: ${end}`)
  }
  const taken = (): number => [...sandbox.world.ledger.rows()].length
  const untilTaken: Install['untilTaken'] = async (count) => {
    while (taken() < count) {
      if (performance.now() - started > withinMs) throw new Error('the campaign does not get on')
      await pause(20)
    }
  }
  const webhooksTo = (url: string): void =>
    sandbox.callback(`${url}/marketing/api/webhooks/meta`, verifyToken)
  try {
    const people = await plan(app, businessId, numbers, part.messages)
    const found = await part.run({
      folder,
      databaseUrl,
      sandbox,
      token,
      start,
      stop,
      webhooksTo,
      untilTaken,
      taken,
      atEnd,
      say,
    })
    await untilDone({ withinMs }, started, app, sandbox, () => undefined)
    const comparison = await compareLedgers(app, sandbox, people)
    const { rows: bytesPerMessage } = await app.pool.query(largestTables, [part.messages])
    return {
      part: part.name,
      ...comparison,
      ...found,
      bytesPerMessage,
      seconds: Math.round((performance.now() - started) / 1000),
    }
  } finally {
    for (const one of processes) one.signal('SIGKILL')
    await Promise.all([...processes].map(({ ended }) => ended))
    for (const close of closing.reverse()) await close()
    await chaos.close()
  }
}

function endOf(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-2000)
  })
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(`${code ?? signal} ${said}`))
  })
}
