import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { recordInbound } from '../inbound/inbound.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

async function upload(content: string, { token } = asha): Promise<void> {
  const form = new FormData()
  form.append('tag', 'list')
  form.append('file', new Blob([content]), 'people.csv')
  const answer = await fetch(`${server.url}${leads.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  expect(answer.status).toBe(200)
}

it.each([
  ['opted_in', 'Opt in', 'STOP', 'opted_out'],
  ['opted_out', 'Opted out', 'SUBSCRIBE', 'opted_in'],
] as const)(
  'whom a file has %s by a clock ahead of ours is heard at once',
  async (stated, column, says, then) => {
    const phone = stated === 'opted_in' ? '+919823011208' : '+919823011209'
    const ahead = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    await upload(`Name,Phone,${column}\nAsha,${phone},${ahead}\n`)
    const consent = async () =>
      (await server.call(leads.list, { token: asha.token, query: { search: phone } })).body.leads[0]?.consent
    expect(await consent()).toBe(stated)
    const event = { phone, bsuid: null, name: 'Asha', text: says, kind: 'text', wamid: phone, at: new Date() }
    await recordInbound(server.app, [{ businessId: asha.businessId, ...event }])
    expect(await consent()).toBe(then)
  },
)

it('is of the day that the file names, by the clock of the business', async () => {
  const rosa = await server.signUp()
  const clock = { timezone: 'America/Sao_Paulo' }
  await server.app.db.updateTable('businesses').set(clock).where('id', '=', rosa.businessId).execute()
  await upload('Name,Phone,Opt in\nRosa,+919823011208,05/01/2026\n', rosa)
  const { body } = await server.call(leads.list, { token: rosa.token, query: {} })
  expect(body.leads[0]?.consent_at).toBe('2026-01-05T03:00:00.000Z')
})
