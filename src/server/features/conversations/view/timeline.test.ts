import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversations, type TimelineItem } from '#contract/conversations.ts'
import { leads } from '#contract/leads.ts'
import { createContent } from '#server/features/messages/messages.ts'
import { type Inbox, openInbox, text } from '../conversations.fixture.ts'

let inbox: Inbox
let { server, asha, account, deliver, post, conversationWith, timeline, untilTimeline, started } = {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, account, deliver, post, conversationWith, timeline, untilTimeline, started } = inbox)
})
afterAll(() => server.close())

describe('a template in a conversation', () => {
  const template = {
    template_id: null,
    provider_template_id: null,
    template_name: 'order_ready',
    language: 'en',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
  }

  async function shown(digits: string, contentId: number, variables: string[]): Promise<void> {
    await sql`
      insert into messages (business_id, content_id, phone_number_id, recipient_phone, variables, status)
      values (${asha.businessId}, ${contentId}, ${account.phone_number_id}, ${`+${digits}`}, ${variables}::text[],
        'read')`.execute(server.app.db)
  }

  it('has the person’s value in its header, and the name of its file', async () => {
    const { id, digits } = await started()
    const body = { type: 'BODY', text: 'Ready at {{1}}.' }
    const titled = await createContent(server.app, asha.businessId, {
      ...template,
      components: [{ type: 'HEADER', format: 'TEXT', text: 'For {{1}}' }, body],
      variables: [
        { name: '1', where: 'header' },
        { name: '1', where: 'body' },
      ],
    })
    const { rows } = await sql<{ id: number }>`
      insert into template_media (business_id, kind, file_name, mime_type, bytes, sha256)
      values (${asha.businessId}, 'DOCUMENT', 'prices.pdf', 'application/pdf', 4, '00') returning id`.execute(
      server.app.db,
    )
    const filed = await createContent(server.app, asha.businessId, {
      ...template,
      components: [{ type: 'HEADER', format: 'DOCUMENT' }, body],
      variables: [{ name: '1', where: 'body' }],
      header_media_id: Number(rows[0]!.id),
    })
    await shown(digits, titled, ['Rukmini', 'six'])
    await shown(digits, filed, ['six'])
    const items = (await timeline(id)).filter(({ kind }) => kind === 'template')
    expect(items[0]).toMatchObject({ header: 'For Rukmini', text: 'Ready at six.' })
    expect(items[1]).toMatchObject({
      header: null,
      details: { header: 'DOCUMENT', header_file: 'prices.pdf' },
    })
  })
})

describe('an opt-out without a message', () => {
  it('has a line of its own, once over all pages', async () => {
    const { id, digits } = await started()
    const { lead_id } = await conversationWith(digits)
    const other = await started()
    const params = { id: lead_id! }
    const recorded = await server.call(leads.setConsent, {
      token: asha.token,
      params,
      body: { consent: 'opted_out' },
    })
    expect(recorded.status, JSON.stringify(recorded.body)).toBe(200)
    await server.call(leads.setConsent, {
      token: asha.token,
      params,
      body: { consent: 'opted_in', details: 'Asked again at the till' },
    })
    await post('user_preferences', {
      contacts: [{ profile: { name: 'Rukmini Bai' }, wa_id: digits }],
      user_preferences: [
        {
          wa_id: digits,
          value: 'stop',
          category: 'marketing_messages',
          timestamp: Math.floor(Date.now() / 1000) + 1,
        },
      ],
    })
    const optOuts = (items: readonly TimelineItem[]) => items.filter(({ event }) => event === 'opted_out')
    const items = await untilTimeline(id, (all) => optOuts(all).length === 2)
    expect(optOuts(items).map(({ details }) => details.source)).toEqual(['manual', 'whatsapp_preference'])
    expect(optOuts(items)[0]!.user_name).toBeTruthy()
    expect(optOuts(items)[1]!.user_name).toBeNull()
    expect(optOuts(await timeline(other.id))).toEqual([])

    await deliver(digits, [text('STOP')])
    const whole = await untilTimeline(id, (all) => all.some(({ opted_out }) => opted_out))
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const { body }: { body: { items: readonly TimelineItem[]; next_cursor: string | null } } =
        await server.call(conversations.timeline, {
          token: asha.token,
          params: { id },
          query: { limit: 1, ...(cursor !== null && { cursor }) },
        })
      paged.unshift(...body.items.map(({ key }) => key))
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(paged).toEqual(whole.map(({ key }) => key))
  })
})
