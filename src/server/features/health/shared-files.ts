import { randomUUID } from 'node:crypto'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { StartError } from '#server/platform/errors.ts'
import { MediaMissing, readWhole, writeWhole } from '#server/platform/media-store/media-store.ts'
import type { MediaPlace } from '#server/platform/media-store/open-store.ts'

const markKey = '.tidings-files'
/** What earlier versions kept outside of the media store. */
const folders = ['imports', 'template-media', 'template-samples']

type Place = { mediaStore: MediaPlace; databaseUrl?: string | undefined }

/**
 * Makes sure that this process has the files that the others have: the mark among them is the one that the database
 * knows. The first process to start makes both. Files that an earlier version kept elsewhere are moved.
 * @throws StartError where the files are others.
 */
export async function openSharedFiles(app: App, { mediaStore, databaseUrl }: Place): Promise<void> {
  const { dataDir } = app.settings
  const earlier = 'folder' in mediaStore ? [join(mediaStore.folder, 'files'), dataDir] : [dataDir]
  // The embedded database is in the data folder, and cannot be used with another one.
  if (databaseUrl) await compareMark(app, mediaStore, earlier)
  for (const folder of earlier) for (const name of folders) await moveIn(app, folder, name)
}

async function compareMark(app: App, place: MediaPlace, earlier: readonly string[]): Promise<void> {
  const isFolder = 'folder' in place
  const name = isFolder ? place.folder : place.s3.bucket
  const mark = isFolder ? join(place.folder, markKey) : `the object ${place.s3.prefix}${markKey}`
  await app.transaction(async (tx) => {
    // Of processes that start at the same moment one makes the mark.
    await sql`lock table install_marks in share row exclusive mode`.execute(tx.db)
    const { rows } = await sql<{
      value: string
    }>`select value from install_marks where name = 'files'`.execute(tx.db)
    const kept = rows[0]?.value
    let found = await readMark(app)
    if (found === undefined) {
      const marks = await Promise.all(earlier.map(readEarlierMark))
      // The files of before are here: the mark goes where they go.
      const known = marks.find((one) => one !== undefined && one === (kept ?? one))
      if (known ?? !kept) {
        found = known ?? randomUUID()
        await writeWhole(app.media, markKey, found, 'text/plain')
      }
    }
    if (!kept)
      await sql`insert into install_marks (name, value) values ('files', ${found}::uuid)`.execute(tx.db)
    else if (found !== kept)
      throw new StartError(
        `The ${isFolder ? 'folder' : 'bucket'} ${name} does not hold the files that the other processes use. Set MEDIA_STORE to what all of them share, or DATA_DIR to theirs. If the files were lost or moved and this is to take their place, write ${kept} into ${mark}.`,
      )
  })
}

async function readMark({ media }: App): Promise<string | undefined> {
  try {
    const mark = String(await readWhole(media, markKey))
      .trim()
      .toLowerCase()
    return isMark(mark) ? mark : 'unreadable'
  } catch (error) {
    if (error instanceof MediaMissing) return undefined
    throw error
  }
}

const isMark = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

async function readEarlierMark(folder: string): Promise<string | undefined> {
  const mark = await readFile(join(folder, markKey), 'utf8').catch(noneWhereGone)
  return mark && isMark(mark.trim().toLowerCase()) ? mark.trim().toLowerCase() : undefined
}

/** Killed in between it begins again. */
async function moveIn({ media }: App, folder: string, name: string): Promise<void> {
  const from = join(folder, name)
  const files = (await readdir(from, { recursive: true, withFileTypes: true }).catch(noneWhereGone)) ?? []
  for (const file of files.filter((one) => one.isFile() && !one.name.endsWith('.part'))) {
    const path = join(file.parentPath, file.name)
    // By a copy: the folders may be on different disks.
    const copy = join(await media.incoming(), randomUUID())
    await copyFile(path, copy)
    const key = `${name}${path.slice(from.length).replaceAll('\\', '/')}`
    if (await media.has(key)) await rm(copy)
    else await media.put(key, copy, 'application/octet-stream')
    await rm(path)
  }
  if (files.length > 0) await rm(from, { recursive: true, force: true })
}

function noneWhereGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
