import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type Workers = {
  /** Kills one at random, as a power cut does, and starts another in its place. */
  killOne: () => void
  killed: () => number
  stop: () => Promise<void>
}

const main = join(import.meta.dirname, '../../src/server/main.ts')

/** Worker processes of the product, as they are in production; one that ends is followed by another. */
export async function startWorkers(count: number, environment: Record<string, string>): Promise<Workers> {
  const running = new Set<ChildProcess>()
  let killed = 0
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
  return {
    killOne() {
      const all = [...running]
      const victim = all[Math.floor(Math.random() * all.length)]
      if (!victim?.kill('SIGKILL')) return
      killed++
    },
    killed: () => killed,
    async stop() {
      stopped = true
      const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of running) child.kill('SIGTERM')
      const late = setTimeout(() => {
        for (const child of running) child.kill('SIGKILL')
      }, 25_000)
      await Promise.all(ended)
      clearTimeout(late)
    },
  }
}
