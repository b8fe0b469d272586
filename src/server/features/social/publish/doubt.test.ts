import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { socialAccounts } from '#contract/social/social.ts'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { killTokens } from '#sandbox/world/social-world.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { connectNetwork } from '#test/social.ts'
import { decidePublication } from './decide.ts'
import {
  addPicture,
  composePost,
  ledgerOf,
  openAccount,
  pass,
  publication,
  publishAll,
  publishOnce,
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
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('three publishers at once', () => {
  it('publish each post once', async () => {
    const owner = await openAccount(server, 'facebook')
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, n) => composePost(server, owner, { caption: `Twice at once ${n}` })),
    )
    const rows = await publishAll(server, ids, 3)
    for (const n of ids.keys()) expect(published(`Twice at once ${n}`)).toHaveLength(1)
    expect(rows.every(({ state }) => state === 'posted')).toBe(true)
  })

  it('look for a text that never arrived, and send it again', async () => {
    const owner = await openAccount(server, 'facebook')
    server.sandbox.settings({ social: { facebook: { mood: 'cut', only: 'POST', times: 1 } } })
    const id = await composePost(server, owner, { caption: 'Never arrived', link: 'https://bread.example/' })
    const [row] = await publishAll(server, [id], 3)
    expect(row!.insights_due_at!.getTime() - row!.posted_at!.getTime()).toBe(600_000)
    expect(published('Never arrived').map(({ link }) => link)).toEqual(['https://bread.example/'])
    expect(await stepsOf(server, id)).toEqual([
      'publishing',
      'publishing',
      'finished',
      'publishing',
      'posted',
    ])
  })
})

describe('a post that LinkedIn did not answer for', () => {
  /** LinkedIn does not tell: the owner looks and decides. */
  async function unknownPost(caption: string, mood: 'cut' | 'cut_after') {
    const owner = await openAccount(server, 'linkedin')
    server.sandbox.settings({ social: { linkedin: { mood, only: 'POST /rest/posts', times: 1 } } })
    const id = await composePost(server, owner, { caption })
    const row = await publishUntilEnd(server, id)
    expect(row).toMatchObject({ state: 'unknown', reason: 'no_answer', claim: null })
    // It is never tried again by itself.
    await publishOnce(server)
    expect((await publication(server, id)).state).toBe('unknown')
    return { owner, id, business: owner.person.businessId }
  }

  it('is posted again when the owner says so', async () => {
    const { id, business } = await unknownPost('Not there', 'cut')
    expect(published('Not there')).toHaveLength(0)
    await decidePublication(server.app, business, id, 'publish')
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
    expect(published('Not there')).toHaveLength(1)
  })

  it('counts as posted when the owner has seen it', async () => {
    const { id, business } = await unknownPost('It is there', 'cut_after')
    await decidePublication(server.app, business, id, 'posted')
    expect(await publication(server, id)).toMatchObject({
      state: 'posted',
      reason: null,
      external_post_id: null,
    })
    await publishOnce(server)
    expect(published('It is there')).toHaveLength(1)
  })

  it('is cancelled, and decided once only', async () => {
    const { id, business } = await unknownPost('Leave it', 'cut')
    await decidePublication(server.app, business, id, 'cancel')
    await expect(decidePublication(server.app, business, id, 'publish')).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await publication(server, id)).toMatchObject({ state: 'cancelled' })
  })

  it('is decided once by two people at once', async () => {
    const { id, business } = await unknownPost('Two people', 'cut')
    const decide = () => decidePublication(server.app, business, id, 'publish')
    const both = await Promise.allSettled([decide(), decide()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await publishUntilEnd(server, id)
    expect(published('Two people')).toHaveLength(1)
  })

  it('is not another business’s to decide', async () => {
    const { id } = await unknownPost('Of somebody else', 'cut')
    const other = await server.signUp('Ravi')
    await expect(decidePublication(server.app, other.businessId, id, 'publish')).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is found there where the app may read the member’s posts', async () => {
    const owner = await openAccount(server, 'linkedin')
    for (const token of server.sandbox.world.social.tokens.values())
      if (token.person === owner.as) token.scopes.push('r_member_social')
    server.sandbox.settings({
      social: { linkedin: { mood: 'cut_after', only: 'POST /rest/posts', times: 1 } },
    })
    const id = await composePost(server, owner, { caption: 'Read back (all of it) #bread' })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
    expect(published('Read back (all of it) #bread')).toHaveLength(1)
  })

  it('is named on every screen until it is decided', async () => {
    const { id, business, owner } = await unknownPost('Named', 'cut')
    const notices = async () => {
      const { body } = await server.call(onboarding.connection, { token: owner.person.token })
      return body.connection.notices
    }
    expect(await notices()).toMatchObject([
      { to: '/social/history?status=unknown', action: 'Open Post History', kind: 'error' },
    ])
    await decidePublication(server.app, business, id, 'cancel')
    expect(await notices()).toEqual([])
  })
})

describe('a text that looks the same as an earlier one', () => {
  it('is not taken for it: a post belongs to one publication', async () => {
    const owner = await openAccount(server, 'facebook')
    const first = await composePost(server, owner, { caption: 'Open today' })
    await publishUntilEnd(server, first)
    server.sandbox.settings({ social: { facebook: { mood: 'cut', only: 'feed', times: 1 } } })
    const second = await composePost(server, owner, { caption: 'Open today' })
    expect((await publishUntilEnd(server, second)).state).toBe('posted')
    expect(published('Open today')).toHaveLength(2)
  })

  it('waits while the network is still asked for the earlier one', async () => {
    const owner = await openAccount(server, 'facebook')
    const contentHash = Buffer.alloc(32, 7)
    server.sandbox.settings({ social: { facebook: { mood: 'cut', only: 'feed', times: 1 } } })
    const first = await composePost(server, owner, { caption: 'Twin', contentHash })
    await publishOnce(server)
    expect((await publication(server, first)).state).toBe('publishing')
    const second = await composePost(server, owner, { caption: 'Twin', contentHash })
    const run = publishUntilEnd(server, first)
    await run
    expect((await publication(server, first)).state).toBe('posted')
    expect((await publishUntilEnd(server, second)).state).toBe('posted')
    const ids = await Promise.all(
      [first, second].map(async (id) => (await publication(server, id)).external_post_id),
    )
    expect(new Set(ids).size).toBe(2)
    expect(published('Twin')).toHaveLength(2)
  })
})

describe('a network that refuses to be asked', () => {
  it('leaves the post unknown, not failed', async () => {
    const owner = await openAccount(server, 'facebook')
    server.sandbox.settings({ social: { facebook: { mood: 'cut_after', only: 'POST', times: 1 } } })
    const id = await composePost(server, owner, { caption: 'May not look' })
    await publishOnce(server)
    for (const token of server.sandbox.world.social.tokens.values())
      if (token.person === owner.as)
        token.scopes = token.scopes.filter((scope) => scope !== 'pages_read_engagement')
    expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'unknown', reason: 'no_answer' })
    expect(published('May not look')).toHaveLength(1)
  })
})

describe('a late post', () => {
  it('waits for the owner after 6 hours, and goes out at a word', async () => {
    const owner = await openAccount(server, 'facebook')
    const id = await composePost(server, owner, { caption: 'Yesterday', dueAt: hoursAgo(7) })
    expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'awaiting_owner', reason: 'late' })
    expect(published('Yesterday')).toHaveLength(0)
    await decidePublication(server.app, owner.person.businessId, id, 'publish')
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
  })

  it('of less than 6 hours goes out', async () => {
    const owner = await openAccount(server, 'facebook')
    const id = await composePost(server, owner, { dueAt: hoursAgo(5) })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
  })
})

describe('an account', () => {
  it('that is disconnected holds its posts, and publishes them once it is connected again', async () => {
    const owner = await openAccount(server, 'linkedin')
    const { token } = owner.person
    const id = await composePost(server, owner, { caption: 'Held back' })
    await server.call(socialAccounts.disconnect, {
      token,
      body: { platform: 'linkedin', id: owner.accountId },
    })
    await publishOnce(server)
    expect(await publication(server, id)).toMatchObject({
      state: 'scheduled',
      reason: 'account_disconnected',
      claim: null,
    })
    await connectNetwork(server, owner.person, 'linkedin', { as: owner.as })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
  })

  it('that stays disconnected leaves its posts to the owner after 6 hours', async () => {
    const owner = await openAccount(server, 'linkedin')
    const { token } = owner.person
    const id = await composePost(server, owner, { dueAt: hoursAgo(5.9) })
    await server.call(socialAccounts.disconnect, {
      token,
      body: { platform: 'linkedin', id: owner.accountId },
    })
    await publishOnce(server)
    await server.app.pool.query(
      `update social_publications set due_at = (due_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC', claimed_until = now() where id = $1`,
      [id],
    )
    expect((await publishUntilEnd(server, id)).state).toBe('awaiting_owner')
  })

  it('whose token dies on the way must be connected again; the post goes on where it was', async () => {
    const owner = await openAccount(server, 'instagram')
    server.sandbox.settings({ social: { posts: { processingMs: [60_000, 60_000] } } })
    const mediaIds = [await addPicture(server, owner)]
    const id = await composePost(server, owner, { caption: 'Half way', format: 'image', mediaIds })
    await publishOnce(server)
    expect(await publication(server, id)).toMatchObject({ state: 'container_created', reason: 'processing' })
    killTokens(server.sandbox.world.social, 'instagram', owner.as, '460')
    await pass(server, id)
    await publishOnce(server)
    expect(await publication(server, id)).toMatchObject({ state: 'container_created', reason: 'reconnect' })
    const { body } = await server.call(socialAccounts.list, { token: owner.person.token })
    expect(body.accounts[0]).toMatchObject({ state: 'reconnect', reason: 'password_changed' })
    await connectNetwork(server, owner.person, 'instagram', { as: owner.as })
    for (const draft of server.sandbox.world.social.posts.drafts.values()) draft.readyAt = 0
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
    expect(published('Half way')).toHaveLength(1)
  })

  it('without the permission to post fails with the reason', async () => {
    const owner = await openAccount(server, 'facebook')
    for (const token of server.sandbox.world.social.tokens.values())
      if (token.person === owner.as)
        token.scopes = token.scopes.filter((scope) => scope !== 'pages_manage_posts')
    const id = await composePost(server, owner)
    expect(await publishUntilEnd(server, id)).toMatchObject({ state: 'failed', reason: 'no_permission' })
  })
})

describe('editing and deleting beside the publisher', () => {
  it('an edit of a post that is held back reaches it', async () => {
    // A limit of the whole app: on a server of its own.
    const limited = await openTestServer()
    try {
      const owner = await openAccount(limited, 'facebook')
      limited.sandbox.settings({ social: { posts: { usage: 96 } } })
      await publishUntilEnd(limited, await composePost(limited, owner))
      const id = await composePost(limited, owner, { caption: 'Before the edit' })
      await publishOnce(limited)
      expect(await publication(limited, id)).toMatchObject({ state: 'scheduled', reason: 'rate_limited' })
      await limited.app.pool.query(
        `update social_posts set caption = 'After the edit'
         where id = (select post_id from social_publications where id = $1)`,
        [id],
      )
      // Ten minutes later.
      const social = { ...limited.app.social, restraint: () => ({ kind: 'none' as const }) }
      const later = { ...limited, app: { ...limited.app, social } }
      expect((await publishUntilEnd(later, id)).state).toBe('posted')
      expect(ledgerOf(limited).map(({ text }) => text)).toContain('After the edit')
      expect(ledgerOf(limited).map(({ text }) => text)).not.toContain('Before the edit')
    } finally {
      await limited.close()
    }
  })

  it('a post that is deleted before its claim is not published', async () => {
    const owner = await openAccount(server, 'facebook')
    const id = await composePost(server, owner, { caption: 'Deleted' })
    await server.app.pool.query(
      `update social_publications set deleted_at = now() where id = $1 and state = 'scheduled' and claim is null`,
      [id],
    )
    await publishOnce(server)
    expect(published('Deleted')).toHaveLength(0)
  })

  it('a deletion and a claim at once: one of them wins', async () => {
    const owner = await openAccount(server, 'facebook')
    for (let round = 0; round < 10; round++) {
      const caption = `Race ${round}`
      const id = await composePost(server, owner, { caption })
      const [deleted] = await Promise.all([
        server.app.pool.query(
          `update social_publications set state = 'cancelled', deleted_at = now()
           where id = $1 and state = 'scheduled' and claim is null`,
          [id],
        ),
        publishOnce(server),
      ])
      if (deleted.rowCount === 0) await publishUntilEnd(server, id)
      expect(published(caption)).toHaveLength(deleted.rowCount === 1 ? 0 : 1)
    }
  })
})
