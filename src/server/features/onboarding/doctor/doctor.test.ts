import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DoctorReport, onboarding } from '#contract/onboarding.ts'
import { webhooks } from '#contract/webhooks.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { webhookPath } from '#server/features/webhooks/webhooks.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { applyAccountEvents, getSender, markBlocked } from '../onboarding.ts'

let server: TestServer
let hook: Server
let hookUrl: string
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  // Stands where the webhook address leads, and answers the handshake as it must.
  hook = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://hook')
    const right = searchParams.get('hub.verify_token') === server.app.settings.meta.verifyToken
    response.writeHead(pathname === '/right' && right ? 200 : 403)
    response.end(searchParams.get('hub.challenge') ?? '')
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`
  await server.app.meta.appWebhooks.subscribe({
    callbackUrl: `${hookUrl}/right`,
    verifyToken: server.app.settings.meta.verifyToken,
  })
})
afterAll(async () => {
  await server.close()
  hook.close()
})

async function connected(number?: Parameters<typeof newSandboxAccount>[1]) {
  const person = await server.signUp()
  const account = newSandboxAccount(server, number)
  const { status } = await server.call(onboarding.connectToken, {
    token: person.token,
    body: { token: account.token },
  })
  expect(status).toBe(200)
  return { person, account }
}
const examine = async (person: Person) => {
  const { body } = await server.call(onboarding.doctor, { token: person.token })
  return body
}
const found = (report: DoctorReport, id: string) => report.checks.find((check) => check.id.startsWith(id))

describe('the doctor', () => {
  it('finds a sound connection sound, and keeps what it found', async () => {
    const { person, account } = await connected()
    const { report, text } = await examine(person)
    expect(report.checks.filter(({ state }) => state === 'bad')).toEqual([])
    expect(report.verdict).toBe('good')
    for (const id of [
      'token',
      'permissions',
      'account',
      'payment',
      'verification',
      'verified',
      'connected',
    ]) {
      expect(found(report, id), id).toMatchObject({ state: 'good' })
    }
    expect(found(report, 'webhook address')).toMatchObject({ state: 'good' })
    expect(found(report, 'subscribed')).toMatchObject({ state: 'good' })
    expect(text).toContain('[ok  ] Access token')
    expect(text).not.toContain(account.token)
    const last = await server.call(onboarding.lastDoctor, { token: person.token })
    expect(last.body.report).toMatchObject({ verdict: 'good' })
    expect(last.body.report?.checks.map(({ id }) => id)).toEqual(report.checks.map(({ id }) => id))
  })

  it('says that nothing is connected', async () => {
    const { report } = await examine(await server.signUp())
    expect(report.verdict).toBe('bad')
    expect(found(report, 'connected')).toMatchObject({ remedy: { kind: 'screen' } })
  })

  it('names a dead token, and marks the account for it', async () => {
    const { person, account } = await connected()
    // Connecting asks for a check: one that is at work would find the token alive first, and dead by its next call.
    await eventually('the connection was checked', async () => {
      const { body } = await server.call(onboarding.lastDoctor, { token: person.token })
      return !body.checking
    })
    server.sandbox.token({ value: account.token, dead: 460 })
    const { report } = await examine(person)
    expect(found(report, 'token')).toMatchObject({ state: 'bad', remedy: { label: 'Reconnect' } })
    expect(found(report, 'account')).toMatchObject({ state: 'unknown' })
    await expect(getSender(server.app, person.businessId)).rejects.toThrow(
      'password of the Facebook account was changed',
    )
  })

  it('turns the token amber 14 days before its end, and red 3 days before', async () => {
    const { person, account } = await connected()
    const stateAt = async (days: number) => {
      server.sandbox.token({ value: account.token, expires_in_seconds: days * 86_400 - 60 })
      return found((await examine(person)).report, 'token')?.state
    }
    expect([await stateAt(15), await stateAt(14), await stateAt(4), await stateAt(3)]).toEqual([
      'good',
      'attention',
      'attention',
      'bad',
    ])
  })

  it('sounds the alarm for an account without a number, unless another account sends', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    server.sandbox.world.accounts.phones.delete(account.phone_number_id)
    const connect = (token: string) =>
      server.call(onboarding.connectToken, { token: person.token, body: { token } })
    await connect(account.token)
    const alone = (await examine(person)).report
    expect(alone.verdict).toBe('bad')
    expect(found(alone, 'number')).toMatchObject({ state: 'bad', finding: expect.stringMatching(/no phone/) })
    await connect(newSandboxAccount(server).token)
    expect(found((await examine(person)).report, 'number')).toMatchObject({ state: 'attention' })
  })

  it('tells two accounts of the same name apart', async () => {
    const person = await server.signUp()
    const ids = []
    for (const account of [newSandboxAccount(server), newSandboxAccount(server)]) {
      const waba = server.sandbox.world.accounts.wabas.get(account.waba_id)
      if (waba) waba.name = 'Toko Kembar'
      await server.call(onboarding.connectToken, { token: person.token, body: { token: account.token } })
      ids.push(account.waba_id)
    }
    const { report } = await examine(person)
    for (const id of ['token', 'subscribed']) {
      const subjects = report.checks.filter((check) => check.id.startsWith(`${id} `)).map((c) => c.subject)
      expect(subjects.sort()).toEqual(ids.map((waba) => `Toko Kembar (${waba})`).sort())
    }
  })

  it('sees an account that does not tell us its events, and subscribes it on a press', async () => {
    const { person, account } = await connected()
    await server.app.meta.subscribedApps.unsubscribe(account.token, account.waba_id)
    const { report } = await examine(person)
    const check = found(report, 'subscribed')
    expect(check).toMatchObject({ state: 'bad', remedy: { kind: 'repair', repair: 'subscribe' } })
    const repaired = await server.call(onboarding.repair, {
      token: person.token,
      body: { waba_id: account.waba_id, repair: 'subscribe' },
    })
    expect(repaired.status).toBe(200)
    expect(found((await examine(person)).report, 'subscribed')).toMatchObject({ state: 'good' })
  })

  it('tells an unverified number from one that is not registered', async () => {
    const raw = await connected({
      registered: false,
      status: 'PENDING',
      pin: null,
      codeStatus: 'NOT_VERIFIED',
    })
    const unverified = (await examine(raw.person)).report
    expect(found(unverified, 'verified')).toMatchObject({ state: 'bad', remedy: { kind: 'verify' } })
    const locked = await connected({ registered: false, status: 'PENDING', pin: '424242' })
    const unregistered = (await examine(locked.person)).report
    expect(found(unregistered, 'connected')).toMatchObject({
      state: 'bad',
      remedy: { kind: 'pin', label: 'Enter PIN' },
    })
  })

  it('sees a payment problem that the provider reports', async () => {
    const { person, account } = await connected()
    const waba = server.sandbox.world.accounts.wabas.get(account.waba_id)
    if (waba) waba.blockedBy = 131042
    expect(found((await examine(person)).report, 'payment')).toMatchObject({ state: 'bad' })
  })

  it('sees bad quality and a declined name of the sending number', async () => {
    const { person, account } = await connected()
    server.sandbox.number(account.phone_number_id, { quality: 'RED', nameStatus: 'DECLINED' })
    const { report } = await examine(person)
    expect(found(report, 'quality')).toMatchObject({ state: 'bad' })
    expect(found(report, 'name')).toMatchObject({ state: 'bad' })
  })

  it('notices a webhook address that answers wrong', async () => {
    const { person } = await connected()
    server.sandbox.callback(`${hookUrl}/wrong`, server.app.settings.meta.verifyToken)
    const check = found((await examine(person)).report, 'webhook address')
    server.sandbox.callback(`${hookUrl}/right`, server.app.settings.meta.verifyToken)
    expect(check).toMatchObject({ state: 'bad', finding: expect.stringContaining('403') })
  })

  it('shows the last event and the last refusal with its reason, and is not taken in by our own test events', async () => {
    const { person, account } = await connected()
    const checks = async () => {
      const { report } = await examine(person)
      return { last: found(report, 'last event'), signature: found(report, 'signature') }
    }
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: account.waba_id, changes: [{ field: 'brand_new_field', value: {} }] }],
    }
    const deliver = (secret: string | undefined) =>
      server.http.inject({
        method: 'POST',
        url: webhookPath,
        payload: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          ...(secret && { 'x-hub-signature-256': signWebhook(Buffer.from(JSON.stringify(body)), secret) }),
        },
      })
    const refusals = (reason: string, count: number) =>
      eventually(`${reason} is counted`, async () => {
        const row = await server.app.db
          .selectFrom('webhook_refusals')
          .select('count')
          .where('reason', '=', reason)
          .executeTakeFirst()
        return row?.count === count
      })
    await server.app.db.deleteFrom('webhook_events').execute()
    await server.app.db.deleteFrom('webhook_refusals').execute()

    const tested = await server.call(webhooks.test, { token: person.token, body: body as never })
    expect(tested.body.status).toBe(200)
    expect(await checks()).toMatchObject({ last: { state: 'unknown' }, signature: { state: 'unknown' } })

    expect((await deliver('another app secret')).statusCode).toBe(403)
    await refusals('wrong_signature', 1)
    expect(await checks()).toMatchObject({
      signature: {
        state: 'bad',
        finding: expect.stringMatching(/^Refused: a wrong signature at .* \(Asia\/Kolkata\)\.$/),
        meaning: expect.stringContaining('META_APP_SECRET'),
      },
    })
    expect((await deliver(server.app.settings.meta.appSecret)).statusCode).toBe(200)
    expect(await checks()).toMatchObject({
      last: { state: 'good', finding: expect.stringMatching(/ \(Asia\/Kolkata\)\.$/) },
      signature: {
        state: 'good',
        finding: expect.stringMatching(/right signature\. Refused before: a wrong/),
      },
    })

    expect((await deliver(undefined)).statusCode).toBe(403)
    await refusals('missing_signature', 1)
    // A stranger who knocks is no reason for alarm where events arrive.
    expect(await checks()).toMatchObject({
      signature: {
        state: 'attention',
        finding: expect.stringContaining('without a signature'),
        meaning: expect.stringContaining('X-Hub-Signature-256'),
      },
    })
  })

  it('runs by itself after an error of the account', async () => {
    const { person, account } = await connected()
    await examine(person)
    await markBlocked(server.app, person.businessId, account.waba_id, {
      cause: 'payment',
      reason: 'WhatsApp cannot charge you for messages.',
    })
    await expect(getSender(server.app, person.businessId)).rejects.toThrow('cannot charge')
    await eventually('the doctor has seen it', async () => {
      const { body } = await server.call(onboarding.lastDoctor, { token: person.token })
      return body.report && found(body.report, 'account')?.state === 'bad'
    })
    await server.call(onboarding.repair, {
      token: person.token,
      body: { waba_id: account.waba_id, repair: 'resume' },
    })
    expect(await getSender(server.app, person.businessId)).toMatchObject({ waba_id: account.waba_id })
  })

  it('mends nothing of another business', async () => {
    const { account } = await connected()
    const stranger = await server.signUp()
    const answer = await server.call(onboarding.repair, {
      token: stranger.token,
      body: { waba_id: account.waba_id, repair: 'resume' },
    })
    expect(answer.status).toBe(404)
  })
})

describe('what the provider tells of an account', () => {
  const event = (person: Person, account: { waba_id: string }, more: object) =>
    ({
      kind: 'account_update',
      businessId: person.businessId,
      wabaId: account.waba_id,
      entryId: account.waba_id,
      value: {},
      ...more,
    }) as never

  it('stops sending on a ban and goes on when it is lifted', async () => {
    const { person, account } = await connected()
    const ban = event(person, account, { event: 'DISABLED_UPDATE', banState: 'DISABLE' })
    await applyAccountEvents(server.app, [ban, ban])
    await expect(getSender(server.app, person.businessId)).rejects.toThrow('disabled')
    await applyAccountEvents(server.app, [
      event(person, account, { event: 'DISABLED_UPDATE', banState: 'REINSTATE' }),
    ])
    expect(await getSender(server.app, person.businessId)).toMatchObject({ waba_id: account.waba_id })
  })

  it('goes on only by word that is not older than the ban', async () => {
    const { person, account } = await connected()
    const second = Math.floor(Date.now() / 1000) * 1000
    const report = (banState: string, at: number) =>
      applyAccountEvents(server.app, [event(person, account, { event: 'DISABLED_UPDATE', banState, at })])
    const reviewed = (at: number) =>
      applyAccountEvents(server.app, [
        event(person, account, { kind: 'account_review', decision: 'APPROVED', at }),
      ])
    await report('DISABLE', second)
    await report('REINSTATE', second - 60_000)
    await reviewed(second - 60_000)
    await expect(getSender(server.app, person.businessId)).rejects.toThrow('disabled')
    await report('REINSTATE', second)
    expect(await getSender(server.app, person.businessId)).toMatchObject({ waba_id: account.waba_id })
  })

  it('removes the token when our app was removed, twice told or not, and not for another app', async () => {
    const { person, account } = await connected()
    const removed = (partnerAppId: string) =>
      event(person, account, { event: 'PARTNER_APP_UNINSTALLED', partnerAppId })
    await applyAccountEvents(server.app, [removed('99')])
    expect(await getSender(server.app, person.businessId)).toMatchObject({ waba_id: account.waba_id })
    await applyAccountEvents(server.app, [removed(sandboxSeed.app.id), removed(sandboxSeed.app.id)])
    await expect(getSender(server.app, person.businessId)).rejects.toThrow('No WhatsApp number')
  })

  it('follows limits and names', async () => {
    const { person, account } = await connected({ nameStatus: 'PENDING_REVIEW' })
    // The check that follows connecting reads the number anew: after it, only the events speak.
    await eventually('the check after connecting', async () => {
      const { body } = await server.call(onboarding.lastDoctor, { token: person.token })
      return body.report ?? undefined
    })
    const { phone } = await getSender(server.app, person.businessId)
    const own = { businessId: person.businessId, wabaId: account.waba_id }
    const number = { ...own, displayPhoneNumber: phone.slice(1) }
    await applyAccountEvents(server.app, [
      { kind: 'capability', ...own, limit: 2000 },
      { kind: 'phone_limit', ...number, event: 'THROUGHPUT_UPGRADE' },
      { kind: 'phone_name', ...number, decision: 'APPROVED', requestedName: 'Senyum Sehat' },
      { kind: 'capability', businessId: undefined, wabaId: 'nobody', limit: 1 },
    ])
    expect(await getSender(server.app, person.businessId)).toMatchObject({
      messaging_limit: 2000,
      throughput_per_second: 1000,
      verified_name: 'Senyum Sehat',
    })
  })
})
