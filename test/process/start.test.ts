import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { cloneDatabase, eventually } from '../server.ts'

/** What a start says and does where something is not as it should be: one sentence, or no trouble at all. */
const root = join(import.meta.dirname, '../..')
let folder: string
let port: number
let sandboxPort: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-start-'))
  port = await freePort()
  sandboxPort = await freePort()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Started = { process: ChildProcess; output: () => string; ended: Promise<number | string | null> }

function start(changes: Record<string, string>): Started {
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'fatal',
      ...changes,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  return { process: child, output: () => output, ended }
}

/** Waits for the line that says it is ready; throws with what it said instead. */
async function ready(changes: Record<string, string>): Promise<Started> {
  const started = start(changes)
  const line = new Promise<void>((resolve) => {
    started.process.stdout?.on('data', () => started.output().includes('is ready') && resolve())
  })
  const end = await Promise.race([line, started.ended])
  if (end !== undefined) throw new Error(`it ended (${end}): ${started.output()}`)
  return started
}

/** What a start says that does not come about. */
async function refusal(changes: Record<string, string>): Promise<string> {
  const started = start(changes)
  expect(await started.ended).toBe(1)
  expect(started.output()).not.toMatch(/^ {4}at /m)
  return started.output()
}

describe('a start that cannot be', () => {
  it('says what is wrong with the data folder', async () => {
    const file = join(folder, 'a file')
    await writeFile(file, '')
    expect(await refusal({ DATA_DIR: file })).toContain('there is a file in its place. Set DATA_DIR')
  })

  it('says where the database may be whose folder is not there', async () => {
    const data = join(folder, 'without')
    await mkdir(data)
    await writeFile(join(data, 'postgres.password'), 'a password')
    expect(await refusal({ DATA_DIR: data })).toMatch(
      /without\/postgres is not there. Put it back: .*replaced-/,
    )
  })

  it('says that HOST is no address of this machine', async () => {
    expect(
      await refusal({
        DATA_DIR: join(folder, 'host'),
        DATABASE_URL: (await empty()).url,
        HOST: '192.0.2.99',
      }),
    ).toBe(
      'HOST is 192.0.2.99, which is no address of this machine. Set it to one, or to 0.0.0.0 for all of them.\n',
    )
  })

  it('says that the database refuses it', async () => {
    const { url } = await empty()
    const wrong = new URL(url)
    wrong.pathname = '/nowhere_at_all'
    expect(await refusal({ DATA_DIR: join(folder, 'refused'), DATABASE_URL: wrong.href })).toBe(
      'The database refuses the connection: database "nowhere_at_all" does not exist. Check DATABASE_URL.\n',
    )
  })

  it('says that a newer version has been at the database', async () => {
    const { url } = await empty()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into kysely_migration values ('0999-of-tomorrow', now()::text)`)
    await client.end()
    expect(await refusal({ DATA_DIR: join(folder, 'newer'), DATABASE_URL: url })).toContain(
      'A newer version of Tidings has worked on this database (it made 0999-of-tomorrow).',
    )
  })
})

describe('a product that was started by npm', () => {
  it('stops with npm, although the shell between them passes no signal on', async () => {
    const program = `process.stdout.write(String(process.pid)); setInterval(() => undefined, 1000)`
    const launcher = `
      import { become } from ${JSON.stringify(join(root, 'scripts/setup.mjs'))}
      become(process.execPath, ['-e', ${JSON.stringify(program)}])`
    const file = join(folder, 'launch.mjs')
    await writeFile(file, launcher)
    // The second command keeps the shell from becoming the first.
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${file}"; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = await new Promise<number>((resolve) => {
      shell.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    })
    try {
      shell.kill('SIGTERM')
      await eventually('its end', async () => !isAlive(pid))
    } finally {
      if (isAlive(pid)) process.kill(pid)
    }
  })

  it('stops with npm when it is killed outright, and survives the process that started npm', async () => {
    const program = `process.stdout.write('pid ' + process.pid + '.'); setInterval(() => undefined, 1000)`
    const home = join(folder, 'package')
    await mkdir(home)
    await writeFile(
      join(home, 'launch.mjs'),
      `import { become } from ${JSON.stringify(join(root, 'scripts/setup.mjs'))}
      become(process.execPath, ['-e', ${JSON.stringify(program)}])`,
    )
    const scripts = { start: `"${process.execPath}" launch.mjs; true` }
    await writeFile(join(home, 'package.json'), JSON.stringify({ name: 'x', private: true, scripts }))
    // A login that starts npm in the background and ends: npm keeps running, and so does its child.
    const login = spawn('sh', ['-c', 'npm --silent start & echo "npm $!."; wait'], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    login.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    const idOf = (word: string): number => Number(new RegExp(`${word} (\\d+)\\.`).exec(output)?.[1] ?? 0)
    await eventually('it runs', async () => idOf('pid') > 0)
    const [npm, pid] = [idOf('npm'), idOf('pid')]
    try {
      login.kill('SIGKILL')
      // Three times as long as the launcher takes to look.
      const looked = Date.now() + 1_500
      await eventually('the launcher has looked', async () => Date.now() > looked)
      expect([isAlive(npm), isAlive(pid)]).toEqual([true, true])
      process.kill(npm, 'SIGKILL')
      await eventually('its end', async () => !isAlive(pid))
    } finally {
      for (const one of [npm, pid]) if (isAlive(one)) process.kill(one, 'SIGKILL')
    }
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const dropping: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of dropping) await drop()
})
async function empty(): Promise<{ url: string }> {
  const { databaseUrl, drop } = await cloneDatabase()
  dropping.push(drop)
  return { url: databaseUrl }
}

describe('a start that finds things in disorder', () => {
  const data = (): string => join(folder, 'Ordner mit ñ und 日本')
  const databasePid = async (): Promise<number> =>
    Number((await readFile(join(data(), 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

  it('waits for its turn: of two first starts of one folder one runs, and the other says so', async () => {
    const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
    const both = [start({ DATA_DIR: data() }), start({ DATA_DIR: data(), ...ports })]
    const loser = await Promise.race(both.map(async (each) => ({ each, code: await each.ended })))
    expect(loser.code).toBe(1)
    expect(loser.each.output()).toContain('is already running on')
    const winner = both.find((each) => each !== loser.each)
    winner?.process.kill('SIGHUP')
    expect(await winner?.ended).toBe(0)
    await expect(databasePid()).rejects.toThrow('ENOENT')
  })

  it('stops in order although its output is no longer read', async () => {
    const started = await ready({ DATA_DIR: data() })
    started.process.stdout?.destroy()
    started.process.stderr?.destroy()
    started.process.kill('SIGINT')
    expect(await started.ended).toBe(0)
    await expect(databasePid()).rejects.toThrow('ENOENT')
  })

  it('starts again after everything was killed at once', async () => {
    const killed = await ready({ DATA_DIR: data() })
    process.kill(await databasePid(), 'SIGKILL')
    killed.process.kill('SIGKILL')
    await killed.ended
    const again = await ready({ DATA_DIR: data() })
    again.process.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  it('starts on a copy that belongs to another user', async () => {
    const copy = join(folder, 'restored')
    await cp(data(), copy, { recursive: true })
    const restored = await ready({ DATA_DIR: copy })
    restored.process.kill('SIGTERM')
    expect(await restored.ended).toBe(0)
  })
})
