import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { templates } from '#contract/templates.ts'
import type { Person, TestServer } from '../server.ts'
import { formOf } from './requests.ts'

/** A PNG as far as its first bytes tell, with the word in it. */
export const pngOf = (word: string): Buffer =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(word)])

/** A file of one lead whose name has the word in it. */
export const csvOf = (word: string): string => `Name,Phone\n${word} import,+919833300001\n`

/** Uploads a picture. Answers its id. */
export async function addMedia(server: TestServer, token: string, word: string): Promise<number> {
  const answer = await server.http.inject({
    method: 'POST',
    url: templates.uploadMedia.path,
    ...(await formOf({ file: { name: `${word}.png`, content: pngOf(word) } }, token)),
  })
  if (answer.statusCode !== 200) throw new Error(`the file was not kept: ${answer.body}`)
  return answer.json().media.id
}

/** Uploads files of leads: three that wait, and one that is done and can be undone. */
export async function addImports(server: TestServer, person: Person, word: string) {
  const { db, settings } = server.app
  const add = async (): Promise<number> => {
    const answer = await server.http.inject({
      method: 'POST',
      url: '/marketing/api/leads/imports',
      ...(await formOf({ file: { name: `${word}.csv`, content: csvOf(word) } }, person.token)),
    })
    if (answer.statusCode !== 200) throw new Error(`the import was not created: ${answer.body}`)
    return answer.json().import.id
  }
  const imports = [await add(), await add(), await add()]
  const doneImport = await add()
  await db
    .updateTable('lead_imports')
    .set({
      status: 'done',
      tag: `${word} tag`,
      rows_done: 1,
      rejected: 1,
      reasons: JSON.stringify({ skipped: {}, rejected: { no_phone: 1 } }),
      finished_at: new Date(),
      undo_until: new Date(Date.now() + 86_400_000),
    })
    .where('business_id', '=', person.businessId)
    .where('id', '=', doneImport)
    .execute()
  await sql`
    insert into lead_import_updates (business_id, import_id, lead_id, before)
    select business_id, ${doneImport}, id, '{}' from leads where business_id = ${person.businessId} limit 1`.execute(
    db,
  )
  await mkdir(join(settings.dataDir, 'media', 'imports'), { recursive: true })
  await writeFile(
    join(settings.dataDir, 'media', 'imports', `${doneImport}-rejects.csv`),
    `Name,Phone\n${word},none\n`,
  )
  return { imports, doneImport }
}
