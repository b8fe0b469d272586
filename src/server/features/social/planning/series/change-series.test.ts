import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialPosts, socialRecurrences } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'
import { changeSeries } from './change-series.ts'
import { makeDueOccurrences } from './make-occurrences.ts'
import { createSeries } from './series.ts'

const zone = 'Asia/Kolkata'
let server: TestServer
let asha: Person
let page: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  asha = await server.signUp()
  await connectNetwork(server, asha, 'facebook', { as: 'Asha One Page' })
  page = (await accountsOf(server, asha))[0]?.id ?? 0
})
afterAll(() => server.close())

let word = 0
const unlike = () => `Every day ${word++}`
const seriesOf = (
  more: { caption?: string; local_time?: string; timezone?: string; weekdays?: number[] } = {},
) => {
  const { caption = unlike(), ...rule } = more
  return {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    local_time: '09:00',
    timezone: zone,
    until: null,
    content: { targets: [{ account_id: page, format: 'text' as const }], caption, uploaded: [] },
    ...rule,
  }
}
const start = async (more = {}) => {
  const { status, body } = await server.call(socialRecurrences.createSeries, {
    token: asha.token,
    body: seriesOf(more),
  })
  expect(status).toBe(200)
  return body.series
}
const change = (id: number, body: ReturnType<typeof seriesOf> & { revision: number; from_post?: number }) =>
  server.call(socialRecurrences.changeSeries, { token: asha.token, params: { id }, body })

/** Its posts that are there, in the order of their times, and each by its day. */
async function postsOf(...ids: number[]) {
  const rows = await server.app.db
    .selectFrom('social_publications as p')
    .innerJoin('social_posts as o', (join) =>
      join.onRef('o.business_id', '=', 'p.business_id').onRef('o.id', '=', 'p.post_id'),
    )
    .select(['p.id', 'p.due_at', 'p.state', 'o.caption', 'o.recurrence_id', 'p.claim'])
    .where('o.recurrence_id', 'in', ids)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.due_at')
    .execute()
  return rows.map((row) => ({ ...row, day: dayOf(row.due_at), time: timeOf(row.due_at) }))
}
const zoned = (at: Date, timezone = zone) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
const dayOf = (at: Date) => zoned(at).toPlainDate().toString()
const timeOf = (at: Date, timezone = zone) => zoned(at, timezone).toPlainTime().toString().slice(0, 5)
const set = (id: number, columns: object) =>
  server.app.db.updateTable('social_publications').set(columns).where('id', '=', id).execute()

describe('a series is changed', () => {
  it('from one of its posts on: earlier ones stay, later ones are made again, each day once', async () => {
    const { id } = await start({ caption: 'As before' })
    const made = await postsOf(id)
    const from = made[5]!
    const { status, body } = await change(id, {
      ...seriesOf({ caption: 'From here on', local_time: '18:30' }),
      revision: 0,
      from_post: from.id,
    })
    expect(status).toBe(200)
    const { series, before } = body
    expect(series.id).not.toBe(id)
    expect(before).toMatchObject({ id, local_time: '09:00', posts_waiting: 5, state: 'active' })
    expect(before?.until).toBe(made[4]!.day)
    expect(series).toMatchObject({ local_time: '18:30', until: null, state: 'active' })
    const after = await postsOf(id, series.id)
    expect(after.map(({ day }) => day)).toEqual(made.map(({ day }) => day))
    expect(after.slice(0, 5).map((post) => post.id)).toEqual(made.slice(0, 5).map((post) => post.id))
    expect(new Set(after.slice(5).map(({ caption, time }) => `${caption} ${time}`))).toEqual(
      new Set(['From here on 18:30']),
    )
    // The part that goes on is changed as a whole, and does not reach back over its first day.
    const again = await change(series.id, { ...seriesOf({ caption: 'Once more' }), revision: 0 })
    expect(again.body.before).toBeNull()
    const last = await postsOf(id, series.id)
    expect(last.map(({ day }) => day)).toEqual(made.map(({ day }) => day))
    expect(last.map(({ caption }) => caption)).toEqual(
      made.map((_, index) => (index < 5 ? 'As before' : 'Once more')),
    )
    await server.app.db
      .updateTable('social_recurrences')
      .set({ made_until: null, next_at: new Date() })
      .where('id', 'in', [id, series.id])
      .execute()
    await makeDueOccurrences(server.app)
    expect((await postsOf(id, series.id)).map((post) => post.id)).toEqual(last.map((post) => post.id))
  })

  it('from its first post on, which is all of it', async () => {
    const { id } = await start()
    const [first] = await postsOf(id)
    const { body } = await change(id, { ...seriesOf({ caption: 'All' }), revision: 0, from_post: first!.id })
    expect([body.series.id, body.before]).toEqual([id, null])
    expect(new Set((await postsOf(id)).map(({ caption }) => caption))).toEqual(new Set(['All']))
  })

  it('and what was edited or deleted on its own stays so, after the split too', async () => {
    const { id } = await start()
    const made = await postsOf(id)
    const [edited, removed] = [made[8]!, made[9]!]
    await server.call(socialPosts.update, {
      token: asha.token,
      params: { id: edited.id },
      body: { caption: 'Only this one', media_url: '', scheduled_time: edited.due_at.toISOString() },
    })
    await server.call(socialPosts.remove, { token: asha.token, params: { id: removed.id } })
    const { body } = await change(id, {
      ...seriesOf({ caption: 'Others' }),
      revision: 0,
      from_post: made[6]!.id,
    })
    const after = await postsOf(id, body.series.id)
    expect(after.map(({ day }) => day)).toEqual(
      made.filter(({ day }) => day !== removed.day).map(({ day }) => day),
    )
    expect(after.find((post) => post.id === edited.id)).toMatchObject({
      caption: 'Only this one',
      recurrence_id: body.series.id,
    })
    // Stopped, the part that goes on takes back what was edited too; the part before stays.
    const stopped = await server.call(socialRecurrences.stopSeries, {
      token: asha.token,
      params: { id: body.series.id },
    })
    expect(stopped.body.removed).toBe(after.length - 6)
    expect(await postsOf(id, body.series.id)).toHaveLength(6)
  })

  it.each([
    ['all of it', undefined],
    ['from today on', 0],
  ] as const)(
    '%s: what is published, or just being published, is neither touched nor made a second time',
    async (_, from) => {
      const { id } = await start()
      const made = await postsOf(id)
      const [posted, moving, claimed] = made
      await set(posted!.id, { state: 'posted', posted_at: new Date() })
      await set(moving!.id, { state: 'publishing' })
      const claim = '00000000-0000-4000-8000-000000000001'
      await set(claimed!.id, { claim, claimed_until: new Date(Date.now() + 60_000) })
      const body = { ...seriesOf({ caption: 'Anew', local_time: '23:59' }), revision: 0 }
      const answer = await change(id, from === undefined ? body : { ...body, from_post: made[from]!.id })
      expect(answer.status).toBe(200)
      // Later than nine, the series began tomorrow; by its new time it has a post today too.
      const after = (await postsOf(id, answer.body.series.id)).filter(({ day }) => day >= posted!.day)
      expect(after.slice(0, 3).map((post) => [post.id, post.state, post.caption])).toEqual(
        [posted!, moving!, claimed!].map((post, index) => [
          post.id,
          ['posted', 'publishing', 'scheduled'][index],
          post.caption,
        ]),
      )
      expect(after[2]?.claim).toBe(claim)
      expect(after.map(({ day }) => day)).toEqual(made.map(({ day }) => day))
    },
  )

  it('once, of two changes at once, and never by another business or from a post that is none of its own', async () => {
    const { id } = await start()
    const other = await start()
    const [first] = await postsOf(other.id)
    const made = await postsOf(id)
    const body = { ...seriesOf(), revision: 0, from_post: made[3]!.id }
    expect((await change(id, { ...body, from_post: first!.id })).status).toBe(404)
    const ravi = await server.signUp('Ravi')
    const stranger = await server.call(socialRecurrences.changeSeries, {
      token: ravi.token,
      params: { id },
      body,
    })
    expect(stranger.status).toBe(404)
    expect((await postsOf(id)).map((post) => post.id)).toEqual(made.map((post) => post.id))
    const answers = await Promise.all([change(id, body), change(id, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const found = answers.find(({ status }) => status === 200)!.body.series
    const after = await postsOf(id, found.id)
    expect(after.map(({ day }) => day)).toEqual(made.map(({ day }) => day))
    const one = await server.call(socialRecurrences.getSeries, {
      token: asha.token,
      params: { id: found.id },
    })
    expect(one.body.series).toEqual(found)
    const theirs = await server.call(socialRecurrences.getSeries, {
      token: ravi.token,
      params: { id: found.id },
    })
    expect(theirs.status).toBe(404)
  })
})

describe('a change of the clocks', () => {
  /** The server, as if it were then. */
  const at = (instant: string): App => {
    const now = () => new Date(instant)
    return {
      ...server.app,
      now,
      transaction: (work) => server.app.transaction((tx) => work({ ...tx, now })),
    }
  }
  const timezone = 'Europe/Berlin'
  const localTimes = async (...ids: number[]) =>
    new Set((await postsOf(...ids)).map(({ due_at }) => timeOf(due_at, timezone)))

  it('leaves the time of day of a changed series as it is, before and after it', async () => {
    const app = at('2026-10-10T10:00:00Z')
    const caller = { businessId: asha.businessId, userId: asha.userId, sessionId: 'test' }
    const { id } = await createSeries(app, caller, seriesOf({ timezone, local_time: '09:00' }))
    expect(await localTimes(id)).toEqual(new Set(['09:00']))
    const all = { ...seriesOf({ timezone, local_time: '02:30' }), revision: 0 }
    await changeSeries(app, caller, id, all)
    const made = await postsOf(id)
    expect(await localTimes(id)).toEqual(new Set(['02:30']))
    // 02:30 comes twice that night: the first counts.
    const night = made.find(({ due_at }) => due_at.toISOString().startsWith('2026-10-25'))
    expect(night?.due_at.toISOString()).toBe('2026-10-25T00:30:00.000Z')
    const later = { ...seriesOf({ timezone, local_time: '18:00' }), revision: 1, from_post: night!.id }
    const { series } = await changeSeries(app, caller, id, later)
    expect(await localTimes(id)).toEqual(new Set(['02:30']))
    expect(await localTimes(series.id)).toEqual(new Set(['18:00']))
    const days = (await postsOf(id, series.id)).map(({ due_at }) =>
      zoned(due_at, timezone).toPlainDate().toString(),
    )
    expect(new Set(days).size).toBe(days.length)
    expect(days).toHaveLength(made.length)
  })
})

it('the list of series has what goes on before 200 newer ones that were stopped', async () => {
  const { id } = await start()
  await server.app.pool.query(
    `insert into social_recurrences (business_id, weekdays, local_time, timezone, created_by, created_at, stopped_at)
      select $1, '{1}', '09:00', $3, $2, now(), now() from generate_series(1, 200)`,
    [asha.businessId, asha.userId, zone],
  )
  const { body } = await server.call(socialRecurrences.listSeries, { token: asha.token })
  expect(body.series).toHaveLength(200)
  expect(body.series.find((one) => one.id === id)?.state).toBe('active')
})
