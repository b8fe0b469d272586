import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { wakeLane } from '#server/features/messages/messages.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../../campaigns.fixture.ts'
import { startCampaign } from '../../campaigns.ts'
import { decideTrial } from '../../decide/decide.ts'

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
const india = () => `+9198${next++}7777`
const britain = () => `+4479${next++}7777`
const brazil = () => `+55119${next++}7777`

/** A whole minute so long from now. */
const minuteIn = (ms: number) => new Date(Math.floor((Date.now() + ms) / 60_000) * 60_000)
/** `21:00` by the clock of a zone. */
const clockAt = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
/** How much later a zone's clock shows what India's shows now. */
const lag = (timeZone: string, at: Date): number => {
  const offset = (one: string) => {
    const text = new Intl.DateTimeFormat('sv-SE', {
      timeZone: one,
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(at)
    return Date.parse(`${text.replace(' ', 'T')}Z`)
  }
  return offset(zone) - offset(timeZone)
}

const bodyFor = async <T extends object>(phones: string[], more: T) => ({
  template_id: shop.template.weekend_offer!,
  leads: await addLeads(
    server,
    shop.businessId,
    phones.map((phone) => ({ phone })),
  ),
  timezone: zone,
  by_their_clock: true,
  ...more,
})
const schedule = (body: object) => server.call(campaigns.schedule, { token: shop.token, body: body as never })
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const campaign = await get(id)
    return holds(campaign) && campaign
  })
const dueOf = async (id: number, phone: string) =>
  await server.app.db
    .selectFrom('messages')
    .select(['status', 'due_at'])
    .where('campaign_id', '=', id)
    .where('recipient_phone', '=', phone)
    .executeTakeFirstOrThrow()
/** The time of a person has come. */
const comes = async (id: number, phone: string) => {
  await server.app.db
    .updateTable('messages')
    .set({ due_at: new Date() })
    .where('campaign_id', '=', id)
    .where('recipient_phone', '=', phone)
    .execute()
  const { phone_number_id } = await get(id)
  await wakeLane(server.app, shop.businessId, phone_number_id)
}
const acceptedBy = (phones: string[]) =>
  server.sandbox.ledger().rows.filter((row) => phones.includes(`+${row.to}`)).length

describe('a campaign by the clock of each person', () => {
  it('goes to each person once, when their own clock shows the time', async () => {
    const [here, there, far] = [india(), britain(), brazil()]
    const at = minuteIn(-10 * 60_000)
    const body = await bodyFor([here, there, far], { scheduled_at: at.toISOString() })
    const { checks } = (await server.call(campaigns.check, { token: shop.token, body: body as never })).body
    const [british, brazilian] = [
      new Date(at.getTime() + lag('Europe/London', at)),
      new Date(at.getTime() + lag('America/Sao_Paulo', at)),
    ]
    expect(checks.clocks?.zones).toEqual([
      { zone, count: 1, at: at.toISOString(), next_day: false, after_quiet: false },
      { zone: 'Europe/London', count: 1, at: british.toISOString(), next_day: false, after_quiet: false },
      {
        zone: 'America/Sao_Paulo',
        count: 1,
        at: brazilian.toISOString(),
        next_day: false,
        after_quiet: false,
      },
    ])
    expect(new Date(checks.clocks!.ends_at ?? 0) >= brazilian || checks.clocks!.ends_at === null).toBe(true)
    const { status, body: answer } = await schedule(body)
    expect([status, answer.message]).toEqual([200, 'Campaign scheduled successfully!'])
    const { id } = answer.campaign
    const running = await when('the first person reads it', id, ({ outcomes }) => outcomes.read === 1)
    expect(await dueOf(id, there)).toEqual({ status: 'queued', due_at: british })
    expect(await dueOf(id, far)).toEqual({ status: 'queued', due_at: brazilian })
    expect(running.status).toBe('Running')
    const waits = await when('it waits for the others', id, ({ waiting }) => waiting !== null)
    expect(waits.waiting).toMatchObject({
      code: 'their_clock',
      sentence: 'The next people get it when their own clock shows the time.',
      until: british.toISOString(),
    })
    // A second start, as after a crash, plans no person again.
    await startCampaign(server.app, shop.businessId, id)
    await comes(id, there)
    await when('the second person reads it', id, ({ outcomes }) => outcomes.read === 2)
    await comes(id, far)
    await when('the end', id, ({ status }) => status === 'Completed')
    expect(acceptedBy([here, there, far])).toBe(3)
  })

  it('waits until the next day for people whose time has passed, and says so before', async () => {
    const [here, there] = [india(), britain()]
    const at = minuteIn(-3 * hour)
    const body = await bodyFor([here, there], { scheduled_at: at.toISOString() })
    const { checks } = (await server.call(campaigns.check, { token: shop.token, body: body as never })).body
    expect(checks.clocks?.next_day).toBe(1)
    expect(checks.checks.find(({ name }) => name === 'time')).toEqual({
      name: 'time',
      state: 'turn',
      sentence: 'For 1 person this time has passed on that day: they get it on the next',
    })
    const { campaign } = (await schedule(body)).body
    const british = new Date(at.getTime() + lag('Europe/London', at))
    // It starts when the first of them gets it.
    expect(campaign.scheduled_at).toBe(british.toISOString())
    await sql`update campaigns set scheduled_at = now() where id = ${campaign.id}`.execute(server.app.db)
    await startCampaign(server.app, shop.businessId, campaign.id)
    expect(await dueOf(campaign.id, here)).toEqual({
      status: 'queued',
      due_at: new Date(at.getTime() + 24 * hour),
    })
    expect(await dueOf(campaign.id, there)).toEqual({ status: 'queued', due_at: british })
    expect(acceptedBy([here, there])).toBe(0)
    await server.call(campaigns.cancel, { token: shop.token, params: { id: campaign.id } })
    expect((await get(campaign.id)).outcomes).toMatchObject({ cancelled: 2, queued: 0 })
  })

  it.each(['the campaign', 'their country'])(
    'sends nothing in quiet hours of %s, and goes on after',
    async (whose) => {
      const [here, there] = [india(), britain()]
      const at = minuteIn(-10 * 60_000)
      const ends = minuteIn(hour)
      const british = { from: clockAt(minuteIn(-hour), 'Europe/London'), to: clockAt(ends, 'Europe/London') }
      const isOwn = whose === 'their country'
      const quiet = isOwn
        ? {
            from: clockAt(minuteIn(2 * hour), zone),
            to: clockAt(minuteIn(3 * hour), zone),
            countries: [{ country: 'GB', ...british }],
          }
        : british
      const { campaign } = (
        await schedule(await bodyFor([here, there], { scheduled_at: at.toISOString(), quiet }))
      ).body
      const { id } = campaign
      await when('the first person reads it', id, ({ outcomes }) => outcomes.read === 1)
      await comes(id, there)
      await eventually('the message waits for the end of the quiet hours', async () => {
        const { due_at } = await dueOf(id, there)
        return due_at?.getTime() === ends.getTime()
      })
      expect((await dueOf(id, there)).status).toBe('queued')
      expect(acceptedBy([there])).toBe(0)
      expect(await get(id)).toMatchObject({ quiet, their_clock: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
      const later = {
        from: clockAt(minuteIn(hour), 'Europe/London'),
        to: clockAt(minuteIn(2 * hour), 'Europe/London'),
      }
      await sql`
      update dispatches set clock = jsonb_set(clock, ${isOwn ? ['own', '0', 'quiet'] : ['quiet']}::text[],
        ${JSON.stringify(later)}::jsonb)
      where campaign_id = ${id}`.execute(server.app.db)
      await eventually('the end', async () => {
        // A lane that had read the earlier hours puts it off once more.
        if ((await dueOf(id, there)).status === 'queued') await comes(id, there)
        return (await get(id)).status === 'Completed'
      })
      expect(acceptedBy([here, there])).toBe(2)
    },
  )

  it('goes after the quiet hours of a country where its time is within them, and says so before', async () => {
    // 10:00 on a day of theirs.
    const at = new Date(
      Date.parse(`${new Date(Date.now() + 48 * hour).toISOString().slice(0, 10)}T10:00:00+05:30`),
    )
    const body = await bodyFor([india(), britain(), brazil()], {
      scheduled_at: at.toISOString(),
      quiet: {
        from: '21:00',
        to: '08:00',
        countries: [
          { country: 'GB', from: '09:00', to: '13:00' },
          { country: 'BR', from: '22:00', to: '10:00' },
        ],
      },
    })
    const { checks } = (await server.call(campaigns.check, { token: shop.token, body: body as never })).body
    const at10 = (timeZone: string) => at.getTime() + lag(timeZone, at)
    expect(checks.clocks?.zones).toEqual(
      [
        { zone, count: 1, at: at.toISOString(), next_day: false, after_quiet: false },
        {
          zone: 'America/Sao_Paulo',
          count: 1,
          at: new Date(at10('America/Sao_Paulo')).toISOString(),
          next_day: false,
          after_quiet: false,
        },
        {
          zone: 'Europe/London',
          count: 1,
          at: new Date(at10('Europe/London') + 3 * hour).toISOString(),
          next_day: false,
          after_quiet: true,
        },
      ].sort((a, b) => (a.at < b.at ? -1 : 1)),
    )
    const { campaign } = (await schedule(body)).body
    const { draft } = (await server.call(campaigns.draft, { token: shop.token, params: { id: campaign.id } }))
      .body
    expect(draft.quiet).toEqual(body.quiet)
    await server.call(campaigns.cancel, { token: shop.token, params: { id: campaign.id } })
  })

  it('is shown as it was entered, and can be changed to a start for all at once', async () => {
    const at = minuteIn(40 * hour)
    const body = await bodyFor([britain()], {
      scheduled_at: at.toISOString(),
      quiet: { from: '23:59', to: '00:00' },
    })
    const { campaign } = (await schedule(body)).body
    const { draft } = (await server.call(campaigns.draft, { token: shop.token, params: { id: campaign.id } }))
      .body
    expect(draft).toMatchObject({
      by_their_clock: true,
      quiet: { from: '23:59', to: '00:00' },
      scheduled_at: at.toISOString(),
      timezone: zone,
      starts_now: false,
    })
    const changed = await server.call(campaigns.update, {
      token: shop.token,
      params: { id: campaign.id },
      body: { ...body, by_their_clock: false, quiet: null } as never,
    })
    expect(changed.body.campaign.scheduled_at).toBe(at.toISOString())
    expect(await get(campaign.id)).toMatchObject({ their_clock: null, quiet: null })
  })

  it.each([
    ['without a time', { scheduled_at: null }, 'scheduled_at', /Choose the date and time/],
    [
      'where the time has passed for each person',
      { scheduled_at: minuteIn(-3 * hour) },
      'scheduled_at',
      /in the past/,
    ],
    [
      'more than a year ahead',
      { scheduled_at: minuteIn(400 * 24 * hour) },
      'scheduled_at',
      /more than a year ahead/,
    ],
    [
      'at a time within the quiet hours',
      { scheduled_at: '2027-03-01T17:00:00Z', quiet: { from: '21:00', to: '08:00' } },
      'quiet',
      /^22:30 is within the quiet hours from 21:00 to 08:00\. Choose another time\.$/,
    ],
    [
      'with quiet hours of no length',
      { scheduled_at: minuteIn(hour), quiet: { from: '21:00', to: '21:00' } },
      'quiet',
      /two different times/,
    ],
    [
      'with quiet hours that leave less than an hour',
      { scheduled_at: minuteIn(hour), quiet: { from: '00:00', to: '23:59' } },
      'quiet',
      /at least one hour a day/,
    ],
    [
      'with two quiet hours of one country',
      {
        scheduled_at: minuteIn(hour),
        quiet: {
          from: '21:00',
          to: '08:00',
          countries: [
            { country: 'IN', from: '20:00', to: '09:00' },
            { country: 'IN', from: '22:00', to: '09:00' },
          ],
        },
      },
      'quiet.countries',
      /once/,
    ],
    [
      'with quiet hours that are none',
      { scheduled_at: minuteIn(hour), quiet: { from: '25:00', to: '8' } },
      'quiet.from',
      /such as 21:00/,
    ],
  ])('is refused %s', async (_, more, field, sentence) => {
    const answer = await schedule(await bodyFor([india()], more))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body.fields?.[field]).toMatch(sentence)
  })
})

it('compares times of sending, and sends the rest at the time of day that won', async () => {
  const phones = Array.from({ length: 8 }, india)
  const { body } = await schedule({
    ...(await bodyFor(phones, {})),
    by_their_clock: false,
    trial: {
      kind: 'test',
      percent: 50,
      after_minutes: 60,
      decide: 'owner',
      variants: [{ template_id: shop.template.weekend_offer!, later_minutes: 180 }],
    },
  })
  expect(body.message).toBe('Campaign scheduled successfully!')
  const { id } = body.campaign
  await when('version A is read', id, ({ outcomes }) => outcomes.read === 2)
  const waits = await when('it waits for version B', id, ({ waiting }) => waiting?.code === 'trial')
  const { rows } = await sql<{ phone: string; due_at: Date | null }>`
    select recipient_phone as phone, due_at from messages where campaign_id = ${id} and variant = 2`.execute(
    server.app.db,
  )
  const dueAt = rows[0]!.due_at!
  expect(rows).toHaveLength(2)
  expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 2.5 * hour)
  expect(waits.waiting).toMatchObject({
    sentence: 'The next version of the test waits for its time.',
    until: dueAt.toISOString(),
  })
  for (const { phone } of rows) await comes(id, phone)
  await when('the question', id, ({ status_code }) => status_code === 'trial_owner')
  await when('version B is read', id, ({ outcomes }) => outcomes.read === 4)
  // What came after the time in which versions are compared does not count for either.
  const { rows: first } = await sql<{ id: number; late: Date }>`
    select id, claimed_at + interval '2 hours' as late from messages
    where campaign_id = ${id} and variant = 1 order by id limit 1`.execute(server.app.db)
  await sql`update messages set read_at = ${first[0]!.late} where id = ${first[0]!.id}`.execute(server.app.db)
  const asked = (await get(id)).trial!
  expect(asked.variants.map(({ later_minutes, sent, read }) => [later_minutes, sent, read])).toEqual([
    [0, 2, 1],
    [180, 2, 2],
  ])
  const act = (action: 'pause' | 'resume') =>
    server.call(campaigns[action], { token: shop.token, params: { id } })
  await server.call(campaigns.decide, { token: shop.token, params: { id }, body: { variant: 2 } })
  await act('pause')
  await act('resume')
  const rest = await get(id)
  const restAt = new Date(new Date(rest.started_at!).getTime() + 3 * hour).toISOString()
  expect(rest.trial).toMatchObject({ stage: 'over', winner: 2, rest: 4, rest_at: restAt })
  expect(rest.waiting).toMatchObject({
    code: 'trial',
    sentence: 'The rest waits for the time of day that won.',
    until: restAt,
  })
  await sql`update campaign_trials set rest_at = now() where campaign_id = ${id}`.execute(server.app.db)
  await decideTrial(server.app, shop.businessId, id)
  await when('the end', id, ({ status }) => status === 'Completed')
  expect(acceptedBy(phones)).toBe(8)
})
