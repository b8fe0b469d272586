import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { type InboundEvent, recordInbound } from '#server/features/leads/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { takeOptins } from '../messages.ts'

let server: TestServer
let asha: Person
let join: { id: number; text: string }
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  const text = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
  const body = { name: 'Counter', tag: 'Club', content: { ask_name: true, texts: [text] } }
  const { form } = (await server.call(optins.create, { token: asha.token, body })).body
  await server.call(optins.open, { token: asha.token, params: { id: form.id }, body: { is_open: true } })
  join = { id: form.id, text: form.join.text }
})
afterAll(() => server.close())

let nr = 0
const says = (text: string, who: Pick<InboundEvent, 'phone' | 'bsuid' | 'parentBsuid'>): InboundEvent => ({
  ...who,
  businessId: asha.businessId,
  name: 'Rukmini',
  wamid: `wamid.H${++nr}`,
  kind: 'text',
  text,
  at: new Date(),
})
async function joins(who: Pick<InboundEvent, 'phone' | 'bsuid' | 'parentBsuid'>): Promise<void> {
  const event = says(join.text, who)
  await recordInbound(server.app, [{ ...event, isOptin: true }])
  await takeOptins(server.app, [event])
  await takeOptins(server.app, [event])
}
const leadsOf = () =>
  server.app.db
    .selectFrom('leads')
    .select(['phone', 'bsuid', 'name', 'tags', 'consent'])
    .where('business_id', '=', asha.businessId)
    .orderBy('id')
    .execute()
const listed = async () =>
  (
    await server.app.db
      .selectFrom('suppressions')
      .select('address')
      .where('business_id', '=', asha.businessId)
      .execute()
  ).map(({ address }) => address)

it('takes the message of a person who hides their number as the opt-in that it is, after a stop too', async () => {
  const hidden = { phone: null, bsuid: 'IN.5550001', parentBsuid: 'IN.ENT.5550001' }
  await recordInbound(server.app, [says('STOP', hidden)])
  expect((await leadsOf()).map(({ consent }) => consent)).toEqual(['opted_out'])
  await joins(hidden)
  expect(await leadsOf()).toEqual([
    { phone: null, bsuid: 'IN.5550001', name: 'Rukmini', tags: ['Club'], consent: 'opted_in' },
  ])
  expect(await listed()).toEqual([])
  const { body } = await server.call(optins.proofs, {
    token: asha.token,
    query: { form_id: join.id, limit: 9 },
  })
  expect(body.proofs).toMatchObject([{ address: 'IN.5550001', outcome: 'opted_in', way: 'message' }])
})

it('knows the lead of somebody who hides their number by their id', async () => {
  const both = { phone: '+919822745801', bsuid: 'IN.5550002' }
  await recordInbound(server.app, [says('Hello', both), says('Hi', { phone: null, bsuid: 'IN.5550003' })])
  await joins({ phone: null, bsuid: 'IN.5550002' })
  expect((await leadsOf()).slice(1)).toMatchObject([
    { phone: '+919822745801', bsuid: 'IN.5550002', tags: ['Club'], consent: 'opted_in' },
    { phone: null, bsuid: 'IN.5550003', tags: [], consent: 'none' },
  ])
})
