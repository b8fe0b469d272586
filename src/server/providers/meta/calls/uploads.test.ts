import { describe, expect, it } from 'vitest'
import { MetaError } from '../errors/meta-error.ts'
import { always, answering, pathOf, queryOf } from '../loopback-meta.ts'
import { json } from '../loopback-servers.ts'

describe('uploads', () => {
  const file = { name: 'a "b".png', mimeType: 'image/png', content: Buffer.from([0x89, 0x50, 0x00, 0xff]) }

  it('for messages go as one form', async () => {
    const { meta, asked } = await always({ id: '4490709327384033' })
    expect(await meta.media.upload('t', '106', file)).toEqual({ id: '4490709327384033' })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v23.0/106/media' })
    const parsed = await new Response(asked[0]!.body, {
      headers: { 'content-type': asked[0]!.headers['content-type'] ?? '' },
    }).formData()
    expect(parsed.get('messaging_product')).toBe('whatsapp')
    expect(parsed.get('type')).toBe('image/png')
    expect(parsed.get('file')).toMatchObject({ name: 'a _b_.png', type: 'image/png' })
  })

  it('for templates are announced, then sent to the address Meta gave', async () => {
    const { meta, asked } = await answering((request, response) =>
      json(
        response,
        200,
        request.url.includes('/uploads') ? { id: 'upload:MTph==?sig=ARZ_q' } : { h: '4::aW' },
      ),
    )
    expect(await meta.uploads.upload('token', file)).toEqual({ handle: '4::aW' })
    expect(pathOf(asked[0]!.url)).toBe('/v23.0/729402/uploads')
    expect(queryOf(asked[0]!.url)).toEqual({
      file_name: 'a "b".png',
      file_length: '4',
      file_type: 'image/png',
    })
    expect(asked[1]).toMatchObject({ method: 'POST', url: '/v23.0/upload:MTph==?sig=ARZ_q' })
    expect(asked[1]?.headers).toMatchObject({
      authorization: 'OAuth token',
      file_offset: '0',
      'content-length': '4',
    })
  })

  it('that Meta refuses say why', async () => {
    const { meta } = await answering((_request, response) =>
      json(response, 400, {
        debug_info: { retriable: false, type: 'PartialRequestError', message: 'bad offset' },
      }),
    )
    const error: unknown = await meta.uploads.send('t', 'upload:x', file.content).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(MetaError)
    expect(error).toMatchObject({ delivery: 'refused', details: 'bad offset' })
  })
})
