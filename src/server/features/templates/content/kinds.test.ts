import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { templates } from '#contract/templates.ts'
import { addLeads } from '#server/features/campaigns/campaigns.fixture.ts'
import { eventually, type Person, type TestServer } from '#test/server.ts'
import { freshText, openConnectedTemplates, type TemplateCalls } from '../templates.fixture.ts'

let server: TestServer
let person: Person
let mine: TemplateCalls
let picture: number
let film: number
beforeAll(async () => {
  ;({ server, person, mine } = await openConnectedTemplates())
  server.sandbox.settings({ delays: { sent: [1, 5], delivered: [5, 10], read: [10, 20], answer: [1, 2] } })
  picture = await upload('cake.png', Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(64)]))
  film = await upload('cake.mp4', Buffer.concat([Buffer.alloc(4), Buffer.from('ftypmp42'), Buffer.alloc(64)]))
})
afterAll(() => server.close())

async function upload(name: string, content: Buffer): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const answer = await fetch(`${server.url}${templates.uploadMedia.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  })
  const body = (await answer.json()) as { media: { id: number } }
  return body.media.id
}

const url = {
  type: 'URL',
  text: 'Order',
  url: 'https://shop.example/{{1}}',
  sample: 'https://shop.example/A',
}
const card = (at: number) => ({
  header: { format: 'IMAGE', media_id: picture },
  body: `Cake ${at} for {{name}} today`,
  samples: { name: 'Asha' },
  buttons: [url],
})

/** What it is made of, the values that it is sent with, and what the provider then gets. */
const kinds = {
  location: {
    parts: () => ({
      header: {
        format: 'LOCATION',
        place: { latitude: '18.5', longitude: '73.8', name: 'Shop, Pune', address: '12 Main Road' },
      },
    }),
    values: ['18.5', '73.8', '"Shop, Pune"', '12 Main Road', 'Asha'],
    sent: [/"type":"location","location":\{"latitude":18.5,"longitude":73.8,"name":"Shop, Pune"/],
  },
  offer: {
    parts: () => ({
      offer: { text: 'Ends soon', ends: true },
      buttons: [{ type: 'COPY_CODE', value: 'SAVE20' }, url],
    }),
    values: ['Asha', '2099-01-01T00:00+00:00', 'CODE7', 'A7'],
    sent: [/"expiration_time_ms":4070908800000/, /"coupon_code":"CODE7"/],
  },
  carousel: {
    parts: () => ({ cards: [card(1), card(2)] }),
    values: ['Asha', 'Meena', 'one', 'Ravi', 'two'],
    sent: [/"card_index":0.*"text":"Meena".*"text":"one".*"card_index":1.*"text":"Ravi".*"text":"two"/],
  },
  catalogue: { parts: () => ({ buttons: [{ type: 'CATALOG' }] }), values: ['Asha'], sent: [/"Asha"/] },
  products: {
    parts: () => ({ buttons: [{ type: 'MPM' }] }),
    values: ['Asha', '"Cakes: SKU-1, SKU-2; Breads: SKU-3"'],
    sent: [/"sub_type":"mpm".*"thumbnail_product_retailer_id":"SKU-1".*"title":"Breads"/],
  },
  gif: {
    parts: () => ({ header: { format: 'GIF', media_id: film } }),
    values: ['Asha'],
    sent: [/"type":"gif","gif":\{"id":/],
  },
} as const

const sentTo = (phone: string) =>
  server.sandbox.ledger({ limit: 1000 }).rows.filter((row) => `+${row.to}` === phone)

describe.each(Object.entries(kinds))('a template of the kind %s', (kind, { parts, values, sent }) => {
  it('is made, approved, and sent singly and by a campaign', async () => {
    server.sandbox.settings({ keepContent: true })
    const { id, template_name } = await mine.added({ ...freshText(), type: 'marketing', ...parts() })
    const approved = await mine.approved(id)
    expect([approved.problem, approved.foreign_parts]).toEqual([null, false])
    const to = `+919810055${String(Object.keys(kinds).indexOf(kind)).padStart(2, '0')}0`
    const single = await server.call(messages.send, {
      token: person.token,
      body: { to, template_name, parameters: values.join(', ') as never },
    })
    expect([single.status, single.body.message]).toEqual([200, expect.not.stringMatching(/fail/i)])
    const [row] = sentTo(to)
    for (const part of sent) expect(JSON.stringify(row)).toMatch(part)

    const phone = to.replace('+91981', '+91982')
    const leads = await addLeads(server, person.businessId, [{ phone }])
    const texts = values.map((value) => value.replaceAll('"', ''))
    const parameters = Object.fromEntries(
      approved.variables.map(({ key }, at) => [key, { text: texts[at]! }]),
    )
    const scheduled = await server.call(campaigns.schedule, {
      token: person.token,
      body: {
        template_id: id,
        leads,
        parameters,
        scheduled_at: new Date(Date.now() + 50).toISOString(),
      },
    })
    expect([scheduled.status, scheduled.body.message]).toEqual([200, 'Campaign scheduled successfully!'])
    const read = await eventually(
      'the message',
      async () => sentTo(phone).length > 0 && JSON.stringify(sentTo(phone)),
      20_000,
    )
    for (const part of sent) expect(read).toMatch(part)
  })
})

describe('what cannot be sent', () => {
  it('is refused before it leaves: an offer that has ended, a place that is nowhere', async () => {
    const offer = await mine.added({ ...freshText(), type: 'marketing', ...kinds.offer.parts() })
    await mine.approved(offer.id)
    const send = (template_name: string, parameters: string) =>
      server.call(messages.send, {
        token: person.token,
        body: { to: '+919810099999', template_name, parameters: parameters as never },
      })
    const ended = await send(offer.template_name, 'Asha, 2020-01-01T00:00+00:00, CODE7, A7')
    expect([ended.status, ended.body.message]).toEqual([
      422,
      'The offer has already ended. Choose a later time.',
    ])
    const place = await mine.added({ ...freshText(), type: 'marketing', ...kinds.location.parts() })
    await mine.approved(place.id)
    const nowhere = await send(place.template_name, '95, 73.8, Shop, Road, Asha')
    expect(nowhere.body.message).toMatch(/latitude must be a number from -90 to 90/)
  })
})

it('counts clicks on each card of a carousel, which leads to its own address', async () => {
  const counted = (at: number, address: string, sample?: string) => ({
    ...card(at),
    buttons: [{ type: 'URL', text: 'Order', url: address, counts_clicks: true, ...(sample && { sample }) }],
  })
  const [one, two] = ['https://shop.example/one', 'https://shop.example/two/{{1}}']
  const cards = [counted(1, one), counted(2, two, 'https://shop.example/two/A')]
  const { id } = await mine.added({ ...freshText(), type: 'marketing', cards })
  const template = await mine.approved(id)
  const keys = ['name', 'card.0.name', 'card.1.name', 'card.1.button.0']
  expect(template.variables.map(({ key }) => key)).toEqual(keys)
  await mine.sync()
  expect((await mine.get(id)).cards?.map(({ buttons }) => buttons[0])).toMatchObject([
    { value: one, counts_clicks: true },
    { value: two, counts_clicks: true },
  ])
  const phone = '+919830055001'
  const parameters = Object.fromEntries(keys.map((key) => [key, { text: 'mine' }]))
  const scheduled = await server.call(campaigns.schedule, {
    token: person.token,
    body: { template_id: id, leads: await addLeads(server, person.businessId, [{ phone }]), parameters },
  })
  expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(200)
  const [row] = await eventually('the message', async () => sentTo(phone)[0] && sentTo(phone))
  const codes = [...JSON.stringify(row).matchAll(/"sub_type":"url".*?"text":"(\w+)"/g)].map(
    ([, code]) => code,
  )
  const targets = await Promise.all(
    codes.map(async (code) => (await server.http.inject({ url: `/marketing/l/${code}` })).headers.location),
  )
  expect(targets).toEqual([one, two.replace('{{1}}', 'mine')])
  const unlike = [cards[0], { ...card(2), buttons: [{ type: 'URL', text: 'Order', url: one }] }]
  expect((await mine.add({ ...freshText(), type: 'marketing', cards: unlike })).status).toBe(422)
})
