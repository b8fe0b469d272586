import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversations } from '#contract/conversations.ts'
import { privacy } from '#contract/privacy.ts'
import { pictureBomb } from '#test/files/pictures.ts'
import { eventually } from '#test/server.ts'
import { type Inbox, newDigits, openInbox } from '../conversations.fixture.ts'
import { fileKey } from './chat-file.ts'

let inbox: Inbox
let { server, asha, stranger, account, deliver, conversationWith, untilTimeline, send, started } = {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, stranger, account, deliver, conversationWith, untilTimeline, send, started } = inbox)
})
afterAll(() => server.close())

describe('a file', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgwLPnGk6WQAAAABJRU5ErkJggg==',
    'base64',
  )
  const sendsFile = (digits: string, file: object) =>
    server.sandbox.inbound({
      from: digits,
      phone_number_id: account.phone_number_id,
      file: { mime: 'image/png', data: png.toString('base64'), ...file },
    })
  const bytesOf = (id: number, headers: object = {}, token = asha.token, query = '') =>
    server.http.inject({
      method: 'GET',
      url: `/marketing/api/conversations/files/${id}${query}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  const noise = (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#777777',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
  async function attach(id: number, content: Buffer, name: string, token = asha.token) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)]), name)
    const answer = await fetch(`${server.url}/marketing/api/conversations/${id}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { file: { id: number; kind: string }; code?: string; message?: string },
    }
  }

  it('of a person is fetched, kept and given to their business alone, in ranges too', async () => {
    const digits = newDigits()
    sendsFile(digits, { caption: 'Like this', name: '../../etc/passwd' })
    const { id } = await conversationWith(digits)
    const items = await untilTimeline(id, (all) => all[0]?.file?.state === 'ready')
    const file = items[0]!.file!
    expect(file).toMatchObject({ kind: 'image', mime: 'image/png', bytes: png.length, file_name: 'passwd' })
    const whole = await bytesOf(file.id)
    expect(whole.rawPayload.equals(png)).toBe(true)
    expect(whole.headers['content-type']).toBe('image/png')
    const part = await bytesOf(file.id, { range: 'bytes=0-3' })
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 4])
    expect((await bytesOf(file.id, {}, stranger.token)).statusCode).toBe(404)
  })

  it('that is a picture has a small copy, for their business alone, until the person is erased', async () => {
    const small = (id: number, token = asha.token) => bytesOf(id, {}, token, '?size=small')
    const digits = newDigits()
    // Held upright by its orientation alone.
    const photo = await noise(900, 1600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    sendsFile(digits, { mime: 'image/jpeg', data: photo.toString('base64'), name: 'saree.jpg' })
    const { id } = await conversationWith(digits)
    const [item] = await untilTimeline(id, (all) => all[0]?.file?.state === 'ready')
    const file = item!.file!
    expect(file).toMatchObject({ width: 1600, height: 900, bytes: photo.length })
    const shown = await small(file.id)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(shown.rawPayload.length),
      'cache-control': 'private, max-age=86400, immutable',
      'content-disposition': expect.stringContaining('"saree.webp"'),
    })
    expect(shown.rawPayload.length).toBeLessThan(photo.length / 2)
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 360,
    })
    expect((await bytesOf(file.id)).rawPayload.equals(photo)).toBe(true)
    expect((await small(file.id, stranger.token)).statusCode).toBe(404)

    // Another person sends that copy: it stays theirs when the first is erased.
    const other = newDigits()
    sendsFile(other, { mime: 'image/webp', data: shown.rawPayload.toString('base64') })
    const { id: otherId } = await conversationWith(other)
    const [kept] = await untilTimeline(otherId, (all) => all[0]?.file?.state === 'ready')
    const rows = await server.app.db
      .selectFrom('chat_files')
      .select(['hash', 'small_hash', 'business_id'])
      .where('conversation_id', 'in', [id, otherId])
      .execute()
    const keys = new Set(
      rows.flatMap(({ business_id, hash, small_hash }) =>
        [hash, small_hash].flatMap((one) => (one ? fileKey(business_id, one) : [])),
      ),
    )
    const left = async () => {
      const found = await Promise.all([...keys].map((key) => server.app.media.has(key)))
      return found.filter(Boolean).length
    }
    const erase = async (conversation: number) => {
      const { body } = await server.call(conversations.get, {
        token: asha.token,
        params: { id: conversation },
      })
      const params = { id: body.conversation.lead_id! }
      const erased = await server.call(privacy.erase, { token: asha.token, params, body: { confirm: true } })
      expect(erased.status).toBe(200)
    }
    const before = await left()
    expect(before).toBe(keys.size)
    await erase(id)
    await eventually('the original is gone', async () => (await left()) < before)
    expect((await small(file.id)).statusCode).toBe(404)
    expect((await bytesOf(kept!.file!.id)).rawPayload.equals(shown.rawPayload)).toBe(true)
    await erase(otherId)
    await eventually('all copies are gone', async () => (await left()) === 0)
  })

  it('that is a picture nobody can make smaller is shown as it is', async () => {
    const frames = await Promise.all([noise(700, 700), noise(700, 700)].map((one) => one.png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    // Written again, it would need more.
    const tight = await noise(300, 300).webp({ quality: 1 }).toBuffer()
    const hostile = [png, pictureBomb(60_000, 60_000), noise(600, 600).png(), moving, tight]
    for (const [nr, given] of hostile.entries()) {
      // The third breaks off in the middle.
      const content = Buffer.isBuffer(given) ? given : (await given.toBuffer()).subarray(0, 20_000)
      const digits = newDigits()
      sendsFile(digits, { data: content.toString('base64') })
      const { id } = await conversationWith(digits)
      const [item] = await untilTimeline(id, (all) => all[0]?.file?.state === 'ready')
      expect(item!.file, String(nr)).toMatchObject({ kind: 'image' })
      const shown = await bytesOf(item!.file!.id, {}, asha.token, '?size=small')
      expect(shown.rawPayload.equals(content), String(nr)).toBe(true)
    }
  })

  it('that lies about its type is saved, never shown', async () => {
    const digits = newDigits()
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    sendsFile(digits, { mime: 'text/html', data: page.toString('base64'), name: 'invoice.html' })
    const { id } = await conversationWith(digits)
    const items = await untilTimeline(id, (all) => all[0]?.file?.state === 'ready')
    const { headers } = await bytesOf(items[0]!.file!.id)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toContain('attachment')
  })

  it('that WhatsApp no longer has says so and can be asked for again', async () => {
    const digits = newDigits()
    await deliver(digits, [{ type: 'image', image: { id: '404404', mime_type: 'image/jpeg' } }])
    const { id } = await conversationWith(digits)
    const items = await untilTimeline(id, (all) => all[0]?.file?.state === 'failed')
    expect(items[0]!.file).toMatchObject({ reason: 'expired' })
    const again = await server.call(conversations.fetchFile, {
      token: asha.token,
      params: { id: items[0]!.file!.id },
    })
    expect(again.status).toBe(200)
    await untilTimeline(id, (all) => all[0]?.file?.state === 'failed')
  })

  it('that breaks off or is shorter than announced is fetched again, and one beyond the limit is not kept', async () => {
    const { media } = server.sandbox.world.accounts
    const broken = newDigits()
    sendsFile(broken, { caption: 'Broken' })
    media.get([...media.keys()].at(-1)!)!.cutOff = 1
    const huge = newDigits()
    sendsFile(huge, { caption: 'Huge' })
    media.get([...media.keys()].at(-1)!)!.bytes = 101 * 1024 * 1024
    const short = newDigits()
    sendsFile(short, { caption: 'Short' })
    const shortOne = media.get([...media.keys()].at(-1)!)!
    shortOne.bytes = png.length + 1

    const over = await conversationWith(huge)
    const [tooLarge] = await untilTimeline(over.id, (all) => all[0]?.file?.state === 'failed')
    expect(tooLarge).toMatchObject({ text: 'Huge', file: { reason: 'too_large' } })
    expect((await bytesOf(tooLarge!.file!.id)).statusCode).toBe(404)
    const attempts = () =>
      server.app.db
        .selectFrom('chat_files')
        .select(['state', 'attempts'])
        .where('provider_media_id', '=', shortOne.id)
        .executeTakeFirst()
    await eventually('a try', async () => ((await attempts())?.attempts ?? 0) > 0)
    expect((await attempts())?.state).toBe('waiting')
    shortOne.bytes = png.length
    for (const digits of [broken, short]) {
      const { id } = await conversationWith(digits)
      const [whole] = await untilTimeline(id, (all) => all[0]?.file?.state === 'ready')
      expect((await bytesOf(whole!.file!.id)).rawPayload.equals(png)).toBe(true)
    }
  })

  it('of the team is judged by its content and sent with its caption', async () => {
    const { id, digits } = await started()
    const { body } = await attach(id, png, 'ladoo.exe')
    expect(body.file).toMatchObject({ kind: 'image', file_name: 'ladoo.exe' })
    expect((await send(id, { type: 'file', file_id: body.file.id, caption: 'Red paper' })).status).toBe(200)
    const items = await untilTimeline(id, (all) =>
      ['sent', 'delivered', 'read'].includes(all.at(-1)?.status ?? ''),
    )
    expect(items.at(-1)).toMatchObject({ kind: 'image', text: 'Red paper', file: { id: body.file.id } })
    const shown = await server.call(conversations.get, { token: asha.token, params: { id } })
    expect(shown.body.conversation.preview).toMatchObject({ direction: 'out', kind: 'image' })
    const [arrived] = [...server.sandbox.world.ledger.rows()].filter(({ to }) => to.includes(digits))
    expect(arrived).toMatchObject({ type: 'image' })
    const photo = await attach(id, await noise(1280, 800).jpeg().toBuffer(), 'box.jpg')
    expect(photo.body.file).toMatchObject({ width: 1280, height: 800 })
    const small = await bytesOf(photo.body.file.id, {}, asha.token, '?size=small')
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640 })
    expect((await attach(id, Buffer.from([0, 1, 2, 3, 0]), 'photo.jpg')).status).toBe(415)
    // As Excel writes it.
    const table = await attach(id, Buffer.from('Saison;Größe\nMaçã;5\n', 'latin1'), 'stock.csv')
    expect(table.body.file).toMatchObject({ kind: 'document', mime: 'text/plain' })
    expect((await attach(id, Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]), 'big.png')).status).toBe(
      413,
    )
    expect((await attach(id, png, 'a.png', stranger.token)).status).toBe(404)
    const { id: elsewhere } = await started()
    expect((await send(elsewhere, { type: 'file', file_id: body.file.id })).status).toBe(404)
  })

  it.each([
    ['image', png, 5, 'Pictures have at most 5 MB.'],
    ['video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 16, 'Videos have at most 16 MB.'],
    [
      'audio',
      Buffer.from('ID3\x04\0\0\0\0\0\0\xff\xfb\x90\x64', 'latin1'),
      16,
      'Recordings have at most 16 MB.',
    ],
    ['document', Buffer.from('%PDF-1.7\n'), 20, 'Documents have at most 20 MB.'],
  ] as const)('of the team has the limit of its kind: %s', async (kind, start, mib, message) => {
    const { id } = await started()
    const sized = (bytes: number) => Buffer.concat([start, Buffer.alloc(bytes - start.length, 1)])
    const most = mib * 1024 * 1024
    const fits = await attach(id, sized(most), 'file')
    expect(fits, fits.body.message ?? '').toMatchObject({
      status: 200,
      body: { file: { kind, bytes: most } },
    })
    const refused = { status: 413, body: { code: 'too_large', message, fields: { file: message } } }
    const above = sized(most + 1)
    expect(await attach(id, above, 'file')).toMatchObject(refused)
    const key = fileKey(asha.businessId, createHash('sha256').update(above).digest())
    await eventually('nothing is kept of it', async () => !(await server.app.media.has(key)))
    // Beyond every limit its beginning still says what it is.
    expect(await attach(id, sized(21 * 1024 * 1024), 'file')).toMatchObject(refused)
  })

  it('that is refused while it arrives leaves its connection free for the next request', async () => {
    const { id } = await started()
    const form = new FormData()
    form.set('file', new Blob(['%PDF-1.7\n', new Uint8Array(30 * 1024 * 1024)]), 'file.pdf')
    const { headers, body } = new Request('http://localhost', { method: 'POST', body: form })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (method: string, path: string, more: Record<string, string>, content?: Buffer) =>
      new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
        const signal = AbortSignal.timeout(30_000)
        const asked = request(`${server.url}${path}`, { method, agent, signal, headers: more }, (answer) => {
          const port = answer.socket.localPort
          answer.resume()
          answer.once('end', () => resolve({ status: answer.statusCode, port }))
        })
        asked.once('error', reject)
        asked.end(content)
      })
    const path = `/marketing/api/conversations/${id}/files`
    const content = Buffer.from(await new Response(body).arrayBuffer())
    const more = { authorization: `Bearer ${asha.token}`, 'content-type': headers.get('content-type') ?? '' }
    const refused = await ask('POST', path, more, content)
    expect(refused.status).toBe(413)
    expect(await ask('GET', '/healthz', {})).toEqual({ status: 200, port: refused.port })
    agent.destroy()
  })

  it('of an older Office program is uploaded under the type that WhatsApp knows', async () => {
    const { id } = await started()
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    for (const [name, mime] of [
      ['letter.doc', 'application/msword'],
      ['Prices.XLS', 'application/vnd.ms-excel'],
      ['shop.ppt', 'application/vnd.ms-powerpoint'],
    ] as const) {
      const { body } = await attach(id, Buffer.concat([compound, Buffer.from(name)]), name)
      expect(body.file).toMatchObject({ kind: 'document', mime })
      await send(id, { type: 'file', file_id: body.file.id })
      await eventually(name, async () =>
        [...server.sandbox.world.accounts.media.values()].some((one) => one.mime === mime),
      )
    }
    const refused = await attach(id, compound, 'setup.msi')
    expect(refused.status).toBe(415)
    expect(JSON.stringify(refused.body)).toContain('this kind of file')
  })
})
