import { access, mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import type { Config } from './config.ts'
import { countByKey } from './features/keys/keys.ts'
import {
  ArchiveDamaged,
  type ArchiveWriter,
  type Key,
  type Lock,
  readArchive,
  writeArchive,
} from './platform/backup/archive.ts'
import { addFolder } from './platform/backup/folder.ts'
import { beginDump, dumpTable, Inventory } from './platform/backup/tables.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { StartError } from './platform/errors.ts'
import { keyIdOf } from './platform/secrets.ts'
import { DatabaseClient } from './platform/sql/failover-client.ts'

/** What a backup begins with. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The key that stored tokens are encrypted with, by its id. */
  keyId: z.string(),
  /** Uploaded files are in a bucket, and not in the backup. */
  bucket: z.string().nullable(),
  inventory: Inventory,
})
export type Manifest = z.infer<typeof Manifest>
/** What a backup ends with: how much was in it. */
const End = z.object({ rows: z.record(z.string(), z.number()), files: z.number() })
export type Made = {
  path: string
  manifest: Manifest
  rows: number
  files: number
  /** Whether the keys that are here open any of the stored secrets. */
  opens: boolean
}

const names = { manifest: 'manifest.json', end: 'end.json' }
/** Rows of a table come in entries of so much: their size has to be known before. */
const entryBytes = 4 * 1024 * 1024

/**
 * What belongs to this machine or to a moment: the server's own files, what left from here, files on their way. A copy
 * of the journal shows nothing that the copy of the database does not.
 */
const leftOut =
  /^(postgres(-new)?(\.password)?|journal|sending|exports|incoming|media-incoming|sandbox-secret|tidings\.pid.*|replaced-.*|.*\.part|tidings-.*\.tar\.zst(\.age)?)$/

/** Writes a backup of an install beside a running process, or without one: the rows as they are now, then the files. */
export async function makeBackup(config: Config, path: string, lock: Lock | undefined): Promise<Made> {
  const source = await openSource(config)
  const client = new DatabaseClient({ connectionString: source.url, application_name: 'tidings backup' })
  try {
    await client.connect()
    const inventory = await beginDump(client).catch(explainEmpty)
    const opens = await opensSecrets(client, config)
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      keyId: keyIdOf(config.encryptionKey),
      bucket: 's3' in config.mediaStore ? config.mediaStore.s3.bucket : null,
      inventory,
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const archive = await writeArchive(path, lock)
    try {
      await archive.add(names.manifest, asJson(manifest))
      const rows: Record<string, number> = {}
      for (const table of inventory.tables) rows[table.name] = await addTable(archive, client, table)
      // After the rows: a file that they name may not be missing, one more does no harm.
      const files = await addFiles(archive, config)
      await archive.add(names.end, asJson({ rows, files }))
      await archive.close()
      return { path, manifest, rows: sum(rows), files, opens }
    } catch (error) {
      await archive.abandon()
      throw error
    }
  } finally {
    await client.end()
    await source.close()
  }
}

/** SQLSTATE of a table and of a column that are not there. */
const olderStates = new Set(['42P01', '42703'])

/** False with the data folder or the key of another install: what is stored could not be opened after a restore. */
async function opensSecrets(
  client: pg.Client,
  { encryptionKey, otherEncryptionKeys }: Config,
): Promise<boolean> {
  await client.query('savepoint keys')
  const stored = await countByKey({ pool: client }).catch(async (error: unknown) => {
    // A database of an earlier version, which has not all the columns.
    await client.query('rollback to savepoint keys')
    if (!olderStates.has((error as { code?: string }).code ?? '')) throw error
    return new Map<string, number>()
  })
  const held = [encryptionKey, ...otherEncryptionKeys()].map((key) => keyIdOf(key))
  return stored.size === 0 || held.some((id) => stored.has(id))
}

async function openSource({ databaseUrl, databaseDirectUrl, dataDir }: Config) {
  const url = databaseDirectUrl ?? databaseUrl
  if (url) return { url, close: async () => undefined }
  const folder = join(dataDir, 'postgres')
  if (!(await exists(`${folder}.password`))) throw nothingThere()
  const server = await startEmbeddedPostgres(folder)
  // One that another process uses keeps running.
  return { url: server.url('postgres'), close: async () => (server.wasRunning ? undefined : server.stop()) }
}

const nothingThere = (): StartError =>
  new StartError('There is no Tidings here yet. Set DATA_DIR or DATABASE_URL as the install has them.')

function explainEmpty(error: unknown): never {
  const undefinedTable = '42P01'
  throw (error as { code?: unknown }).code === undefinedTable ? nothingThere() : error
}

async function addTable(
  archive: ArchiveWriter,
  client: pg.Client,
  table: Inventory['tables'][number],
): Promise<number> {
  let waiting: Buffer[] = []
  let bytes = 0
  let entry = 0
  const flush = async (): Promise<void> => {
    if (bytes > 0) await archive.add(`database/${table.name}/${++entry}`, Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  const rows = dumpTable(client, table)
  for (;;) {
    const { done, value } = await rows.next()
    if (done) {
      await flush()
      return value
    }
    waiting.push(value)
    bytes += value.length
    if (bytes >= entryBytes) await flush()
  }
}

async function addFiles(archive: ArchiveWriter, { dataDir, mediaStore }: Config): Promise<number> {
  const media = 'folder' in mediaStore ? resolve(mediaStore.folder) : undefined
  const isLeftOut = (path: string): boolean => path === media || leftOut.test(basename(path))
  const data = await addFolder(archive, 'data', dataDir, isLeftOut)
  return (
    data + (media ? await addFolder(archive, 'media', media, (path) => path === join(media, 'incoming')) : 0)
  )
}

/** What reads a backup does with what is in it. */
export type Sink = {
  begin: (manifest: Manifest) => Promise<void>
  rows: (table: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  file: (root: 'data' | 'media', name: string, content: AsyncIterable<Uint8Array>) => Promise<void>
}
export type ReadBack = { manifest: Manifest; rows: Record<string, number>; files: number }

/** @throws StartError where the file is no backup, is of a later version, or not whole. */
export async function readBackup(path: string, key: Key | undefined, sink: Sink): Promise<ReadBack> {
  let manifest: Manifest | undefined
  let end: z.infer<typeof End> | undefined
  let files = 0
  try {
    for await (const { name, content } of readArchive(path, key)) {
      if (name === names.manifest) {
        manifest = readManifest(await textOf(content))
        await sink.begin(manifest)
        continue
      }
      if (!manifest) throw noBackup(path)
      const [, root = '', rest = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? []
      if (name === names.end) end = End.parse(JSON.parse(await textOf(content)))
      else if (root === 'database') await sink.rows(rest.slice(0, rest.lastIndexOf('/')), content)
      else if (root === 'data' || root === 'media') {
        await sink.file(root, rest, content)
        files++
      } else throw noBackup(path)
    }
  } catch (error) {
    const isDamaged =
      error instanceof ArchiveDamaged || error instanceof SyntaxError || error instanceof z.ZodError
    if (!isDamaged) throw error
    throw new StartError(`${path} is damaged, or no backup of Tidings. Take another one.`, { cause: error })
  }
  if (!manifest) throw noBackup(path)
  if (!end || end.files !== files) throw new StartError(`${path} is not whole. Take another backup.`)
  return { manifest, rows: end.rows, files }
}

const noBackup = (path: string): StartError => new StartError(`${path} is no backup of Tidings.`)

function readManifest(text: string): Manifest {
  const read = Manifest.safeParse(JSON.parse(text))
  if (!read.success)
    throw new StartError('A later version of Tidings made this backup. Restore it with that version.')
  return read.data
}

/** Reads a backup to its end and restores nothing. @throws StartError where it could not be restored. */
export async function checkBackup(path: string, key: Key | undefined): Promise<ReadBack> {
  const counted: Record<string, number> = {}
  const read = await readBackup(path, key, {
    begin: async () => undefined,
    async rows(table, content) {
      const newline = 0x0a
      for await (const piece of content)
        for (const byte of piece) if (byte === newline) counted[table] = (counted[table] ?? 0) + 1
    },
    async file(_root, _name, content) {
      for await (const _ of content);
    },
  })
  const wrong = Object.keys(read.rows).find((table) => read.rows[table] !== (counted[table] ?? 0))
  if (wrong) throw new StartError(`${path} is not whole: rows of ${wrong} are missing. Take another backup.`)
  return read
}

export const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0)

const asJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value, null, 1))

export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
