import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { eventually } from '../server.ts'

/** The process as `npm start` runs it: with a data folder, a database and a sandbox of its own. */
const root = join(import.meta.dirname, '../..')
let folder: string
let environment: Record<string, string>
let address: string
const children: Child[] = []

type Child = { process: ChildProcess; exited: Promise<number | null>; output: () => string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-process-'))
  const port = await freePort()
  environment = {
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
  }
  address = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  // A server that a failed test left behind, and the database it started.
  const last = children.at(-1)
  if (last?.process.exitCode === null && last.process.signalCode === null) {
    last.process.kill('SIGTERM')
    await last.exited
  }
  await rm(folder, { recursive: true, force: true })
})

function start(changes: Record<string, string> = {}): Child {
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    env: { ...process.env, ...environment, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  const started = { process: child, exited, output: () => output }
  children.push(started)
  return started
}

const status = async (path: string): Promise<number> => {
  try {
    return (await fetch(address + path)).status
  } catch (error) {
    if (error instanceof TypeError) return 0
    throw error
  }
}

const ready = (): Promise<boolean> => eventually('ready', async () => (await status('/readyz')) === 200)

const databasePid = async (): Promise<number> =>
  Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

describe('the process', () => {
  let child: Child

  it('starts on nothing, says where it answers in one line, and answers', async () => {
    child = start()
    await ready()
    await eventually('the line', async () => child.output().includes('\n'))
    expect(child.output()).toBe(`Tidings is ready: http://localhost:${environment.PORT}/marketing\n`)
    expect(await status('/marketing/')).toBe(200)
    expect(await status('/marketing/some/deep/link')).toBe(200)
    expect(await status('/marketing/assets/missing.js')).toBe(404)
    expect(await status('/marketing/api/docs/json')).toBe(200)
    const home = await fetch(address, { redirect: 'manual' })
    expect(home.headers.get('location')).toBe('/marketing/')
  })

  it('sends a strict policy: no inline script, no framing', async () => {
    const { headers } = await fetch(`${address}/marketing/`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'self'")
  })

  it('names the running process to a second start on the same folder', async () => {
    const second = start({ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain(`already running on ${folder} (process ${child.process.pid})`)
    expect(second.output()).not.toContain('    at ')
    children.pop()
  })

  it('survives a restart of its database: answers 503 meanwhile, then recovers', async () => {
    const signUp = await fetch(address + accounts.signup.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Asha', email: 'asha@example.com', password: 'correct horse' }),
    })
    expect(signUp.status).toBe(200)
    const pid = await databasePid()
    process.kill(pid, 'SIGQUIT')
    await eventually('503', async () => (await status('/readyz')) === 503)
    expect(await status('/healthz')).toBe(200)
    await ready()
    expect(await databasePid()).not.toBe(pid)
    expect(child.process.exitCode).toBeNull()
  })

  it('killed, leaves nothing that stops the next start, which takes the database over', async () => {
    const pid = await databasePid()
    child.process.kill('SIGKILL')
    await child.exited
    child = start()
    await ready()
    expect(await databasePid()).toBe(pid)
    const login = await fetch(address + accounts.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'asha@example.com', password: 'correct horse' }),
    })
    expect(login.status).toBe(200)
  })

  it('stops in order at a signal, and the database with it', async () => {
    child.process.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    await expect(databasePid()).rejects.toThrow('ENOENT')
  })
})
