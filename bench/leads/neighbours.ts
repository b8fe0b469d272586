import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ImportSettings, LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { startProduct, watchRequests, writePeople } from '../product.ts'

export type NeighbourFigures = {
  businesses: number
  rows: number
  /** An import of so many new people who agreed, in a database with one business and in one with all of them. */
  aloneSeconds: number
  amongManySeconds: number
  /** The same file again: each row finds its person. */
  againSeconds: number
  /** Back to before: of both imports, the last one first. */
  undoAgainSeconds: number
  undoSeconds: number
  /** Another business's list meanwhile. */
  othersP95Milliseconds: number
  /** Until the search index had the million and the others, from the end of the imports. */
  indexSeconds: number
  /**
   * Searches in a business of a million: a rare word, an absent word, a part of an address or number, a word
   * of all.
   */
  searchRareMilliseconds: number
  searchNobodyMilliseconds: number
  searchEmailMilliseconds: number
  searchPhoneMilliseconds: number
  searchCommonMilliseconds: number
}

/**
 * The cost of neighbours: a business missing from the statistics imports and undoes beside 999 others. Shows
 * that each plan reads the business's own rows only.
 * @param reused a folder whose businesses the next run uses again.
 */
export async function benchNeighbours(
  rows: number,
  businesses = 1000,
  reused?: string,
): Promise<NeighbourFigures> {
  const folder = reused ?? (await mkdtemp(join(tmpdir(), 'tidings-bench-')))
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'people.csv')
  await writePeople(file, rows)
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const databaseUrl = postgres.url('postgres')
  const server = await startProduct(databaseUrl, join(folder, 'data'))
  try {
    const importFile = async (
      owner: string,
    ): Promise<{ seconds: number; path: string; found: LeadImport }> => {
      const form = new FormData()
      form.append('file', await openAsBlob(file), 'people.csv')
      const { import: made } = await server.post<{ import: LeadImport }>(leads.createImport.path, owner, form)
      const path = leads.getImport.path.replace('{id}', String(made.id))
      const settings: ImportSettings = made.settings
      const start = performance.now()
      await server.post(`${path}/start`, owner, {
        settings,
        tag: 'bench',
        consent: { state: 'opted_in', source: 'bench' },
      })
      const found = await settled(server, path, owner, 'done')
      return { seconds: (performance.now() - start) / 1000, path, found }
    }
    const undo = async (path: string, owner: string): Promise<number> => {
      const start = performance.now()
      await server.post(`${path}/undo`, owner, {})
      await settled(server, path, owner, 'undone')
      return (performance.now() - start) / 1000
    }

    const openCrowd = async (): Promise<{ aloneSeconds: number; crowd: string }> => {
      const mark = join(folder, 'crowd.json')
      if (existsSync(mark)) return JSON.parse(await readFile(mark, 'utf8'))
      const alone = await importFile(await server.signUp())
      const crowd = await server.signUp()
      const { leads: none } = await server.get<{ leads: unknown[] }>(leads.list.path, crowd)
      if (none.length > 0) throw new Error('a new business has leads')
      await fillBusinesses(databaseUrl, businesses)
      await writeFile(mark, JSON.stringify({ aloneSeconds: alone.seconds, crowd }))
      return { aloneSeconds: alone.seconds, crowd }
    }
    const { aloneSeconds, crowd } = await openCrowd()
    const owner = await server.signUp()
    const neighbour = watchRequests(() => server.get(leads.list.path, crowd))
    const first = await importFile(owner)
    if (first.found.counts.created !== rows) throw new Error(JSON.stringify(first.found.counts))
    const again = await importFile(owner)
    const undoAgainSeconds = await undo(again.path, owner)
    const undoSeconds = await undo(first.path, owner)
    const { leads: left } = await server.get<{ leads: unknown[] }>(leads.list.path, owner)
    if (left.length > 0) throw new Error('the undone import left leads')
    const others = (await neighbour.stop()).sort((a, b) => a - b)
    const indexStart = performance.now()
    await indexed(databaseUrl)
    const indexSeconds = (performance.now() - indexStart) / 1000
    const search = async (words: string): Promise<number> => {
      const took: number[] = []
      for (let time = 0; time < 5; time++) {
        const start = performance.now()
        await server.get(`${leads.list.path}?search=${encodeURIComponent(words)}`, crowd)
        took.push(performance.now() - start)
      }
      return took.sort((a, b) => a - b)[2] ?? 0
    }
    return {
      businesses,
      rows,
      aloneSeconds,
      amongManySeconds: first.seconds,
      againSeconds: again.seconds,
      undoAgainSeconds,
      undoSeconds,
      othersP95Milliseconds: others[Math.floor(others.length * 0.95)] ?? 0,
      indexSeconds,
      searchRareMilliseconds: await search('asha777777'),
      searchNobodyMilliseconds: await search('zqxjk'),
      searchEmailMilliseconds: await search('777777@ex'),
      searchPhoneMilliseconds: await search('777777'),
      searchCommonMilliseconds: await search('asha'),
    }
  } finally {
    await server.close()
    await postgres.stop()
    if (!reused) await rm(folder, { recursive: true, force: true })
  }
}

async function settled(
  server: Awaited<ReturnType<typeof startProduct>>,
  path: string,
  token: string,
  wanted: LeadImport['status'],
): Promise<LeadImport> {
  for (;;) {
    const { import: found } = await server.get<{ import: LeadImport }>(path, token)
    if (found.status === wanted) return found
    if (found.status === 'failed' || found.status === 'cancelled')
      throw new Error(`the import ended as ${found.status}`)
    await new Promise((wait) => setTimeout(wait, 100))
  }
}

/** Resolves when no lead waits for the search index. */
async function indexed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let waiting = 1; waiting > 0; await new Promise((wait) => setTimeout(wait, 500))) {
      waiting = (await client.query('select from lead_search_pending limit 1')).rows.length
    }
  } finally {
    await client.end()
  }
}

/**
 * The newest business gets a million leads and 998 others 300 each; then PostgreSQL updates its statistics.
 */
async function fillBusinesses(databaseUrl: string, businesses: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into businesses (name, country, timezone)
       select 'Neighbour ' || n, 'IN', 'Asia/Kolkata' from generate_series(1, $1::int) as n`,
      [businesses - 2],
    )
    const {
      rows: [big],
    } = await client.query<{ business_id: string }>('select max(business_id) as business_id from users')
    const lead = `'Asha ' || n, '+91' || lpad((n * 7368787 % 10000000)::text, 7, '0') || '144', 'asha' || n || '@example.com',
      array['imported', 'list ' || n % 10], jsonb_build_object('City', 'Pune'), case when n % 100 = 0 then 'opted_out' else 'opted_in' end`
    await client.query(
      `insert into leads (business_id, name, phone, email, tags, attributes, consent)
       select $1::bigint, ${lead} from generate_series(1, 1000000::bigint) as n`,
      [big?.business_id],
    )
    await client.query(
      `insert into leads (business_id, name, phone, email, tags, attributes, consent)
       select b.id, ${lead} from businesses b, generate_series(1, 300::bigint) as n where b.name like 'Neighbour %'`,
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const figures = await benchNeighbours(Number(process.argv[2] ?? 60_000), 1000, process.argv[3])
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
}
