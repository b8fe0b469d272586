import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '#contract/social/posts.ts'
import { socialPosts } from '#contract/social/posts.ts'
import type { Person, TestServer } from '#test/server.ts'
import { gif, inHours, openStudio, type Studio, targets, unlike } from './posts.fixture.ts'

let server: TestServer
let asha: Person
let schedule: Studio['schedule']
let scheduled: Studio['scheduled']
let form: Studio['form']
let instagram: number
let getPost: Studio['getPost']
beforeAll(async () => {
  ;({ server, asha, schedule, scheduled, form, getPost, instagram } = await openStudio())
})
afterAll(() => server.close())

const change = (post: Post, body: object, token = asha.token) =>
  server.call(socialPosts.update, {
    token,
    params: { id: post.id },
    body: {
      caption: post.caption,
      media_url: post.media_url,
      scheduled_time: post.scheduled_time ?? '',
      ...body,
    },
  })

describe('an edit', () => {
  it('changes words and time, and grows the revision', async () => {
    const post = await scheduled({ caption: unlike() })
    const at = inHours(50)
    const { status, body } = await change(post, {
      platform: 'facebook',
      caption: 'Edited words',
      scheduled_time: at,
      media_type: 'image',
      revision: 0,
    })
    expect([status, body.message]).toEqual([200, 'Post updated successfully.'])
    expect(body.post).toMatchObject({
      caption: 'Edited words',
      scheduled_time: at,
      revision: 1,
      format: 'text',
    })
    const stale = await change(post, { revision: 0 })
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'This post was changed in the meantime. Reload it and try again.',
    ])
  })

  it.each(['caption', 'media_url', 'scheduled_time'])('asks for %s', async (field) => {
    const { body: made } = await schedule(form())
    const post = made.posts[0]!
    for (const value of ['', undefined]) {
      const { status, body } = await change(post, { [field]: value })
      expect([status, body.message]).toEqual([400, 'All fields are required.'])
      expect(Object.keys(body.fields ?? {})).toEqual([field])
    }
  })

  it('keeps its file by its address, and takes another that was uploaded', async () => {
    const { body: made } = await schedule(form())
    const post = made.posts[0]!
    const kept = await change(post, { caption: 'New words for the dot' })
    expect(kept.body.post.media).toEqual(post.media)
    const { body: more } = await schedule(
      form({ media: { name: 'b.gif', content: Buffer.concat([gif, Buffer.from([1])]) } }),
    )
    const other = more.posts[0]!
    const swapped = await change(post, { caption: 'x', media_url: other.media_url, again: true })
    expect(swapped.body.post.media[0]?.media_id).toBe(other.media[0]?.media_id)
    const stranger = await server.signUp()
    const theirs = await change(post, {}, stranger.token)
    expect([theirs.status, theirs.body.message]).toEqual([404, 'Post not found'])
  })

  it('keeps a story a story with another picture, and makes a carousel of several', async () => {
    const upload = async (byte: number) => {
      const media = { name: `${byte}.gif`, content: Buffer.concat([gif, Buffer.from([byte])]) }
      return (await schedule(form({ media }))).body.posts[0]!.media[0]!
    }
    const { body: made } = await schedule(
      form({
        account_id: String(instagram),
        platform: 'instagram',
        targets: targets([{ account_id: instagram, format: 'story' }]),
      }),
    )
    const post = made.posts[0]!
    expect(post.format).toBe('story')
    const [first, second] = [await upload(2), await upload(3)]
    const swap = async (...files: { media_id: number }[]) => {
      const media = files.map(({ media_id }) => ({ media_id, focal: { x: 0.5, y: 0.5 } }))
      return (await change(post, { media, again: true })).body.post.format
    }
    expect(await swap(first)).toBe('story')
    expect(await swap(first, second)).toBe('carousel')
  })

  it.each([
    'http://127.0.0.1/a.png',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'not an address',
  ])('takes no file from %s', async (media_url) => {
    const { body: made } = await schedule(form())
    const post = made.posts[0]!
    const { status, body } = await change(post, { media_url, again: true })
    expect([status, Object.keys(body.fields ?? {})], body.message).toEqual([422, ['media_url']])
    expect((await getPost(post.id)).media).toEqual(post.media)
  })

  it('takes no file of another business by its signed address', async () => {
    const ravi = await openStudio()
    const { body: theirs } = await ravi.schedule(ravi.form())
    await ravi.server.close()
    const { body: made } = await schedule(form())
    const { status } = await change(made.posts[0]!, { media_url: theirs.posts[0]!.media_url, again: true })
    expect(status).toBe(422)
  })

  it('stays at its network and in the future', async () => {
    const post = await scheduled({ caption: unlike() })
    expect((await change(post, { platform: 'linkedin' })).status).toBe(422)
    expect((await change(post, { scheduled_time: inHours(-2) })).body.message).toBe(
      'This time is in the past. Choose a later one.',
    )
    expect((await change(post, { scheduled_time: '2027-03-01T09:00' })).status).toBe(400)
    expect((await getPost(post.id)).revision).toBe(0)
  })

  it('moves by the same call without asking about duplicates', async () => {
    const caption = unlike()
    const post = await scheduled({ caption })
    await scheduled({ caption, again: 'true', scheduled_time: inHours(6) })
    expect((await change(post, { scheduled_time: inHours(7) })).status).toBe(200)
    const third = await scheduled({ caption: unlike() })
    expect((await change(third, { caption })).body.code).toBe('duplicate')
  })

  it('of two at once stores one', async () => {
    const post = await scheduled({ caption: unlike() })
    const answers = await Promise.all([
      change(post, { caption: 'one hand', revision: 0 }),
      change(post, { caption: 'other hand', revision: 0 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each(['publishing', 'posted', 'failed', 'unknown', 'claimed'])(
    'and a deletion come too late for one that is %s',
    async (state) => {
      const post = await scheduled({ caption: unlike() })
      const set =
        state === 'claimed'
          ? { claim: randomUUID(), claimed_until: new Date(Date.now() + 60_000) }
          : { state }
      await server.app.db.updateTable('social_publications').set(set).where('id', '=', post.id).execute()
      const sentence = ['publishing', 'claimed'].includes(state)
        ? 'This post is being published now. It can no longer be changed.'
        : 'This post is no longer scheduled. See Post History.'
      const edited = await change(post, { caption: 'too late' })
      const removed = await server.call(socialPosts.remove, { token: asha.token, params: { id: post.id } })
      for (const { status, body } of [edited, removed])
        expect([status, body.message]).toEqual([409, sentence])
      expect((await getPost(post.id)).caption).toBe(post.caption)
    },
  )
})

describe('a deletion', () => {
  it('goes through once, under both addresses, and only for the own business', async () => {
    for (const prefix of ['', '/marketing/api']) {
      const post = await scheduled({ caption: unlike() })
      const remove = (token: string) =>
        server.http.inject({
          method: 'DELETE',
          url: `${prefix}/meta/scheduled_post/${post.id}`,
          headers: { authorization: `Bearer ${token}` },
        })
      const stranger = await server.signUp()
      expect((await remove(stranger.token)).statusCode).toBe(404)
      const [one, other] = await Promise.all([remove(asha.token), remove(asha.token)])
      expect([one.statusCode, other.statusCode].sort()).toEqual([200, 404])
      const ended = one.statusCode === 200 ? one : other
      expect(ended.json().message).toBe('Post deleted successfully.')
      const gone = await server.call(socialPosts.status, { token: asha.token, params: { id: post.id } })
      expect([gone.status, gone.body.message]).toEqual([404, 'Post not found'])
    }
  })
})
