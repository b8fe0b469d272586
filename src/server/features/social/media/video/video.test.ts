import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFfmpeg } from '#server/platform/media-tools/ffmpeg.ts'
import { bytesOf, mediaFile } from '#test/files/pictures.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { fileForNetwork } from '../network-file.ts'
import { enqueueVideos, prepareOne } from '../prepare.ts'
import { problemsOf, type StoredMedia } from '../stored-media.ts'
import { storeUpload } from '../upload.ts'
import { probeVideo } from './probe-video.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

const store = (content: Buffer, name = 'film.mp4'): Promise<StoredMedia> =>
  storeUpload(server.app, asha.businessId, asha.userId, Readable.from([content]), name)
const fileFor = (
  media: StoredMedia,
  ...more: [
    Parameters<typeof fileForNetwork>[3],
    Parameters<typeof fileForNetwork>[4],
    Parameters<typeof fileForNetwork>[5],
  ]
) => fileForNetwork(server.app, asha.businessId, media.id, ...more)

/** Runs with a PATH in which there is no ffmpeg. */
async function withoutFfmpeg<T>(work: () => Promise<T>): Promise<T> {
  const path = process.env.PATH
  process.env.PATH = '/no-such-folder'
  try {
    return await work()
  } finally {
    process.env.PATH = path
  }
}

describe('a video', () => {
  it('is read: size, length, frame rate and codecs', async () => {
    const media = await store(await mediaFile('film.mp4'))
    expect(media).toMatchObject({
      kind: 'video',
      mime: 'video/mp4',
      width: 180,
      height: 320,
      durationMs: 4000,
      fps: 24,
    })
    expect(media.probe).toMatchObject({ videoCodec: 'avc', audioCodec: 'aac' })
    expect(problemsOf(media, 'instagram', 'reel')).toEqual([])
  })

  it('goes as it is where the network takes it, without ffmpeg', async () => {
    const content = await mediaFile('film.mp4')
    const media = await store(content)
    const file = await withoutFfmpeg(() => fileFor(media, 'linkedin', 'video', {}))
    expect(file).toMatchObject({ mime: 'video/mp4', bytes: content.length, durationMs: 4000 })
    expect((await bytesOf(await file.open())).equals(content)).toBe(true)
    expect((await bytesOf(await file.open(100, 110))).equals(content.subarray(100, 110))).toBe(true)
  })

  it('says what to install where it must be converted and ffmpeg is not there', async () => {
    const media = await store(await mediaFile('film.webm'), 'film.webm')
    const [problem] = await withoutFfmpeg(async () => problemsOf(media, 'instagram', 'reel'))
    expect(problem).toMatchObject({
      code: 'needs_ffmpeg',
      fix: null,
      message: 'This video must be converted first. Install ffmpeg on the server: apt-get install ffmpeg',
    })
    await expect(withoutFfmpeg(() => fileFor(media, 'instagram', 'reel', {}))).rejects.toMatchObject({
      code: 'needs_ffmpeg',
    })
  })

  it('is refused with a sentence when it cannot be played', async () => {
    const film = await mediaFile('film.mp4')
    const headerLast = await mediaFile('film-header-last.mp4')
    for (const [content, message] of [
      [film.subarray(0, film.length - 5000), 'This video is incomplete. Upload the whole file again.'],
      [headerLast.subarray(0, 30_000), 'This video has no header, so nobody can play it. Export it again.'],
      [film.subarray(0, 32), 'This video has no header, so nobody can play it. Export it again.'],
      [await mediaFile('sound.mp4'), 'This file has sound but no picture. Choose a video.'],
      [
        (await mediaFile('film.webm')).subarray(0, 400),
        'We cannot read this video. Export it as MP4 (H.264) and upload that file.',
      ],
    ] as const)
      await expect(store(content)).rejects.toMatchObject({ message, fields: { media: message } })
  })
})

describe('a video that is made to keep its reader busy', () => {
  it('is given up after a while, and holds up nobody meanwhile', async () => {
    const endless = Buffer.concat([(await mediaFile('film.webm')).subarray(0, 60), Buffer.alloc(2000, 7)])
    const probing = inFile(endless, (path) => probeVideo(path, 'video/webm', 1_000))
    const { statusCode } = await server.http.inject({ url: '/marketing/api/social/media/1' })
    expect(statusCode).toBe(401)
    await expect(probing).rejects.toMatchObject({
      message: 'We cannot read this video. Export it as MP4 (H.264) and upload that file.',
    })
  })
})

describe.runIf(findFfmpeg())('with ffmpeg, a video', () => {
  it('is made as the network takes it, once, and served in ranges', async () => {
    const media = await store(await mediaFile('film.webm'), 'film.webm')
    const ask = () => fileFor(media, 'instagram', 'reel', {})
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first).toMatchObject({ mime: 'video/mp4', width: 320, height: 180 })
    expect(second.publicUrl).toBe(first.publicUrl)
    const rows = await server.app.db
      .selectFrom('social_media_variants')
      .select(['state', 'claim', 'attempts'])
      .where('media_id', '=', media.id)
      .execute()
    expect(rows).toEqual([{ state: 'ready', claim: null, attempts: 0 }])
    const answer = await fetch(first.publicUrl ?? '', { headers: { range: 'bytes=0-99' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    const made = await probeBytes(await bytesOf(await first.open()))
    expect(made).toMatchObject({ durationMs: 4000, probe: { videoCodec: 'avc', fps: 24 } })
  })

  it('is made again after the process that made it was killed', async () => {
    const media = await store(Buffer.concat([await mediaFile('film.webm'), Buffer.alloc(10)]), 'film.webm')
    const made = await fileFor(media, 'instagram', 'reel', {})
    await server.app.db
      .updateTable('social_media_variants')
      .set({
        state: 'waiting',
        hash: null,
        claim: crypto.randomUUID(),
        claimed_until: new Date(Date.now() - 1),
      })
      .where('media_id', '=', media.id)
      .execute()
    expect((await fileFor(media, 'instagram', 'reel', {})).bytes).toBe(made.bytes)
  })

  it('is cropped to the shape that a person chose, and loses the place where it was taken', async () => {
    const media = await store(await mediaFile('film-with-location.mp4'))
    expect(media.probe.metadata).toBe(true)
    const plain = await fileFor(media, 'linkedin', 'video', {})
    expect((await bytesOf(await plain.open())).includes('18.5204')).toBe(false)
    const wide = await store(await wideFilm())
    await expect(fileFor(wide, 'facebook', 'reel', {})).rejects.toMatchObject({ code: 'wrong_ratio' })
    const reel = await fileFor(wide, 'facebook', 'reel', { focal: { x: 0.1, y: 0.5 } })
    expect(Math.abs((reel.width ?? 0) / (reel.height ?? 1) - 9 / 16)).toBeLessThan(0.012)
  })

  it('is made ready before its post is due', async () => {
    const media = await store(Buffer.concat([await mediaFile('film.webm'), Buffer.alloc(11)]), 'film.webm')
    await scheduleReel(media)
    await enqueueVideos(server.app)
    const { rows } = await server.app.pool.query(
      "select data from pgboss.job where name = 'social.prepare-file'",
    )
    const [job] = rows.filter(({ data }) => data.media_id === media.id)
    expect(job.data).toMatchObject({ platform: 'instagram', format: 'reel', crop: null, focal: null })
    await prepareOne(server.app, job.data, new AbortController().signal)
    const [row] = await server.app.db
      .selectFrom('social_media_variants')
      .select('state')
      .where('media_id', '=', media.id)
      .execute()
    expect(row?.state).toBe('ready')
  })
})

const probeBytes = (content: Buffer) => inFile(content, (path) => probeVideo(path, 'video/mp4'))

async function inFile<T>(content: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-film-'))
  try {
    await writeFile(join(folder, 'film'), content)
    return await work(join(folder, 'film'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** 16:9, and large enough that a part of 9:16 is a reel. */
async function wideFilm(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-film-'))
  try {
    const path = join(folder, 'wide.mp4')
    const source = ['-f', 'lavfi', '-i', 'color=red:size=1920x1080:rate=24:duration=4']
    await promisify(execFile)(findFfmpeg() ?? '', [
      ...source,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      path,
    ])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function scheduleReel(media: StoredMedia): Promise<void> {
  const { db } = server.app
  const now = new Date()
  const common = { business_id: asha.businessId }
  const { id: account_id } = await db
    .insertInto('social_accounts')
    .values({
      ...common,
      platform: 'instagram',
      external_id: '1',
      token_kind: 'instagram',
      name: 'Asha',
      status: 'connected',
      status_at: now,
      connected_by: asha.userId,
      connected_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: post_id } = await db
    .insertInto('social_posts')
    .values({
      ...common,
      caption: 'A reel',
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
      account_id,
      platform: 'instagram',
      format: 'reel',
      state: 'scheduled',
      due_at: new Date(now.getTime() + 3_600_000),
      marker: 'm',
      content_hash: Buffer.alloc(32),
      state_at: now,
      created_at: now,
    })
    .execute()
}
