import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialMedia } from '#contract/social/social.ts'
import { bytesOf, mediaFile, picture, pictureBomb } from '#test/files/pictures.ts'
import { formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { fileForNetwork, MediaNotUsable } from './network-file.ts'
import { mediaIdOf, mediaUrl } from './serving/addresses.ts'
import { storeUpload } from './upload.ts'

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
    expect(first.body.media.file_name).toBe(second.body.media.file_name)
    const other = await upload(content, 'a.png', ravi)
    expect(other.body.media.id).not.toBe(first.body.media.id)
  })
})

describe('an upload that cannot be taken', () => {
  const refused = async (content: Buffer, name = 'photo.jpg') => {
    const { status, body } = await upload(content, name)
    return [status, body.message, body.fields?.media]
  }
  const sentence = (status: number, text: string) => [status, text, text]

  it('is refused by its content, whatever its name says', async () => {
    const broken = (await picture({ width: 500, height: 400 })).subarray(0, 700)
    const jpeg = await sharp(await picture({ width: 500, height: 400 }))
      .jpeg()
      .toBuffer()
    const damaged = 'This picture is damaged or incomplete. Export it again and upload that file.'
    for (const [content, answer] of [
      [
        Buffer.from('%PDF-1.7 hello'),
        sentence(415, 'The media must be an image or a video. This is a PDF file.'),
      ],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        sentence(415, 'The media must be an image or a video.'),
      ],
      [Buffer.from('<?php echo 1;'), sentence(415, 'The media must be an image or a video.')],
      [
        Buffer.from(`BM${'x'.repeat(60)}`),
        sentence(415, 'We cannot read BMP files. Save it as JPEG, PNG, MP4 or MOV.'),
      ],
      [Buffer.alloc(0), sentence(400, 'This file is empty. Choose another one.')],
      [broken, sentence(422, damaged)],
      [jpeg.subarray(0, jpeg.length - 400), sentence(422, damaged)],
    ] as const)
      expect(await refused(content)).toEqual(answer)
  })

  it('is refused by its header when it would fill the memory', async () => {
    // Decoded it takes 2.7 GB; other tests of this process may grow by some megabytes meanwhile.
    const before = process.memoryUsage.rss()
    expect(await refused(pictureBomb(30_000, 30_000))).toEqual(
      sentence(422, 'This picture has 900 megapixels. We accept up to 100. Save a smaller one.'),
    )
    expect(process.memoryUsage.rss() - before).toBeLessThan(500_000_000)
  })

  it('is refused before it is sent when it is too large', async () => {
    const answer = await server.http.inject({
      method: 'POST',
      url: socialMedia.upload.path,
      headers: {
        authorization: `Bearer ${asha.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(3 * 1024 ** 3),
      },
    })
    expect([answer.statusCode, answer.json().message]).toEqual([
      413,
      'This video is larger than 1 GB. Choose a smaller one.',
    ])
    expect(
      await refused(Buffer.concat([await picture({ width: 9, height: 9 }), Buffer.alloc(51 * 1024 ** 2)])),
    ).toEqual(sentence(413, 'This picture is larger than 50 MB. Choose a smaller one.'))
    expect(await readdir(await server.app.media.incoming())).toEqual([])
  })

  it('keeps only what is harmless of a name', async () => {
    let width = 70
    for (const [name, kept] of [
      ['../../etc/passwd.png', 'passwd.png'],
      ['..', 'file'],
      ['C:\\fakepath\\shop.png', 'shop.png'],
      ['a\u0000b\u202egnp.exe.png', 'abgnp.exe.png'],
      ['दुकान "नई".png', 'दुकान "नई".png'],
      [`${'x'.repeat(400)}.png`, `${'x'.repeat(146)}.png`],
    ] as const) {
      const stored = await storeUpload(
        server.app,
        asha.businessId,
        asha.userId,
        Readable.from([await picture({ width: width++, height: 9 })]),
        name,
      )
      expect(stored.fileName).toBe(kept)
      const answer = await fetchMedia(mediaUrl(server.app, asha.businessId, stored))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toMatch(
        /^inline; filename="[ -~]*"; filename\*=UTF-8''/,
      )
    }
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
    expect((await fetchMedia(`/marketing/media/${signed}/other.png`)).status).toBe(404)
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

describe('a picture that browsers do not show', () => {
  it('is shown to them as JPEG', async () => {
    const { body } = await upload(await mediaFile('photo.heic'), 'photo.heic')
    const shown = await fetchMedia(body.media.url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([width, height]).toEqual([64, 48])
  })
})

describe('an address whose time is over', () => {
  it('is not found, but names its file in an edit', async () => {
    const { body } = await upload(await picture({ width: 66, height: 48 }))
    const old = { ...server.app, now: () => new Date(Date.now() - 9 * 86_400_000) }
    const url = mediaUrl(old, asha.businessId, { id: body.media.id, fileName: 'a.png' })
    expect((await fetchMedia(url)).status).toBe(404)
    expect(mediaIdOf(server.app, asha.businessId, url)).toBe(body.media.id)
    expect(mediaIdOf(server.app, ravi.businessId, url)).toBeUndefined()
    expect(mediaIdOf(server.app, asha.businessId, `https://evil.example${url}`)).toBeUndefined()
  })
})

describe('a file for a network', () => {
  it('is made JPEG from PNG, WebP, GIF, TIFF, AVIF and HEIC, with the same picture in it', async () => {
    const png = await picture({ width: 640, height: 480 })
    const files = {
      png,
      webp: await sharp(png).webp().toBuffer(),
      gif: await sharp(png).gif().toBuffer(),
      tiff: await sharp(png).tiff().toBuffer(),
      avif: await sharp(png).avif().toBuffer(),
      heic: await mediaFile('photo.heic'),
    }
    for (const [type, content] of Object.entries(files)) {
      const { body } = await upload(content, `photo.${type}`)
      const file = await fileForNetwork(server.app, asha.businessId, body.media.id, 'instagram', 'image', {})
      expect(file.mime, type).toBe('image/jpeg')
      const made = sharp(await bytesOf(await file.open()))
      const { width = 0, height = 0, ...header } = await made.metadata()
      expect([header.format, header.exif, header.xmp, width / height], type).toEqual([
        'jpeg',
        undefined,
        undefined,
        4 / 3,
      ])
      const { data } = await made.raw().toBuffer({ resolveWithObject: true })
      const at = (x: number) => [
        ...data.subarray((Math.floor(height / 2) * width + Math.floor(width * x)) * 3).subarray(0, 3),
      ]
      const [red = 0, , notBlue = 0] = at(0.2)
      const [notRed = 0, , blue = 0] = at(0.8)
      expect([red > 200, notBlue < 60, notRed < 60, blue > 200], type).toEqual([true, true, true, true])
    }
  })

  it('is made small enough, without becoming unreadable', async () => {
    const noise = {
      width: 2600,
      height: 2000,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    }
    const content = await sharp({ create: { ...noise, background: '#000' } })
      .png()
      .toBuffer()
    const { body } = await upload(content)
    expect(content.length).toBeGreaterThan(4 * 1024 ** 2)
    const file = await fileForNetwork(server.app, asha.businessId, body.media.id, 'facebook', 'image', {})
    expect(file.bytes).toBeLessThanOrEqual(4 * 1024 ** 2)
    expect(file.width).toBeGreaterThan(1200)
  })

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

  it('is in colours of the screen where the file has those of print', async () => {
    const content = await sharp(await picture({ width: 400, height: 400 }))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    const { body } = await upload(content)
    const file = await fileForNetwork(server.app, asha.businessId, body.media.id, 'instagram', 'image', {})
    const header = await sharp(await bytesOf(await file.open())).metadata()
    expect(header).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3 })
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
    // A crop of all of it is one too: its middle stays.
    expect(await ask({ crop: { x: 0, y: 0, width: 1, height: 1 } })).toMatchObject({
      width: 320,
      height: 400,
    })
  })

  it('gets a white border instead of a crop where a person wants all of it seen', async () => {
    const { body } = await upload(await picture({ width: 300, height: 900 }))
    const crop = { x: 0, y: 0, width: 1, height: 1, border: true }
    const made = await fileForNetwork(server.app, asha.businessId, body.media.id, 'instagram', 'image', {
      crop,
    })
    expect(made).toMatchObject({ width: 720, height: 900 })
    const chunks: Buffer[] = []
    for await (const chunk of await made.open()) chunks.push(chunk as Buffer)
    const shown = sharp(Buffer.concat(chunks))
    const at = async (left: number) => [
      ...(await shown.clone().extract({ left, top: 450, width: 1, height: 1 }).raw().toBuffer()),
    ]
    expect(Math.min(...(await at(10)))).toBeGreaterThan(250)
    expect(Math.min(...(await at(360)))).toBeLessThan(250)
    // A picture whose shape is right gets none.
    const wide = { crop: { x: 0, y: 0, width: 1, height: 1 / 3, border: true } }
    const same = await fileForNetwork(server.app, asha.businessId, body.media.id, 'instagram', 'image', wide)
    expect(same).toMatchObject({ width: 320, height: 320 })
  })

  it('is nothing for another business', async () => {
    const { body } = await upload(await picture({ width: 10, height: 10 }))
    await expect(
      fileForNetwork(server.app, ravi.businessId, body.media.id, 'facebook', 'image', {}),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
