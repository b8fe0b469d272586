import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Post, socialPosts } from '#contract/social/posts.ts'
import { socialAccounts } from '#contract/social/social.ts'
import { inHours, openStudio, type Studio, targets, unlike } from './posts.fixture.ts'
import { outcomeText } from './when-published.ts'

let studio: Studio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio.server.close())

it('a scheduled post says before its time that its account cannot be posted to', async () => {
  const { server, asha, profile } = studio
  const { token } = asha
  const { body } = await studio.schedule({
    account_id: String(profile),
    platform: 'linkedin',
    caption: unlike(),
    targets: targets([{ account_id: profile, format: 'text' }]),
  })
  const id = body.posts[0]?.id ?? 0
  const query = {
    from: new Date().toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const reasons = async () => {
    const scheduled = await server.call(socialPosts.scheduled, { token, query: {} })
    const calendar = await server.call(socialPosts.calendar, { token, query })
    return [scheduled, calendar].map(({ body: { posts } }) => posts.find((post) => post.id === id)?.reason)
  }
  expect(await reasons()).toEqual([null, null])
  const of = { platform: 'linkedin' as const, id: profile }
  expect((await server.call(socialAccounts.disconnect, { token, body: of })).status).toBe(200)
  expect(await reasons()).toEqual(['account_disconnected', 'account_disconnected'])
  const held = await studio.getPost(id)
  expect(held).toMatchObject({ status: 'scheduled', reason: 'account_disconnected' })
  // Its words and time can be changed meanwhile.
  const edit = { caption: unlike(), media_url: held.media_url, scheduled_time: inHours(20) }
  const { status } = await server.call(socialPosts.update, { token, params: { id }, body: edit })
  expect(status).toBe(200)
  const { caption, scheduled_time } = edit
  expect(await studio.getPost(id)).toMatchObject({ caption, scheduled_time, reason: 'account_disconnected' })
})

it('a post that is moved no longer says why it waited at its old time', async () => {
  const { server, asha, scheduled, getPost } = studio
  const post = await scheduled()
  await server.app.db
    .updateTable('social_publications')
    .set({ reason: 'network_unreachable', attempts: 4, claimed_until: new Date(Date.now() + 60_000) })
    .where('id', '=', post.id)
    .execute()
  expect((await getPost(post.id)).reason).toBe('network_unreachable')
  const { caption, media_url } = post
  const body = { caption, media_url, scheduled_time: inHours(200) }
  const { status } = await server.call(socialPosts.update, {
    token: asha.token,
    params: { id: post.id },
    body,
  })
  expect(status).toBe(200)
  expect((await getPost(post.id)).reason).toBeNull()
})

it('the exported history says why a post failed as the screen does', async () => {
  const { server, asha, scheduled } = studio
  const { id } = await scheduled()
  await server.app.db
    .updateTable('social_publications')
    .set({ state: 'failed', reason: 'media_refused' })
    .where('id', '=', id)
    .execute()
  const headers = { authorization: `Bearer ${asha.token}` }
  const file = await server.http.inject({ method: 'GET', url: socialPosts.exportHistory.path, headers })
  expect(file.body).toContain('Facebook refused the file. Use another one.')
  expect(file.body).not.toContain('media_refused')
})

const ended = (status: Post['status'], reason: string | null = null) =>
  ({ status, reason, platform: 'linkedin' }) as const

it.each([
  ['Post published!', [ended('posted'), ended('posted')]],
  ['1 post was not published. Post History says why.', [ended('posted'), ended('failed'), ended('unknown')]],
  [
    "We can't tell whether 1 post was published. Check the network, then decide in Post History.",
    [ended('unknown', 'no_answer'), ended('publishing', 'processing')],
  ],
  ['LinkedIn needs you to log in again. The post goes out after that.', [ended('publishing', 'reconnect')]],
  [
    'Your post is on its way. Post History shows when it is out.',
    [ended('publishing', 'processing'), ended('posted')],
  ],
])('what came of a post is said as it is: %s', (sentence, posts) => {
  expect(outcomeText(posts)).toBe(sentence)
})
