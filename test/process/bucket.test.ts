import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { templates } from '#contract/templates.ts'
import { readMediaStore } from '#server/platform/media-store/open-store.ts'
import { type FakeS3, s3Keys, startFakeS3 } from '../files/fake-s3.ts'
import { formOf } from '../http/requests.ts'
import { eventually, openTestServer, type Person, type TestServer } from '../server.ts'

/** Processes with data folders of their own, and one bucket: what one of them receives, the others have. */
let s3: FakeS3
let folder: string
let web: TestServer
let worker: TestServer
let asha: Person
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-bucket-'))
  s3 = await startFakeS3('files')
  const mediaStore = readMediaStore(`s3://files?endpoint=${s3.endpoint}`, s3Keys)!
  web = await openTestServer({ mediaStore, dataDir: join(folder, 'web') })
  worker = await openTestServer({ mediaStore, dataDir: join(folder, 'worker'), beside: web, jobs: true })
  asha = await web.signUp()
})
afterAll(async () => {
  await worker.close()
  await web.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const keys = (prefix: string): string[] => [...s3.objects.keys()].filter((key) => key.startsWith(prefix))
const get = (server: TestServer, url: string, headers: Record<string, string> = {}) =>
  server.http.inject({ url, headers: { authorization: `Bearer ${asha.token}`, ...headers } })
/** Files of this process alone; what is on its way is gone. */
const left = async (process: string): Promise<string[]> =>
  (await readdir(join(folder, process), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile() && !one.parentPath.endsWith('journal'))
    .map(({ name }) => name)

it('carries an import from the process that receives it to the one that writes it, and its rejected rows back', async () => {
  const content = 'Name,Phone\nAsha,+919820000001\nBad,12\n'
  const created = await web.http.inject({
    method: 'POST',
    url: leads.createImport.path,
    ...(await formOf({ file: { name: 'people.csv', content } }, asha.token)),
  })
  const { id, settings } = created.json().import
  expect(keys('imports/')).toHaveLength(1)
  const started = await web.call(leads.startImport, {
    token: asha.token,
    params: { id },
    body: { settings, tag: 'list', consent: { state: 'none' } },
  })
  expect(started.status).toBe(200)
  await eventually('the end of the import', async () => {
    const { body } = await web.call(leads.getImport, { token: asha.token, params: { id } })
    return body.import.status === 'done'
  })
  // The list goes after its status says so.
  await eventually('the rejected rows alone', async () => keys('imports/').length === 1)
  const rejects = await get(web, leads.importRejects.path.replace('{id}', String(id)))
  expect(rejects.body).toContain('Bad,12,')
})

it('shows the file of a header that another process received', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const kept = await web.http.inject({
    method: 'POST',
    url: templates.uploadMedia.path,
    ...(await formOf({ file: { name: 'shop.png', content: png } }, asha.token)),
  })
  const url = templates.getMedia.path.replace('{id}', String(kept.json().media.id))
  expect((await get(worker, url)).rawPayload.equals(png)).toBe(true)
})

it('goes on with an export that another process began', async () => {
  const whole = await get(web, leads.export.path)
  expect(whole.body).toContain('Asha')
  await eventually('the export in the bucket', async () => keys('exports/').length === 1)
  const rest = await get(worker, leads.export.path, {
    range: 'bytes=10-',
    'if-range': String(whole.headers.etag),
  })
  expect([rest.statusCode, rest.rawPayload.equals(whole.rawPayload.subarray(10))]).toEqual([206, true])
})

it('keeps nothing on the disks of the processes', async () => {
  expect([await left('web'), await left('worker')]).toEqual([[], []])
})
