import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { templates } from '#contract/templates.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { wakeLane } from '#server/features/messages/messages.ts'
import { eventually, openTestServer, quiet, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { retryAsPlanned } from './control.ts'

const quick = { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } as const
const slow = { ...quick, answer: [100, 150] } as const
/** Reviews of edits end when a test says so: no test then depends on who is faster. */
const never = [600_000, 600_000] as const
/** Most people are still to come when a test has had its word, also on a busy machine. */
const slowly = 5

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: slow })
  shop = await openShop(server)
  await limitTo(slowly)
})
afterAll(() => server.close())

const limitTo = (perSecond: number) =>
  server.app.db
    .updateTable('phone_numbers')
    .set({ throughput_per_second: perSecond })
    .where('phone_number_id', '=', sandboxSeed.phone.id)
    .execute()

let next = 1000
let lots = 0
/** A template of its own for each test: WhatsApp lets one be changed once a day. */
const template = async (message: string) => {
  lots += 1
  server.sandbox.settings({ delays: { review: [5, 10] } })
  const added = await server.call(templates.add, {
    token: shop.token,
    body: { title: `Lot ${lots}`, message: `${message} Lot number ${lots} of our shop.`, type: 'marketing' },
  })
  expect(added.body.message).toBe('Template added')
  const { id } = added.body.template
  await eventually('the approval', async () => (await templateOf(id)).status === 'approved')
  await quiet(server)
  server.sandbox.settings({ delays: { review: never } })
  return { id, message: `${message} Lot number ${lots} of our shop.`, title: `Lot ${lots}` }
}
const templateOf = async (id: number) =>
  (await server.call(templates.get, { token: shop.token, params: { id } })).body.template
/** WhatsApp approves the new version. */
const approve = async (id: number) => {
  const { provider_template_id } = await templateOf(id)
  server.sandbox.templateEvent({ id: provider_template_id!, event: 'APPROVE' })
}
const start = async (templateId: number, count: number, more: object = {}): Promise<number> => {
  const leads = await addLeads(
    server,
    shop.businessId,
    Array.from({ length: count }, () => {
      next += 1
      return { phone: `+9196${next}7777`, name: `Asha ${next}`, attributes: { city: `City ${next}` } }
    }),
  )
  const { status, body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: templateId, leads, ...more },
  })
  expect([status, body.message]).toEqual([200, 'Campaign scheduled successfully!'])
  return body.campaign.id
}
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const campaign = await get(id)
    return holds(campaign) && campaign
  })
const gone = ({ outcomes }: Campaign) => outcomes.sent + outcomes.delivered + outcomes.read
const someGone = (id: number) => when('the first messages', id, (campaign) => gone(campaign) > 3)
const change = (id: number, title: string, message: string, more: object = {}) =>
  server.call(templates.change, { token: shop.token, params: { id }, body: { title, message, ...more } })
const bodies = async (id: number) => {
  const { body } = await server.call(messages.logs, {
    token: shop.token,
    query: { campaign_id: id, limit: 500 },
  })
  return body.logs.map(({ message_body }) => message_body)
}

describe('a template that is changed while its campaign runs', () => {
  it('makes the campaign wait for the review, and it goes on by itself; each message keeps its own words', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, the old offer ends soon.')
    const id = await start(templateId, 60)
    await someGone(id)
    const changed = await change(templateId, title, message.replace('old', 'new'))
    expect([changed.status, changed.body.message]).toEqual([200, 'Template updated'])
    const waiting = await when('the wait', id, ({ status }) => status === 'Paused')
    expect(waiting.status_code).toBe('template_in_review')
    expect(waiting.status_reason).toBe(
      'Waiting for WhatsApp to review the new version. The campaign then continues automatically.',
    )
    await limitTo(80)
    await approve(templateId)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
    expect(gone(done)).toBe(60)
    expect(done.events.map(({ kind }) => kind)).not.toContain('failed')
    expect(done.events.map(({ sentence }) => sentence)).toContain(
      'Going on with the new version of the template',
    )
    const said = await bodies(id)
    const old = said.filter((text) => text.includes('the old offer')).length
    expect(old).toBeGreaterThan(3)
    expect(said.filter((text) => text.includes('the new offer'))).toHaveLength(60 - old)
    // Nobody got it twice.
    const to = server.sandbox.ledger({ limit: 1000 }).rows.map((row) => row.to)
    expect(new Set(to).size).toBe(to.length)
  })

  it('asks what fills new variables, refuses to go on without, and fits those who wait', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, the market opens soon.')
    const id = await start(templateId, 60)
    await someGone(id)
    const words = message.replace('opens', 'in {{city}} opens')
    expect((await change(templateId, title, words)).status).toBe(200)
    await when('the wait', id, ({ status }) => status === 'Paused')
    await approve(templateId)
    const asks = await when('the question', id, ({ status_code }) => status_code === 'template_variables')
    expect([asks.status, asks.new_version?.variables.map(({ key, added }) => [key, added])]).toEqual([
      'Paused',
      [
        ['name', false],
        ['city', true],
      ],
    ])
    expect(JSON.stringify(asks.new_version?.components)).toContain('{{city}}')
    const refused = await server.call(campaigns.resume, { token: shop.token, params: { id } })
    expect(refused.status).toBe(422)
    const stranger = await server.signUp()
    const parameters = { city: { attribute: 'city' } }
    const input = { params: { id }, body: { parameters } }
    expect((await server.call(campaigns.useNewVersion, { token: stranger.token, ...input })).status).toBe(404)
    await limitTo(80)
    expect((await server.call(campaigns.useNewVersion, { token: shop.token, ...input })).status).toBe(200)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
    expect([gone(done), done.outcomes.failed]).toEqual([60, 0])
    const said = await bodies(id)
    expect(said.filter((text) => /the market in City \d+ opens/.test(text)).length).toBeGreaterThan(10)
    expect(said.filter((text) => text.includes('the market opens')).length).toBeGreaterThan(3)
  })

  it('asks where numbered variables change places, with what filled them before', async () => {
    const old = 'Hello {{1}}, your table in {{2}} is ready.'
    const { id: templateId, message, title } = await template(old)
    const id = await start(templateId, 30, { parameters: { '2': { attribute: 'city' } } })
    await someGone(id)
    await change(templateId, title, message.replace(old, 'Your table in {{1}} is ready, dear {{2}}.'))
    await when('the wait', id, ({ status }) => status === 'Paused')
    await approve(templateId)
    const asks = await when('the question', id, ({ status_code }) => status_code === 'template_variables')
    expect(asks.new_version?.variables.map(({ key, added, suggested }) => [key, added, suggested])).toEqual([
      ['1', true, { field: 'name' }],
      ['2', true, { attribute: 'city' }],
    ])
    const parameters = { '1': { attribute: 'city' }, '2': { field: 'name' } } as const
    await limitTo(80)
    await server.call(campaigns.useNewVersion, { token: shop.token, params: { id }, body: { parameters } })
    await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
    const said = await bodies(id)
    expect(said.filter((text) => /table in City \d+ is ready, dear Asha/.test(text)).length).toBeGreaterThan(
      10,
    )
  })

  it('lets the owner look first, and tells of a new version that was rejected', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, our hall opens on Sunday.')
    const id = await start(templateId, 60)
    await someGone(id)
    await change(templateId, title, message.replace('Sunday', 'Monday'), { campaigns: 'wait' })
    await when('the wait', id, ({ status }) => status === 'Paused')
    await approve(templateId)
    const look = await when(
      'the approval',
      id,
      ({ status_reason }) => status_reason === 'WhatsApp approved the new version. Look at it and resume.',
    )
    expect([look.status, look.new_version?.variables.map(({ added }) => added)]).toEqual(['Paused', [false]])
    await server.call(campaigns.cancel, { token: shop.token, params: { id } })
  })

  it('goes on as it was when WhatsApp refuses the change', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, the tea is fresh today.')
    // WhatsApp takes one change a day; what we know of the first is forgotten, so that it is asked.
    await change(templateId, title, message.replace('tea', 'chai'))
    await approve(templateId)
    await eventually('the review', async () => (await templateOf(templateId)).status === 'approved')
    const id = await start(templateId, 40)
    await someGone(id)
    const { provider_template_id } = await templateOf(templateId)
    await sql`update provider_templates set edited_at = '{}' where id = ${provider_template_id}`.execute(
      server.app.db,
    )
    const refused = await change(templateId, title, message.replace('fresh', 'green'))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    await limitTo(80)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
    expect(gone(done)).toBe(40)
    expect((await bodies(id)).every((text) => text.includes('fresh'))).toBe(true)
  })

  it('waits when the change was made elsewhere and only the refusal tells', async () => {
    const { id: templateId } = await template('Hello {{name}}, the shop has moved to the square.')
    const { provider_template_id } = await templateOf(templateId)
    const id = await start(templateId, 40)
    await someGone(id)
    server.sandbox.faults({ refuse: { 132001: 1 } })
    await when('the stop', id, ({ status }) => status === 'Failed')
    server.sandbox.faults({})
    const { stopTemplate, resumeTemplate } = await import('./stops.ts')
    const which = { business_id: shop.businessId, provider_template_id: provider_template_id! }
    const stateIs = (status: string) =>
      sql`update provider_templates set status = ${status} where id = ${provider_template_id}`.execute(
        server.app.db,
      )
    await stateIs('PENDING')
    await stopTemplate(server.app, { ...which, code: 'template_in_review', reason: 'Waiting.' })
    expect((await get(id)).status).toBe('Paused')
    await stateIs('APPROVED')
    await resumeTemplate(server.app, which)
    await limitTo(80)
    await wakeLane(server.app, shop.businessId, (await get(id)).phone_number_id)
    await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
  })
})

describe('a finished campaign whose template was changed since', () => {
  const changed = async ({ id, title }: { id: number; title: string }, words: string) => {
    expect((await change(id, title, words)).status).toBe(200)
    await approve(id)
    await eventually('the review', async () => (await templateOf(id)).status === 'approved')
    await quiet(server)
  }
  /** Of four people, two have got nothing. */
  const finished = async (message: string, code: number) => {
    await limitTo(80)
    const made = await template(message)
    const fated = [1, 2].map((at) => `+9196${next + at}7777`)
    for (const to of fated) server.sandbox.fate(to, { refuse: code })
    const id = await start(made.id, 4)
    await when('the end', id, ({ status }) => status === 'Completed')
    for (const to of fated) server.sandbox.fate(to, null)
    await sql`update messages set failed_at = now() - interval '2 days' where status = 'failed'`.execute(
      server.app.db,
    )
    return { made, id, fated }
  }
  const retry = (id: number, body: object) =>
    server.call(campaigns.retryFailed, { token: shop.token, params: { id }, body })
  const fill = (id: number, parameters: object) =>
    server.call(campaigns.useNewVersion, { token: shop.token, params: { id }, body: { parameters } as never })

  it('is tried again with the new words, and the logs say them', async () => {
    const { made, id } = await finished('Hello {{name}}, the old hat is here.', 131026)
    await changed(made, made.message.replace('old', 'new'))
    expect((await retry(id, { codes: [131026] })).body.queued).toBe(2)
    await when('the end', id, ({ outcomes }) => outcomes.failed + outcomes.queued + outcomes.sending === 0)
    expect((await bodies(id)).filter((text) => text.includes('new hat'))).toHaveLength(2)
  })

  it.each(['now', 'at a time'])('asks what fills new variables, tried again %s', async (time) => {
    const { made, id } = await finished('Hello {{name}}, the fair opens soon.', 131049)
    if (time === 'at a time') await retry(id, { at: new Date(Date.now() + 60_000).toISOString() })
    await changed(made, made.message.replace('opens', 'in {{city}} opens'))
    if (time === 'now') await retry(id, {})
    else {
      await sql`update campaigns set retry_at = now() where id = ${id}`.execute(server.app.db)
      await retryAsPlanned(server.app, shop.businessId, id)
    }
    const asks = await get(id)
    expect([asks.status, asks.status_code, asks.outcomes.queued]).toEqual(['Paused', 'template_variables', 2])
    expect(asks.new_version?.variables.map(({ added }) => added)).toEqual([false, true])
    expect((await fill(id, { city: { text: 'Pune' } })).status).toBe(200)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    expect([gone(done), done.outcomes.failed]).toEqual([4, 0])
    expect((await bodies(id)).filter((text) => text.includes('in Pune opens'))).toHaveLength(2)
  })

  it('sends what was never answered with the new words, also when the logs send it again', async () => {
    const { made, id } = await finished('Hello {{name}}, the old cap is here.', 131026)
    await sql`update messages set status = 'unknown', reason = 'ask_owner'
      where campaign_id = ${id} and status = 'failed'`.execute(server.app.db)
    await changed(made, made.message.replace('old', 'new'))
    const query = { campaign_id: id, status: 'unknown' as const }
    const { body } = await server.call(messages.logs, { token: shop.token, query })
    const ids = body.logs.map((log) => log.id)
    const settled = await server.call(messages.settleUnknown, {
      token: shop.token,
      body: { ids, as: 'send_again' },
    })
    expect([settled.status, settled.body.settled]).toEqual([200, 2])
    const done = await when(
      'the end',
      id,
      ({ status, outcomes }) => status === 'Completed' && !outcomes.unknown,
    )
    expect(done.events.map(({ kind }) => kind)).toContain('settled')
    expect((await bodies(id)).filter((text) => text.includes('new cap'))).toHaveLength(2)
  })

  it('is not sent to who opted out, where WhatsApp made it marketing', async () => {
    const { made, id, fated } = await finished('Hello {{name}}, your hat is here.', 131026)
    await sql`update message_contents set category = 'UTILITY' where template_id = ${made.id}`.execute(
      server.app.db,
    )
    await sql`update leads set consent = 'opted_out' where phone = ${fated[0]}`.execute(server.app.db)
    await retry(id, { codes: [131026] })
    const done = await when(
      'the end',
      id,
      ({ outcomes }) => outcomes.failed + outcomes.queued + outcomes.sending === 0,
    )
    expect([gone(done), done.outcomes.skipped]).toEqual([3, 1])
  })
})

describe('a template of which only what WhatsApp does not store is changed', () => {
  const link = (url: string) => ({ buttons: [{ type: 'URL', text: 'Shop now', url, counts_clicks: true }] })
  const place = (address: string) => ({
    header: { format: 'LOCATION', place: { latitude: '18.52', longitude: '73.85', name: 'Shop', address } },
  })
  it.each([
    ['link', link('https://shop.example/wrong'), link('https://shop.example/right')],
    ['place', place('Old Street'), place('New Street')],
  ])('reaches everyone whose message has not left, without a wait: a %s', async (what, before, after) => {
    await limitTo(slowly)
    server.sandbox.settings({ delays: { review: [5, 10] } })
    const [title, message] = [`Lamps ${what}`, `Hello {{name}}, our ${what} of lamps is here for you.`]
    const added = await server.call(templates.add, {
      token: shop.token,
      body: { title, message, type: 'marketing', ...before } as never,
    })
    const templateId = added.body.template.id
    await eventually('the approval', async () => (await templateOf(templateId)).status === 'approved')
    await quiet(server)
    // As the form sends it, which shows the place.
    const parameters = what === 'place' ? { 'location.address': { text: 'Old Street' } } : {}
    const id = await start(templateId, 30, { parameters })
    await someGone(id)
    expect((await change(templateId, title, message, after)).status).toBe(200)
    await when('the new version', id, ({ events }) =>
      events.some(({ sentence }) => sentence === 'Going on with the new version of the template'),
    )
    await limitTo(80)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    const { rows } = await sql<{ leads_to: string; count: number }>`
      select case when ${what} = 'link' then c.fixed #>> '{links,0,target}'
        else m.variables[array_length(m.variables, 1) - 1] end as leads_to, count(*)::int as count from messages m
      join message_contents c on c.business_id = m.business_id and c.id = m.content_id
      where m.campaign_id = ${id} group by 1 order by 1`.execute(server.app.db)
    expect(rows.map(({ leads_to }) => leads_to)).toEqual(
      what === 'link'
        ? ['https://shop.example/right', 'https://shop.example/wrong']
        : ['New Street', 'Old Street'],
    )
    expect(rows[0]?.count).toBeGreaterThan(10)
    expect(done.events.map(({ kind }) => kind)).not.toContain('waited')
  })
})
