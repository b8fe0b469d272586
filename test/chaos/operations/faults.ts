import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { type Install, type Part, pause } from './install.ts'

const messages = 4_000

/** A machine that is lost with its disk: its worker is killed, its folder is gone, another one comes with a new folder. */
export const lostFolder: Part = {
  name: 'a worker is killed and its folder is lost',
  messages,
  async run({ start, untilTaken, taken, say }) {
    const workers = await Promise.all(['worker1', 'worker2'].map((name) => start(name, 'worker')))
    let lost = 0
    for (const share of [0.2, 0.5]) {
      await untilTaken(messages * share)
      const victim = workers.shift()!
      say(`${victim.name} is lost at ${taken()} messages`)
      victim.signal('SIGKILL')
      await victim.ended
      await rm(victim.dataDir, { recursive: true })
      lost++
      workers.push(await start(`worker${2 + lost}`, 'worker'))
    }
    await untilTaken(messages * 0.9)
    return { lost }
  },
}

/** A disk in memory, of so much. @returns how to take it away. */
async function mountDisk(folder: string, size: string): Promise<() => void> {
  await mkdir(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  return () => void execFileSync('umount', ['-l', folder])
}

/** Writes until nothing more goes in. @returns how to make room again. */
async function fill(folder: string): Promise<() => void> {
  const filler = join(folder, 'filler')
  for (let bytes = 1 << 20; bytes >= 512; bytes /= 2)
    await writeFile(`${filler}-${bytes}`, Buffer.alloc(bytes)).catch(() => undefined)
  execFileSync('sh', ['-c', `cat /dev/zero > ${filler} 2>/dev/null || true`])
  return () => void execFileSync('sh', ['-c', `rm -f ${filler}*`])
}

/** Ten seconds later there is room again. @returns how many messages left until then. */
async function stayFull({ taken, say }: Install, makeRoom: () => void): Promise<number> {
  const atFull = taken()
  await pause(10_000)
  const whileFull = taken() - atFull
  makeRoom()
  say(`room again; ${whileFull} left within 10 s of a full disk`)
  return whileFull
}

/** The disk of a worker's folder has no room left, and gets room again. */
export const fullDisk: Part = {
  name: 'the disk of a worker is full',
  messages,
  async run(install) {
    const { folder, start, untilTaken, taken, atEnd, say } = install
    const disk = join(folder, 'small')
    atEnd(await mountDisk(disk, '4m'))
    await start('worker1', 'worker', { DATA_DIR: join(disk, 'worker') })
    await untilTaken(messages * 0.2)
    const makeRoom = await fill(disk)
    say(`the disk is full at ${taken()} messages`)
    await pause(5_000)
    const whileFull = await stayFull(install, makeRoom)
    await untilTaken(messages)
    return { whileFull }
  },
}

let databaseDisk: string

/** The disk of the database has no room left, for its log either, and gets room again; a person opts out while it is full. */
export const fullDatabase: Part = {
  name: 'the disk of the database is full',
  messages,
  async open(folder) {
    databaseDisk = join(folder, 'database')
    const unmount = await mountDisk(databaseDisk, '2g')
    const postgres = await startEmbeddedPostgres(join(databaseDisk, 'postgres'), {
      watch: createLog('fatal'),
    })
    return {
      url: postgres.url('postgres'),
      async close() {
        await postgres.stop()
        unmount()
      },
    }
  },
  async run(install) {
    const { databaseUrl, sandbox, start, untilTaken, taken, say } = install
    await Promise.all(['worker1', 'worker2'].map((name) => start(name, 'worker')))
    await untilTaken(messages * 0.2)
    const takeLogFiles = await openLogFiller(databaseUrl)
    const makeRoom = await fill(databaseDisk)
    const ended = await takeLogFiles()
    say(`the disk is full at ${taken()} messages; the server said: ${ended}`)
    await pause(5_000)
    const stranger = '919812300001'
    sandbox.inbound({ from: stranger, text: 'STOP' })
    const whileFull = await stayFull(install, makeRoom)
    await untilTaken(messages)
    const heardAfterSeconds = await untilOptedOut(databaseUrl, `+${stranger}`)
    say('the STOP is recorded')
    return { whileFull, heardAfterSeconds }
  },
}

/** A server has files of its log in stock, and goes on with them for a while. @returns what uses them up, and how it ended. */
async function openLogFiller(databaseUrl: string): Promise<() => Promise<string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const use = () => client.query(`select pg_logical_emit_message(false, 'fill', 'x'), pg_switch_wal()`)
  await use()
  return async () => {
    try {
      for (let files = 0; files < 300; files++) await use()
      return 'nothing'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** @returns the seconds that it took from now. @throws Error when it takes minutes: the opt-out is lost. */
async function untilOptedOut(databaseUrl: string, address: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let seconds = 0; seconds < 240; seconds++) {
      const { rowCount } = await client.query('select from suppressions where address = $1', [address])
      if (rowCount) return seconds
      await pause(1_000)
    }
    throw new Error('a STOP that was said while the disk was full is lost')
  } finally {
    await client.end()
  }
}

const fakeTime = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]

/** The clock of one of two machines is moved while it sends: an hour ahead, then two hours back. */
export const movedClock: Part = {
  name: 'the clock of a worker is moved',
  messages,
  async run({ folder, start, untilTaken, taken, say }) {
    const library = fakeTime.find(existsSync)
    if (!library) throw new Error('This part needs libfaketime: apt-get install faketime.')
    const file = join(folder, 'clock')
    await writeFile(file, '+0\n')
    const environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
    }
    await Promise.all([start('worker2', 'worker', environment), start('worker1', 'worker')])
    const moves: string[] = []
    for (const [share, offset] of [
      [0.2, '+1h'],
      [0.5, '-1h'],
      [0.8, '+0'],
    ] as const) {
      await untilTaken(messages * share)
      say(`the clock of worker2 is at ${offset}, at ${taken()} messages`)
      await writeFile(file, `${offset}\n`)
      moves.push(offset)
    }
    await untilTaken(messages)
    return { moves }
  },
}
