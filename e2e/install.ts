import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Install = { url: string; close: () => Promise<void> }

/** An install of one test file: the first signup is its operator, and there are no others. */
export async function openInstall(settings: Record<string, string> = {}): Promise<Install> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-install-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      OUTSIDE_REQUESTS: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Also where this process ends before it can close it: a preparation that failed, or took too long.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  await ready(child)
  return {
    url: `http://localhost:${port}`,
    async close() {
      process.removeListener('exit', end)
      // Its own orderly way down, so that its database goes down with it.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** It says so itself when it answers. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The install ended with ${code}: ${said}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
