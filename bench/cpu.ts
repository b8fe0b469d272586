import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

/** Seconds that processors worked, for each of those who share the machine. */
export type CpuSeconds = { product: number; postgres: number; sandbox: number }

/** Of a second; the same on every Linux that we know. */
const tick = 1 / 100

/**
 * What this process, PostgreSQL and the sandbox have used of the processors so far. A figure of a shared machine says
 * little without it. Known on Linux alone.
 */
export async function cpuSeconds<T>(db: Kysely<T>, sandboxPid: number | undefined): Promise<CpuSeconds> {
  const { user, system } = process.cpuUsage()
  const product = (user + system) / 1e6
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const server = statOf(rows[0]!.pid).parent
    // Sessions that ended are counted with the server itself.
    let postgres = statOf(server).own + statOf(server).ended
    for (const name of readdirSync('/proc')) {
      const pid = Number(name)
      const stat = Number.isInteger(pid) ? tryStatOf(pid) : undefined
      if (stat?.parent === server) postgres += stat.own
    }
    return { product, postgres, sandbox: sandboxPid === undefined ? 0 : statOf(sandboxPid).own }
  } catch {
    return { product, postgres: Number.NaN, sandbox: Number.NaN }
  }
}

function statOf(pid: number): { parent: number; own: number; ended: number } {
  // The name in brackets may hold spaces.
  const [, rest = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const fields = rest.split(' ').map(Number)
  const seconds = (at: number): number => (fields[at] ?? Number.NaN) * tick
  return { parent: fields[1]!, own: seconds(11) + seconds(12), ended: seconds(13) + seconds(14) }
}

/** A process may end while the list is read. */
function tryStatOf(pid: number): ReturnType<typeof statOf> | undefined {
  try {
    return statOf(pid)
  } catch {
    return undefined
  }
}
