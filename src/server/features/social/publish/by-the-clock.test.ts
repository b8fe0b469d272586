import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Post, socialDecisions, socialPosts } from '#contract/social/posts.ts'
import { formOf } from '#test/http/requests.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { composePost, ledgerOf, openAccount, publication } from './publish.fixture.ts'
import { wakePublisher } from './publish.ts'
import { runPublisher } from './publisher.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())

const published = (caption: string) => ledgerOf(server).filter(({ text }) => text === caption)

async function postNow(token: string, accountId: number, caption: string) {
  const targets = JSON.stringify([{ account_id: accountId, format: 'text' }])
  const answer = await server.http.inject({
    method: 'POST',
    url: socialPosts.postNow.path,
    ...(await formOf({ caption, targets, again: 'true' }, token)),
  })
  return answer.json() as { posts: Post[] }
}

it('a post that is sent now is at the network at once', async () => {
  const owner = await openAccount(server, 'facebook')
  const { posts } = await postNow(owner.person.token, owner.accountId, 'Right now')
  const post = await eventually('the post', async () => {
    const { body } = await server.call(socialPosts.status, {
      token: owner.person.token,
      params: { id: posts[0]!.id },
    })
    return body.post.status === 'posted' && body.post
  })
  expect(published('Right now').map(({ permalink }) => permalink)).toEqual([post.permalink])
})

it('a post goes out at its time, not before', async () => {
  const owner = await openAccount(server, 'facebook')
  const dueAt = new Date(Date.now() + 2_000)
  const id = await composePost(server, owner, { caption: 'At its time', dueAt })
  await wakePublisher(server.app)
  await eventually('the post', async () => (await publication(server, id)).state === 'posted')
  const [post] = published('At its time')
  expect(post!.at).toBeGreaterThanOrEqual(dueAt.getTime())
  expect(post!.at - dueAt.getTime()).toBeLessThan(30_000)
})

it('what waits for another of its account is looked for ever more seldom', async () => {
  const alone = await openTestServer()
  try {
    const { app } = alone
    const owner = await openAccount(alone, 'facebook')
    const ids = [1, 2].map((nr) => composePost(alone, owner, { caption: `At once ${nr}`, dueAt: new Date() }))
    const [first] = await Promise.all(ids)
    await sql`update social_publications set state = 'publishing', claim = ${randomUUID()},
      claimed_until = now() + interval '10 minutes' where id = ${first!}`.execute(app.db)
    let looks = 0
    const transaction: typeof app.transaction = (work) => {
      looks += 1
      return app.transaction(work)
    }
    await runPublisher({ ...app, transaction }, AbortSignal.timeout(2_500))
    expect(looks).toBeGreaterThan(1)
    expect(looks).toBeLessThan(8)
  } finally {
    await alone.close()
  }
})

it('the owner decides by a call, and nobody else', async () => {
  const owner = await openAccount(server, 'linkedin')
  server.sandbox.settings({ social: { linkedin: { mood: 'cut', only: 'POST /rest/posts', times: 1 } } })
  const { posts } = await postNow(owner.person.token, owner.accountId, 'Asked for')
  const id = posts[0]!.id
  await eventually('the doubt', async () => (await publication(server, id)).state === 'unknown')
  const decide = (token: string, decision: 'publish' | 'posted') =>
    server.call(socialDecisions.decide, { token, params: { id }, body: { decision } })
  const other = await server.signUp('Ravi')
  expect((await decide(other.token, 'publish')).status).toBe(404)
  expect((await decide(owner.person.token, 'publish')).status).toBe(200)
  await eventually('the post', async () => (await publication(server, id)).state === 'posted')
  expect((await decide(owner.person.token, 'posted')).status).toBe(409)
  expect(published('Asked for')).toHaveLength(1)
})

it('shows what was published on a page of the sandbox', async () => {
  const page = await fetch(`${server.sandbox.url}/social/posts`)
  expect(await page.text()).toContain('Right now')
  const [post] = published('Right now')
  expect((await fetch(post!.permalink)).status).toBe(200)
})
