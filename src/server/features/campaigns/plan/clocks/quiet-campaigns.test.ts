import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { wakeLane } from '#server/features/messages/messages.ts'
import { eventually, openTestServer, quiet as settled, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../../campaigns.fixture.ts'

const quick = { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } as const
const zone = 'Asia/Kolkata'
const hour = 3600_000

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: quick })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 1000
const india = () => `+9196${next++}7777`
const britain = () => `+4478${next++}7777`

const minuteIn = (ms: number) => new Date(Math.floor((Date.now() + ms) / 60_000) * 60_000)
const clockAt = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
/** Hours of a zone around now, or away from it. */
const around = (timeZone: string) => ({
  from: clockAt(minuteIn(-hour), timeZone),
  to: clockAt(minuteIn(hour), timeZone),
})
const away = (timeZone: string) => ({
  from: clockAt(minuteIn(3 * hour), timeZone),
  to: clockAt(minuteIn(4 * hour), timeZone),
})
/** India is awake, Britain has quiet hours for another hour. */
const britishNight = () => ({
  ...away(zone),
  countries: [{ country: 'GB', ...around('Europe/London') }],
})

const bodyFor = async (phones: string[], more: object) => ({
  template_id: shop.template.weekend_offer!,
  leads: await addLeads(
    server,
    shop.businessId,
    phones.map((phone) => ({ phone })),
  ),
  timezone: zone,
  ...more,
})
const schedule = async (phones: string[], more: object): Promise<number> => {
  const body = await bodyFor(phones, more)
  const answer = await server.call(campaigns.schedule, { token: shop.token, body: body as never })
  expect([answer.status, answer.body.message]).toEqual([200, 'Campaign scheduled successfully!'])
  return answer.body.campaign.id
}
const check = async (phones: string[], more: object) => {
  const body = await bodyFor(phones, more)
  return (await server.call(campaigns.check, { token: shop.token, body: body as never })).body.checks
}
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const campaign = await get(id)
    return holds(campaign) && campaign
  })
const rowsOf = async (id: number, start: string) =>
  (
    await sql<{ status: string; due_at: Date | null; variant: number | null }>`
      select status, due_at, variant from messages
      where campaign_id = ${id} and recipient_phone like ${`${start}%`} order by id`.execute(server.app.db)
  ).rows
const acceptedBy = (phones: string[]) =>
  server.sandbox.ledger({ limit: 10_000 }).rows.filter((row) => phones.includes(`+${row.to}`)).length
const wake = async (id: number) => {
  const { phone_number_id } = await get(id)
  await wakeLane(server.app, shop.businessId, phone_number_id)
}
/** The people of Britain have these quiet hours from now on. */
const britainHas = (id: number, hours: { from: string; to: string }) =>
  sql`
    update dispatches set clock = jsonb_set(clock,
      case when clock ? 'own' then '{own,0,quiet}' else '{quiet}' end::text[], ${JSON.stringify(hours)}::jsonb)
    where campaign_id = ${id}`.execute(server.app.db)
const nightFalls = (id: number) => britainHas(id, around('Europe/London'))
/** Their hours are over, and what waited for that is due. */
async function morning(id: number): Promise<void> {
  await britainHas(id, away('Europe/London'))
  await sql`update messages set due_at = now() where campaign_id = ${id} and due_at > now()`.execute(
    server.app.db,
  )
  await wake(id)
}
const limitTo = (perSecond: number | null) =>
  sql`update phone_numbers set throughput_per_second = ${perSecond}`.execute(server.app.db)

describe('quiet hours of a campaign that starts for all at once', () => {
  it('hold those who have them when it starts, and let the others go', async () => {
    const [here, there] = [india(), britain()]
    const ends = minuteIn(hour)
    const id = await schedule([here, there], { quiet: britishNight() })
    await when('the first person reads it', id, ({ outcomes }) => outcomes.read === 1)
    await settled(server)
    expect(await rowsOf(id, '+4478')).toEqual([{ status: 'queued', due_at: ends, variant: null }])
    expect(acceptedBy([there])).toBe(0)
    const waits = await when('it says why it waits', id, ({ waiting }) => waiting !== null)
    expect(waits.waiting).toMatchObject({
      code: 'quiet_hours',
      sentence: 'The next people have quiet hours now. They get it when these end.',
      until: ends.toISOString(),
    })
    await morning(id)
    await when('the end', id, ({ status }) => status === 'Completed')
    expect(acceptedBy([here, there])).toBe(2)
  })

  it('hold those whose turn comes later than their night begins, and lose none of them', async () => {
    await limitTo(4)
    const phones = Array.from({ length: 40 }, (_, index) => (index % 2 ? britain() : india()))
    const british = phones.filter((phone) => phone.startsWith('+44'))
    const id = await schedule(phones, { quiet: away('Europe/London') })
    await when('some have it', id, ({ outcomes }) => outcomes.read >= 4)
    await nightFalls(id)
    await eventually('they wait for the morning', async () => {
      const rows = await rowsOf(id, '+4478')
      const queued = rows.filter(({ status }) => status === 'queued')
      // What was claimed before is on its way.
      if (rows.some(({ status }) => status === 'sending')) return false
      return queued.length > 0 && queued.every(({ due_at }) => due_at !== null && due_at > new Date())
    })
    const before = acceptedBy(british)
    await limitTo(80)
    await when('all others have it', id, ({ outcomes }) => outcomes.read >= 20 + before)
    await settled(server)
    expect(acceptedBy(british)).toBe(before)
    await morning(id)
    await when('the end', id, ({ status }) => status === 'Completed')
    expect([acceptedBy(phones), acceptedBy(british)]).toEqual([40, 20])
  })

  it('hold a second try that comes due within them', async () => {
    const there = britain()
    const id = await schedule([there, india()], { quiet: away('Europe/London') })
    await when('both read it', id, ({ outcomes }) => outcomes.read === 2)
    await nightFalls(id)
    await sql`
      update messages set status = 'queued', due_at = now() where campaign_id = ${id} and recipient_phone = ${there}`.execute(
      server.app.db,
    )
    await sql`update dispatches set drained_at = null, moves = moves + 1 where campaign_id = ${id}`.execute(
      server.app.db,
    )
    await wake(id)
    await eventually('it waits for the morning', async () => {
      const [row] = await rowsOf(id, '+4478')
      return row?.due_at != null && row.due_at > minuteIn(hour / 2)
    })
    expect(acceptedBy([there])).toBe(1)
  })

  it('are the same for one that is scheduled, edited and copied', async () => {
    const quiet = britishNight()
    const at = minuteIn(40 * hour)
    const id = await schedule([india()], { quiet, scheduled_at: at.toISOString() })
    const { draft } = (await server.call(campaigns.draft, { token: shop.token, params: { id } })).body
    expect(draft).toMatchObject({ quiet, by_their_clock: false, scheduled_at: at.toISOString() })
    expect(await get(id)).toMatchObject({ quiet, their_clock: null })
  })
})

describe('with a pilot or an A/B test', () => {
  it('the part and the rest wait by their own hours', async () => {
    const phones = Array.from({ length: 12 }, (_, index) => (index % 2 ? britain() : india()))
    const ends = minuteIn(hour)
    const id = await schedule(phones, {
      quiet: britishNight(),
      trial: { kind: 'pilot', percent: 50, decide: 'owner' },
    })
    await when('the awake part is read', id, ({ outcomes }) => outcomes.read > 0)
    await settled(server)
    const british = phones.filter((phone) => phone.startsWith('+44'))
    expect(acceptedBy(british)).toBe(0)
    const waiting = await rowsOf(id, '+4478')
    // The rest is asked for its hours when it is released.
    expect(waiting.map(({ variant, due_at }) => [variant, due_at])).toEqual(
      waiting.map(({ variant }) => [variant, variant === null ? null : ends]),
    )
    expect(waiting.filter(({ variant }) => variant !== null).length).toBeGreaterThan(0)
    expect((await get(id)).trial?.stage).toBe('sending')
    await morning(id)
    await when('the question', id, ({ status_code }) => status_code === 'trial_owner')
    expect(acceptedBy(phones)).toBe(6)
    // Night again: what is released now waits, too.
    await nightFalls(id)
    await sql`update messages set due_at = null where campaign_id = ${id} and status = 'queued'`.execute(
      server.app.db,
    )
    const before = acceptedBy(british)
    await server.call(campaigns.decide, { token: shop.token, params: { id }, body: {} })
    await eventually('the rest of Britain waits', async () => {
      const rows = (await rowsOf(id, '+4478')).filter(({ status }) => status === 'queued')
      return rows.length === 6 - before && rows.every(({ due_at }) => due_at !== null)
    })
    await settled(server)
    expect(acceptedBy(british)).toBe(before)
    await morning(id)
    await when('the end', id, ({ status }) => status === 'Completed')
    expect(acceptedBy(phones)).toBe(12)
  })

  it('a version of a later time does not leave within them', async () => {
    const phones = Array.from({ length: 4 }, britain)
    const id = await schedule(phones, {
      quiet: britishNight(),
      trial: {
        kind: 'test',
        percent: 100,
        decide: 'owner',
        variants: [{ template_id: shop.template.weekend_offer!, later_minutes: 30 }],
      },
    })
    const rows = await eventually('the plan', async () => {
      const found = await rowsOf(id, '+4478')
      return found.length === 4 && found
    })
    // Half an hour later the hours are not over for either version.
    expect(rows.map(({ due_at }) => due_at?.getTime())).toEqual(rows.map(() => minuteIn(hour).getTime()))
    await server.call(campaigns.cancel, { token: shop.token, params: { id } })
  })
})

describe('before it is scheduled', () => {
  const phones = () => [...Array.from({ length: 3 }, india), britain()]
  // 10:00 in India, 04:30 in Britain.
  const at = `${new Date(Date.now() + 48 * hour).toISOString().slice(0, 10)}T10:00:00+05:30`
  const winter = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit' }).format(
    new Date(at),
  )

  it('shows how many get it at which hour of theirs, of every campaign', async () => {
    const checks = await check(phones(), { scheduled_at: at })
    expect(checks.clocks?.hours).toEqual([
      { hour: Number(winter), count: 1 },
      { hour: 10, count: 3 },
    ])
    expect(checks.clocks?.held).toBe(0)
    expect(checks.checks.find(({ name }) => name === 'time')).toBeUndefined()
  })

  it('shows who waits for the end of their quiet hours', async () => {
    const checks = await check(phones(), { scheduled_at: at, quiet: { from: '21:00', to: '08:00' } })
    expect(checks.clocks?.hours).toEqual([
      { hour: 8, count: 1 },
      { hour: 10, count: 3 },
    ])
    expect(checks.checks.find(({ name }) => name === 'time')).toEqual({
      name: 'time',
      state: 'turn',
      sentence: '1 person has quiet hours then and gets it when these end',
    })
    expect(checks.clocks?.zones.map(({ zone: of, after_quiet }) => [of, after_quiet])).toEqual([
      [zone, false],
      ['Europe/London', true],
    ])
  })

  it('shows the hours of a trial for those who get it first', async () => {
    const checks = await check(phones(), {
      scheduled_at: at,
      trial: { kind: 'pilot', people: 2, decide: 'owner' },
    })
    expect(checks.clocks?.hours.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })
})
