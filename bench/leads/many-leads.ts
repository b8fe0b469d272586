import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { BulkChange } from '#contract/leads/changes.ts'
import { leads } from '#contract/leads.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { startProduct, watchRequests } from '../product.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
type Action = 'tag' | 'consent' | 'delete'

type Part = Action | 'export'

export type ManyLeadsFigures = { leads: number; load: number } & Partial<{
  /** The export read as fast as it comes, PostgreSQL's own COPY of the same columns, and a slow reader's. */
  exportSeconds: number
  rawCopySeconds: number
  exportMegabytes: number
  slowExportSeconds: number
  slowExportCuts: number
  /** 1: the slow reader's file has the bytes of the quick one's. */
  sameBytes: number
  /** An action on all leads, its undo, and one bare statement on a table with the same indexes. */
  seconds: number
  undoSeconds: number
  rawSeconds: number
  /** The request that begins an action or its undo. */
  slowestAnswerMilliseconds: number
  /** Lists meanwhile, of the same business and of another. */
  ownP50Milliseconds: number
  ownP99Milliseconds: number
  othersP50Milliseconds: number
  othersP99Milliseconds: number
  /** 1: after the undo the export has the same bytes again. */
  restored: number
}>

/** A reader of so many bytes a second, whose connection is cut twice. */
const slowSeconds = 75
const cuts = 2

/**
 * Exports or changes all leads of a big business.
 * @param reused a folder whose leads the next run uses again; a first run with `fill` only fills it.
 */
export async function benchManyLeads(
  count: number,
  part: Part | 'fill',
  reused?: string,
): Promise<ManyLeadsFigures> {
  const folder = reused ?? (await mkdtemp(join(tmpdir(), 'tidings-bench-')))
  await mkdir(folder, { recursive: true })
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const databaseUrl = postgres.url('postgres')
  const server = await startProduct(databaseUrl, join(folder, 'data'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { owner, other } = await openFilled(client, server, folder, count)
    const figures = await run(client, server, {
      owner,
      other,
      action: part,
      count,
      isReused: reused !== undefined,
    })
    return { leads: count, load: loadavg()[0] ?? 0, ...figures }
  } finally {
    await client.end()
    await server.close()
    await postgres.stop()
    if (!reused) await rm(folder, { recursive: true, force: true })
  }
}

/** The tokens of the business with the leads and of another. */
type Owners = { owner: string; other: string }

async function openFilled(
  client: pg.Client,
  server: Product,
  folder: string,
  count: number,
): Promise<Owners> {
  const mark = join(folder, 'owners.json')
  if (existsSync(mark)) return JSON.parse(await readFile(mark, 'utf8')) as Owners
  const owner = await server.signUp()
  await fill(client, count)
  const other = await server.signUp()
  await writeFile(mark, JSON.stringify({ owner, other }))
  return { owner, other }
}

function run(client: pg.Client, server: Product, measured: Measured): Promise<object> | object {
  const { action } = measured
  if (action === 'fill') return {}
  if (action === 'export') return benchExport(client, server, measured.owner)
  return benchAction(client, server, { ...measured, action })
}

async function benchExport(client: pg.Client, server: Product, owner: string) {
  const rawCopySeconds = await rawCeiling(client, 'copy')
  const whole = await read(server, owner)
  const slow = await readSlowly(server, owner, whole.bytes)
  return {
    exportSeconds: whole.seconds,
    rawCopySeconds,
    exportMegabytes: whole.bytes / 1e6,
    slowExportSeconds: slow.seconds,
    slowExportCuts: cuts,
    sameBytes: Number(slow.hash === whole.hash),
  }
}

type Measured<Kind = Part | 'fill'> = Owners & { action: Kind; count: number; isReused: boolean }

async function benchAction(
  client: pg.Client,
  server: Product,
  { owner, other, action, count, isReused }: Measured<Action>,
) {
  // A copy of the table would make the reused folder larger with each run.
  const rawSeconds = isReused ? Number.NaN : await rawCeiling(client, action)
  const before = await read(server, owner)
  const own = watchRequests(() => server.get(leads.list.path, owner))
  const others = watchRequests(() => server.get(leads.list.path, other))
  const answers: number[] = []
  const done = await change(server, owner, action, count, answers)
  const undone = await undo(server, owner, done.id, answers)
  const [ownTook, othersTook] = [await own.stop(), await others.stop()]
  const after = await read(server, owner)
  return {
    seconds: done.seconds,
    undoSeconds: undone.seconds,
    rawSeconds,
    slowestAnswerMilliseconds: Math.max(...answers),
    ownP50Milliseconds: share(ownTook, 0.5),
    ownP99Milliseconds: share(ownTook, 0.99),
    othersP50Milliseconds: share(othersTook, 0.5),
    othersP99Milliseconds: share(othersTook, 0.99),
    restored: Number(after.hash === before.hash),
  }
}

async function fill(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into leads (business_id, name, phone, email, tags, attributes, consent)
     select (select max(business_id) from users), 'Asha ' || n,
       '+91' || lpad((n * 7368787 % 10000000)::text, 7, '0') || '144', 'asha' || n || '@example.com',
       array['imported', 'list ' || n % 10], jsonb_build_object('City', 'Pune'),
       case when n % 100 = 0 then 'opted_out' else 'none' end
     from generate_series(1, $1::bigint) as n`,
    [count],
  )
  await client.query('analyze leads')
  for (let waiting = 1; waiting > 0; await pause(500)) {
    waiting = (await client.query('select from lead_search_pending limit 1')).rows.length
  }
}

const bare: Record<Action | 'copy', string> = {
  copy: `copy (select name, phone, email, tags, source, consent, consent_at, consent_source,
    created_at, attributes, attribution from leads order by id desc) to '/dev/null' csv`,
  tag: `update raw_leads set tags = array_append(array_remove(tags, 'bench'), 'bench'), updated_at = now()`,
  consent: `update raw_leads set consent = 'opted_in', consent_at = now(), updated_at = now()
    where consent = 'none'`,
  delete: 'delete from raw_leads',
}

/** PostgreSQL's own time for the same work in one statement, in a table with the same indexes. */
async function rawCeiling(client: pg.Client, work: Action | 'copy'): Promise<number> {
  if (work !== 'copy') {
    await client.query('create table raw_leads (like leads including all)')
    await client.query('insert into raw_leads overriding system value select * from leads')
    await client.query('analyze raw_leads')
  }
  const start = performance.now()
  await client.query(bare[work])
  const seconds = (performance.now() - start) / 1000
  await client.query('drop table if exists raw_leads')
  return seconds
}

type Read = { seconds: number; bytes: number; hash: string }

function ask(server: Product, token: string, headers: object = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${token}`, ...headers }
    get(`${server.url}${leads.export.path}`, { headers: all }, resolve).on('error', reject)
  })
}

async function read(server: Product, token: string): Promise<Read> {
  const start = performance.now()
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of await ask(server, token)) {
    hash.update(part as Buffer)
    bytes += (part as Buffer).length
  }
  return { seconds: (performance.now() - start) / 1000, bytes, hash: hash.digest('hex') }
}

async function readSlowly(server: Product, token: string, bytes: number): Promise<Read> {
  const start = performance.now()
  const hash = createHash('sha256')
  let at = 0
  let tag = ''
  for (let turn = 0; turn <= cuts; turn++) {
    const answer = await ask(server, token, at === 0 ? {} : { range: `bytes=${at}-`, 'if-range': tag })
    if (answer.statusCode !== (at === 0 ? 200 : 206))
      throw new Error(`resuming answered ${answer.statusCode}`)
    tag ||= answer.headers.etag ?? ''
    const end = turn === cuts ? Number.POSITIVE_INFINITY : (bytes * (turn + 1)) / (cuts + 1)
    for await (const part of answer) {
      hash.update(part as Buffer)
      at += (part as Buffer).length
      if (at >= end) break
      const ahead = start + (at / bytes) * slowSeconds * 1000 - performance.now()
      if (ahead > 1) await pause(ahead)
    }
    answer.destroy()
  }
  return { seconds: (performance.now() - start) / 1000, bytes: at, hash: hash.digest('hex') }
}

type Done = { id: number; seconds: number }

async function change(
  server: Product,
  token: string,
  action: Action,
  count: number,
  answers: number[],
): Promise<Done> {
  const start = performance.now()
  const { change: begun } = await server.post<{ change: BulkChange }>(leads.bulk.path, token, {
    audience: { all: true },
    action,
    ...(action === 'tag' && { tag: 'bench' }),
    ...(action === 'consent' && { details: 'bench' }),
  })
  answers.push(performance.now() - start)
  const done = await settled(server, token, begun.id, 'done')
  const wanted = action === 'consent' ? count - Math.floor(count / 100) : count
  if (done.changed !== wanted) throw new Error(`${action} changed ${done.changed} of ${wanted}`)
  return { id: begun.id, seconds: (performance.now() - start) / 1000 }
}

async function undo(server: Product, token: string, id: number, answers: number[]): Promise<Done> {
  const start = performance.now()
  await server.post(leads.undoChange.path.replace('{id}', String(id)), token, {})
  answers.push(performance.now() - start)
  const done = await settled(server, token, id, 'undone')
  if (done.undone !== done.changed || done.kept !== 0)
    throw new Error(`undone ${done.undone}, kept ${done.kept}`)
  return { id, seconds: (performance.now() - start) / 1000 }
}

async function settled(
  server: Product,
  token: string,
  id: number,
  wanted: BulkChange['status'],
): Promise<BulkChange> {
  for (;;) {
    const path = leads.getChange.path.replace('{id}', String(id))
    const { change: found } = await server.get<{ change: BulkChange }>(path, token)
    if (found.status === wanted) return found
    await pause(100)
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((wait) => setTimeout(wait, milliseconds))

function share(took: number[], part: number): number {
  const sorted = took.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

if (import.meta.main) {
  const figures = await benchManyLeads(
    Number(process.argv[2] ?? 1_000_000),
    (process.argv[3] ?? 'export') as Part | 'fill',
    process.argv[4],
  )
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
}
