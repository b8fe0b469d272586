import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { startProduct, watchRequests, watchRss, writePeople } from '../product.ts'

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

/**
 * Imports a file of so many people through the product's HTTP and measures time, memory and other requests.
 */
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

if (import.meta.main) {
  const figures = await benchImport(Number(process.argv[2] ?? 1_000_000))
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
}
