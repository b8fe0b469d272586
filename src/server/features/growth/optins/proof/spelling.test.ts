import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { leads } from '#contract/leads.ts'
import { type InboundEvent, recordInbound } from '#server/features/leads/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { takeOptins } from '../messages.ts'

let server: TestServer
let asha: Person
let joinText: string
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  const text = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
  const body = { name: 'Counter', tag: 'Clube', content: { ask_name: true, texts: [text] } }
  const { id, join } = (await server.call(optins.create, { token: asha.token, body })).body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  joinText = join.text
})
afterAll(() => server.close())

let nr = 0
async function joins(phone: string): Promise<void> {
  const event: InboundEvent = {
    businessId: asha.businessId,
    phone,
    bsuid: null,
    name: 'Rukmini',
    wamid: `wamid.${++nr}`,
    kind: 'text',
    text: joinText,
    at: new Date(),
  }
  await recordInbound(server.app, [{ ...event, isOptin: true }])
  await takeOptins(server.app, [event])
}
const leadsOf = () =>
  server.app.db
    .selectFrom('leads')
    .select(['phone', 'name', 'tags', 'consent'])
    .where('business_id', '=', asha.businessId)
    .orderBy('id')
    .execute()

it('takes who joins by message in the other spelling as the lead they are', async () => {
  const upload = (name: string, phone: string) =>
    server.call(leads.upload, { token: asha.token, body: { leads: [{ name, phone, tag: 'till' }] } })
  await upload('Maria da Silva', '+55 11 98765-4323')
  await joins('+551187654323')
  await joins('+551187654322')
  await upload('Ana', '+55 11 98765-4322')
  expect(await leadsOf()).toEqual([
    { phone: '+5511987654323', name: 'Maria da Silva', tags: ['till', 'Clube'], consent: 'opted_in' },
    { phone: '+551187654322', name: 'Ana', tags: ['Clube', 'till'], consent: 'opted_in' },
  ])
})
