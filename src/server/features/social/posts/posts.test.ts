import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialPosts } from '#contract/social/posts.ts'
import { subscription } from '#contract/subscription.ts'
import type { FormFile } from '#test/http/requests.ts'
import type { Person, TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'
import { file, gif, inHours, openStudio, type Studio, targets, textForm, unlike } from './posts.fixture.ts'

let server: TestServer
let asha: Person
let page: number
let profile: number
let channel: number
let instagram: number
let send: Studio['send']
let schedule: Studio['schedule']
let scheduled: Studio['scheduled']
let form: Studio['form']
beforeAll(async () => {
  ;({ server, asha, page, profile, channel, instagram, send, schedule, scheduled, form } = await openStudio())
})
afterAll(() => server.close())

const counted = async () =>
  (await server.app.db.selectFrom('social_publications').select('id').execute()).length

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
    expect(body.posts[0]?.media_url).toMatch(/^\/marketing\/media\/.+\/\d+\.gif$/)
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

describe('what was posted', () => {
  it("is counted in the month's usage, one for each account, without what was deleted", async () => {
    const count = async () => (await server.call(subscription.get, { token: asha.token })).body.usage.posts
    const before = await count()
    const { body } = await schedule(textForm([page, profile]))
    expect(await count()).toBe(before + 2)
    await server.call(socialPosts.remove, { token: asha.token, params: { id: body.posts[0]!.id } })
    expect(await count()).toBe(before + 1)
  })

  it('is listed as the five most recent, once for all its accounts, in 40 characters', async () => {
    const caption = `Long ${'ñandú 👩‍👩‍👧 '.repeat(20)}`
    for (let nr = 0; nr < 4; nr++) await scheduled()
    const { body: made } = await schedule(textForm([page, profile], { caption }))
    const { body } = await server.call(socialPosts.recent, { token: asha.token })
    expect(body.recent).toHaveLength(5)
    expect(body.recent[0]?.posts.map(({ id }) => id)).toEqual(made.posts.map(({ id }) => id))
    const shown = [...new Intl.Segmenter().segment(body.recent[0]!.caption_preview)]
    expect(shown.length).toBeLessThanOrEqual(40)
    expect(body.recent[0]?.caption_preview).toMatch(/^Long ñandú 👩‍👩‍👧 .*…$/u)
  })

  it('is in the calendar and divided between the scheduled posts and the history, page by page', async () => {
    const own = await server.signUp()
    await connectNetwork(server, own, 'facebook', { as: 'Asha One Page' })
    const [account] = await accountsOf(server, own)
    const as = { token: own.token }
    for (let nr = 0; nr < 7; nr++)
      await send(socialPosts.schedule, { ...textForm([account!.id]), scheduled_time: inHours(30) }, as)
    await send(socialPosts.postNow, textForm([account!.id]), as)
    const calendar = { from: inHours(-1), to: inHours(40) }
    const read = async (
      endpoint: typeof socialPosts.scheduled | typeof socialPosts.calendar,
      query: object,
    ) => {
      const ids: number[] = []
      let cursor: string | null | undefined
      do {
        const { body } = await server.call(endpoint, {
          ...as,
          query: { limit: 3, ...query, ...(cursor && { cursor }) } as never,
        })
        ids.push(...body.posts.map(({ id }) => id))
        cursor = body.next_cursor
      } while (cursor)
      return ids
    }
    const waiting = await read(socialPosts.scheduled, {})
    expect(new Set(waiting).size).toBe(7)
    expect(await read(socialPosts.calendar, calendar)).toHaveLength(8)
    const { body: history } = await server.call(socialPosts.history, as)
    expect(history.posts.map(({ status }) => status)).toEqual(['publishing'])
    const { body: first } = await server.call(socialPosts.scheduled, as)
    expect(first.summary).toMatchObject({ count: 7 })
    const long = await server.call(socialPosts.calendar, {
      ...as,
      query: { from: inHours(0), to: inHours(9000) },
    })
    expect([long.status, long.body.message]).toEqual([422, 'Ask for a time span of up to 100 days.'])
    const file = await server.http.inject({
      method: 'GET',
      url: socialPosts.exportHistory.path,
      headers: { authorization: `Bearer ${own.token}` },
    })
    expect(file.body.split('\r\n').filter(Boolean)).toHaveLength(2)
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
      'a text that its link makes too long',
      () =>
        form({
          account_id: String(profile),
          platform: 'linkedin',
          caption: 'x'.repeat(2990),
          link: 'https://example.com',
        }),
      'LinkedIn takes up to 3,000 characters. This text has 3,011.',
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
    const links = ['https://example.com/a', 'https://example.com/b', 'https://example.com/b']
    const made: (number | undefined)[] = []
    for (const link of links)
      made.push((await send(socialPosts.postNow, { ...plain, link, again: 'true' })).body.posts?.[0]?.id)
    expect([new Set(made).size, made[1]]).toEqual([2, made[2]])
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
