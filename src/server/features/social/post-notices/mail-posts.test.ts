import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '#sandbox/world/settings.ts'
import type { App } from '#server/app.ts'
import type { Mail } from '#server/platform/mail.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { decidePublication } from '../publish/decide.ts'
import {
  composePost,
  type Owner,
  openAccount,
  publishAll,
  publishUntilEnd,
} from '../publish/publish.fixture.ts'
import { socialNotices } from '../social.ts'
import { mailPosts, mailPostsTo, queuePostMails } from './mail-posts.ts'

let server: TestServer
let mails: Mail[]
let app: App
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
  mails = []
  const mail = async (sent: Mail) => void mails.push(sent)
  app = {
    ...server.app,
    mail,
    transaction: (work) => server.app.transaction((tx) => work({ ...tx, mail })),
  }
})

/** The two jobs, as the queue runs them; those of others are left. */
async function runMails({ person }: Owner): Promise<void> {
  await queuePostMails(app)
  const { rows } = await server.app.pool.query(
    `select id, data from pgboss.job where name = $1 and data->>'business_id' = $2 and state = 'created'`,
    [mailPosts.name, String(person.businessId)],
  )
  for (const { id, data } of rows) {
    await mailPostsTo(app, data)
    await server.app.pool.query('delete from pgboss.job where name = $1 and id = $2', [mailPosts.name, id])
  }
}

const speak = (owner: Owner, language: string, column: 'language' | 'browser_language') =>
  server.app.db
    .updateTable('users')
    .set({ [column]: language })
    .where('id', '=', owner.person.userId)
    .execute()

it.each(['language', 'browser_language'] as const)(
  'a post that failed is mailed once, with the reason, in the %s of its reader',
  async (column) => {
    const owner = await openAccount(server, 'facebook')
    await speak(owner, 'es', column)
    server.sandbox.settings({ social: { posts: { refuseWith: 368 } } })
    const id = await composePost(server, owner, { caption: 'Pan fresco a las ocho' })
    expect((await publishUntilEnd(server, id)).state).toBe('failed')
    await runMails(owner)
    await runMails(owner)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: owner.person.email, subject: '1 publicación necesita tu atención' })
    expect(mails[0]?.text).toContain('«Pan fresco a las ocho»')
    expect(mails[0]?.text).toContain('spam')
    expect(mails[0]?.text).toContain('http://localhost:5002/marketing/social/history')
    const [notice] = await socialNotices(server.app, owner.person.businessId)
    expect(notice).toMatchObject({ kind: 'error', to: '/social/history?status=failed' })
    // Tried again in vain: it was reported before.
    await decidePublication(server.app, owner.person.businessId, id, 'publish')
    expect((await publishUntilEnd(server, id)).state).toBe('failed')
    await runMails(owner)
    expect(mails).toHaveLength(1)
  },
)

it('a post that is unknown is mailed; several at once are one mail', async () => {
  const owner = await openAccount(server, 'linkedin')
  server.sandbox.settings({ social: { linkedin: { mood: 'cut', only: 'POST /rest/posts' } } })
  const ids = [
    await composePost(server, owner, { caption: 'One of two' }),
    await composePost(server, owner, { caption: 'Two of two' }),
  ]
  const rows = await publishAll(server, ids)
  expect(rows.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  await runMails(owner)
  expect(mails.map(({ subject }) => subject)).toEqual(['2 posts need your attention'])
  expect(mails[0]?.text).toContain('One of two')
  expect(mails[0]?.text).toContain('Two of two')
  expect(mails[0]?.text).toContain('LinkedIn did not answer and does not let us check.')
})

it('what was decided meanwhile is not mailed, nor what failed while no mail server was set', async () => {
  const owner = await openAccount(server, 'facebook')
  server.sandbox.settings({ social: { posts: { refuseWith: 368 } } })
  const decided = await composePost(server, owner)
  await publishUntilEnd(server, decided)
  await queuePostMails(app)
  await decidePublication(server.app, owner.person.businessId, decided, 'cancel')
  await runMails(owner)
  const old = await composePost(server, owner)
  await publishUntilEnd(server, old)
  await queuePostMails(server.app)
  await server.app.db
    .updateTable('social_post_notices')
    .set({ made_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('publication_id', '=', old)
    .execute()
  await runMails(owner)
  expect(mails).toEqual([])
})

it('posts that went out are not mailed', async () => {
  const owner = await openAccount(server, 'facebook')
  expect((await publishUntilEnd(server, await composePost(server, owner))).state).toBe('posted')
  await runMails(owner)
  expect(mails).toEqual([])
})
