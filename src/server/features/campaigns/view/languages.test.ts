import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { pathWith } from '#contract/endpoint.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { startCampaign } from '../run/start.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const readIn = async (language: string, id: number): Promise<Campaign> => {
  const answer = await server.http.inject({
    method: 'GET',
    url: pathWith(campaigns.get.path, { id }),
    headers: { authorization: `Bearer ${shop.token}`, 'accept-language': language },
  })
  return answer.json().campaign
}
const sentencesIn = async (language: string, id: number): Promise<string[]> =>
  (await readIn(language, id)).events.map(({ sentence }) => sentence)

const schedule = async (people: Parameters<typeof addLeads>[2]): Promise<number> => {
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: shop.template.weekend_offer!,
      leads: await addLeads(server, shop.businessId, people),
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
      timezone: 'Asia/Kolkata',
    },
  })
  return body.campaign.id
}
const startNow = async (id: number): Promise<void> => {
  await sql`update campaigns set scheduled_at = now(), undo_until = null where id = ${id}`.execute(
    server.app.db,
  )
  await startCampaign(server.app, shop.businessId, id)
}

it('a campaign’s history is read in the language of its reader', async () => {
  const id = await schedule([{ phone: '+919811200001' }, { phone: '+919811200002', consent: 'opted_out' }])
  await server.call(campaigns.pause, { token: shop.token, params: { id } })
  await server.call(campaigns.resume, { token: shop.token, params: { id } })
  await startNow(id)
  const english = await sentencesIn('en', id)
  expect(english).toEqual([
    'Started with 1 person; 1 left out',
    expect.stringMatching(/^Scheduled again for \w{3} \d+ \w{3} \d{4}, \d\d:\d\d \(Asia\/Kolkata\)$/),
    'Paused',
    expect.stringMatching(/^Scheduled for \w{3} /),
  ])
  expect(await sentencesIn('es', id)).toEqual([
    'Empezó con 1 persona; 1 excluidas',
    expect.stringMatching(/^Programada de nuevo para el \p{L}{3}, \d+ \p{L}{3,4} \d{4}, \d\d:\d\d /u),
    'En pausa',
    expect.stringMatching(/^Programada para el /),
  ])
})

it('why it failed is read so too', async () => {
  const id = await schedule([{ phone: '+919811200003' }])
  await sql`update leads set consent = 'none' where phone = '+919811200003'`.execute(server.app.db)
  await startNow(id)
  expect((await readIn('en', id)).status_reason).toBe('Nobody could get it: No consent 1.')
  const inHindi = await readIn('hi', id)
  expect(inHindi.status_reason).toBe('यह किसी को नहीं मिल सका: सहमति नहीं 1।')
  expect(inHindi.left_out).toEqual([{ reason: 'no_consent', label: 'सहमति नहीं', count: 1 }])
})

it('a sentence from before codes is shown as it is', async () => {
  const id = await schedule([{ phone: '+919811200004' }])
  await sql`insert into campaign_events (business_id, campaign_id, kind, text)
    values (${shop.businessId}, ${id}, 'waited', '"A reason of an old version."')`.execute(server.app.db)
  expect((await sentencesIn('pt-BR', id))[0]).toBe('A reason of an old version.')
})
