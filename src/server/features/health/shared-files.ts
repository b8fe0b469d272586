import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type App, filesDirOf } from '#server/app.ts'
import { StartError } from '#server/platform/errors.ts'

const markName = '.tidings-files'
/** What was kept in the data folder before a folder for all processes was set. */
const folders = ['imports', 'template-media', 'template-samples']

/**
 * Makes sure that this process has the folder of files that the others have: the mark in it is the one that the
 * database knows. The first process to start makes both. Files in this machine's data folder are moved there.
 * @throws StartError where the folder is another one.
 */
export async function openSharedFiles(app: App): Promise<void> {
  const { dataDir } = app.settings
  const folder = filesDirOf(app)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, markName)
  const kept = await app.db
    .selectFrom('install_marks')
    .select('value')
    .where('name', '=', 'files')
    .executeTakeFirst()
  let found = await readMark(file)
  if (!kept && found === undefined) {
    await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    found = await readMark(file)
  }
  if (!kept && found !== undefined) {
    await sql`insert into install_marks (name, value) values ('files', ${found}::uuid)
      on conflict (name) do nothing`.execute(app.db)
  }
  const { value } = await app.db
    .selectFrom('install_marks')
    .select('value')
    .where('name', '=', 'files')
    .executeTakeFirstOrThrow()
  if (found !== value) {
    throw new StartError(
      `${folder} is not the folder of files that the other processes use. Set MEDIA_STORE to the folder that all of them share, or DATA_DIR to theirs. If the files were lost or moved and this folder is to take their place, write ${value} into ${file}.`,
    )
  }
  if (folder === dataDir) return
  for (const name of folders) {
    const from = join(dataDir, name)
    // Killed in between it begins again: what is there already stays.
    await cp(from, join(folder, name), { recursive: true, force: false, errorOnExist: false }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
    await rm(from, { recursive: true, force: true })
  }
}

async function readMark(file: string): Promise<string | undefined> {
  try {
    const mark = (await readFile(file, 'utf8')).trim().toLowerCase()
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mark) ? mark : 'unreadable'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
