import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import type { ConnectedAccount } from '#test/connected.ts'
import type { Person, TestServer } from '#test/server.ts'
import { openConnectedTemplates, type TemplateCalls } from '../templates.fixture.ts'

let server: TestServer
let person: Person
let account: ConnectedAccount
let mine: TemplateCalls
beforeAll(async () => {
  ;({ server, person, account, mine } = await openConnectedTemplates())
})
afterAll(() => server.close())

describe('a file for the header', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = async (name: string, type: string, content: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)], { type }), name)
    const answer = await fetch(`${server.url}${templates.uploadMedia.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { media: { id: number; kind: string }; message?: string },
    }
  }

  it('is kept once, shown again, and goes to WhatsApp with the template', async () => {
    const first = await upload('shop.png', 'image/png', png)
    expect(first.body.media).toMatchObject({ kind: 'IMAGE', mime_type: 'image/png', bytes: png.length })
    const second = await upload('again.png', 'image/png', png)
    expect(second.body.media.id).toBe(first.body.media.id)
    const answer = await server.http.inject({
      method: 'GET',
      url: templates.getMedia.path.replace('{id}', String(first.body.media.id)),
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.rawPayload.equals(png)).toBe(true)
    const { id } = await mine.added({ header: { format: 'IMAGE', media_id: first.body.media.id } })
    const done = await mine.approved(id)
    expect(done.problem).toBeNull()
    const remote = server.sandbox.world.templates.byId.get(done.provider_template_id!)!
    expect(remote.components[0]).toMatchObject({ type: 'HEADER', format: 'IMAGE' })
    expect(JSON.stringify(remote.components[0])).toMatch(/\d+::/)

    const { getSendable, headerMediaFor } = await import('../templates.ts')
    const sendable = await getSendable(server.app, person.businessId, id)
    const sender = { phone_number_id: account.phone_number_id, token: account.token }
    const media = await headerMediaFor(server.app, person.businessId, sendable, sender)
    expect(media).toMatchObject({ id: expect.stringMatching(/^\d+$/) })
    expect(await headerMediaFor(server.app, person.businessId, sendable, sender)).toEqual(media)
  })

  it.each([
    ['words.txt', 'image/png', Buffer.from('only words'), 415, /doesn't accept this file type.*JPEG or PNG/],
    ['large.png', 'image/png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 413, /too large.*5 MB/],
  ])('%s is refused', async (name, type, content, status, says) => {
    const answer = await upload(name, type, content)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(says)
  })

  it('of another kind than the header is refused', async () => {
    const { body } = await upload('shop.png', 'image/png', png)
    const answer = await mine.add({ header: { format: 'VIDEO', media_id: body.media.id } })
    expect(answer.status).toBe(400)
    expect(answer.body.fields?.header).toMatch(/not a video/)
  })
})
