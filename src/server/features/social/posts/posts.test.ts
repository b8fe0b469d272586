import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Failure } from '#contract/errors.ts'
import type { Post, PostTarget } from '#contract/social/posts.ts'
import { socialPosts } from '#contract/social/posts.ts'
import { type FormFile, formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'

let server: TestServer
let asha: Person
let page: number
let profile: number
let channel: number
let instagram: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  asha = await server.signUp()
  for (const way of ['facebook', 'linkedin', 'youtube', 'instagram'] as const)
    await connectNetwork(server, asha, way, { as: 'Asha One Page' })
  const accounts = await accountsOf(server, asha)
  const idOf = (platform: string) => accounts.find((account) => account.platform === platform)?.id ?? 0
  page = idOf('facebook')
  profile = idOf('linkedin')
  channel = idOf('youtube')
  instagram = idOf('instagram')
})
afterAll(() => server.close())

const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const file = { name: 'dot.gif', content: gif }
type Answer = {
  status: number
  body: { success: boolean; message: string; posts: Post[] } & Partial<Failure>
}

async function send(
  endpoint: Endpoint,
  form: Record<string, string | FormFile>,
  { token = asha.token, path = endpoint.path } = {},
): Promise<Answer> {
  const answer = await server.http.inject({ method: 'POST', url: path, ...(await formOf(form, token)) })
  return { status: answer.statusCode, body: answer.json() }
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
let word = 0
const unlike = () => `Something new ${word++}`
const form = (more: Record<string, string | FormFile> = {}) => ({
  account_id: String(page),
  platform: 'facebook',
  caption: unlike(),
  media: file,
  again: 'true',
  ...more,
})
const targets = (list: PostTarget[]) => JSON.stringify(list)
/** Texts need no file where the network takes such and they are asked for. */
const textForm = (ids: number[], more: Record<string, string> = {}) => ({
  caption: unlike(),
  targets: targets(ids.map((account_id) => ({ account_id, format: 'text' as const }))),
  ...more,
})
const schedule = (more: Record<string, string | FormFile>) =>
  send(socialPosts.schedule, { scheduled_time: inHours(5), ...more })
async function scheduled(more: Record<string, string> = {}): Promise<Post> {
  const { status, body } = await schedule(textForm([page], more))
  expect(status, body.message).toBe(200)
  return body.posts[0]!
}
const counted = async () =>
  (await server.app.db.selectFrom('social_publications').select('id').execute()).length
const getPost = async (id: number) =>
  (await server.call(socialPosts.status, { token: asha.token, params: { id } })).body.post
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

describe("the specification's form", () => {
  it.each([
    ['/meta/post_now', 'Post published!'],
    ['/marketing/api/meta/post_now', 'Post published!'],
    ['/meta/schedule_post', 'Post scheduled!'],
    ['/marketing/api/meta/schedule_post', 'Post scheduled!'],
  ])('stores a post with its file by %s', async (path) => {
    const isLater = path.endsWith('schedule_post')
    const at = inHours(30)
    const endpoint = isLater ? socialPosts.schedule : socialPosts.postNow
    const { status, body } = await send(endpoint, form(isLater ? { scheduled_time: at } : {}), { path })
    expect([status, body.success], body.message).toEqual([200, true])
    if (isLater) expect(body.message).toBe('Post scheduled!')
    expect(body.posts).toMatchObject([
      {
        platform: 'facebook',
        account_id: page,
        format: 'image',
        media_type: 'image',
        scheduled_time: isLater ? at : null,
        status: isLater ? 'scheduled' : 'publishing',
        posted_at: null,
      },
    ])
    expect(body.posts[0]?.media_url).toMatch(/^\/marketing\/media\/.+\/dot\.gif$/)
  })

  it.each(['account_id', 'platform', 'caption', 'media', 'scheduled_time'])(
    'asks for %s',
    async (missing) => {
      const before = await counted()
      const whole: Record<string, string | FormFile> = form({ scheduled_time: inHours(9) })
      const { [missing]: _, ...rest } = whole
      for (const sent of missing === 'media' ? [rest] : [rest, { ...rest, [missing]: '  ' }]) {
        const { status, body } = await send(socialPosts.schedule, sent)
        expect([status, body.message]).toEqual([400, 'Please fill all required fields.'])
        expect(Object.keys(body.fields ?? {})).toEqual([missing])
      }
      expect(await counted()).toBe(before)
    },
  )

  it('takes images and videos only, by what is in the file', async () => {
    const { status, body } = await send(
      socialPosts.postNow,
      form({ media: { name: 'photo.jpg', content: 'no picture at all' } }),
    )
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toMatch(/^The media must be an image or a video\./)
  })

  it('answers an account of another business, of another platform and a missing one alike', async () => {
    const other = await server.signUp()
    const answers = [
      await send(socialPosts.postNow, form(), { token: other.token }),
      await send(socialPosts.postNow, form({ platform: 'linkedin' })),
      await send(socialPosts.postNow, form({ account_id: '999999' })),
      await send(socialPosts.postNow, form({ account_id: 'x' })),
    ]
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([404, 'This account was not found.'])
  })
})

describe('the time of a post', () => {
  const at = async (scheduled_time: string, more: Record<string, string> = {}) => {
    const { status, body } = await schedule({ ...textForm([page]), scheduled_time, ...more })
    return [status, body.fields?.scheduled_time ?? body.fields?.timezone ?? body.posts?.[0]?.scheduled_time]
  }
  it('is in the future, within a year, with an offset or a zone', async () => {
    const past = 'This time is in the past. Choose a later one.'
    const offset = 'Write the time with its offset from UTC, for instance 2026-11-24T09:00:00+05:30.'
    expect(await at(inHours(-1))).toEqual([422, past])
    expect(await at('9999-12-31T00:00:00Z')).toEqual([422, 'Choose a time within the next 366 days.'])
    expect(await at('2099-02-30T09:00:00Z')).toEqual([400, offset])
    expect(await at('tomorrow')).toEqual([400, offset])
    expect(await at(inHours(20).slice(0, 16))).toEqual([400, offset])
    expect(await at(inHours(20), { timezone: 'Mars/Olympus' })).toEqual([
      400,
      'Unknown time zone. Use a name such as Asia/Kolkata.',
    ])
    const local = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 16)
    expect(await at(local, { timezone: 'Asia/Kolkata' })).toEqual([
      200,
      new Date(`${local}:00+05:30`).toISOString(),
    ])
  })

  it('is not one that the clock skips; of one that comes twice it is the first', async () => {
    const year = new Date().getFullYear() + 1
    // Chile puts the clocks on at midnight of a Sunday in September, Berlin at 02:00 of the last Sunday in March.
    const lastSunday = (month: number) => {
      const last = new Date(Date.UTC(year, month + 1, 0))
      last.setUTCDate(last.getUTCDate() - last.getUTCDay())
      return last.toISOString().slice(0, 10)
    }
    const [status, sentence] = await at(`${lastSunday(2)}T02:30`, { timezone: 'Europe/Berlin' })
    const reachable = Date.parse(`${lastSunday(2)}T02:30:00Z`) < Date.now() + 366 * 86_400_000
    expect(status).toBe(422)
    if (reachable) expect(sentence).toContain('The clock skips')
    const october = `${lastSunday(9)}T02:30`
    if (Date.parse(`${october}:00Z`) < Date.now() + 366 * 86_400_000)
      expect(await at(october, { timezone: 'Europe/Berlin' })).toEqual([
        200,
        new Date(`${october}:00+02:00`).toISOString(),
      ])
  })
})

describe('several accounts in one go', () => {
  it('each have their own text, format and options, and one group', async () => {
    const { status, body } = await schedule({
      caption: unlike(),
      targets: targets([
        { account_id: page, format: 'text' },
        { account_id: profile, format: 'text', caption: 'For colleagues' },
      ]),
      first_comment: 'More below',
      link: 'https://example.com/a',
    })
    expect(status, body.message).toBe(200)
    expect(body.posts.map(({ caption, first_comment, link }) => [caption, first_comment, link])).toEqual([
      [expect.stringContaining('Something'), 'More below', 'https://example.com/a'],
      ['For colleagues', null, 'https://example.com/a'],
    ])
    expect(new Set(body.posts.map(({ group_id }) => group_id)).size).toBe(1)
  })

  it('are all stored or none', async () => {
    const before = await counted()
    const { status, body } = await schedule({
      caption: 'x'.repeat(3001),
      targets: targets([
        { account_id: page, format: 'text' },
        { account_id: profile, format: 'text' },
      ]),
    })
    expect([status, body.message, Object.keys(body.fields ?? {})]).toEqual([
      422,
      'LinkedIn takes up to 3,000 characters. This text has 3,001.',
      ['targets.1.caption'],
    ])
    const foreign = await schedule(textForm([page, 999_999]))
    expect(foreign.status).toBe(404)
    expect(await counted()).toBe(before)
  })

  it.each<[string, () => Record<string, string | FormFile>, string]>([
    [
      'a text at Instagram',
      () => textForm([instagram]),
      'Instagram does not offer posts without a file here.',
    ],
    [
      'a picture at YouTube',
      () => form({ account_id: String(channel), platform: 'youtube' }),
      'YouTube does not offer single pictures here.',
    ],
    [
      'hashtags at Instagram',
      () =>
        form({
          account_id: String(instagram),
          platform: 'instagram',
          caption: Array.from({ length: 31 }, (_, at) => `#tag${at}`).join(' '),
        }),
      'Instagram takes up to 30 hashtags. This text has 31.',
    ],
    [
      'a file with a text',
      () => ({ ...textForm([page]), media: file }),
      'Facebook takes no file in a text post.',
    ],
    [
      'a carousel of one',
      () => ({ ...form(), targets: targets([{ account_id: page, format: 'carousel' }]) }),
      'Facebook needs at least 2 files for this post.',
    ],
    ['an account twice', () => textForm([page, page]), 'Asha Bakery is chosen twice.'],
    [
      'a link that is none',
      () => textForm([page], { link: 'javascript:alert(1)' }),
      'Enter a link that starts with http:// or https://.',
    ],
    [
      'a first comment at LinkedIn',
      () => ({
        caption: unlike(),
        targets: targets([{ account_id: profile, format: 'text', first_comment: 'More' }]),
      }),
      'LinkedIn takes no first comment here. Remove it.',
    ],
  ])('refuses %s', async (_, build, sentence) => {
    const { status, body } = await schedule(build())
    expect(status, body.message).toBe(422)
    expect(body.message.replace(/^.* is chosen/, 'Asha Bakery is chosen')).toBe(sentence)
  })

  it('refuses what is no list of targets, files or options', async () => {
    for (const [field, value] of [
      ['targets', '{"account_id":1}'],
      ['targets', '['],
      ['uploaded', '[{"media_id":"x"}]'],
      ['options', '[]'],
      ['request_id', 'mine'],
    ] as const) {
      const { status, body } = await schedule(form({ [field]: value }))
      expect([status, Object.keys(body.fields ?? {})[0]?.startsWith(field)], value).toEqual([400, true])
    }
  })
})

describe('the duplicate guard', () => {
  it('asks first for the same text, whatever its spaces and letters, within 24 hours at the same account', async () => {
    const first = await scheduled({ caption: 'Mango  season is HERE' })
    const again = await schedule(textForm([page, profile], { caption: 'mango season is here\n' }))
    expect([again.status, again.body.code]).toEqual([409, 'duplicate'])
    expect(again.body.earlier_posts).toMatchObject([
      { id: first.id, account_id: page, same: 'text', status: 'scheduled' },
    ])
    expect(
      (await schedule(textForm([page], { caption: 'mango season is here', scheduled_time: inHours(40) })))
        .status,
    ).toBe(200)
    expect((await schedule(textForm([profile], { caption: 'mango season is here' }))).status).toBe(200)
    const meant = await schedule(textForm([page], { caption: 'mango season is here', again: 'true' }))
    expect(meant.status).toBe(200)
  })

  it('asks first for the same file', async () => {
    const content = Buffer.concat([gif, Buffer.from([0])])
    const sent = { ...form({ media: { name: 'a.gif', content } }), again: 'false' }
    expect((await send(socialPosts.postNow, sent)).status).toBe(200)
    const { status, body } = await schedule({ ...sent, caption: unlike() })
    expect([status, body.code, body.earlier_posts?.[0]?.same]).toEqual([409, 'duplicate', 'media'])
  })

  it('does not ask because of what failed, was cancelled or deleted', async () => {
    const caption = unlike()
    const gone = await scheduled({ caption })
    await server.call(socialPosts.remove, { token: asha.token, params: { id: gone.id } })
    const failed = await scheduled({ caption })
    await server.app.db
      .updateTable('social_publications')
      .set({ state: 'failed' })
      .where('id', '=', failed.id)
      .execute()
    await server.app.db
      .updateTable('social_publications')
      .set({ created_at: new Date(Date.now() - 60_000) })
      .where('id', '=', failed.id)
      .execute()
    expect((await schedule(textForm([page], { caption }))).status).toBe(200)
  })

  it('lets the same form through once, however often it is sent at once', async () => {
    const request_id = randomUUID()
    const twice = textForm([page, profile], { request_id })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(socialPosts.postNow, twice)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.posts.map(({ id }) => id).join())).size).toBe(1)
    const plain = textForm([page])
    const others = await Promise.all(Array.from({ length: 5 }, () => send(socialPosts.postNow, plain)))
    expect(new Set(others.map(({ body }) => body.posts?.[0]?.id)).size).toBe(1)
    const other = await server.signUp()
    expect((await send(socialPosts.postNow, twice, { token: other.token })).status).toBe(404)
  })

  it('asks one of two people who post the same at once', async () => {
    const caption = unlike()
    const at = (hours: number) => textForm([page], { caption, scheduled_time: inHours(hours) })
    const answers = await Promise.all([schedule(at(6)), schedule(at(7)), schedule(at(8))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
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
      expect([one.statusCode, other.statusCode].filter((status) => status === 200)).toHaveLength(1)
      const ended = one.statusCode === 200 ? one : other
      expect(ended.json().message).toBe('Post deleted successfully.')
      const gone = await server.call(socialPosts.status, { token: asha.token, params: { id: post.id } })
      expect([gone.status, gone.body.message]).toEqual([404, 'Post not found'])
    }
  })
})
