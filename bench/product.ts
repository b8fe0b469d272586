import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** How much the resident memory grew at most since the start, in MB. */
export function watchRss(rss: () => number): { stop: () => number } {
  const before = rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, rss())
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return (most - before) / 1e6
    },
  }
}

/** Asks again and again; answers what each request took, in ms. */
export function watchRequests(ask: () => Promise<unknown>): { stop: () => Promise<number[]> } {
  const took: number[] = []
  let stopped = false
  const loop = (async () => {
    while (!stopped) {
      const start = performance.now()
      await ask()
      took.push(performance.now() - start)
      await new Promise((wait) => setTimeout(wait, 30))
    }
  })()
  return {
    async stop() {
      stopped = true
      await loop
      return took
    },
  }
}

/**
 * The product in a process of its own: what is measured is it, and not this file. It gets the flags that this file
 * was started with; `npm run bench` gives those of `npm start`.
 */
export async function startProduct(databaseUrl: string, dataDir: string) {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, '../src/server/main.ts')],
    {
      env: {
        ...process.env,
        PORT: String(port),
        SANDBOX_PORT: String(await freePort()),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = `http://127.0.0.1:${port}`
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)))
  })
  const ask = async <T>(
    method: string,
    path: string,
    token: string | undefined,
    body?: object,
  ): Promise<T> => {
    const isForm = body instanceof FormData
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body && JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    url,
    get: <T>(path: string, token: string) => ask<T>('GET', path, token),
    post: <T>(path: string, token: string, body: object) => ask<T>('POST', path, token, body),
    async signUp(): Promise<string> {
      const email = `${randomBytes(6).toString('hex')}@example.com`
      const body = { name: 'Bench', email, password: 'correct horse', country: 'IN' }
      const { token } = await ask<{ token: string }>('POST', '/marketing/api/auth/signup', undefined, body)
      return token
    },
    /** Resident memory in bytes. */
    rss: (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A file of so many people, their numbers written in three ways; `from` sets them apart from another file's. */
export async function writePeople(path: string, rows: number, from = 0): Promise<void> {
  await pipeline(function* () {
    let text = 'Name,Mobile No.,E-mail,City\r\n'
    for (let at = from; at < from + rows; at++) {
      const digits = `9${String((at * 7919) % 1_000_000_000).padStart(9, '0')}`
      const phone =
        at % 3 === 0 ? `+91${digits}` : at % 3 === 1 ? digits : `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`
      text += `Person ${at} Kulkarni,${phone},person${at}@example.com,Pune\r\n`
      if (text.length > 1 << 18) {
        yield text
        text = ''
      }
    }
    yield text
  }, createWriteStream(path))
}
