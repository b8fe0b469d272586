import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import {
  composePost,
  ledgerOf,
  openAccount,
  publishAll,
  publishUntilEnd,
  stepsOf,
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

describe('a text for a Facebook Page', () => {
  it('is published once, and each step is stored', async () => {
    const owner = await openAccount(server, 'facebook')
    const id = await composePost(server, owner, { caption: 'Fresh bread', link: 'https://bread.example/' })
    const row = await publishUntilEnd(server, id)
    const [post] = published('Fresh bread')
    expect(row).toMatchObject({
      state: 'posted',
      external_post_id: post?.id,
      permalink: post?.permalink,
      reason: null,
      claim: null,
    })
    expect(post?.link).toBe('https://bread.example/')
    expect(row.insights_due_at!.getTime() - row.posted_at!.getTime()).toBe(600_000)
    expect(await stepsOf(server, id)).toEqual(['publishing', 'posted'])
  })

  it('whose answer was lost is found among the posts, and not sent again', async () => {
    const owner = await openAccount(server, 'facebook')
    server.sandbox.settings({ social: { facebook: { mood: 'cut_after', only: 'POST', times: 1 } } })
    const id = await composePost(server, owner, { caption: 'Lost answer' })
    const row = await publishUntilEnd(server, id)
    expect(row.state).toBe('posted')
    expect(published('Lost answer').map((post) => post.id)).toEqual([row.external_post_id])
  })

  it('that never arrived is sent again, after it was looked for in vain', async () => {
    const owner = await openAccount(server, 'facebook')
    server.sandbox.settings({ social: { facebook: { mood: 'cut', only: 'POST', times: 1 } } })
    const id = await composePost(server, owner, { caption: 'Never arrived' })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
    expect(published('Never arrived')).toHaveLength(1)
  })

  it('is published once by three publishers at once', async () => {
    const owner = await openAccount(server, 'facebook')
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, n) => composePost(server, owner, { caption: `Twice at once ${n}` })),
    )
    const rows = await publishAll(server, ids, 3)
    for (const n of ids.keys()) expect(published(`Twice at once ${n}`)).toHaveLength(1)
    expect(rows.every(({ state }) => state === 'posted')).toBe(true)
  })
})
