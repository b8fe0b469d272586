import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Insight, socialAnalytics } from '#contract/social/analytics.ts'
import type { LoginWay, Platform } from '#contract/social/social.ts'
import { figureOf } from '#sandbox/social/insights-figures.ts'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { addPost, type SocialPost } from '#sandbox/world/social-posts.ts'
import { killTokens } from '#sandbox/world/social-world.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { connectNetwork } from '#test/social.ts'
import { composePost, type Owner, openAccount, publishUntilEnd } from '../publish/publish.fixture.ts'
import { enqueueDueInsights, fetchInsights } from './fetch-insights.ts'
import { claimRun } from './insight-run.ts'
import { nextInsightsAt } from './insight-times.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
})

const hourMs = 3_600_000
const sandboxNetworks = {
  facebook: 'facebook',
  instagram: 'instagram',
  youtube: 'google',
  linkedin: 'linkedin',
}

/** A post that is out at the network and in our tables for so many hours. */
async function posted(
  owner: Owner,
  hours = 72,
  format = 'image',
): Promise<{ id: number; there: SocialPost }> {
  const { pool, db } = server.app
  const { external_id } = await db
    .selectFrom('social_accounts')
    .select('external_id')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  const id = await composePost(server, owner, { format, dueAt: new Date(Date.now() - hours * hourMs) })
  const there = addPost(server.sandbox.world.social.posts, {
    network: sandboxNetworks[owner.platform as Platform] as 'facebook',
    accountId: external_id,
    id: owner.platform === 'facebook' ? `${external_id}_9${id}` : `9${id}00`,
    format,
    text: 'Bread',
    permalink: 'http://localhost/post',
    at: Date.now() - hours * hourMs,
  })
  await pool.query(
    `update social_publications set state = 'posted', external_post_id = $2,
       posted_at = now() - $3 * interval '1 hour', insights_due_at = now() - interval '1 minute' where id = $1`,
    [id, there.id, hours],
  )
  return { id, there }
}

const fetchOf = (owner: Owner) => fetchInsights(server.app, owner.person.businessId, owner.accountId)
const read = async (person: Person, platform: Platform = 'facebook', query: object = {}) =>
  (await server.call(socialAnalytics.insights, { token: person.token, params: { platform }, query })).body
const only = async (owner: Owner): Promise<Insight> =>
  (await read(owner.person, owner.platform as Platform)).insights[0]!
const due = async (id: number): Promise<Date | null> =>
  (
    await server.app.db
      .selectFrom('social_publications')
      .select('insights_due_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).insights_due_at
const makeDue = (id: number) =>
  server.app.pool.query(
    `update social_publications set insights_due_at = now() - interval '1 second' where id = $1`,
    [id],
  )

describe('figures of a post', () => {
  it('are those of the network, and engagement is their sum', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id, there } = await posted(owner)
    expect(await only(owner)).toMatchObject({
      likes: null,
      engagement: null,
      as_of: null,
      figures: { likes: { value: null, reason: 'not_yet' } },
    })
    await fetchOf(owner)
    const insight = await only(owner)
    const shares = figureOf(there, 'shares')
    expect(insight).toMatchObject({
      id,
      likes: figureOf(there, 'likes'),
      comments: figureOf(there, 'comments'),
      reach: figureOf(there, 'reach'),
      figures: { shares: { value: shares, reason: null }, saves: { value: null, reason: 'not_offered' } },
    })
    expect(insight.engagement).toBe(insight.likes! + insight.comments! + shares)
    expect((await due(id))!.getTime() - Date.now()).toBeGreaterThan(23 * hourMs)
  })

  it.each([
    ['instagram_page', 'image'],
    ['instagram', 'image'],
    ['instagram', 'story'],
    ['youtube', 'video'],
  ] as [LoginWay, string][])('come from %s too, of a %s', async (way, format) => {
    const owner = await openAccount(server, way)
    const { there } = await posted(owner, 10, format)
    await fetchOf(owner)
    const { figures } = await only(owner)
    const isStory = format === 'story'
    expect(figures.likes).toEqual(
      isStory ? { value: null, reason: 'not_offered' } : { value: figureOf(there, 'likes'), reason: null },
    )
    expect(figures.comments.value).toBe(figureOf(there, 'comments'))
    expect(figures.views.value).toBe(figureOf(there, 'views'))
    expect(figures.reach).toEqual(
      way === 'youtube'
        ? { value: null, reason: 'not_offered' }
        : { value: figureOf(there, 'reach'), reason: null },
    )
  })

  it('are not offered by LinkedIn, which is not asked again', async () => {
    const owner = await openAccount(server, 'linkedin')
    const { id } = await posted(owner)
    await fetchOf(owner)
    expect((await only(owner)).figures.likes).toEqual({ value: null, reason: 'not_offered' })
    expect(await due(id)).toBeNull()
  })

  it('of a post that was really published are fetched ten minutes later', async () => {
    const owner = await openAccount(server, 'facebook')
    const id = await composePost(server, owner)
    await publishUntilEnd(server, id)
    await makeDue(id)
    await fetchOf(owner)
    expect((await only(owner)).figures.likes.reason).toBeNull()
  })
})

describe('a figure that the network does not give', () => {
  it.each([
    ['post_media_view', 'views', 'reach'],
    ['shares', 'shares', 'likes'],
    ['post_clicks', 'clicks', 'reach'],
  ] as const)('because %s is retired leaves the others', async (retired, missing, other) => {
    const owner = await openAccount(server, 'facebook')
    server.sandbox.settings({ social: { insights: { retired } } })
    await posted(owner)
    await fetchOf(owner)
    const { figures, engagement } = await only(owner)
    expect(figures[missing]).toEqual({ value: null, reason: 'retired' })
    expect(figures[other].value).toBeGreaterThan(0)
    expect(engagement).toBeGreaterThan(0)
  })

  it('because a permission is missing leaves those that need none', async () => {
    const person = await server.signUp()
    const as = `Without insights ${person.userId} one page`
    const { accounts } = await connectNetwork(server, person, 'facebook', { as, without: ['read_insights'] })
    const owner = { person, as, accountId: accounts[0]!.id, platform: 'facebook' }
    await posted(owner)
    await fetchOf(owner)
    const { figures, likes } = await only(owner)
    expect(figures.reach).toEqual({ value: null, reason: 'no_permission' })
    expect(likes).toBeGreaterThan(0)
    expect((await read(person)).problems).toMatchObject([{ problem: 'no_permission' }])
  })

  it('because too few saw it, or because it is not counted yet', async () => {
    const owner = await openAccount(server, 'facebook')
    server.sandbox.settings({ social: { insights: { tooFewBelow: 1_000_000 } } })
    await posted(owner, 100)
    await posted(owner, 3)
    await fetchOf(owner)
    const { insights } = await read(owner.person)
    expect(insights.map(({ figures }) => figures.reach.reason)).toEqual(['not_yet', 'too_few'])
  })

  it('because the post was deleted there, and it is not asked for again', async () => {
    const owner = await openAccount(server, 'youtube')
    const { id, there } = await posted(owner)
    there.id = 'another'
    await fetchOf(owner)
    expect((await only(owner)).figures.likes).toEqual({ value: null, reason: 'gone' })
    expect(await due(id)).toBeNull()
  })

  it('because a part of the answer was cut off is missing alone, and a known one stays', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id } = await posted(owner)
    server.sandbox.settings({ social: { insights: { batchCut: 1 } } })
    await fetchOf(owner)
    const first = await only(owner)
    expect(first.figures.clicks).toEqual({ value: null, reason: 'failed' })
    expect(first.likes).toBeGreaterThan(0)
    server.sandbox.settings({ social: { insights: { batchCut: 0 } } })
    await makeDue(id)
    await fetchOf(owner)
    const known = (await only(owner)).figures.clicks
    server.sandbox.settings({ social: { insights: { batchCut: 1 } } })
    await makeDue(id)
    await fetchOf(owner)
    expect((await only(owner)).figures.clicks).toEqual(known)
  })
})

describe('a network', () => {
  it('that does not answer keeps what is known, and is asked again later', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id } = await posted(owner)
    await fetchOf(owner)
    const before = await only(owner)
    await makeDue(id)
    server.sandbox.settings({ social: { facebook: { mood: 'down' } } })
    await fetchOf(owner)
    expect(await only(owner)).toEqual(before)
    expect((await read(owner.person)).problems).toMatchObject([{ problem: 'unreachable' }])
    expect((await due(id))!.getTime() - Date.now()).toBeGreaterThan(4 * 60_000)
  })

  it('that is asked too often is left alone for a while', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id } = await posted(owner)
    server.sandbox.settings({ social: { facebook: { mood: 'busy' } } })
    await fetchOf(owner)
    expect((await read(owner.person)).problems).toMatchObject([{ problem: 'rate_limited' }])
    expect((await due(id))!.getTime() - Date.now()).toBeGreaterThan(14 * 60_000)
  })

  it('that no longer takes the token is not asked again before a login', async () => {
    const owner = await openAccount(server, 'facebook')
    await posted(owner)
    killTokens(server.sandbox.world.social, 'facebook', owner.as, '460')
    await fetchOf(owner)
    expect((await read(owner.person)).problems).toMatchObject([{ problem: 'reconnect' }])
    const asked = await server.call(socialAnalytics.fetch, {
      token: owner.person.token,
      body: { platform: 'facebook' },
    })
    expect(asked).toMatchObject({ status: 422, body: { message: 'Connect a Facebook account first.' } })
  })
})

describe('fetching', () => {
  it('is done once, by however many processes', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id } = await posted(owner)
    server.sandbox.settings({ social: { delayMs: [30, 40] } })
    await Promise.all([fetchOf(owner), fetchOf(owner), fetchOf(owner)])
    const { rows } = await server.app.pool.query(
      'select count(*)::int as n from social_insights where publication_id = $1',
      [id],
    )
    expect(rows[0].n).toBe(7)
  })

  it('goes on where a killed process ended, once its claim is over', async () => {
    const owner = await openAccount(server, 'facebook')
    const first = await posted(owner)
    await fetchOf(owner)
    const second = await posted(owner)
    await claimRun(server.app, owner.person.businessId, owner.accountId)
    await fetchOf(owner)
    expect((await only(owner)).as_of).toBeNull()
    await server.app.pool.query(
      `update social_insight_runs set claimed_until = now() - interval '1 second' where account_id = $1`,
      [owner.accountId],
    )
    await fetchOf(owner)
    const { insights } = await read(owner.person)
    expect(insights.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
    expect(insights.every(({ likes }) => likes !== null)).toBe(true)
  })

  it('stores a figure again only where it changed', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id, there } = await posted(owner, 2)
    await fetchOf(owner)
    await makeDue(id)
    there.at -= 24 * hourMs
    await fetchOf(owner)
    const history = await server.call(socialAnalytics.history, {
      token: owner.person.token,
      params: { id },
    })
    expect(history.body.points).toHaveLength(2)
    expect(history.body.points[1]!.reach!).toBeGreaterThan(history.body.points[0]!.reach!)
    const rows = await server.app.db
      .selectFrom('social_insights')
      .select('metric')
      .where('publication_id', '=', id)
      .where('metric', '=', 'saves')
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('on demand happens once a minute', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id } = await posted(owner)
    await fetchOf(owner)
    const ask = () =>
      server.call(socialAnalytics.fetch, { token: owner.person.token, body: { platform: 'facebook' } })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ body }) => body.asked).sort()).toEqual([0, 0, 1])
    expect((await due(id))!.getTime()).toBeLessThanOrEqual(Date.now())
    expect((await read(owner.person)).fetching).toBe(true)
    await fetchOf(owner)
    expect((await read(owner.person)).fetching).toBe(false)
  })

  it('finds what is due, and nothing of accounts that must be connected again', async () => {
    const owner = await openAccount(server, 'facebook')
    await posted(owner)
    const jobs = async () =>
      (
        await server.app.pool.query(
          `select 1 from pgboss.job where name = 'social.fetch-insights-facebook' and data->>'account_id' = $1`,
          [String(owner.accountId)],
        )
      ).rows.length
    await server.app.pool.query(`update social_accounts set status = 'reconnect' where id = $1`, [
      owner.accountId,
    ])
    await enqueueDueInsights(server.app)
    expect(await jobs()).toBe(0)
    await server.app.pool.query(`update social_accounts set status = 'connected' where id = $1`, [
      owner.accountId,
    ])
    await enqueueDueInsights(server.app)
    await enqueueDueInsights(server.app)
    expect(await jobs()).toBe(1)
  })
})

describe('the answer', () => {
  it('has the five with the highest engagement, pages, a summary, and both addresses', async () => {
    const owner = await openAccount(server, 'facebook')
    for (let post = 0; post < 7; post++) await posted(owner, 24 + post * 24)
    await fetchOf(owner)
    const first = await read(owner.person, 'facebook', { limit: 4 })
    expect(first.insights).toHaveLength(4)
    const rest = await read(owner.person, 'facebook', { limit: 4, cursor: first.next_cursor! })
    expect(rest.insights).toHaveLength(3)
    expect(rest.next_cursor).toBeNull()
    const all = [...first.insights, ...rest.insights]
    const best = all.map(({ engagement }) => engagement!).sort((a, b) => b - a)
    expect(first.top.map(({ engagement }) => engagement)).toEqual(best.slice(0, 5))
    expect(first.summary).toMatchObject({
      posts: 7,
      reach_posts: 7,
      engagement: best.reduce((sum, value) => sum + value, 0),
      followers: 4120,
      followers_before: 4120,
    })
    const other = await server.http.inject({
      url: '/meta/analytics/facebook',
      headers: { authorization: `Bearer ${owner.person.token}` },
    })
    expect(other.json().insights).toHaveLength(7)
    const csv = await server.http.inject({
      url: '/marketing/api/meta/analytics/facebook/export.csv',
      headers: { authorization: `Bearer ${owner.person.token}` },
    })
    expect(csv.body.trim().split('\r\n')).toHaveLength(8)
    expect(csv.body).toContain('Saves: not offered')
  })

  it('has nothing of another business', async () => {
    const owner = await openAccount(server, 'facebook')
    const { id } = await posted(owner)
    await fetchOf(owner)
    const other = await server.signUp()
    expect(await read(other)).toMatchObject({ insights: [], top: [], as_of: null, problems: [] })
    const history = await server.call(socialAnalytics.history, { token: other.token, params: { id } })
    expect(history.status).toBe(404)
    await fetchInsights(server.app, other.businessId, owner.accountId)
    expect(await claimRun(server.app, other.businessId, owner.accountId)).toBeUndefined()
  })
})

describe('a post is asked for', () => {
  const at = (hours: number, format = 'image') => {
    const posted = new Date('2026-11-01T00:00:00Z')
    const next = nextInsightsAt(posted, new Date(posted.getTime() + hours * hourMs), format)
    return next && (next.getTime() - posted.getTime()) / hourMs
  }
  it('often at first, then daily, then weekly, and no more after 90 days', () => {
    expect([at(0), at(0.2), at(2), at(7), at(25)]).toEqual([10 / 60, 1, 6, 24, 48])
    expect([at(30 * 24), at(50 * 24), at(89 * 24), at(90 * 24)]).toEqual([37 * 24, 51 * 24, 90 * 24, null])
    expect([at(7, 'story'), at(24, 'story')]).toEqual([12, null])
  })
})
