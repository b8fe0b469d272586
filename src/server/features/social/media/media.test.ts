import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialMedia } from '#contract/social/social.ts'
import { bytesOf, picture } from '#test/files/pictures.ts'
import { formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { fileForNetwork, MediaNotUsable } from './network-file.ts'

let server: TestServer
let asha: Person
let ravi: Person

beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp('Asha')
  ravi = await server.signUp('Ravi')
})
afterAll(() => server.close())

async function upload(content: Buffer, name = 'photo.jpg', person = asha) {
  const answer = await server.http.inject({
    method: 'POST',
    url: socialMedia.upload.path,
    ...(await formOf({ file: { name, content } }, person.token)),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const fetchMedia = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url.startsWith('http') ? url : `${server.url}${url}`, { headers, method })

describe('an upload', () => {
  it('answers what the picture is and what the networks say of it', async () => {
    const { status, body } = await upload(await picture({ width: 1600, height: 900 }), 'shop.png')
    expect(status).toBe(200)
    expect(body.media).toMatchObject({
      kind: 'image',
      mime: 'image/png',
      width: 1600,
      height: 900,
      file_name: 'shop.png',
    })
    const ofInstagram = body.media.problems.filter(
      (one: { platform: string; format: string }) => one.platform === 'instagram' && one.format === 'image',
    )
    expect(ofInstagram).toEqual([
      expect.objectContaining({
        code: 'wrong_type',
        found: 'PNG',
        limit: 'JPEG',
        fix: 'convert',
        message: 'Instagram does not take PNG files here. It takes JPEG.',
      }),
    ])
  })

  it('is stored once, however often it comes', async () => {
    const content = await picture({ width: 30, height: 20 })
    const [first, second] = await Promise.all([upload(content, 'a.png'), upload(content, 'b.png')])
    expect(first.body.media.id).toBe(second.body.media.id)
    const other = await upload(content, 'a.png', ravi)
    expect(other.body.media.id).not.toBe(first.body.media.id)
  })
})

describe('a signed address', () => {
  it('answers the bytes, their type and ranges without a session', async () => {
    const content = await picture({ width: 64, height: 48 })
    const { body } = await upload(content)
    const whole = await fetchMedia(body.media.url)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
    const part = await fetchMedia(body.media.url, { range: 'bytes=2-5' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 2-5/${content.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(2, 6))).toBe(true)
    expect((await fetchMedia(body.media.url, { range: `bytes=${content.length}-` })).status).toBe(416)
    const head = await fetchMedia(body.media.url, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(content.length))
    expect((await head.arrayBuffer()).byteLength).toBe(0)
  })

  it('is not found when anything in it is changed', async () => {
    const { body } = await upload(await picture({ width: 65, height: 48 }))
    const [, , , signed = '', name] = body.media.url.split('/')
    for (const changed of [
      `${signed}x`,
      signed.replace(/^./, '9'),
      signed.split('.').slice(0, 4).join('.'),
      'x.y.z.a.b',
      `${signed}.a`,
    ]) {
      expect((await fetchMedia(`/marketing/media/${changed}/${name}`)).status, changed).toBe(404)
    }
  })
})

describe('a file for a network', () => {
  it('is upright JPEG without any metadata', async () => {
    const content = await sharp(await picture({ width: 400, height: 300 }))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Asha' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { body } = await upload(content)
    expect(body.media).toMatchObject({ width: 300, height: 400 })
    const file = await fileForNetwork(server.app, asha.businessId, body.media.id, 'facebook', 'image', {})
    const made = await bytesOf(await file.open())
    const header = await sharp(made).metadata()
    expect(header).toMatchObject({ format: 'jpeg', width: 300, height: 400 })
    expect([header.exif, header.orientation, header.xmp]).toEqual([undefined, undefined, undefined])
    expect(file.publicUrl).toContain(server.url)
    const served = await fetchMedia(file.publicUrl ?? '')
    expect(served.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await served.arrayBuffer()).equals(made)).toBe(true)
  })

  it('is cropped only where a person chose what stays', async () => {
    const { body } = await upload(await picture({ width: 300, height: 900 }))
    const ask = (edit: Parameters<typeof fileForNetwork>[5]) =>
      fileForNetwork(server.app, asha.businessId, body.media.id, 'instagram', 'image', edit)
    await expect(ask({})).rejects.toThrow(MediaNotUsable)
    expect(await ask({ focal: { x: 0.5, y: 0.1 } })).toMatchObject({ width: 320, height: 400 })
    expect(await ask({ crop: { x: 0, y: 0, width: 1, height: 1 / 3 } })).toMatchObject({
      width: 320,
      height: 320,
    })
  })

  it('is nothing for another business', async () => {
    const { body } = await upload(await picture({ width: 10, height: 10 }))
    await expect(
      fileForNetwork(server.app, ravi.businessId, body.media.id, 'facebook', 'image', {}),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
