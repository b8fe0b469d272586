import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { socialPosts } from '#contract/social/posts.ts'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { decidePublication } from './decide.ts'
import {
  addPicture,
  addVideo,
  composePost,
  ledgerOf,
  openAccount,
  pass,
  publication,
  publishOnce,
  publishUntilEnd,
} from './publish.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
})

const published = (caption: string) => ledgerOf(server).filter(({ text }) => text === caption)

describe('a limit', () => {
  it('of Instagram is read before publishing, and waited for', async () => {
    const owner = await openAccount(server, 'instagram')
    const mediaIds = [await addPicture(server, owner)]
    server.sandbox.settings({ social: { posts: { aDay: 0 } } })
    const id = await composePost(server, owner, { format: 'image', mediaIds })
    await publishOnce(server)
    const row = await publication(server, id)
    expect(row).toMatchObject({ state: 'finished', reason: 'publish_limit', publish_sent_at: null })
    expect(row.claimed_until!.getTime()).toBeGreaterThan(Date.now() + 25 * 60_000)
    server.sandbox.settings({ social: { posts: { aDay: 50 } } })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
  })

  it.each([['uploadsADay', 0, 'quota_used_up']] as const)(
    'of YouTube (%s) ends a post with its reason',
    async (name, value, reason) => {
      const owner = await openAccount(server, 'youtube')
      const mediaIds = [await addVideo(server, owner)]
      server.sandbox.settings({ social: { google: { [name]: value } } })
      const options = { youtube: { title: 'No more today' } }
      const id = await composePost(server, owner, { format: 'video', mediaIds, options })
      expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'failed', reason })
    },
  )

  it('too many requests are waited for, and nothing is lost', async () => {
    const owner = await openAccount(server, 'linkedin')
    server.sandbox.settings({ social: { linkedin: { mood: 'busy', times: 2 } } })
    const id = await composePost(server, owner, { caption: 'Not so fast' })
    await publishOnce(server)
    expect(await publication(server, id)).toMatchObject({ reason: 'rate_limited', publish_sent_at: null })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
    expect(published('Not so fast')).toHaveLength(1)
  })
})

describe('a refusal', () => {
  it.each([
    [2207051, 'blocked_as_spam'],
    [2207050, 'account_restricted'],
    [2207026, 'media_refused'],
    [2207010, 'text_refused'],
  ])('by Instagram with %i is %s, and nothing is published', async (refuseWith, reason) => {
    const owner = await openAccount(server, 'instagram')
    const mediaIds = [await addPicture(server, owner)]
    server.sandbox.settings({ social: { posts: { refuseWith } } })
    const id = await composePost(server, owner, {
      caption: `Refused ${refuseWith}`,
      format: 'image',
      mediaIds,
    })
    expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'failed', reason })
    expect(published(`Refused ${refuseWith}`)).toHaveLength(0)
  })

  it.each(['error', 'expired'] as const)(
    'of a container (%s) is tried with a new one, then given up',
    async (processing) => {
      const owner = await openAccount(server, 'instagram')
      const mediaIds = [await addPicture(server, owner)]
      server.sandbox.settings({ social: { posts: { processing } } })
      const id = await composePost(server, owner, { format: 'image', mediaIds })
      expect(await publishUntilEnd(server, id)).toMatchObject({
        state: 'failed',
        reason: 'processing_failed',
      })
    },
  )

  it('can be tried again by the owner', async () => {
    const owner = await openAccount(server, 'facebook')
    server.sandbox.settings({ social: { posts: { refuseWith: 368 } } })
    const id = await composePost(server, owner, { caption: 'Once more' })
    expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'failed', reason: 'blocked_as_spam' })
    server.sandbox.settings({ social: { posts: { refuseWith: 0 } } })
    await decidePublication(server.app, owner.person.businessId, id, 'publish')
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
    expect(published('Once more')).toHaveLength(1)
  })
})

it('the owner’s word has a file made again that could not be made', async () => {
  const owner = await openAccount(server, 'instagram')
  const mediaIds = [await addPicture(server, owner, undefined, 'png')]
  const id = await composePost(server, owner, { format: 'image', mediaIds })
  const { asFile } = server.app.media
  server.app.media.asFile = () => Promise.reject(new Error('no room to make it'))
  const row = await publishUntilEnd(server, id).finally(() => {
    server.app.media.asFile = asFile
  })
  expect(row).toMatchObject({ state: 'failed', reason: 'media_not_usable' })
  await decidePublication(server.app, owner.person.businessId, id, 'publish')
  expect((await publishUntilEnd(server, id)).state).toBe('posted')
})

describe('YouTube', () => {
  it('without an audit locks a video private, and that is what is stored', async () => {
    const owner = await openAccount(server, 'youtube')
    server.sandbox.settings({ social: { google: { audited: false } } })
    const options = { youtube: { title: 'For all', privacy: 'public' } }
    const mediaIds = [await addVideo(server, owner)]
    const id = await composePost(server, owner, { format: 'video', mediaIds, options })
    expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'posted', privacy: 'private' })
  })

  it('takes a large video in pieces, and goes on where it was cut', async () => {
    const owner = await openAccount(server, 'youtube')
    server.sandbox.settings({ social: { google: { mood: 'cut_after', only: 'PUT', times: 2 } } })
    const options = { youtube: { title: 'In pieces', privacy: 'public' } }
    const mediaIds = [await addVideo(server, owner, 20 * 1024 * 1024 + 5)]
    const id = await composePost(server, owner, { format: 'video', mediaIds, options })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
    const [post, other] = ledgerOf(server).filter(({ title }) => title === 'In pieces')
    expect(post?.files[0]?.bytes).toBe(20 * 1024 * 1024 + 5)
    expect(other).toBeUndefined()
  })
})

describe('a first comment', () => {
  it.each(['facebook', 'instagram'] as const)(
    'at %s is written once, also when its answer is lost',
    async (way) => {
      const owner = await openAccount(server, way)
      const mediaIds = way === 'instagram' ? [await addPicture(server, owner)] : []
      const format = way === 'instagram' ? 'image' : 'text'
      server.sandbox.settings({ social: { [way]: { mood: 'cut_after', only: 'comments', times: 1 } } })
      const caption = `With a comment at ${way}`
      const id = await composePost(server, owner, {
        caption,
        format,
        mediaIds,
        firstComment: '#bread #fresh',
      })
      const row = await publishUntilEnd(server, id)
      expect(row).toMatchObject({ state: 'posted', first_comment_state: 'posted' })
      expect(published(caption)[0]?.comments.map(({ text }) => text)).toEqual(['#bread #fresh'])
      expect(row.first_comment_id).toBe(published(caption)[0]?.comments[0]?.id)
    },
  )

  it('that is not allowed fails alone: the post stays posted', async () => {
    const owner = await openAccount(server, 'facebook')
    for (const token of server.sandbox.world.social.tokens.values())
      if (token.person === owner.as)
        token.scopes = token.scopes.filter((scope) => scope !== 'pages_manage_engagement')
    const id = await composePost(server, owner, { firstComment: 'Hello' })
    expect(await publishUntilEnd(server, id)).toMatchObject({
      state: 'posted',
      first_comment_state: 'failed',
    })
    const { body } = await server.call(socialPosts.history, { token: owner.person.token })
    expect(body.posts).toMatchObject([
      { status: 'posted', first_comment: 'Hello', first_comment_state: 'failed' },
    ])
  })
})

/** Looks at a post so often, each time after a while. */
async function look(id: number, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await publishOnce(server)
    await pass(server, id)
  }
}

describe('an outage', () => {
  it('of the store of files is waited for, however often a file is wanted from it meanwhile', async () => {
    const owner = await openAccount(server, 'instagram')
    // PNG is converted for Instagram.
    const mediaIds = [await addPicture(server, owner, undefined, 'png')]
    const id = await composePost(server, owner, { format: 'image', mediaIds })
    const { asFile } = server.app.media
    server.app.media.asFile = () => Promise.reject(new MediaStoreFailed('unreachable', undefined))
    await look(id, 4).finally(() => {
      server.app.media.asFile = asFile
    })
    expect(await publication(server, id)).toMatchObject({ state: 'scheduled', reason: 'network_unreachable' })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
  })

  it.each([
    ['of the network', { facebook: { mood: 'down', only: '/media' } }],
    ['by a limit', { facebook: { mood: 'busy', only: '/media' } }],
  ] as const)('%s leaves a post its tries for what may pass', async (_, social) => {
    const owner = await openAccount(server, 'instagram_page')
    const mediaIds = [await addPicture(server, owner)]
    const id = await composePost(server, owner, { format: 'image', mediaIds })
    server.sandbox.settings({ social })
    await look(id, 4)
    expect((await publication(server, id)).attempts).toBe(4)
    // Instagram could not fetch the file, twice.
    const refusing = { facebook: { mood: 'ok' as const }, posts: { refuseWith: 2207003 } }
    server.sandbox.settings({ social: refusing })
    await look(id, 2)
    expect(await publication(server, id)).toMatchObject({ state: 'uploading', reason: 'processing' })
    server.sandbox.settings({ social: { posts: { refuseWith: 0 } } })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
  })

  it('does not make a refusal pass that comes again and again', async () => {
    const owner = await openAccount(server, 'instagram_page')
    const mediaIds = [await addPicture(server, owner)]
    const id = await composePost(server, owner, { format: 'image', mediaIds })
    server.sandbox.settings({ social: { posts: { refuseWith: 2207003 } } })
    await look(id, 3)
    expect(await publication(server, id)).toMatchObject({ state: 'failed', reason: 'media_not_fetched' })
  })
})
