import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type Workers = {
  /** Kills one at random, as a power cut does, and starts another in its place. */
  killOne: () => void
  killed: () => number
  /** Stops one at random for so long, as a machine that is moved or swaps: it goes on as if no time had passed. */
  stallOne: (ms: number) => Promise<void>
  stalled: () => number
  stop: () => Promise<void>
}

const main = join(import.meta.dirname, '../../src/server/main.ts')

/** Worker processes of the product, as they are in production; one that ends is followed by another. */
export async function startWorkers(count: number, environment: Record<string, string>): Promise<Workers> {
  const running = new Set<ChildProcess>()
  const asleep = new Set<ChildProcess>()
  let killed = 0
  let stalled = 0
  let stopped = false
  const start = (): Promise<void> =>
    new Promise((ready) => {
      const child = spawn(process.execPath, [main], {
        env: { ...process.env, ...environment, ROLE: 'worker' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running.add(child)
      let said = ''
      child.stderr?.on('data', (text: Buffer) => {
        said = (said + text.toString()).slice(-4000)
      })
      child.stdout?.on('data', (text: Buffer) => {
        if (text.toString().includes('worker is ready')) ready()
      })
      child.once('exit', (code, signal) => {
        running.delete(child)
        ready()
        if (!stopped && signal !== 'SIGKILL')
          process.stderr.write(`a worker ended with ${code ?? signal}: ${said}\n`)
        if (!stopped) void start()
      })
    })
  await Promise.all(Array.from({ length: count }, start))
  const anyAwake = (): ChildProcess | undefined => {
    const all = [...running].filter((child) => !asleep.has(child))
    return all[Math.floor(Math.random() * all.length)]
  }
  return {
    killOne() {
      if (!anyAwake()?.kill('SIGKILL')) return
      killed++
    },
    killed: () => killed,
    async stallOne(ms) {
      const victim = anyAwake()
      if (!victim?.kill('SIGSTOP')) return
      stalled++
      asleep.add(victim)
      await delay(ms)
      asleep.delete(victim)
      victim.kill('SIGCONT')
    },
    stalled: () => stalled,
    async stop() {
      stopped = true
      const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of running) child.kill('SIGTERM')
      for (const child of asleep) child.kill('SIGCONT')
      const late = setTimeout(() => {
        for (const child of running) child.kill('SIGKILL')
      }, 25_000)
      await Promise.all(ended)
      clearTimeout(late)
    },
  }
}
