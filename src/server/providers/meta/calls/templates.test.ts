import { describe, expect, it } from 'vitest'
import { answering, queryOf } from '../loopback-meta.ts'
import { json } from '../loopback-servers.ts'
import type { Meta } from '../meta.ts'

describe('templates', () => {
  const template = (n: number) => ({
    id: `${n}`,
    name: `t${n}`,
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
  })
  const ids = async (meta: Meta) => {
    const found: string[] = []
    for await (const { id } of meta.templates.list('token', '102')) found.push(id)
    return found
  }

  /** Pages of two; the cursor is the page's number. */
  const page = (n: number, last: number, first = n * 2) => ({
    data: [template(first), template(first + 1)],
    paging: { cursors: { after: `${n}` }, ...(n < last ? { next: 'https://graph…' } : {}) },
  })

  it('are listed over all pages, asked for as they are taken', async () => {
    const { meta, asked } = await answering((request, response) => {
      const after = queryOf(request.url).after
      json(response, 200, page(after === undefined ? 0 : Number(after) + 1, 2))
    })
    const list = meta.templates.list('token', '102')
    await list.next()
    expect(asked).toHaveLength(1)
    await list.return()
    expect(await ids(meta)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(queryOf(asked[1]!.url)).toMatchObject({
      limit: '100',
      fields: expect.stringContaining('components'),
    })
  })

  it('are listed from the start again when the cursor has gone stale, none of them twice', async () => {
    let stale = 1
    const { meta, asked } = await answering((request, response) => {
      const after = queryOf(request.url).after
      if (after === '0' && stale-- > 0) {
        return json(response, 400, {
          error: { message: 'Invalid cursor', type: 'OAuthException', code: 131059 },
        })
      }
      json(response, 200, page(after === undefined ? 0 : Number(after) + 1, 1))
    })
    expect(await ids(meta)).toEqual(['0', '1', '2', '3'])
    expect(asked.map(({ url }) => queryOf(url).after)).toEqual([undefined, '0', undefined, '0'])
  })

  it('are given up when the cursor is stale each time', async () => {
    const { meta, asked } = await answering((request, response) => {
      if (queryOf(request.url).after === undefined) return json(response, 200, page(0, 1))
      json(response, 400, { error: { message: 'Invalid cursor', type: 'OAuthException', code: 131059 } })
    })
    await expect(ids(meta)).rejects.toMatchObject({ code: 131059 })
    expect(asked).toHaveLength(8)
  })

  it('of a server that repeats its cursor do not go round for ever', async () => {
    const { meta } = await answering((_request, response) =>
      json(response, 200, { data: [template(1)], paging: { cursors: { after: 'x' }, next: 'https://…' } }),
    )
    expect(await ids(meta)).toEqual(['1'])
  })

  it('keep what we do not know, and ids that are numbers with every digit', async () => {
    const { meta } = await answering((_request, response) => {
      response.writeHead(200)
      response.end(
        '{"id":12345678901234567890,"name":"a","language":"hi","status":"HIBERNATING","category":"X","new":1,"components":[{"type":"HOLOGRAM","depth":3}]}',
      )
    })
    expect(await meta.templates.get('t', '1')).toMatchObject({
      id: '12345678901234567890',
      status: 'HIBERNATING',
      new: 1,
      components: [{ type: 'HOLOGRAM', depth: 3 }],
    })
  })

  it('are created, edited, deleted and taken out of a pause', async () => {
    const { meta, asked } = await answering((request, response) => {
      const created = { id: '594', status: 'PENDING', category: 'MARKETING' }
      const unpaused = { success: false, reason: 'not paused' }
      const body = request.url.endsWith('/unpause') ? unpaused : { ...created, success: true }
      json(response, 200, body)
    })
    const components = [{ type: 'BODY', text: 'Hi' }]
    const fresh = { name: 'a', language: 'en_US', category: 'UTILITY' as const, components }
    expect(await meta.templates.create('t', '102', fresh)).toMatchObject({ id: '594', category: 'MARKETING' })
    await meta.templates.edit('t', '594', { components })
    await meta.templates.delete('t', '102', { name: 'a' })
    await meta.templates.delete('t', '102', { name: 'a', templateId: '594' })
    expect(await meta.templates.unpause('t', '594')).toEqual({ unpaused: false, reason: 'not paused' })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v23.0/102/message_templates',
      'POST /v23.0/594',
      'DELETE /v23.0/102/message_templates?name=a',
      'DELETE /v23.0/102/message_templates?hsm_id=594&name=a',
      'POST /v23.0/594/unpause',
    ])
    expect(JSON.parse(asked[0]!.body)).toEqual(fresh)
    expect(JSON.parse(asked[1]!.body)).toEqual({ components })
  })
})
