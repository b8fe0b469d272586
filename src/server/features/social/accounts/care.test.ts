import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { type LoginWay, socialAccounts } from '#contract/social/social.ts'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { killTokens, type Network } from '#sandbox/world/social-world.ts'
import type { Mail } from '#server/platform/mail.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'
import { careFor, careForAccount, enqueueDueCare, findDueCare, usableAccount } from './care.ts'
import { mailEnding, noteAllEndings, passOnEnding } from './ending-access.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
})

let people = 0
/** A person with one account, whose owner at the network nobody else is. */
async function connected(way: LoginWay) {
  const person = await server.signUp()
  const as = `Owner ${++people} one page`
  const { accounts } = await connectNetwork(server, person, way, { as })
  return { person, as, id: accounts[0]!.id }
}

const account = async (person: Person) => (await accountsOf(server, person))[0]!
const refresh = (person: Person, id?: number) =>
  server.call(socialAccounts.refresh, { token: person.token, body: id === undefined ? {} : { id } })

/** Moves an access into the past, here and at the network. */
async function age(person: Person, as: string, days: number): Promise<void> {
  await server.app.pool.query(
    `update social_accounts set token_issued_at = (token_issued_at at time zone 'UTC' - $2 * interval '1 day') at time zone 'UTC',
     token_expires_at = (token_expires_at at time zone 'UTC' - $2 * interval '1 day') at time zone 'UTC',
     refresh_expires_at = (refresh_expires_at at time zone 'UTC' - $2 * interval '1 day') at time zone 'UTC',
     data_access_ends_at = (data_access_ends_at at time zone 'UTC' - $2 * interval '1 day') at time zone 'UTC' where business_id = $1`,
    [person.businessId, days],
  )
  for (const token of server.sandbox.world.social.tokens.values()) {
    if (token.person !== as) continue
    token.issuedAt -= days * 86_400_000
    if (token.expiresAt !== 0) token.expiresAt -= days * 86_400_000
  }
}

/** Calls that begin in one moment: each waits for the account's row, until all do. */
async function allAtOnce<T>(count: number, id: number, call: () => Promise<T>): Promise<T[]> {
  const holder = await server.app.pool.connect()
  try {
    await holder.query('begin')
    const { rows } = await holder.query('select business_id from social_accounts where id = $1', [id])
    await holder.query('select from social_accounts where business_id = $1 and id = $2 for update', [
      rows[0].business_id,
      id,
    ])
    const calls = Array.from({ length: count }, call)
    await eventually('all calls to wait', async () => (await lockWaits(server.app)) === count)
    await holder.query('commit')
    return await Promise.all(calls)
  } finally {
    // Also after an error: the next one who takes the connection must find no transaction.
    await holder.query('rollback')
    holder.release()
  }
}

describe('an access', () => {
  it('of Instagram is renewed after a week, and lasts 60 days again', async () => {
    const { person, as, id } = await connected('instagram')
    expect(await careFor(server.app, person.businessId, id, 'due')).toBe('checked')
    await age(person, as, 8)
    expect(await account(person)).toMatchObject({ days_left: 52, days_total: 60, renewal: 'by_itself' })
    expect(await careFor(server.app, person.businessId, id, 'due')).toBe('refreshed')
    expect(await account(person)).toMatchObject({ days_left: 60, state: 'connected' })
  })

  it('of Instagram that is too young to be renewed is checked when asked', async () => {
    const { person, id } = await connected('instagram')
    expect((await refresh(person, id)).body.results).toEqual([{ id, outcome: 'checked' }])
  })

  it('of Google is renewed once, however many want it at once', async () => {
    const { person, id } = await connected('youtube')
    server.sandbox.settings({ social: { delayMs: [40, 60] } })
    const before = server.sandbox.world.social.refreshes.google
    const outcomes = await allAtOnce(6, id, () => careFor(server.app, person.businessId, id, 'renew'))
    expect(outcomes.filter((outcome) => outcome === 'refreshed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'under_way')).toHaveLength(5)
    expect(server.sandbox.world.social.refreshes.google).toBe(before + 1)
    // The refresh token did not come again, and is still there.
    expect(await careFor(server.app, person.businessId, id, 'renew')).toBe('refreshed')
  })

  it('of LinkedIn is renewed where there is a refresh token, and else by a login alone', async () => {
    const without = await connected('linkedin')
    expect((await refresh(without.person, without.id)).body.results[0]?.outcome).toBe('checked')
    server.sandbox.settings({ social: { linkedin: { refreshTokens: true } } })
    const { person, as, id } = await connected('linkedin')
    expect(await account(person)).toMatchObject({ renewal: 'by_login', days_left: 365 })
    await age(person, as, 31)
    expect(await careFor(server.app, person.businessId, id, 'due')).toBe('refreshed')
    expect(await account(person)).toMatchObject({ days_left: 334 })
  })

  const deaths: [LoginWay, Network, string, string][] = [
    ['facebook', 'facebook', '460', 'password_changed'],
    ['facebook', 'facebook', '492', 'role_lost'],
    ['instagram_page', 'facebook', '458', 'revoked'],
    ['instagram', 'instagram', '463', 'expired'],
    ['youtube', 'google', 'revoked', 'revoked'],
    ['linkedin', 'linkedin', 'revoked', 'revoked'],
  ]
  it.each(deaths)(
    'of %s that the network (%s) ended by %s must be connected again: %s',
    async (way, network, by, reason) => {
      const { person, as, id } = await connected(way)
      killTokens(server.sandbox.world.social, network, as, by)
      expect((await refresh(person)).body.results).toEqual([{ id, outcome: 'reconnect' }])
      expect(await account(person)).toMatchObject({ state: 'reconnect', reason, can_post: false })
      expect(await usableAccount(server.app, person.businessId, id)).toBeUndefined()
      const connection = await server.call(onboarding.connection, { token: person.token })
      expect(connection.body.connection.notices).toMatchObject([
        { kind: 'error', stops: false, to: '/social/connect', action: 'Reconnect' },
      ])
      expect((await connectNetwork(server, person, way, { as })).status).toBe('success')
      expect(await account(person)).toMatchObject({ id, state: 'connected', reason: null })
    },
  )

  it.each(['cut', 'down', 'busy'] as const)(
    'whose network is %s stays, and is looked at later',
    async (mood) => {
      const { person, id } = await connected('facebook')
      server.sandbox.settings({ social: { facebook: { mood } } })
      expect((await refresh(person)).body.results).toEqual([{ id, outcome: 'unreachable' }])
      expect(await account(person)).toMatchObject({ state: 'connected' })
      const { rows } = await server.app.pool.query(
        'select care_at > now() as later, care_failures, care_until from social_accounts where business_id = $1',
        [person.businessId],
      )
      expect(rows).toEqual([{ later: true, care_failures: 1, care_until: null }])
    },
  )

  it('whose renewal was carried out but not answered is renewed again', async () => {
    const { person, id } = await connected('youtube')
    server.sandbox.settings({ social: { google: { mood: 'cut_after', times: 1 } } })
    expect(await careFor(server.app, person.businessId, id, 'renew')).toBe('unreachable')
    expect(await careFor(server.app, person.businessId, id, 'renew')).toBe('refreshed')
  })

  it('that was connected again meanwhile is not written over by an older renewal', async () => {
    const { person, as, id } = await connected('youtube')
    const care = server.app.social.care.google
    const { refresh: renew } = care
    care.refresh = async (token, now) => {
      care.refresh = renew
      const renewed = await renew!(token, now)
      await connectNetwork(server, person, 'youtube', { as })
      return renewed
    }
    expect(await careFor(server.app, person.businessId, id, 'renew')).toBe('under_way')
    const usable = await usableAccount(server.app, person.businessId, id)
    expect(usable?.tokenVersion).toBe(2)
  })

  it('that was disconnected meanwhile stays disconnected', async () => {
    const { person, id } = await connected('youtube')
    const care = server.app.social.care.google
    const { refresh: renew } = care
    care.refresh = async (token, now) => {
      care.refresh = renew
      const body = { platform: 'youtube', id } as const
      await server.call(socialAccounts.disconnect, { token: person.token, body })
      return await renew!(token, now).catch(() => ({ accessToken: 'late', issuedAt: now }))
    }
    await careFor(server.app, person.businessId, id, 'renew')
    expect(await accountsOf(server, person)).toEqual([])
    const { rows } = await server.app.pool.query(
      'select status, token_ciphertext from social_accounts where business_id = $1',
      [person.businessId],
    )
    expect(rows).toEqual([{ status: 'disconnected', token_ciphertext: null }])
  })

  it('is given up by a process that died, after a while', async () => {
    const { person, id } = await connected('linkedin')
    const hold = (until: string) =>
      server.app.pool.query(
        `update social_accounts set care_until = now() + $2::interval where business_id = $1`,
        [person.businessId, until],
      )
    await hold('1 minute')
    expect((await refresh(person, id)).body.results).toEqual([{ id, outcome: 'under_way' }])
    await hold('-1 second')
    expect((await refresh(person, id)).body.results).toEqual([{ id, outcome: 'checked' }])
  })

  it('that cannot be opened with this key must be connected again', async () => {
    const { person, id } = await connected('linkedin')
    await server.app.pool.query(`update social_accounts set token_key_id = 'other' where business_id = $1`, [
      person.businessId,
    ])
    expect((await refresh(person, id)).body.results[0]?.outcome).toBe('reconnect')
    expect(await account(person)).toMatchObject({ reason: 'wrong_key' })
  })

  it('is looked at by the schedule when it is due, and not before', async () => {
    const { person, id } = await connected('linkedin')
    const queued = async () => {
      const { rows } = await server.app.pool.query(
        `select 1 from pgboss.job where name = $1 and data->>'business_id' = $2`,
        [careForAccount.name, String(person.businessId)],
      )
      return rows.length
    }
    await enqueueDueCare(server.app)
    expect(await queued()).toBe(0)
    await server.app.pool.query(
      `update social_accounts set care_at = now() - interval '1 s' where business_id = $1`,
      [person.businessId],
    )
    await enqueueDueCare(server.app)
    await enqueueDueCare(server.app)
    expect(await queued()).toBe(1)
    expect(await careFor(server.app, person.businessId, id, 'due')).toBe('checked')
  })
})

describe('the schedule', () => {
  it('renews an access that is due by itself, in a process that works', async () => {
    const working = await openTestServer({ jobs: true })
    try {
      const person = await working.signUp()
      await connectNetwork(working, person, 'youtube', { as: 'Zara one page' })
      await working.app.pool.query(`update social_accounts set care_at = now() - interval '1 s'`)
      await working.app.enqueue(findDueCare, {})
      await eventually('the renewal', async () => working.sandbox.world.social.refreshes.google === 1)
    } finally {
      await working.close()
    }
  })
})

describe('a token for publishing', () => {
  it('is renewed first where it is about to end, once for all who want it', async () => {
    const { person, as, id } = await connected('youtube')
    await age(person, as, 1)
    const before = server.sandbox.world.social.refreshes.google
    const [one, other] = await Promise.all([
      usableAccount(server.app, person.businessId, id),
      usableAccount(server.app, person.businessId, id),
    ])
    expect(one?.accessToken).toBeDefined()
    expect(one).toEqual(other)
    expect(server.sandbox.world.social.refreshes.google).toBe(before + 1)
  })

  it('is not given to another business', async () => {
    const { id } = await connected('linkedin')
    const other = await server.signUp('Ravi')
    expect(await usableAccount(server.app, other.businessId, id)).toBeUndefined()
  })
})

describe('an access that ends', () => {
  const notices = async (person: Person) =>
    (await server.call(onboarding.connection, { token: person.token })).body.connection.notices

  it('is noted 14 and 3 days before, and once it has ended, in the app and by one mail each', async () => {
    const { person, as, id } = await connected('linkedin')
    // A person who was removed from the team gets none.
    await server.app.db
      .insertInto('users')
      .values({
        business_id: person.businessId,
        name: 'Removed',
        email: 'removed@example.com',
        password_hash: 'none',
        removed_at: new Date(),
      })
      .execute()
    const mails: Mail[] = []
    const app = { ...server.app, mail: async (mail: Mail) => void mails.push(mail) }
    app.transaction = (work) => server.app.transaction((tx) => work({ ...tx, mail: app.mail }))
    const noteAndMail = async () => {
      await noteAllEndings(app)
      await noteAllEndings(app)
      const { rows } = await server.app.pool.query(
        `select data from pgboss.job where name = $1 and data->>'account_id' = $2`,
        [mailEnding.name, String(id)],
      )
      for (const { data } of rows) {
        await passOnEnding(app, data)
        await passOnEnding(app, data)
      }
      return rows.length
    }
    expect(await noteAndMail()).toBe(0)
    expect(await notices(person)).toEqual([])
    await age(person, as, 46)
    expect(await account(person)).toMatchObject({ state: 'expiring', days_left: 14, can_post: true })
    expect(await noteAndMail()).toBe(1)
    expect(await notices(person)).toMatchObject([{ kind: 'yours', action: 'Reconnect' }])
    await age(person, as, 11)
    expect(await noteAndMail()).toBe(2)
    expect(await notices(person)).toMatchObject([{ kind: 'error' }])
    await age(person, as, 3)
    expect(await account(person)).toMatchObject({ state: 'reconnect' })
    expect(await noteAndMail()).toBe(3)
    await refresh(person, id)
    expect(await account(person)).toMatchObject({ state: 'reconnect', reason: 'expired' })
    expect(await noteAndMail()).toBe(3)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, expect.stringMatching(/^Access to .* ends soon$/)],
      [person.email, expect.stringMatching(/ends soon$/)],
      [person.email, expect.stringMatching(/^Reconnect /)],
    ])
    expect(mails[0]?.text).toContain('in 14 days')
    expect(mails[0]?.text).toContain('/marketing/social/connect')
  })

  it('is mailed to the others once where one mailbox refuses, which is tried again alone', async () => {
    const { person, as, id } = await connected('linkedin')
    const email = `refuses-${person.businessId}@example.com`
    const row = { business_id: person.businessId, name: 'Ravi', email, browser_language: 'es' }
    await server.app.db
      .insertInto('users')
      .values({ ...row, password_hash: 'none' })
      .execute()
    await age(person, as, 46)
    const sent: string[] = []
    const subjects: string[] = []
    let refuses = true
    const mail = async ({ to, subject }: Mail) => {
      if (refuses && to === email) throw new Error('the mailbox is full')
      sent.push(to)
      subjects.push(subject)
    }
    const app = { ...server.app, mail }
    app.transaction = (work) => server.app.transaction((tx) => work({ ...tx, mail }))
    await noteAllEndings(app)
    const jobs = async () => {
      const { rows } = await server.app.pool.query(
        `select data from pgboss.job where name = $1 and data->>'account_id' = $2 order by created_on`,
        [mailEnding.name, String(id)],
      )
      return rows.map(({ data }) => data)
    }
    const [first] = await jobs()
    await passOnEnding(app, first)
    await passOnEnding(app, first)
    expect(sent).toEqual([person.email])
    const [, alone, ...others] = await jobs()
    expect(others).toEqual([])
    await expect(passOnEnding(app, alone)).rejects.toThrow('full')
    refuses = false
    await passOnEnding(app, alone)
    expect(sent).toEqual([person.email, email])
    expect(subjects).toEqual([expect.stringMatching(/ends soon$/), expect.stringMatching(/^El acceso/)])
  })

  it('of Facebook’s data is noted too', async () => {
    const { person, as } = await connected('facebook')
    expect(await account(person)).toMatchObject({ renewal: 'endless', ends_at: null, state: 'connected' })
    await age(person, as, 80)
    expect(await account(person)).toMatchObject({ state: 'expiring', ends_at: null, can_post: true })
    expect(await notices(person)).toMatchObject([{ kind: 'yours' }])
  })
})
