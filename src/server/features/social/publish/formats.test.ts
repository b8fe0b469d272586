import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LoginWay } from '#contract/social/social.ts'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import {
  addPicture,
  addVideo,
  composePost,
  ledgerOf,
  type Owner,
  openAccount,
  publishUntilEnd,
  stepsOf,
} from './publish.fixture.ts'

let server: TestServer
const owners = new Map<LoginWay, Owner>()
const ways: LoginWay[] = ['facebook', 'instagram_page', 'instagram', 'youtube', 'linkedin']
beforeAll(async () => {
  server = await openTestServer()
  for (const way of ways) owners.set(way, await openAccount(server, way))
})
afterAll(() => server.close())
beforeEach(() => {
  server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
})

type Case = [way: LoginWay, format: string, pictures: number, videos: number]

const cases: Case[] = [
  ['facebook', 'text', 0, 0],
  ['facebook', 'image', 1, 0],
  ['facebook', 'carousel', 3, 0],
  ['facebook', 'video', 0, 1],
  ['facebook', 'reel', 0, 1],
  ['instagram_page', 'image', 1, 0],
  ['instagram_page', 'carousel', 2, 1],
  ['instagram_page', 'reel', 0, 1],
  ['instagram_page', 'story', 1, 0],
  ['instagram', 'image', 1, 0],
  ['instagram', 'reel', 0, 1],
  ['instagram', 'story', 0, 1],
  ['youtube', 'video', 0, 1],
  ['youtube', 'short', 0, 1],
  ['linkedin', 'text', 0, 0],
  ['linkedin', 'image', 1, 0],
  ['linkedin', 'carousel', 3, 0],
  ['linkedin', 'video', 0, 1],
]

/** The post that a case makes; each has a text of its own. */
async function compose([way, format, pictures, videos]: Case, caption: string, link?: string) {
  const owner = owners.get(way)!
  const mediaIds: number[] = []
  for (let n = 0; n < pictures; n++) mediaIds.push(await addPicture(server, owner))
  for (let n = 0; n < videos; n++) mediaIds.push(await addVideo(server, owner))
  const options =
    way === 'youtube'
      ? { youtube: { title: caption, privacy: 'unlisted', made_for_kids: false, tags: ['bread'] } }
      : {}
  const post = { caption, format, mediaIds, options, ...(link && { link }) }
  return { owner, mediaIds, id: await composePost(server, owner, post) }
}

const published = (caption: string) =>
  ledgerOf(server).filter(({ text, title }) => text === caption || title === caption)

describe('a publication', () => {
  it.each(cases)('to %s as %s is published once, with its files', async (...given) => {
    const [way, format, pictures, videos] = given
    const caption = `Case ${given.join(' ')}`
    const { id, mediaIds } = await compose(given, caption)
    const row = await publishUntilEnd(server, id)
    expect(row).toMatchObject({ state: 'posted', reason: null, detail: null })
    const posts =
      format === 'story'
        ? ledgerOf(server).filter((post) => post.id === row.external_post_id)
        : published(caption)
    expect(posts.map((post) => post.id)).toEqual([row.external_post_id])
    expect(posts[0]!.files).toHaveLength(pictures + videos)
    expect(row.permalink).toContain('http')
    if (way === 'youtube') expect(row.privacy).toBe('unlisted')
    // The network has the very bytes of the video.
    const stored = await server.app.db
      .selectFrom('social_media')
      .select(['hash', 'kind'])
      .where('id', 'in', [...mediaIds, 0])
      .execute()
    for (const { hash, kind } of stored)
      if (kind === 'video') expect(posts[0]!.files.map((file) => file.hash)).toContain(hash.toString('hex'))
    expect((await stepsOf(server, id)).at(-1)).toBe('posted')
  })

  it.each(cases.filter(([, format]) => !['text', 'story'].includes(format)))(
    'to %s as %s has its link below the text, as no network shows one beside a file',
    async (...given) => {
      const { id } = await compose(given, `Linked ${given.join(' ')}`, 'https://bread.example/')
      const row = await publishUntilEnd(server, id)
      const post = ledgerOf(server).find((one) => one.id === row.external_post_id)
      expect(post?.text).toBe(`Linked ${given.join(' ')}\n\nhttps://bread.example/`)
    },
  )

  it.each(['video', 'reel'])('as a %s that Facebook processes for long is not sent again', async (format) => {
    server.sandbox.settings({ social: { posts: { processingMs: [1_500, 1_500] } } })
    const caption = `Processed for long as a ${format}`
    const { id } = await compose(['facebook', format, 0, 1], caption)
    const row = await publishUntilEnd(server, id)
    expect(row).toMatchObject({ state: 'posted', reason: null })
    expect(published(caption).map((post) => post.id)).toEqual([row.external_post_id])
    expect((await stepsOf(server, id)).filter((state) => state === 'finished')).toHaveLength(1)
  })

  it.each(cases)('to %s as %s is published once, whichever answer is lost', async (...given) => {
    const [way] = given
    const network = way === 'youtube' ? 'google' : way === 'instagram_page' ? 'facebook' : way
    const ends: string[] = []
    // Beyond the last request nothing is cut.
    for (let nth = 0; nth < 8; nth++) {
      const caption = `Cut ${nth} ${given.join(' ')}`
      const { id } = await compose(given, caption)
      const before = ledgerOf(server).length
      server.sandbox.settings({ social: { [network]: { mood: 'cut_after', skip: nth, times: 1 } } })
      const row = await publishUntilEnd(server, id)
      server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
      const made = ledgerOf(server).slice(before)
      ends.push(`${row.state} ${row.reason}`)
      expect(made.length, `${caption}: ${ends.join(', ')}`).toBeLessThanOrEqual(1)
      if (row.state === 'posted') expect(made.map((post) => post.id)).toEqual([row.external_post_id])
      else expect([row.state, row.reason]).toEqual(['unknown', 'no_answer'])
      // Only LinkedIn does not tell.
      if (way !== 'linkedin') expect(row.state, caption).toBe('posted')
    }
  })
})
