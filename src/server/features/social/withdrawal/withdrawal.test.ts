import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoginWay } from '#contract/social/social.ts'
import { signedRequest } from '#sandbox/social/signed-request.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { socialPerson } from '#sandbox/world/social-world.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'
import { noteAllEndings } from '../accounts/ending-access.ts'
import { composePost, openAccount, publication, publishOnce } from '../publish/publish.fixture.ts'
import { socialNotices } from '../social.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())

const { secret } = sandboxSeed.app
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

type Call = 'deauthorize' | 'data_deletion'
/** As Meta calls: a form. */
const send = (what: Call, network: string, signed: string) =>
  server.http.inject({
    method: 'POST',
    url: `/marketing/api/social/${what}/${network}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ signed_request: signed }).toString(),
  })
const accountRow = (id: number) =>
  server.app.db.selectFrom('social_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const personId = (as: string) => socialPerson(server.sandbox.world.social, as).id
const connectAs = async (way: LoginWay, as: string, person?: Person) => {
  const owner = person ?? (await server.signUp())
  await connectNetwork(server, owner, way, { as })
  const [account] = await accountsOf(server, owner)
  return { person: owner, accountId: account!.id, as, platform: account!.platform }
}

describe('a person who takes our app off at the network', () => {
  it.each(['facebook', 'instagram_page', 'instagram'] as const)(
    'by %s: the account is disconnected, its token is gone, and its posts are held with the reason',
    async (way) => {
      const owner = await openAccount(server, way)
      const neighbour = await openAccount(server, way)
      const waiting = await composePost(server, owner, { caption: `Held ${way}`, dueAt: inHours(5) })
      const due = await composePost(server, owner, { caption: `Due ${way}` })
      const others = await composePost(server, neighbour, { dueAt: inHours(5) })
      const network = way === 'instagram' ? 'instagram' : 'facebook'
      const person = socialPerson(server.sandbox.world.social, owner.as)
      const userId = way === 'instagram' ? person.instagram.id : person.id
      const answer = await send('deauthorize', network, signedRequest(secret, userId))
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
      expect(await accountRow(owner.accountId)).toMatchObject({
        status: 'disconnected',
        status_reason: 'withdrawn',
        token_ciphertext: null,
        refresh_ciphertext: null,
      })
      expect(await accountRow(neighbour.accountId)).toMatchObject({ status: 'connected' })
      expect(await publication(server, waiting)).toMatchObject({
        state: 'scheduled',
        reason: 'access_withdrawn',
      })
      expect(await publication(server, others)).toMatchObject({ state: 'scheduled', reason: null })
      await publishOnce(server)
      expect(await publication(server, due)).toMatchObject({
        state: 'scheduled',
        reason: 'access_withdrawn',
        publish_sent_at: null,
      })
      const [notice] = await socialNotices(server.app, owner.person.businessId)
      expect(notice?.sentence).toContain('was withdrawn at the network. Connect it again')
      await noteAllEndings(server.app)
      await noteAllEndings(server.app)
      const notes = await server.app.db
        .selectFrom('social_account_notices')
        .select('kind')
        .where('account_id', '=', owner.accountId)
        .execute()
      expect(notes).toEqual([{ kind: 'withdrawn' }])
      // Connected again, what is still to come goes out at its time.
      await connectNetwork(server, owner.person, way, { as: owner.as })
      expect(await publication(server, waiting)).toMatchObject({ state: 'scheduled', reason: null })
      expect(await accountRow(owner.accountId)).toMatchObject({ status: 'connected', status_reason: null })
    },
  )

  it('is taken at their word once: a replay ends no access that was given since', async () => {
    const owner = await connectAs('facebook', `Replayed ${randomUUID()} one page`)
    const signed = signedRequest(secret, personId(owner.as), new Date(Date.now() - 3_600_000))
    const early = await send('deauthorize', 'facebook', signed)
    // It was given after the request was made.
    expect(early.statusCode).toBe(200)
    expect((await accountRow(owner.accountId)).status).toBe('connected')
    const now = signedRequest(secret, personId(owner.as))
    expect((await send('deauthorize', 'facebook', now)).statusCode).toBe(200)
    expect((await accountRow(owner.accountId)).status).toBe('disconnected')
    await connectNetwork(server, owner.person, 'facebook', { as: owner.as })
    expect((await send('deauthorize', 'facebook', now)).statusCode).toBe(200)
    expect((await accountRow(owner.accountId)).status).toBe('connected')
    const old = signedRequest(secret, personId(owner.as), new Date(Date.now() - 25 * 3_600_000))
    expect((await send('deauthorize', 'facebook', old)).statusCode).toBe(400)
    const ahead = signedRequest(secret, personId(owner.as), new Date(Date.now() + 3_600_000))
    expect((await send('deauthorize', 'facebook', ahead)).statusCode).toBe(400)
  })

  it('is not somebody who forges the request', async () => {
    const owner = await connectAs('facebook', `Forged ${randomUUID()} one page`)
    const good = signedRequest(secret, personId(owner.as))
    const [signature = '', payload = ''] = good.split('.')
    const other = signedRequest('another secret', personId(owner.as))
    const plain = Buffer.from(JSON.stringify({ user_id: personId(owner.as) })).toString('base64url')
    const none = Buffer.from(
      JSON.stringify({ algorithm: 'none', issued_at: Date.now() / 1000, user_id: personId(owner.as) }),
    ).toString('base64url')
    for (const forged of [
      other,
      `${signature}.${plain}`,
      `.${payload}`,
      payload,
      `${good}.more`,
      `${signature.slice(0, -4)}.${payload}`,
      `.${none}`,
      'x',
    ])
      expect((await send('deauthorize', 'facebook', forged)).statusCode, forged).toBe(403)
    expect((await send('deauthorize', 'facebook', '')).statusCode).toBe(400)
    expect((await send('deauthorize', 'youtube', good)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await accountRow(owner.accountId)).status).toBe('connected')
  })
})

describe('a request to delete data', () => {
  it('deletes what the network gave us, in each business, once, and has a page that says so', async () => {
    const as = `Forgotten ${randomUUID()} one page`
    const one = await connectAs('facebook', as)
    const other = await connectAs('facebook', as)
    const waiting = await composePost(server, one, { caption: 'Never out', dueAt: inHours(30) })
    await server.app.db
      .insertInto('social_insights')
      .values({
        business_id: one.person.businessId,
        account_id: one.accountId,
        publication_id: 0,
        metric: 'followers',
        fetched_at: new Date(),
        value: 7,
      })
      .execute()
    const signed = signedRequest(secret, personId(as))
    const [first, again] = await Promise.all([
      send('data_deletion', 'facebook', signed),
      send('data_deletion', 'facebook', signed),
    ])
    expect(first.statusCode).toBe(200)
    const { url, confirmation_code } = first.json() as { url: string; confirmation_code: string }
    expect(again.json()).toEqual({ url, confirmation_code })
    expect(url).toBe(`http://localhost:5002/marketing/api/social/data_deletion/${confirmation_code}`)
    for (const { accountId } of [one, other]) {
      const row = await accountRow(accountId)
      expect(row).toMatchObject({
        status: 'disconnected',
        name: '–',
        picture: null,
        handle: null,
        followers: null,
        granted_by: null,
        token_ciphertext: null,
      })
      expect(row.external_id).toBe(`deleted ${accountId}`)
    }
    expect(await publication(server, waiting)).toMatchObject({
      state: 'cancelled',
      reason: 'access_withdrawn',
    })
    const { rows } = await server.app.pool.query(
      'select from social_insights where business_id = $1 and account_id = $2',
      [one.person.businessId, one.accountId],
    )
    expect(rows).toEqual([])
    const page = await server.http.inject({ method: 'GET', url: new URL(url).pathname })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('2 connected accounts')
    expect(page.body).toContain(confirmation_code)
    const spanish = await server.http.inject({
      method: 'GET',
      url: new URL(url).pathname,
      headers: { 'accept-language': 'es' },
    })
    expect(spanish.body).toContain('Eliminación de datos')
    // The same person may connect the same Page again, as a new account.
    const anew = await connectAs('facebook', as, one.person)
    expect(anew.accountId).not.toBe(one.accountId)
  })

  it('of a person whom nobody here knows is answered, and an unknown code is not found', async () => {
    const answer = await send('data_deletion', 'facebook', signedRequest(secret, '99'))
    const { url } = answer.json() as { url: string }
    const page = await server.http.inject({ method: 'GET', url: new URL(url).pathname })
    expect(page.body).toContain('We keep no data from Facebook')
    const unknown = await server.http.inject({
      method: 'GET',
      url: '/marketing/api/social/data_deletion/unknown',
    })
    expect(unknown.statusCode).toBe(404)
  })
})
