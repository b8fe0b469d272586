import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { templates } from '#contract/templates.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { eventually, openTestServer, quiet, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { startCampaign } from '../run/start.ts'
import { resumeTemplate, stopTemplate } from '../run/stops.ts'
import { decideTrial, measureTrial, sweepTrials } from './decide.ts'

const quick = { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } as const

let server: TestServer
let shop: Shop
const lots: number[] = []
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { ...quick, review: [5, 10] } })
  shop = await openShop(server)
  for (const word of ['red', 'blue', 'green']) lots.push(await addTemplate(word))
  await limitTo(80)
})
afterAll(() => server.close())
const limitTo = (perSecond: number) =>
  sql`update phone_numbers set throughput_per_second = ${perSecond} where phone_number_id = ${sandboxSeed.phone.id}`.execute(
    server.app.db,
  )
/** A template with the person's name and their town, approved by WhatsApp. */
async function addTemplate(
  word: string,
  message = `Hello {{name}}, the ${word} offer ends soon.`,
): Promise<number> {
  const { body } = await server.call(templates.add, {
    token: shop.token,
    body: { title: `Offer ${word}`, message, type: 'marketing' },
  })
  const { id } = body.template
  await eventually('the approval', async () => {
    const found = await server.call(templates.get, { token: shop.token, params: { id } })
    return found.body.template.status === 'approved'
  })
  await quiet(server)
  return id
}

let next = 100_000
const people = (count: number, more: object = {}) =>
  addLeads(
    server,
    shop.businessId,
    Array.from({ length: count }, () => {
      next += 1
      return { phone: `+9197${next}77`, name: `Asha ${next}`, ...more }
    }),
  )
const schedule = async (leads: number[], trial: object, more: object = {}) =>
  server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: lots[0]!, leads, trial: trial as never, ...more },
  })
const start = async (count: number, trial: object, more: object = {}): Promise<number> => {
  const { status, body } = await schedule(await people(count), trial, more)
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
const act = (action: 'pause' | 'resume' | 'cancel', id: number) =>
  server.call(campaigns[action], { token: shop.token, params: { id } })
const decide = (id: number, variant?: number) =>
  server.call(campaigns.decide, { token: shop.token, params: { id }, body: variant ? { variant } : {} })
const stage = (wanted: string) => (campaign: Campaign) => campaign.trial?.stage === wanted
const gone = ({ outcomes }: Campaign) => outcomes.sent + outcomes.delivered + outcomes.read
const sent = (id: number) => when('every message to be read', id, (one) => one.outcomes.read === gone(one))
const isDone = ({ status, outcomes }: Campaign) =>
  status === 'Completed' && outcomes.queued + outcomes.sending === 0

/** The time for looking at the results is over. */
async function timeIsUp(id: number): Promise<void> {
  await sql`update campaign_trials set decide_at = now() where campaign_id = ${id}`.execute(server.app.db)
  await decideTrial(server.app, shop.businessId, id)
}
/** So many people of a version read their message; the others only got it. */
async function readBy(id: number, variant: number, count: number): Promise<void> {
  await quiet(server)
  await sql`
    update messages m set status = case when n.turn <= ${count} then 'read' else 'delivered' end
    from (select id, row_number() over (order by id) as turn from messages
      where campaign_id = ${id} and variant = ${variant}) n
    where m.id = n.id and m.status in ('sent', 'delivered', 'read')`.execute(server.app.db)
  await sql`update dispatches set moves = moves + 1 where campaign_id = ${id}`.execute(server.app.db)
}
/** What WhatsApp was asked to send, by person. */
const accepted = async (id: number): Promise<Map<string, string[]>> => {
  const { rows } = await sql<{ phone: string }>`
    select recipient_phone as phone from messages where campaign_id = ${id}`.execute(server.app.db)
  const mine = new Set(rows.map(({ phone }) => phone.slice(1)))
  const found = new Map<string, string[]>()
  for (const { to, template } of server.sandbox.ledger({ limit: 100_000 }).rows as never as {
    to: string
    template: string | null
  }[])
    if (mine.has(to)) found.set(to, [...(found.get(to) ?? []), template ?? ''])
  return found
}
const bodies = async (id: number) =>
  (
    await sql<{ variant: number | null; text: string; status: string }>`
      select m.variant, c.components::text as text, m.status from messages m
      join message_contents c on c.business_id = m.business_id and c.id = m.content_id
      where m.campaign_id = ${id}`.execute(server.app.db)
  ).rows

const test = (more: object = {}) => ({
  kind: 'test',
  percent: 50,
  measure: 'read',
  after_minutes: 60,
  decide: 'clear',
  variants: [{ template_id: lots[1]! }],
  ...more,
})

describe('a pilot', () => {
  it('sends to the first people, waits for its owner, and goes on to everybody else once', async () => {
    const id = await start(20, { kind: 'pilot', percent: 30, decide: 'owner' })
    const asks = await when('the question', id, ({ status_code }) => status_code === 'trial_owner')
    expect([asks.status, asks.actions]).toEqual(['Paused', ['decide', 'cancel']])
    const read = await sent(id)
    expect([gone(read), read.outcomes.queued, read.trial?.rest]).toEqual([6, 14, 14])
    expect(read.trial?.variants.map(({ people, read }) => [people, read])).toEqual([[6, 6]])
    expect((await act('resume', id)).status).toBe(200)
    const done = await when('the end', id, isDone)
    expect(done.outcomes.planned).toBe(20)
    expect(done.trial).toMatchObject({ stage: 'over', decided_by: 'Asha Kulkarni' })
    const all = await accepted(id)
    expect([all.size, [...all.values()].every(({ length }) => length === 1)]).toEqual([20, true])
    expect((await decide(id)).status).toBe(409)
  })

  it('goes on by itself within its limits, and asks when they are missed', async () => {
    const trial = { kind: 'pilot', people: 5, decide: 'bounds', min_rate: 60, max_opted_out: 0.5 }
    const [good, bad] = [await start(12, trial), await start(12, trial)]
    for (const id of [good, bad]) {
      const measuring = await when('the wait', id, stage('measuring'))
      // What it waits for and the stage are of one moment.
      expect([measuring.status, measuring.waiting?.code]).toEqual(['Running', 'trial'])
      expect(measuring.waiting?.until).toBe(measuring.trial?.decide_at)
      await sent(id)
    }
    await decideTrial(server.app, shop.businessId, good)
    expect((await get(good)).trial?.stage).toBe('measuring')
    await timeIsUp(good)
    expect(gone(await when('the end', good, isDone))).toBe(12)
    await sql`insert into consent_changes (business_id, lead_id, consent, source, message_id) select business_id, lead_id, 'opted_out',
      'reply', id from messages where campaign_id = ${bad} order by id limit 1`.execute(server.app.db)
    await timeIsUp(bad)
    const asks = await get(bad)
    expect([asks.status, asks.status_code, asks.outcomes.queued]).toEqual(['Paused', 'trial_bounds', 7])
    expect(asks.trial?.variants[0]).toMatchObject({ people: 5, blocked: 0, opted_out: 1 })
    // It says which limit was missed and by how much, where it waits and in its history.
    const why =
      'The pilot missed your limits. 20% opted out (1 of 5): your limit is 0.5%. Look at the results, then decide about the rest.'
    expect([asks.status_reason, asks.events[0]?.sentence]).toEqual([why, why])
    expect(asks.trial?.limits).toEqual([
      { bound: 'min_rate', limit: 60, count: 5, of: 5, percent: 100, missed: false },
      { bound: 'max_opted_out', limit: 0.5, count: 1, of: 5, percent: 20, missed: true },
    ])
    expect((await act('cancel', bad)).status).toBe(200)
    const cancelled = await when('the end', bad, ({ outcomes }) => outcomes.queued === 0)
    expect([cancelled.status, cancelled.trial?.stage]).toEqual(['Cancelled', 'over'])
    expect(cancelled.outcomes.cancelled).toBe(7)
  })

  it('of more people than there are is an ordinary campaign', async () => {
    const id = await start(4, { kind: 'pilot', people: 100 })
    const done = await when('the end', id, isDone)
    expect([done.outcomes.planned, gone(done), done.trial?.stage]).toEqual([4, 4, 'over'])
  })

  it('is paused and resumed like any campaign, and decided after that', async () => {
    await limitTo(5)
    const trial = { kind: 'pilot', people: 10, decide: 'bounds', min_rate: 1 }
    const id = await start(15, trial)
    await when('the first', id, (one) => gone(one) > 0)
    expect((await act('pause', id)).status).toBe(200)
    await quiet(server)
    const paused = await get(id)
    expect([paused.status_code, paused.trial?.stage, paused.actions]).toEqual([
      'paused',
      'sending',
      ['resume', 'cancel'],
    ])
    await limitTo(80)
    await act('resume', id)
    await when('the wait', id, stage('measuring'))
    await sent(id)
    await act('pause', id)
    await timeIsUp(id)
    expect([(await get(id)).trial?.stage, (await get(id)).outcomes.queued]).toEqual(['measuring', 5])
    await act('resume', id)
    expect(gone(await when('the end', id, isDone))).toBe(15)
  })
})

describe('an A/B test', () => {
  it('writes each person of the part one version, and the clear winner to the rest', async () => {
    const id = await start(160, test({ variants: [{ template_id: lots[1]! }] }))
    await when('the wait', id, stage('measuring'))
    const measuring = await sent(id)
    expect(measuring.trial?.variants.map(({ people, sent: taken }) => [people, taken])).toEqual([
      [40, 40],
      [40, 40],
    ])
    expect(measuring.trial?.rest).toBe(80)
    await readBy(id, 1, 10)
    await readBy(id, 2, 30)
    const seen = await get(id)
    expect(seen.trial).toMatchObject({ verdict: 'clear', leader: 2, winner: null })
    expect(seen.trial?.variants.map(({ rate }) => rate)).toEqual([0.25, 0.75])
    expect(seen.trial?.variants[1]?.low).toBeGreaterThan(seen.trial!.variants[0]!.high!)
    // A job that comes twice, and the sweep beside it, decide once.
    await sql`update campaign_trials set decide_at = now() - interval '2 minutes' where campaign_id = ${id}`.execute(
      server.app.db,
    )
    const again = () => decideTrial(server.app, shop.businessId, id)
    await Promise.all([
      again(),
      again(),
      sweepTrials(server.app),
      measureTrial(server.app, shop.businessId, id),
    ])
    const done = await when('the end', id, isDone)
    expect(done.trial).toMatchObject({ stage: 'over', winner: 2, decided_by: null })
    expect(done.template).toBe('Offer blue')
    expect(done.events.filter(({ sentence }) => sentence === 'Sending version B to the rest')).toHaveLength(1)
    const all = await accepted(id)
    expect([all.size, [...all.values()].every(({ length }) => length === 1)]).toEqual([160, true])
    const said = await bodies(id)
    expect(said.filter(({ variant, text }) => variant === 1 && text.includes('red'))).toHaveLength(40)
    expect(said.filter(({ text }) => text.includes('blue'))).toHaveLength(120)
    // Analytics compare the versions by the people who were in them.
    const figures = await eventually('the count', async () => {
      const { body } = await server.call(analytics.get, { token: shop.token, query: { campaign_id: id } })
      return !body.counting && body.tests[0]?.versions.map((one) => [one.template, one.sent, one.read])
    })
    expect(figures.join()).toBe('Offer red,40,10,Offer blue,40,30')
  })

  it('asks where no version is clearly ahead, and sends the one that the owner chooses', async () => {
    const id = await start(80, test({ decide: 'clear' }))
    await when('the wait', id, stage('measuring'))
    await sent(id)
    await timeIsUp(id)
    const asks = await get(id)
    expect([asks.status, asks.status_code, asks.trial?.verdict]).toEqual(['Paused', 'trial_unclear', 'tie'])
    expect((await act('resume', id)).status).toBe(409)
    expect((await decide(id)).status).toBe(422)
    expect((await decide(id, 3)).status).toBe(422)
    const stranger = await server.signUp()
    const foreign = await server.call(campaigns.decide, {
      token: stranger.token,
      params: { id },
      body: { variant: 1 },
    })
    expect(foreign.status).toBe(404)
    expect((await decide(id, 1)).status).toBe(200)
    const done = await when('the end', id, isDone)
    expect(done).toMatchObject({ template: 'Offer red', trial: { winner: 1, decided_by: 'Asha Kulkarni' } })
    expect((await bodies(id)).filter(({ text }) => text.includes('red'))).toHaveLength(60)
  })

  it('stops the version that WhatsApp stops, and leaves the rest to its owner', async () => {
    await limitTo(5)
    const id = await start(60, test({ percent: 70, decide: 'best' }))
    await when('the first', id, (one) => gone(one) > 2)
    const { provider } = await server.app.db
      .selectFrom('templates')
      .select('provider_template_id as provider')
      .where('id', '=', lots[1]!)
      .executeTakeFirstOrThrow()
    const stateIs = async (status: 'PAUSED' | 'APPROVED') => {
      server.sandbox.world.templates.byId.get(provider!)!.status = status
      await sql`update provider_templates set status = ${status} where id = ${provider}`.execute(
        server.app.db,
      )
    }
    await stateIs('PAUSED')
    const which = { business_id: shop.businessId, provider_template_id: provider! }
    const stop = { ...which, code: 'template_paused', reason: 'WhatsApp paused the template.' }
    await Promise.all([stopTemplate(server.app, stop), stopTemplate(server.app, stop)])
    const running = await get(id)
    expect([running.status, running.trial?.variants.map(({ stopped }) => stopped)]).toEqual([
      'Running',
      [null, 'WhatsApp paused the template.'],
    ])
    await limitTo(80)
    await when('the question', id, ({ status_code }) => status_code === 'trial_stopped')
    await quiet(server)
    const [a, b] = (await get(id)).trial!.variants
    expect([a?.people, a?.sent]).toEqual([21, 21])
    expect(b!.sent).toBeLessThan(21)
    expect((await decide(id, 2)).status).toBe(422)
    await stateIs('APPROVED')
    await resumeTemplate(server.app, which)
    expect((await get(id)).status).toBe('Paused')
    expect((await decide(id, 1)).status).toBe(200)
    const done = await when('the end', id, isDone)
    expect([gone(done) + done.outcomes.failed, done.outcomes.planned]).toEqual([60, 60])
    const all = await accepted(id)
    expect([...all.values()].every(({ length }) => length === 1)).toBe(true)
    const blue = (await bodies(id)).filter(({ text }) => text.includes('blue'))
    expect(blue.length).toBe(done.trial?.variants[1]?.people)
  })

  it('goes on with the other version when WhatsApp refuses one in mid-send', async () => {
    await limitTo(80)
    server.sandbox.world.templates.byId.get(await providerId(lots[2]!))!.status = 'PAUSED'
    const id = await start(20, test({ percent: 100, variants: [{ template_id: lots[2]! }] }))
    const asks = await when('the question', id, stage('asking'))
    expect(asks.trial?.variants.map(({ stopped }) => stopped !== null)).toEqual([false, true])
    expect(asks.trial?.variants[0]?.sent).toBe(10)
    expect((await decide(id, 1)).status).toBe(200)
    const done = await when('the end', id, ({ outcomes }) => outcomes.queued + outcomes.sending === 0)
    expect([done.outcomes.planned, gone(done) + done.outcomes.failed]).toEqual([20, 20])
  })

  it('leaves out of all versions whoever lacks a value for one of them', async () => {
    const lead = await addTemplate('new', 'Hello {{name}}, the offer of our shop in {{town}} ends soon.')
    const [without, within] = [await people(4), await people(6, { attributes: { town: 'Pune' } })]
    const { body } = await schedule(
      [...without, ...within],
      test({ percent: 100, variants: [{ template_id: lead, parameters: { town: { attribute: 'town' } } }] }),
    )
    expect(body.audience).toMatchObject({ selected: 10, will_receive: 6 })
    const done = await when('the end', body.campaign.id, isDone)
    expect([done.outcomes.skipped, gone(done)]).toEqual([4, 6])
    expect(done.trial?.variants.map(({ people }) => people)).toEqual([3, 3])
    const { rows } = await sql<{ variables: string[] }>`
      select variables from messages where campaign_id = ${body.campaign.id} and variant = 2`.execute(
      server.app.db,
    )
    expect(rows.every(({ variables }) => variables.includes('Pune'))).toBe(true)
  })

  it('is planned once, whoever starts it again', async () => {
    const { body } = await schedule(await people(10), test(), {
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const { id } = body.campaign
    await sql`update campaigns set scheduled_at = now() where id = ${id}`.execute(server.app.db)
    await Promise.all([1, 2, 3].map(() => startCampaign(server.app, shop.businessId, id)))
    const rows = await bodies(id)
    expect([rows.length, rows.filter(({ variant }) => variant !== null).length]).toEqual([10, 5])
    await act('cancel', id)
  })

  it('is read back for an edit, and refuses what cannot work', async () => {
    const { body } = await schedule(await people(5), test({ decide: 'best' }), {
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const { id } = body.campaign
    const read = await server.call(campaigns.draft, { token: shop.token, params: { id } })
    expect(read.body.draft.trial).toMatchObject({ kind: 'test', percent: 50, decide: 'best' })
    expect(read.body.draft.trial?.variants).toEqual([
      { template_id: lots[1], parameters: {}, custom_message: null, later_minutes: 0 },
    ])
    const noLinks = await schedule(await people(2), test({ measure: 'clicked' }))
    expect([noLinks.status, Object.keys(noLinks.body.fields ?? {})]).toEqual([422, ['trial.measure']])
    const unsent = await schedule(
      await people(2),
      test({ variants: [{ template_id: shop.template.draft! }] }),
    )
    expect([unsent.status, Object.keys(unsent.body.fields ?? {})]).toEqual([
      422,
      ['trial.variants.0.template_id'],
    ])
    const noBound = await schedule(await people(2), { kind: 'pilot', people: 1, decide: 'bounds' })
    expect(noBound.status).toBe(400)
    await act('cancel', id)
  })
})

const providerId = async (id: number): Promise<string> =>
  (
    await server.app.db
      .selectFrom('templates')
      .select('provider_template_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).provider_template_id!
