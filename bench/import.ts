import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, openAsBlob, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { LeadImport } from '#contract/lead-imports.ts'
import { leads } from '#contract/leads.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'

export type ImportFigures = {
  rows: number
  megabytes: number
  /** The upload with the look into the file, and the dry run that counts what an import would do. */
  uploadSeconds: number
  checkSeconds: number
  /** From the start of the import to its last commit. */
  importSeconds: number
  /** COPY of the same rows into a table with the same columns and indexes, nothing read, nothing merged. */
  copySeconds: number
  shareOfCopy: number
  /** Of the product's process, from before the upload's first byte to the last commit; and of it while rows are written. */
  rssGrowthMegabytes: number
  rssGrowthWhileWritingMegabytes: number
  /** Another business's requests meanwhile. */
  othersP95Milliseconds: number
  othersRequests: number
}

/** Imports a file of so many people through the product's own HTTP, and measures what it costs everybody. */
export async function benchImport(rows: number): Promise<ImportFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'))
  const file = join(folder, 'people.csv')
  await writePeople(file, rows)
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const databaseUrl = postgres.url('postgres')
  const server = await startProduct(databaseUrl, join(folder, 'data'))
  const watches: { stop: () => unknown }[] = []
  try {
    const owner = await server.signUp()
    const other = await server.signUp()
    for (let warm = 0; warm < 50; warm++) await server.get(leads.list.path, other)
    const rss = watchRss(server.rss)
    const neighbour = watchRequests(() => server.get(leads.list.path, other))
    watches.push(rss, neighbour)
    const uploadStart = performance.now()
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'people.csv')
    const { import: found } = await server.post<{ import: LeadImport }>(leads.createImport.path, owner, form)
    const uploadSeconds = (performance.now() - uploadStart) / 1000
    const path = leads.getImport.path.replace('{id}', String(found.id))
    const checkStart = performance.now()
    await server.post(`${path}/check`, owner, found.settings)
    const checkSeconds = (performance.now() - checkStart) / 1000
    const rssWhileWriting = watchRss(server.rss)
    watches.push(rssWhileWriting)
    const start = performance.now()
    await server.post(`${path}/start`, owner, {
      settings: found.settings,
      tag: 'bench',
      consent: { state: 'opted_in', source: 'bench' },
    })
    let now: LeadImport
    do {
      await new Promise((wait) => setTimeout(wait, 100))
      now = (await server.get<{ import: LeadImport }>(path, owner)).import
    } while (now.status === 'running')
    const importSeconds = (performance.now() - start) / 1000
    if (now.status !== 'done' || now.counts.created !== rows) {
      throw new Error(`the import ended as ${now.status} with ${JSON.stringify(now.counts)}`)
    }
    const othersMilliseconds = await neighbour.stop()
    const rssGrowthWhileWritingMegabytes = rssWhileWriting.stop()
    const rssGrowthMegabytes = rss.stop()
    const copySeconds = await rawCopy(databaseUrl)
    const sorted = othersMilliseconds.sort((a, b) => a - b)
    return {
      rows,
      megabytes: (await stat(file)).size / 1e6,
      uploadSeconds,
      checkSeconds,
      importSeconds,
      copySeconds,
      shareOfCopy: copySeconds / importSeconds,
      rssGrowthMegabytes,
      rssGrowthWhileWritingMegabytes,
      othersP95Milliseconds: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      othersRequests: sorted.length,
    }
  } finally {
    // Where the import failed, they still watch.
    for (const watch of watches) await watch.stop()
    await server.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writePeople(path: string, rows: number): Promise<void> {
  await pipeline(function* () {
    let text = 'Name,Mobile No.,E-mail,City\r\n'
    for (let at = 0; at < rows; at++) {
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

/** The ceiling: the very rows that the import made, copied into a table like theirs. */
async function rawCopy(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const columns =
    'business_id, name, phone, email, tags, source, attributes, import_id, consent, consent_at, consent_source'
  await client.query('create table bench_leads (like leads including all)')
  const folder = await mkdtemp(join(tmpdir(), 'tidings-copy-'))
  try {
    const dump = join(folder, 'rows')
    await pipeline(
      client.query(copyTo(`copy (select ${columns} from leads order by id) to stdout`)),
      createWriteStream(dump),
    )
    const start = performance.now()
    await pipeline(createReadStream(dump), client.query(copyFrom(`copy bench_leads (${columns}) from stdin`)))
    return (performance.now() - start) / 1000
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

function watchRss(rss: () => number): { stop: () => number } {
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

function watchRequests(ask: () => Promise<unknown>): { stop: () => Promise<number[]> } {
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
async function startProduct(databaseUrl: string, dataDir: string) {
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

if (import.meta.main) {
  const figures = await benchImport(Number(process.argv[2] ?? 1_000_000))
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
}
