import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '#server/platform/embedded-postgres.ts'

export type ProductProcess = { url: string; stop: () => Promise<void> }

/** Starts the product as a process of its own on free ports. @throws Error where it ends before it is ready. */
export async function startProduct(environment: Record<string, string>): Promise<ProductProcess> {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended (${code})`)))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('is ready')) resolve()
    })
  })
  return { url: `http://127.0.0.1:${port}/marketing`, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
