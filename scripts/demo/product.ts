import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Product = {
  /** A call of the product's API. */
  ask: <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object | FormData) => Promise<T>
  /** A control of the sandbox. */
  control: (path: string, body?: object) => Promise<void>
  /** Where it answers. */
  url: string
  /** From now on its clock is so many milliseconds away from the real one. */
  moveTo: (ms: number) => Promise<void>
  signedIn: (token: string) => void
  stop: () => Promise<void>
}

type Place = { folder: string; port: number; sandboxPort: number; databaseUrl: string; ownerUrl: string }

/** The product in a process whose clock is so many milliseconds away from now. */
export async function startProduct(place: Place, clockMs: number): Promise<Product> {
  const { folder, port, sandboxPort } = place
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, 'clock.mjs'),
      join(import.meta.dirname, '../../src/server/main.ts'),
    ],
    {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: folder,
        DATABASE_URL: place.databaseUrl,
        DATABASE_OWNER_URL: place.ownerUrl,
        DEMO_CLOCK_MS: String(clockMs),
        CAMPAIGN_UNDO_SECONDS: '0',
        META_APP_ID: '',
        META_APP_SECRET: '',
        OUTSIDE_REQUESTS: 'off',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)))
  })
  const secret = await readFile(join(folder, 'sandbox-secret'), 'utf8')
  let session = ''
  const send = async (
    url: string,
    method: string,
    headers: Record<string, string>,
    body?: object | FormData,
  ) => {
    const isForm = body instanceof FormData
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text.slice(0, 500)}`)
    return text
  }
  return {
    ask: async (method, path, body) =>
      JSON.parse(
        await send(
          `http://127.0.0.1:${port}/marketing/api${path}`,
          method,
          session ? { authorization: `Bearer ${session}` } : {},
          body,
        ),
      ),
    control: async (path, body = {}) => {
      await send(
        `http://127.0.0.1:${sandboxPort}/sandbox/${path}`,
        'POST',
        { 'x-sandbox-secret': secret },
        body,
      )
    },
    url: `http://127.0.0.1:${port}`,
    async moveTo(ms) {
      const moved = once(child, 'message')
      child.send(ms)
      await moved
    },
    signedIn: (token) => {
      session = token
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
