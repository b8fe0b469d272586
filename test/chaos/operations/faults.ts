import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Part, pause } from './install.ts'

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

/** The disk of a worker's folder has no room left, and gets room again. */
export const fullDisk: Part = {
  name: 'the disk of a worker is full',
  messages,
  async run({ folder, start, untilTaken, taken, atEnd, say }) {
    const disk = join(folder, 'small')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk])
    atEnd(() => execFileSync('umount', ['-l', disk]))
    const dataDir = join(disk, 'worker')
    await start('worker1', 'worker', { DATA_DIR: dataDir })
    await untilTaken(messages * 0.2)
    const filler = join(disk, 'filler')
    try {
      for (let bytes = 1 << 20; bytes >= 512; bytes /= 2)
        await writeFile(`${filler}-${bytes}`, Buffer.alloc(bytes)).catch(() => undefined)
      execFileSync('sh', ['-c', `cat /dev/zero > ${filler} 2>/dev/null || true`])
    } finally {
      say(`the disk is full at ${taken()} messages`)
    }
    await pause(5_000)
    const atFull = taken()
    await pause(10_000)
    const whileFull = taken() - atFull
    execFileSync('sh', ['-c', `rm -f ${filler}*`])
    say(`room again; ${whileFull} left within 10 s of a full disk`)
    await untilTaken(messages)
    return { whileFull }
  },
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
