import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  socialAccounts,
  socialDrafts,
  socialPosts,
  socialQueue,
  socialRecurrences,
} from '#contract/social/social.ts'
import { formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'
import { makeDueOccurrences } from './series/make-occurrences.ts'

let server: TestServer
let asha: Person
let page: number
let profile: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  asha = await server.signUp()
  await connectNetwork(server, asha, 'facebook', { as: 'Asha One Page' })
  await connectNetwork(server, asha, 'linkedin', { as: 'Asha One Page' })
  const accounts = await accountsOf(server, asha)
  page = accounts.find(({ platform }) => platform === 'facebook')?.id ?? 0
  profile = accounts.find(({ platform }) => platform === 'linkedin')?.id ?? 0
})
afterAll(() => server.close())

let word = 0
const unlike = () => `Planned ${word++}`
const as = <T extends object>(more: T, token = asha.token) => ({ token, ...more })
async function schedule(more: Record<string, string>, token = asha.token) {
  const form = {
    caption: unlike(),
    targets: JSON.stringify([{ account_id: page, format: 'text' }]),
    ...more,
  }
  const answer = await server.http.inject({
    method: 'POST',
    url: '/meta/schedule_post',
    ...(await formOf(form, token)),
  })
  return {
    status: answer.statusCode,
    body: answer.json() as { message: string; posts: { scheduled_time: string }[] },
  }
}

describe('a draft', () => {
  it('is kept over what was read of it only', async () => {
    const { body } = await server.call(socialDrafts.saveDraft, as({ body: { form: { caption: 'Half a' } } }))
    const { id } = body.draft
    const save = (revision: number, token = asha.token) =>
      server.call(
        socialDrafts.saveDraft,
        as({ body: { id, revision, form: { caption: 'Half a post' } } }, token),
      )
    const answers = await Promise.all([save(1), save(1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'This draft was changed in another window. Open it again.',
    )
    const stranger = await server.signUp()
    expect((await save(2, stranger.token)).status).toBe(404)
    const { body: list } = await server.call(socialDrafts.drafts, as({}))
    expect(list.drafts[0]).toMatchObject({ id, form: { caption: 'Half a post' }, revision: 2 })
    const scheduled_time = new Date(Date.now() + 400 * 3_600_000).toISOString()
    expect((await schedule({ draft_id: String(id), scheduled_time })).status).toBe(200)
    expect((await server.call(socialDrafts.openDraft, as({ params: { id } }))).status).toBe(404)
  })
})

describe('the queue', () => {
  it('gives each post of several at once a time of its own', async () => {
    const none = await schedule({ queue: 'true' })
    expect([none.status, none.body.message]).toEqual([
      422,
      'The queue has no times for this account. Add some first.',
    ])
    const slots = [1, 3, 5].map((weekday) => ({ account_id: null, weekday, local_time: '09:30' }))
    await server.call(socialQueue.saveSlots, as({ body: { slots } }))
    const { body: before } = await server.call(socialQueue.slots, as({}))
    const free = before.next_free.find(({ account_id }) => account_id === page)?.times ?? []
    expect(free).toHaveLength(5)
    for (const time of free) expect(time).toContain('T04:00:00.000Z')
    const posts = await Promise.all([1, 2, 3, 4].map(() => schedule({ queue: 'true' })))
    expect(posts.map(({ body }) => body.posts[0]?.scheduled_time).sort()).toEqual(free.slice(0, 4))
    const { body: after } = await server.call(socialQueue.slots, as({}))
    expect(after.next_free.find(({ account_id }) => account_id === page)?.times[0]).toBe(free[4])
    expect(after.next_free.find(({ account_id }) => account_id === profile)?.times[0]).toBe(free[0])
  })

  it('keeps the times that two people add and remove at once', async () => {
    const at = (weekday: number) => ({ account_id: null, weekday, local_time: '11:15' })
    const save = (body: object) => server.call(socialQueue.saveSlots, as({ body: body as never }))
    await save({ slots: [at(1), at(2), at(3)] })
    await Promise.all([
      save({ add_slots: [at(4), at(4)] }),
      save({ add_slots: [at(1), at(5)], remove_slots: [at(2)] }),
      save({ remove_slots: [at(2), at(7)] }),
    ])
    const { body } = await server.call(socialQueue.slots, as({}))
    expect(body.slots.map(({ weekday }) => weekday)).toEqual([1, 3, 4, 5])
    // Removed and added again it stays.
    await save({ add_slots: [at(3)], remove_slots: [at(3)] })
    const full = Array.from({ length: 200 }, (_, nr) => ({
      account_id: page,
      weekday: 6,
      local_time: `${String(Math.floor(nr / 60)).padStart(2, '0')}:${String(nr % 60).padStart(2, '0')}`,
    }))
    const refused = await save({ add_slots: full })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'The queue has at most 200 times. Remove some first.',
    ])
    const { body: after } = await server.call(socialQueue.slots, as({}))
    expect(after.slots.map(({ weekday }) => weekday)).toEqual([1, 3, 4, 5])
  })

  it('takes no time twice and no account of another business', async () => {
    const slot = { account_id: null, weekday: 2, local_time: '09:30' }
    const twice = await server.call(socialQueue.saveSlots, as({ body: { slots: [slot, slot] } }))
    expect([twice.status, twice.body.message]).toEqual([422, 'This time is in the queue twice.'])
    const stranger = await server.signUp()
    const theirs = await server.call(
      socialQueue.saveSlots,
      as({ body: { slots: [{ ...slot, account_id: page }] } }, stranger.token),
    )
    expect(theirs.status).toBe(404)
  })
})

describe('a disconnected account', () => {
  it('is left out of the queue and of series, and comes back with its times and coming days', async () => {
    const ravi = await server.signUp()
    const own = <T extends object>(more: T) => as(more, ravi.token)
    await connectNetwork(server, ravi, 'facebook', { as: 'Ravi One Page' })
    const [account] = await accountsOf(server, ravi)
    const { id } = account!
    const slot = { weekday: 2, local_time: '09:30' }
    const save = (account_id: number | null) =>
      server.call(socialQueue.saveSlots, own({ body: { slots: [{ ...slot, account_id }] } }))
    const slots = async () => (await server.call(socialQueue.slots, own({}))).body.slots
    await save(id)
    const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], local_time: '07:15', timezone: 'UTC', until: null }
    const content = { targets: [{ account_id: id, format: 'text' as const }], caption: unlike() }
    await server.call(socialRecurrences.createSeries, own({ body: { ...rule, content } }))
    const madeAt = async (days: number) => {
      const later = { ...server.app, now: () => new Date(Date.now() + days * 86_400_000) }
      await makeDueOccurrences({
        ...later,
        transaction: (work) => server.app.transaction((tx) => work({ ...tx, now: later.now })),
      })
      const { count } = await server.app.db
        .selectFrom('social_publications')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('business_id', '=', ravi.businessId)
        .executeTakeFirstOrThrow()
      return count
    }
    const before = await madeAt(0)
    await server.call(socialAccounts.disconnect, own({ body: { platform: 'facebook', id } }))
    expect(await slots()).toEqual([])
    expect((await save(null)).status).toBe(200)
    expect(await madeAt(10)).toBe(before)
    await connectNetwork(server, ravi, 'facebook', { as: 'Ravi One Page' })
    expect((await slots()).map(({ account_id }) => account_id).sort()).toEqual([id, null])
    expect(await madeAt(10)).toBe(before + 10)
  })
})

describe('free slots', () => {
  it('say where they come from: own posts where there are enough, the queue, usual hours', async () => {
    const ask = () => server.call(socialQueue.freeSlots, as({ query: { account_id: [page], count: 6 } }))
    const first = (await ask()).body.slots
    expect(new Set(first.map(({ source }) => source))).toEqual(new Set(['queue']))
    await addHistory(20)
    const { slots } = (await ask()).body
    const own = slots.filter(({ source }) => source === 'own_history')
    expect(own.length).toBeGreaterThan(0)
    for (const { at, posts } of own) expect([at.slice(11, 16), posts]).toEqual(['14:30', 30])
    const usual = await server.call(
      socialQueue.freeSlots,
      as({ query: { account_id: [profile], count: 20 } }),
    )
    expect(usual.body.slots.some(({ source }) => source === 'usual')).toBe(true)
  })

  /** Posts at 20:00 in Kolkata did well, those at 10:00 did not. */
  async function addHistory(posts: number) {
    const { db } = server.app
    for (let nr = 0; nr < posts * 1.5; nr++) {
      const isGood = nr < posts
      const at = new Date(Date.now() - (nr + 2) * 86_400_000)
      at.setUTCHours(isGood ? 14 : 4, 30, 0, 0)
      const common = { business_id: asha.businessId, created_at: at }
      const { id: post_id } = await db
        .insertInto('social_posts')
        .values({ ...common, caption: `old ${nr}`, timezone: 'UTC', created_by: asha.userId, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('social_publications')
        .values({
          ...common,
          post_id,
          account_id: page,
          platform: 'facebook',
          format: 'text',
          state: 'posted',
          due_at: at,
          posted_at: at,
          marker: randomUUID(),
          content_hash: Buffer.alloc(32),
          state_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('social_insights')
        .values({
          business_id: asha.businessId,
          account_id: page,
          publication_id: id,
          metric: 'likes',
          fetched_at: at,
          value: isGood ? 90 : 3,
        })
        .execute()
    }
  }
})

describe('a series', () => {
  const seriesOf = (more: object = {}) => ({
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    local_time: '07:15',
    timezone: 'Asia/Kolkata',
    until: null,
    content: {
      targets: [
        { account_id: page, format: 'text' as const },
        { account_id: profile, format: 'text' as const, caption: `${unlike()}, for colleagues` },
      ],
      caption: unlike(),
    },
    ...more,
  })
  type Body = ReturnType<typeof seriesOf> & { request_id?: string; again?: boolean; draft_id?: number }
  const create = (body: Body, token = asha.token) =>
    server.call(socialRecurrences.createSeries, as({ body }, token))
  const postsOf = async (id: number) =>
    await server.app.db
      .selectFrom('social_publications as p')
      .innerJoin('social_posts as o', (join) =>
        join.onRef('o.business_id', '=', 'p.business_id').onRef('o.id', '=', 'p.post_id'),
      )
      .select(['p.id', 'p.due_at', 'p.account_id', 'p.state', 'o.caption', 'o.revision'])
      .where('o.recurrence_id', '=', id)
      .where('p.deleted_at', 'is', null)
      .orderBy('p.due_at')
      .orderBy('p.account_id')
      .execute()

  it('schedules its posts of the next weeks once, however often and at once it is made', async () => {
    const request_id = randomUUID()
    const body = seriesOf()
    const answers = await Promise.all([create({ ...body, request_id }), create({ ...body, request_id })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = answers.map((answer) => answer.body.series)
    expect(one?.id).toBe(other?.id)
    expect(one).toMatchObject({ state: 'active', local_time: '07:15', weekdays: [1, 2, 3, 4, 5, 6, 7] })
    const made = await postsOf(one!.id)
    expect(one?.posts_waiting).toBe(made.length)
    expect([70, 72]).toContain(made.length)
    for (const { due_at } of made) expect(due_at.toISOString()).toContain('T01:45:00.000Z')
    // However many of its posts wait, it is one of the five most recent; its next post stands for it.
    const { recent } = (await server.call(socialPosts.recent, as({}))).body
    const days = recent.filter(({ caption_preview }) => caption_preview === body.content.caption)
    expect(days.map(({ at }) => at)).toEqual([made[0]!.due_at.toISOString()])
    await server.app.db
      .updateTable('social_recurrences')
      .set({ made_until: null, next_at: new Date() })
      .where('id', '=', one!.id)
      .execute()
    await Promise.all([makeDueOccurrences(server.app), makeDueOccurrences(server.app)])
    expect(await postsOf(one!.id)).toHaveLength(made.length)
  })

  it('takes its draft with it, and is not made twice without a question', async () => {
    const { draft } = (
      await server.call(socialDrafts.saveDraft, as({ body: { form: { caption: 'Daily' } } }))
    ).body
    const body = { ...seriesOf(), draft_id: draft.id }
    expect((await create(body)).status).toBe(200)
    expect((await server.call(socialDrafts.openDraft, as({ params: { id: draft.id } }))).status).toBe(404)
    const twice = await create(body)
    expect([twice.status, twice.body.code]).toEqual([409, 'duplicate'])
    expect((await create({ ...body, again: true })).status).toBe(200)
  })

  it('goes on as time goes by, and ends with its last day', async () => {
    const until = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10)
    const { body } = await create(seriesOf({ until }))
    const before = await postsOf(body.series.id)
    const later = { ...server.app, now: () => new Date(Date.now() + 20 * 86_400_000) }
    await makeDueOccurrences({
      ...later,
      transaction: (work) => server.app.transaction((tx) => work({ ...tx, now: later.now })),
    })
    const after = await postsOf(body.series.id)
    expect(after.length).toBeGreaterThan(before.length)
    const days = after.map(({ due_at, account_id }) => `${due_at.toISOString()} ${account_id}`)
    expect(new Set(days).size).toBe(days.length)
    expect(after.at(-1)?.due_at.toISOString().slice(0, 10)).toBe(until)
  })

  it('is changed: what waits is made anew, what was edited or deleted on its own stays so', async () => {
    const { body } = await create(seriesOf())
    const { id, revision } = body.series
    const [edited, removed, other] = (await postsOf(id)).filter(({ account_id }) => account_id === page)
    const moved = new Date(edited!.due_at.getTime() + 3_600_000).toISOString()
    await server.call(
      socialPosts.update,
      as({
        params: { id: edited!.id },
        body: { caption: 'Only this one', media_url: '', scheduled_time: moved },
      }),
    )
    await server.call(socialPosts.remove, as({ params: { id: removed!.id } }))
    const change = (of: number) =>
      server.call(
        socialRecurrences.changeSeries,
        as({
          params: { id },
          body: {
            ...seriesOf({ local_time: '08:00' }),
            content: { targets: [{ account_id: page, format: 'text' as const }], caption: 'New words' },
            revision: of,
          },
        }),
      )
    const answers = await Promise.all([change(revision), change(revision)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const after = await postsOf(id)
    expect(after.every(({ account_id }) => account_id === page)).toBe(true)
    expect(after.find((post) => post.id === edited!.id)).toMatchObject({ caption: 'Only this one' })
    expect(after.some((post) => post.id === other!.id)).toBe(false)
    const day = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    const days = after.map(({ due_at }) => day(due_at))
    expect(new Set(days).size).toBe(days.length)
    expect(days).not.toContain(day(removed!.due_at))
    expect(new Set(after.filter((post) => post.id !== edited!.id).map(({ caption }) => caption))).toEqual(
      new Set(['New words']),
    )
  })

  it('is stopped: what waits is taken back, once, and only by its business', async () => {
    const { body } = await create(seriesOf())
    const { id } = body.series
    const stranger = await server.signUp()
    const stop = (token = asha.token) =>
      server.call(socialRecurrences.stopSeries, as({ params: { id } }, token))
    expect((await stop(stranger.token)).status).toBe(404)
    const made = await postsOf(id)
    await server.app.db
      .updateTable('social_publications')
      .set({ state: 'publishing' })
      .where('id', '=', made[0]!.id)
      .execute()
    const answers = await Promise.all([stop(), stop()])
    expect(answers.map(({ body: { removed } }) => removed).sort()).toEqual([0, made.length - 1])
    expect(await postsOf(id)).toHaveLength(1)
    expect((await stop()).body.series.state).toBe('stopped')
    await makeDueOccurrences(server.app)
    expect(await postsOf(id)).toHaveLength(1)
    expect((await create(seriesOf(), stranger.token)).status).toBe(404)
  })

  it('needs a day that comes and words that the networks take', async () => {
    const past = await create(seriesOf({ until: '2020-01-01' }))
    expect([past.status, Object.keys(past.body.fields ?? {})]).toEqual([422, ['until']])
    const long = seriesOf()
    long.content.caption = 'x'.repeat(70_000)
    expect((await create(long)).body.fields).toHaveProperty(['content.targets.0.caption'])
    expect((await create(seriesOf({ weekdays: [] }))).status).toBe(400)
    expect((await create(seriesOf({ timezone: 'Mars/Olympus' }))).status).toBe(400)
  })
})
