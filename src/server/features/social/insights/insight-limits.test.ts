import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialAnalytics } from '#contract/social/analytics.ts'
import { addPost } from '#sandbox/world/social-posts.ts'
import type { App } from '#server/app.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import {
  composePost,
  ledgerOf,
  type Owner,
  openAccount,
  publication,
  publishOnce,
  publishUntilEnd,
} from '../publish/publish.fixture.ts'
import { enqueueDueInsights, fetchInsights } from './fetch-insights.ts'

/** A server of its own: what an app has used of its limit is known to the whole process. */
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const minuteMs = 60_000
const later = (minutes: number): App => ({
  ...server.app,
  now: () => new Date(Date.now() + minutes * minuteMs),
})
const use = (usage: number) => server.sandbox.settings({ social: { posts: { usage } } })

/** Posts that are out, whose figures are due. */
async function addPublished(owner: Owner, count: number): Promise<void> {
  const { external_id } = await server.app.db
    .selectFrom('social_accounts')
    .select('external_id')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  for (let n = 0; n < count; n++) {
    const id = await composePost(server, owner)
    const there = `${external_id}_8${id}`
    addPost(server.sandbox.world.social.posts, {
      network: 'facebook',
      accountId: external_id,
      id: there,
      format: 'text',
      text: `Post ${id}`,
      permalink: 'http://localhost/post',
    })
    await server.app.pool.query(
      `update social_publications set state = 'posted', external_post_id = $2, posted_at = now() - interval '1 day',
        insights_due_at = now() - interval '1 minute' where id = $1`,
      [id, there],
    )
  }
}

async function counts({ accountId }: Owner): Promise<{ fetched: number; due: number; soonest: Date | null }> {
  const { rows } = await server.app.pool.query(
    `select count(*) filter (where insights_at is not null)::int as fetched,
      count(*) filter (where insights_due_at <= now())::int as due, min(insights_due_at) as soonest
     from social_publications where account_id = $1 and state = 'posted'`,
    [accountId],
  )
  return rows[0]
}
const problems = async ({ person }: Owner) =>
  (
    await server.call(socialAnalytics.insights, {
      token: person.token,
      params: { platform: 'facebook' },
      query: {},
    })
  ).body.problems
const jobsOf = async ({ accountId }: Owner): Promise<number> =>
  (
    await server.app.pool.query(
      `select 1 from pgboss.job where name = 'social.fetch-insights-facebook' and data->>'account_id' = $1`,
      [String(accountId)],
    )
  ).rows.length

describe('what Meta says of its limit is obeyed', () => {
  it('by figures: from 80 % on the newest are fetched and the others wait, from 95 % on none is', async () => {
    const owner = await openAccount(server, 'facebook')
    const { batch } = server.app.social.insights.facebook
    await addPublished(owner, batch + 3)
    const fetchOf = (app: App) => fetchInsights(app, owner.person.businessId, owner.accountId)
    use(80)
    // The first answer says so.
    await server.app.social.care.page.check(await accountOf(owner), new Date())
    await fetchOf(server.app)
    const slow = await counts(owner)
    expect(slow).toMatchObject({ fetched: batch, due: 0 })
    expect(slow.soonest!.getTime()).toBeGreaterThan(Date.now() + 14 * minuteMs)
    expect(await problems(owner)).toEqual([])

    use(95)
    const before = server.sandbox.world.social.requests
    await fetchOf(later(16))
    // The rest was fetched; its answer said that the limit is near.
    expect((await counts(owner)).fetched).toBe(batch + 3)
    expect(server.sandbox.world.social.requests).toBeGreaterThan(before)
    await server.app.pool.query(
      `update social_publications set insights_due_at = now() where account_id = $1 and state = 'posted'`,
      [owner.accountId],
    )
    const asked = server.sandbox.world.social.requests
    await fetchOf(server.app)
    expect(server.sandbox.world.social.requests).toBe(asked)
    const [problem] = await problems(owner)
    expect(problem).toMatchObject({ account_id: owner.accountId, problem: 'rate_limited' })
    const wait = new Date(problem!.next_at!).getTime() - Date.now()
    expect(wait / minuteMs).toBeGreaterThan(8)
    expect(wait / minuteMs).toBeLessThan(30)
    await enqueueDueInsights(server.app)
    expect(await jobsOf(owner)).toBe(0)

    use(10)
    await fetchOf(later(40))
    expect(await problems(owner)).toEqual([])
    expect((await counts(owner)).due).toBe(0)
  })

  it('by publishing: from 80 % on posts are spaced, from 95 % on they wait, and each goes out once', async () => {
    const owner = await openAccount(server, 'facebook')
    use(85)
    await server.app.social.care.page.check(await accountOf(owner), new Date())
    const spaced = await composePost(server, owner, { caption: 'Spaced' })
    await publishOnce(server)
    const row = await publication(server, spaced)
    expect(row).toMatchObject({ state: 'scheduled', reason: 'rate_limited', publish_sent_at: null })
    const wait = row.claimed_until!.getTime() - Date.now()
    expect(wait).toBeGreaterThan(2_000)
    expect(wait).toBeLessThan(40_000)
    expect((await publishUntilEnd(server, spaced)).state).toBe('posted')

    use(96)
    await server.app.social.care.page.check(await accountOf(owner), new Date())
    const stopped = await composePost(server, owner, { caption: 'Stopped' })
    const asked = server.sandbox.world.social.requests
    await publishOnce(server)
    expect(server.sandbox.world.social.requests).toBe(asked)
    const held = await publication(server, stopped)
    expect(held).toMatchObject({ state: 'scheduled', reason: 'rate_limited', publish_sent_at: null })
    expect(held.claimed_until!.getTime()).toBeGreaterThan(Date.now() + 8 * minuteMs)
    expect(ledgerOf(server).filter(({ text }) => text === 'Spaced')).toHaveLength(1)
    expect(ledgerOf(server).filter(({ text }) => text === 'Stopped')).toHaveLength(0)
  })
})

/** An account as the network's clients take it. */
async function accountOf({ accountId, as }: Owner) {
  const row = await server.app.db
    .selectFrom('social_accounts')
    .select(['external_id', 'page_id'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const token = [...server.sandbox.world.social.tokens.values()].find(
    ({ person, kind }) => person === as && kind === 'page',
  )
  return {
    externalId: row.external_id,
    pageId: row.page_id,
    token: { accessToken: token!.value, issuedAt: new Date() },
  }
}
