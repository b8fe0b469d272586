import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartError } from '#server/platform/errors.ts'
import { type FakeS3, s3Keys, startFakeS3 } from '#test/files/fake-s3.ts'
import { MediaMissing, type MediaStore } from './media-store.ts'
import { type MediaPlace, openMediaStore, readMediaStore } from './open-store.ts'

let folder: string
let s3: FakeS3
const opened: MediaStore[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-store-'))
  s3 = await startFakeS3('media')
})
afterAll(async () => {
  for (const store of opened) store.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const bucket = (credentials = s3Keys, name = 'media'): MediaPlace =>
  readMediaStore(`s3://${name}/shop files?region=eu-central-1&endpoint=${s3.endpoint}`, credentials)!

async function openStore(place: MediaPlace): Promise<MediaStore> {
  const store = await openMediaStore(place, join(folder, 'data'))
  opened.push(store)
  return store
}

async function put(store: MediaStore, key: string, content: Buffer): Promise<void> {
  const path = join(await store.incoming(), createHash('md5').update(key).digest('hex'))
  await writeFile(path, content)
  await store.put(key, path, 'video/mp4')
}

const bytesOf = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())

describe.each([
  ['a folder', () => ({ folder: join(folder, 'files') })],
  ['a bucket', () => bucket()],
] as const)('%s', (_, place) => {
  it('gives back what was put, whole and in ranges, and nothing once it is removed', async () => {
    const store = await openStore(place())
    const content = randomBytes(100_000)
    await put(store, '7/ab/small', content)
    expect(await readdir(await store.incoming())).toEqual([])
    expect(await store.has('7/ab/small')).toBe(true)
    expect((await bytesOf(await store.open('7/ab/small', 0, content.length))).equals(content)).toBe(true)
    const part = await bytesOf(await store.open('7/ab/small', 10, 20))
    expect(part.equals(content.subarray(10, 20))).toBe(true)
    expect(await bytesOf(await store.open('7/ab/small', 5, 5))).toHaveLength(0)
    const { readFile } = await import('node:fs/promises')
    expect((await store.asFile('7/ab/small', (path) => readFile(path))).equals(content)).toBe(true)
    await store.remove('7/ab/small')
    await store.remove('7/ab/small')
    expect(await store.has('7/ab/small')).toBe(false)
    await expect(store.open('7/ab/small', 0, 5)).rejects.toThrow(MediaMissing)
    await expect(store.asFile('7/ab/small', async () => 1)).rejects.toThrow(MediaMissing)
  })
})

describe('a bucket', () => {
  it('gets a large file in parts', async () => {
    const store = await openStore(bucket())
    const content = randomBytes(20 * 1024 * 1024)
    await put(store, '7/cd/large', content)
    expect(s3.objects.get('shop files/7/cd/large')?.content.equals(content)).toBe(true)
    expect(s3.asked.filter((line) => line.startsWith('PUT shop files/7/cd/large?partNumber'))).toHaveLength(3)
    expect(s3.uploads.size).toBe(0)
  })

  it('that is overloaded for a moment is asked again', async () => {
    const store = await openStore(bucket())
    s3.down.answers = 1
    await put(store, '7/ef/patient', Buffer.from('patient'))
    expect(s3.objects.get('shop files/7/ef/patient')?.content.toString()).toBe('patient')
  })

  it('whose connection is cut reports it: nobody takes half a file for the whole', async () => {
    const store = await openStore(bucket())
    await put(store, '7/ef/cut', randomBytes(1_000_000))
    s3.cut.answers = 1
    await expect(store.open('7/ef/cut', 0, 1_000_000).then(bytesOf)).rejects.toThrow()
    s3.cut.answers = 1
    await expect(store.asFile('7/ef/cut', async () => 1)).rejects.toThrow()
    expect(await readdir(await store.incoming())).toEqual([])
  })

  it('that cannot be reached says so', async () => {
    const gone = await startFakeS3('media')
    const place = readMediaStore(`s3://media?endpoint=${gone.endpoint}`, s3Keys)!
    const store = await openStore(place)
    await gone.close()
    await expect(put(store, '7/ab/none', Buffer.from('x'))).rejects.toMatchObject({ reason: 'unreachable' })
  })

  it('with a wrong key, secret or name stops the start with a sentence', async () => {
    for (const place of [
      bucket({ ...s3Keys, accessKeyId: 'somebody' }),
      bucket({ ...s3Keys, secretAccessKey: 'wrong' }),
    ]) {
      await expect(openMediaStore(place, folder)).rejects.toThrow(StartError)
      await expect(openMediaStore(place, folder)).rejects.toThrow(
        /bucket media of MEDIA_STORE refuses us.*AWS_ACCESS_KEY_ID/,
      )
    }
  })
})

describe('the setting', () => {
  it('names a folder or a bucket, and nothing else', () => {
    expect(readMediaStore('/srv/media')).toEqual({ folder: '/srv/media' })
    expect(readMediaStore('s3://shop')).toMatchObject({
      s3: { bucket: 'shop', prefix: '', region: 'us-east-1' },
    })
    expect(readMediaStore('s3://shop/a/b/?region=ap-south-1')).toMatchObject({
      s3: { prefix: 'a/b/', region: 'ap-south-1', endpoint: undefined },
    })
    for (const wrong of ['s3://', 'https://example.com', 's3://shop?endpoint=ftp://x', 's3://shop?regoin=x'])
      expect(readMediaStore(wrong), wrong).toBeUndefined()
  })
})
