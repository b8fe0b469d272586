import { readFileSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { exists, type Manifest, type ReadBack, readBackup, sum, textOf } from './backup.ts'
import type { Config } from './config.ts'
import type { Key } from './platform/backup/archive.ts'
import { extractFile } from './platform/backup/folder.ts'
import { beginLoad, type Load } from './platform/backup/tables.ts'
import { rolesOf } from './platform/embedded/roles.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { StartError } from './platform/errors.ts'
import { takeFolder } from './platform/folder-lock.ts'
import { Kept, replaceSecrets, withKeysOf } from './platform/keys/key-file.ts'
import type { Logger } from './platform/log.ts'
import { DatabaseClient } from './platform/sql/failover-client.ts'
import { NewerDatabase, prepareDatabase, prepareQueue } from './prepare-database.ts'

export type Restored = {
  manifest: Manifest
  rows: number
  files: number
  /** Where the database that was there before is now. */
  movedTo: string | undefined
}

/**
 * Restores a backup onto an empty install, which must not run. All rows appear at once, at the end.
 * @param options.replace moves our own database aside once the other is loaded; the journal stays, and says what left
 * since the backup.
 */
export async function restoreBackup(
  config: Config,
  path: string,
  options: { key: Key | undefined; replace: boolean; log: Logger },
): Promise<Restored> {
  const release = config.databaseUrl ? undefined : await takeFolder(config.dataDir)
  // What was written here with the present keys needs them later; a new folder has the backup's alone.
  const isNew = !(await exists(join(config.dataDir, 'journal')))
  try {
    const target = await openTarget(config, options.replace)
    const read = await loadInto(target, config, path, options).catch(async (error: unknown) => {
      if (target.loads) await removeDatabase(target.loads)
      throw error
    })
    const movedTo = target.loads && (await makeReplaced(config))
    // Before the exchange: no start may find the rows without their keys.
    if (read.secrets) restoreSecrets(config, read.secrets, isNew)
    if (target.loads && movedTo) await exchange(config.dataDir, target.loads, movedTo)
    if (movedTo) options.log.info({ movedTo }, 'the database that was there was moved')
    return { manifest: read.manifest, rows: sum(read.rows), files: read.files, movedTo }
  } finally {
    await release?.()
  }
}

/** Reads the whole backup into the target, and closes it. */
async function loadInto(
  target: Target,
  config: Config,
  path: string,
  { key, log }: { key: Key | undefined; log: Logger },
): Promise<ReadBack & { secrets: string | undefined }> {
  const client = new DatabaseClient({
    connectionString: target.ownerUrl,
    application_name: 'tidings restore',
  })
  let load: Load | undefined
  let secrets: string | undefined
  try {
    const read = await readBackup(path, key, {
      async begin(manifest) {
        await prepareFor(manifest, target.ownerUrl, log)
        await client.connect()
        await refuseOtherQueue(client, manifest)
        load = await beginLoad(client, manifest.inventory)
      },
      rows: (table, content) => load!.take(table, content),
      async file(root, name, content) {
        if (root === 'data' && name === 'secrets.json') secrets = await textOf(content)
        else await restoreFile(config, root, name, content)
      },
    })
    await finish(client, load!, read)
    return { ...read, secrets }
  } catch (error) {
    await load
      ?.abandon()
      .catch((fault: unknown) => log.debug({ err: fault }, 'the load was not ended in order'))
    throw error
  } finally {
    await client.end()
    await target.close()
  }
}

type Target = {
  ownerUrl: string
  /** The folder of a database that takes the place of the one that is there. */
  loads: string | undefined
  close: () => Promise<void>
}

async function openTarget(config: Config, replace: boolean): Promise<Target> {
  const given = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl
  if (given) {
    if ((await stateOf(given)) === 'used')
      throw new StartError(
        'There is an install on this database. Make a new database, and set DATABASE_URL to it.',
      )
    return { ownerUrl: given, loads: undefined, close: async () => undefined }
  }
  const present = join(config.dataDir, 'postgres')
  const before = await startEmbeddedPostgres(present)
  const state = await stateOf(before.url('postgres'))
  if (state === 'empty') return await asOwner(before, undefined)
  await before.stop()
  if (state === 'started') {
    // Its tables may be later than the backup's, and there is nothing in them.
    await removeDatabase(present)
    return await asOwner(await startEmbeddedPostgres(present), undefined)
  }
  if (!replace)
    throw new StartError(
      `There is an install in ${config.dataDir}. Set DATA_DIR to a new folder, or add --replace: its database is kept beside it, and the record of what was sent stays.`,
    )
  const folder = join(config.dataDir, 'postgres-new')
  // One that an earlier restore left when it was killed.
  await removeDatabase(folder)
  return await asOwner(await startEmbeddedPostgres(folder), folder)
}

const removeDatabase = async (folder: string): Promise<void> => {
  // Without its password a folder counts as half made.
  for (const path of [`${folder}.password`, folder])
    await rm(path, { recursive: true, force: true, maxRetries: 10 })
}

/** Makes the folder for what is replaced, with copies of what the database needs. */
async function makeReplaced({ dataDir, secretsFile }: Config): Promise<string> {
  const folder = join(dataDir, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(folder, { mode: 0o700 })
  for (const file of [join(dataDir, 'postgres.password'), secretsFile])
    await copyFile(file, join(folder, basename(file)))
  return folder
}

/** Puts a loaded database in the place of the one that is there. */
async function exchange(dataDir: string, loaded: string, movedTo: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  // A folder without a password counts as half made and is emptied: there is one at every moment.
  await rename(folder, join(movedTo, 'postgres'))
  await rename(loaded, folder)
  await rename(`${loaded}.password`, `${folder}.password`)
}

async function asOwner(
  server: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  loads: string | undefined,
): Promise<Target> {
  const roles = rolesOf(server)
  await roles.make()
  return { ownerUrl: roles.ownerUrl, loads, close: server.stop }
}

/**
 * Whether a business is on the database, or tables alone.
 * @throws StartError where a process of ours is at work on it.
 */
async function stateOf(url: string): Promise<'used' | 'started' | 'empty'> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'tidings restore' })
  await client.connect()
  try {
    const { rows: others } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'tidings%' and pid <> pg_backend_pid()`,
    )
    if (others.length > 0)
      throw new StartError('Tidings is running on this database. Stop every process first.')
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('public.businesses') is not null as made`,
    )
    if (!rows[0]?.made) return 'empty'
    return (await client.query('select from businesses limit 1')).rows.length > 0 ? 'used' : 'started'
  } finally {
    await client.end()
  }
}

/** Tables as they were when the backup was made; a later start brings them up to date. */
async function prepareFor({ inventory }: Manifest, ownerUrl: string, log: Logger): Promise<void> {
  await prepareDatabase(ownerUrl, log, inventory.migrations).catch((error: unknown) => {
    if (!(error instanceof NewerDatabase)) throw error
    throw new StartError(
      'A later version than the one that made the backup was started on this database. Make a new database, and set DATABASE_URL to it.',
    )
  })
  await prepareQueue(ownerUrl, log)
}

async function refuseOtherQueue(client: pg.Client, { inventory }: Manifest): Promise<void> {
  const { rows: made } = await client.query<{ name: string }>('select name from kysely_migration')
  const known = new Set(made.map(({ name }) => name))
  const unknown = inventory.migrations.find((name) => !known.has(name))
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  if (unknown || rows[0]?.version !== inventory.queueVersion || known.size > inventory.migrations.length)
    throw new StartError(
      'Another version of Tidings made this backup. Restore it with that version, then upgrade.',
    )
}

async function restoreFile(
  config: Config,
  root: 'data' | 'media',
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (root === 'media') {
    if ('s3' in config.mediaStore)
      throw new StartError('The backup has files. Set MEDIA_STORE to a folder for them.')
    return await extractFile(config.mediaStore.folder, name, content)
  }
  // The sandbox stands in for the providers, who know what they got since.
  const isSandbox = name === 'sandbox.json' && (await exists(join(config.dataDir, name)))
  if (!isSandbox) return await extractFile(config.dataDir, name, content)
  for await (const _ of content);
}

/** The journal since the backup was written with the keys that are here: they stay, and the backup's open its rows. */
function restoreSecrets({ secretsFile }: Config, text: string, isNew: boolean): void {
  const backup = Kept.parse(JSON.parse(text))
  const present = Kept.parse(JSON.parse(readFileSync(secretsFile, 'utf8')))
  replaceSecrets(secretsFile, isNew ? backup : withKeysOf(present, backup))
}

async function finish(client: pg.Client, load: Load, { rows }: ReadBack): Promise<void> {
  const counts = await load.finish()
  const wrong = Object.keys(rows).find((table) => rows[table] !== (counts.get(table) ?? 0))
  if (wrong) throw new StartError(`The backup is not whole: rows of ${wrong} are missing. Take another one.`)
  await client.query('commit')
  await client.query('analyze')
}
