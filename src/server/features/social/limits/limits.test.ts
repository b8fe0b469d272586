import { afterAll, beforeAll, expect, it } from 'vitest'
import { socialLimits } from '#contract/social/limits.ts'
import { addPost } from '#sandbox/world/social-posts.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { composePost, type Owner, openAccount, publishUntilEnd } from '../publish/publish.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const limitsOf = async ({ person, accountId }: Owner, at?: Date, without_post?: number) =>
  (
    await server.call(socialLimits.limits, {
      token: person.token,
      query: {
        account_id: [accountId],
        ...(at && { at: at.toISOString() }),
        ...(without_post && { without_post }),
      },
    })
  ).body.limits

it("Instagram's limit is read live, with posts made elsewhere and those planned around the time", async () => {
  const owner = await openAccount(server, 'instagram')
  const { external_id } = await server.app.db
    .selectFrom('social_accounts')
    .select('external_id')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  server.sandbox.settings({ social: { posts: { aDay: 7 } } })
  for (let n = 0; n < 3; n++)
    addPost(server.sandbox.world.social.posts, {
      network: 'instagram',
      accountId: external_id,
      id: `elsewhere ${n}`,
      format: 'image',
      text: 'By phone',
      permalink: 'http://localhost/post',
    })
  for (const at of [3, 4, 30, 31]) await composePost(server, owner, { format: 'image', dueAt: hours(at) })
  const [now] = await limitsOf(owner)
  expect(now).toMatchObject({
    total: 7,
    used: 3,
    left: 4,
    source: 'network',
    format: null,
    used_now: 3,
    unknown: null,
  })
  // Two before it, and the three of today are still in these 24 hours.
  expect((await limitsOf(owner, hours(5)))[0]).toMatchObject({ used: 5, left: 2 })
  // Tomorrow what was posted by phone is over.
  expect((await limitsOf(owner, hours(40)))[0]).toMatchObject({ used: 2, left: 5 })
  server.sandbox.settings({ social: { instagram: { mood: 'down' } } })
  expect((await limitsOf(owner, hours(40)))[0]).toMatchObject({
    total: 50,
    source: 'known',
    used_now: null,
    unknown: 'unreachable',
  })
  server.sandbox.settings({ social: { instagram: { mood: 'ok' } } })
})

it("only reels count at Facebook, LinkedIn has no such limit, and another business's accounts are absent", async () => {
  const owner = await openAccount(server, 'facebook')
  await publishUntilEnd(server, await composePost(server, owner))
  const reel = await composePost(server, owner, { format: 'reel', dueAt: hours(2) })
  expect(await limitsOf(owner, hours(3))).toMatchObject([
    {
      platform: 'facebook',
      format: 'reel',
      total: 30,
      used: 1,
      left: 29,
      source: 'known',
      unknown: 'not_offered',
    },
  ])
  // The post that is edited does not stand in its own way.
  expect(await limitsOf(owner, hours(3), reel)).toMatchObject([{ used: 0, left: 30 }])
  expect(await limitsOf(await openAccount(server, 'linkedin'))).toEqual([])
  const stranger = await server.signUp()
  expect(await limitsOf({ ...owner, person: stranger })).toEqual([])
})
