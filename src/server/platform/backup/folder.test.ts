import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readArchive, writeArchive } from './archive.ts'
import { addFolder } from './folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-folder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('takes the files of a disk of its own, but not what its file system keeps there', async () => {
  const media = join(folder, 'media')
  for (const name of ['1/ab', 'lost+found']) {
    await mkdir(join(media, name), { recursive: true })
    await writeFile(join(media, name, 'file'), 'content')
  }
  const path = join(folder, 'archive')
  const archive = await writeArchive(path, undefined)
  const count = await addFolder(archive, 'media', media, () => false)
  await archive.close()
  const names: string[] = []
  for await (const { name, content } of readArchive(path, undefined)) {
    names.push(name)
    for await (const _ of content);
  }
  expect([count, names]).toEqual([1, ['media/1/ab/file']])
})
