import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '#test/files/pictures.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import {
  addPicture,
  composePost,
  ledgerOf,
  type Owner,
  openAccount,
  publishUntilEnd,
} from '../../publish/publish.fixture.ts'

let server: TestServer
let site: Server
let origin: string
let owner: Owner
beforeAll(async () => {
  server = await openTestServer({ linkNetworks: ['127.0.0.1/32'] })
  const photo = await picture({ width: 1200, height: 630 })
  site = createServer((request, reply) => {
    if (request.url === '/photo.png') return reply.writeHead(200, { 'content-type': 'image/png' }).end(photo)
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><head><meta property="og:title" content="Fresh bread${'x🪔'.repeat(100)}">
        <meta name="description" content="From eight o’clock"><meta property="og:image" content="/photo.png"></head>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  owner = await openAccount(server, 'linkedin')
})
afterAll(async () => {
  site.close()
  await server.close()
})

const published = async (caption: string, more: { link?: string; mediaIds?: number[]; format?: string }) => {
  const id = await composePost(server, owner, { caption, ...more })
  expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'posted', reason: null })
  const posts = ledgerOf(server).filter(({ text }) => text === caption)
  expect(posts).toHaveLength(1)
  return posts[0]!
}

describe('a link at LinkedIn', () => {
  it('has a card with title, text and picture of the page, as LinkedIn reads no page itself', async () => {
    const post = await published('With a card', { link: `${origin}/bread` })
    expect(post).toMatchObject({ link: `${origin}/bread`, files: [] })
    // At most 200, and no half of a character.
    expect(post.card?.title).toMatch(/^Fresh bread(x🪔)+x…$/u)
    expect(post.card?.title).toHaveLength(199)
    expect(post.card?.description).toBe('From eight o’clock')
    expect(post.card?.thumbnail).toContain('urn:li:image:')
  })

  it('of a page that cannot be read has its host for a title, and goes out', async () => {
    const post = await published('Without a card', { link: 'http://127.0.0.1:9/none' })
    expect(post.card).toEqual({ title: '127.0.0.1:9', description: null, thumbnail: null })
  })

  it('keeps its card whichever answer is lost, and is published at most once', async () => {
    for (let skip = 0; skip < 4; skip++) {
      const caption = `Card cut ${skip}`
      server.sandbox.settings({ social: { linkedin: { mood: 'cut_after', skip, times: 1 } } })
      const id = await composePost(server, owner, { caption, link: `${origin}/bread` })
      const row = await publishUntilEnd(server, id)
      const posts = ledgerOf(server).filter(({ text }) => text === caption)
      expect(posts.length).toBeLessThanOrEqual(1)
      if (row.state === 'posted') expect(posts[0]?.card?.thumbnail).toContain('urn:li:image:')
      else expect(row).toMatchObject({ state: 'unknown', reason: 'no_answer' })
    }
  })
})

describe('pictures at LinkedIn', () => {
  it.each([1, 3])('have their alt texts (%i)', async (count) => {
    const mediaIds = await Promise.all(Array.from({ length: count }, () => addPicture(server, owner)))
    const post = await published(`Described ${count}`, {
      mediaIds,
      format: count > 1 ? 'carousel' : 'image',
    })
    expect(post.files.map(({ altText }) => altText)).toEqual(mediaIds.map((_, at) => `Picture ${at + 1}`))
  })
})
