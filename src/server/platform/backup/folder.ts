import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ArchiveWriter } from './archive.ts'

/**
 * Adds the files of a folder. One that goes in between is left out: it was removed after the database was read.
 * @returns how many there were.
 */
export async function addFolder(
  archive: ArchiveWriter,
  prefix: string,
  folder: string,
  isLeftOut: (path: string) => boolean,
): Promise<number> {
  let count = 0
  for await (const path of filesIn(folder, isLeftOut)) {
    const file = await open(path).catch(unlessGone)
    if (!file) continue
    const { size } = await file.stat()
    // What is appended while it is read does not belong to it.
    const content = createReadStream('', { fd: file, start: 0, end: Math.max(0, size - 1) })
    const name = `${prefix}/${relative(folder, path).split(sep).join('/')}`
    if (size === 0) {
      content.destroy()
      await archive.add(name, new Uint8Array())
    } else await archive.addStream(name, size, content)
    count++
  }
  return count
}

async function* filesIn(folder: string, isLeftOut: (path: string) => boolean): AsyncGenerator<string> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessGone)) ?? []
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    // At the top of a disk there is one, which only root may read.
    if (entry.name === 'lost+found' || isLeftOut(path)) continue
    if (entry.isDirectory()) yield* filesIn(path, isLeftOut)
    else if (entry.isFile()) yield path
  }
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Writes a file of a backup below a folder. @throws where its name leads out of it. */
export async function extractFile(
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = resolve(folder, name)
  if (!path.startsWith(resolve(folder) + sep)) throw new Error(`the backup has a file with the name ${name}`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // A backup that ends in the middle of a file leaves the one that is there whole.
  const draft = `${path}.part`
  try {
    await pipeline(content, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
