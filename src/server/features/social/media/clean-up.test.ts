import { createHash } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import { picture } from '#test/files/pictures.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { removeUnused } from './clean-up.ts'
import { fileForNetwork } from './network-file.ts'
import { mediaKey } from './rules/media-key.ts'
import { findMedia, type StoredMedia } from './stored-media.ts'
import { storeUpload } from './upload.ts'

let server: TestServer
let asha: Person
let accountId: number
let width = 40
const day = 86_400_000

beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  const { id } = await server.app.db
    .insertInto('social_accounts')
    .values({
      business_id: asha.businessId,
      platform: 'facebook',
      external_id: '1',
      token_kind: 'page',
      name: 'Asha',
      status: 'connected',
      status_at: new Date(),
      connected_by: asha.userId,
      connected_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  accountId = id
})
afterAll(() => server.close())

/** The same server so many days later. */
const later = (days: number) => ({ ...server.app, now: () => new Date(Date.now() + days * day) })
const store = (content: Buffer) =>
  storeUpload(server.app, asha.businessId, asha.userId, Readable.from([content]), 'a.png')
const newPicture = async () => store(await picture({ width: width++, height: 20 }))
const isThere = async ({ id, hash }: StoredMedia): Promise<boolean> => {
  const [found] = await findMedia(server.app, asha.businessId, [id])
  const hasBytes = await server.app.media.has(mediaKey(asha.businessId, hash))
  expect(found?.removedAt === null).toBe(hasBytes)
  return hasBytes
}

async function post(media: StoredMedia, state: string, more: { deleted?: boolean } = {}): Promise<void> {
  const { db } = server.app
  const common = { business_id: asha.businessId }
  const now = new Date()
  const { id: post_id } = await db
    .insertInto('social_posts')
    .values({
      ...common,
      caption: 'Hi',
      timezone: 'UTC',
      created_by: asha.userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('social_post_media')
    .values({ ...common, post_id, position: 0, media_id: media.id })
    .execute()
  await db
    .insertInto('social_publications')
    .values({
      ...common,
      post_id,
      account_id: accountId,
      platform: 'facebook',
      format: 'image',
      state,
      due_at: now,
      marker: 'm',
      content_hash: Buffer.alloc(32),
      state_at: now,
      created_at: now,
      deleted_at: more.deleted ? now : null,
    })
    .execute()
}

describe('the clean-up', () => {
  it('removes files that no draft and no post needs, after some days', async () => {
    const [unused, waiting, posted, deleted, drafted] = [
      await newPicture(),
      await newPicture(),
      await newPicture(),
      await newPicture(),
      await newPicture(),
    ]
    await post(waiting, 'scheduled')
    await post(posted, 'posted')
    await post(deleted, 'scheduled', { deleted: true })
    await server.app.db
      .insertInto('social_drafts')
      .values({
        business_id: asha.businessId,
        form: JSON.stringify({ caption: 'Soon', files: [{ media_id: drafted.id }] }),
        created_by: asha.userId,
        updated_at: new Date(),
      })
      .execute()
    await removeUnused(later(6))
    expect(await isThere(unused)).toBe(true)
    await removeUnused(later(8))
    const kept = await Promise.all([unused, waiting, posted, deleted, drafted].map(isThere))
    expect(kept).toEqual([false, true, true, false, true])
  })

  it('keeps a file of two posts when one of them is deleted, and removes it with the other', async () => {
    const content = await picture({ width: 97, height: 20 })
    const [first, again] = [await store(content), await store(content)]
    expect(again.id).toBe(first.id)
    await post(first, 'scheduled', { deleted: true })
    await post(again, 'scheduled')
    await removeUnused(later(8))
    expect(await isThere(first)).toBe(true)
    await server.app.db
      .updateTable('social_publications')
      .set({ deleted_at: new Date(), state: 'cancelled' })
      .where('business_id', '=', asha.businessId)
      .where('post_id', 'in', (query) =>
        query.selectFrom('social_post_media').select('post_id').where('media_id', '=', first.id),
      )
      .execute()
    await removeUnused(later(8))
    expect(await isThere(first)).toBe(false)
  })

  it('has nothing to promise where the store took no bytes: the upload is refused and can be repeated', async () => {
    const content = await picture({ width: 96, height: 20 })
    const put = async () => {
      throw new MediaStoreFailed('unreachable', undefined)
    }
    const media = Object.assign(Object.create(server.app.media), { put }) as typeof server.app.media
    const broken = { ...server.app, media }
    const upload = storeUpload(broken, asha.businessId, asha.userId, Readable.from([content]), 'a.png')
    await expect(upload).rejects.toMatchObject({
      code: 'unavailable',
      message: 'We could not save this file. Try again in a few minutes.',
    })
    const hash = createHash('sha256').update(content).digest()
    const row = await server.app.db
      .selectFrom('social_media')
      .select('removed_at')
      .where('business_id', '=', asha.businessId)
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow()
    expect(row.removed_at).not.toBeNull()
    expect(await readdir(await server.app.media.incoming())).toEqual([])
    expect(await isThere(await store(content))).toBe(true)
  })

  it('removes a video 30 days after its last post, not before', async () => {
    const film = await newPicture()
    await server.app.db.updateTable('social_media').set({ kind: 'video' }).where('id', '=', film.id).execute()
    await post(film, 'posted')
    await removeUnused(later(29))
    expect(await isThere(film)).toBe(true)
    await removeUnused(later(31))
    expect(await isThere(film)).toBe(false)
  })

  it('gives the bytes back when the same file is uploaded again', async () => {
    const content = await picture({ width: 99, height: 20 })
    const first = await store(content)
    await removeUnused(later(8))
    expect(await isThere(first)).toBe(false)
    await expect(
      fileForNetwork(server.app, asha.businessId, first.id, 'facebook', 'image', {}),
    ).rejects.toMatchObject({ code: 'removed' })
    const again = await store(content)
    expect(again.id).toBe(first.id)
    expect(await isThere(again)).toBe(true)
  })

  it('loses nothing when an upload comes in the same moment', async () => {
    const content = await picture({ width: 98, height: 20 })
    for (let turn = 0; turn < 5; turn++) {
      await store(content)
      await server.app.db
        .updateTable('social_media')
        .set({ used_at: new Date(Date.now() - 8 * day) })
        .where('business_id', '=', asha.businessId)
        .execute()
      const [stored] = await Promise.all([store(content), removeUnused(server.app)])
      expect(await isThere(stored)).toBe(true)
    }
  })

  it('removes copies that were made for networks once all is published', async () => {
    const media = await newPicture()
    const file = await fileForNetwork(server.app, asha.businessId, media.id, 'instagram', 'image', {
      focal: { x: 0.5, y: 0.5 },
    })
    await post(media, 'posted')
    const url = file.publicUrl ?? ''
    expect((await fetch(url)).status).toBe(200)
    await removeUnused(later(8))
    expect((await fetch(url)).status).toBe(404)
    expect(await isThere(media)).toBe(true)
  })

  it('forgets a day later that a copy could not be made, though its file is used each day', async () => {
    const media = await newPicture()
    await post(media, 'scheduled')
    const make = (app = server.app) =>
      fileForNetwork(app, asha.businessId, media.id, 'instagram', 'image', { focal: { x: 0.5, y: 0.5 } })
    const asFile = () => Promise.reject(new Error('no room to make it'))
    const broken = Object.assign(Object.create(server.app.media), { asFile }) as typeof server.app.media
    for (let n = 0; n < 3; n++)
      await expect(make({ ...server.app, media: broken })).rejects.toThrow('no room')
    await expect(make()).rejects.toThrow('not_converted')
    await server.app.db
      .updateTable('social_media')
      .set({ used_at: later(2).now() })
      .where('id', '=', media.id)
      .execute()
    await removeUnused(later(2))
    expect((await make()).mime).toBe('image/jpeg')
  })

  it('removes what a killed process left half received', async () => {
    const path = join(await server.app.media.incoming(), 'left')
    await writeFile(path, 'half')
    const fresh = join(await server.app.media.incoming(), 'fresh')
    await writeFile(fresh, 'half')
    const old = new Date(Date.now() - 2 * day)
    await utimes(path, old, old)
    await removeUnused(server.app)
    expect(await readdir(await server.app.media.incoming())).toEqual(['fresh'])
  })
})
