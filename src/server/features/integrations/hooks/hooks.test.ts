import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HookKind, hookKindNames } from '#contract/api/hook-kinds.ts'
import { hooks } from '#contract/api/hooks.ts'
import { apiKeys } from '#contract/api/keys.ts'
import type { ApiScope } from '#contract/api/scopes.ts'
import { leads } from '#contract/leads.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { forgetOldDeliveries } from './delivery-log.ts'
import { addHookOf, isSignedWith, openReceiver, receiverHost } from './hooks.fixture.ts'
import { planDeliveries } from './plan.ts'

let server: TestServer
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  server = await openTestServer({ jobs: true, linkNetworks: [`${receiverHost}/32`] })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await server.close()
})

const add = async (person: Pick<Person, 'token'>, events: HookKind[], path = '', more = {}) => {
  const { body, status } = await addHookOf(server, person, `${receiver.url}${path}`, events, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...body.hook, secret: body.secret }
}
const addLead = (person: Person, phone: string) =>
  server.call(leads.upload, {
    token: person.token,
    body: { leads: [{ name: 'Meera', phone, source: 'api' }] },
  })
const receivedOf = (type: string, find: (item: Record<string, unknown>) => boolean) =>
  eventually(`a call about ${type}`, async () =>
    receiver.received.findLast(({ body }) => body.type === type && body.data.some(find)),
  )
const deliveriesOf = async ({ token }: Person, id: string) =>
  (await server.call(hooks.deliveries, { token, params: { id } })).body.deliveries
const keyOf = async ({ token }: Person, scopes: ApiScope[]) =>
  (
    await server.call(apiKeys.create, {
      token,
      body: { name: 'Zapier', scopes, expires_in_days: null, current_password: 'correct horse' },
    })
  ).body
const makeDue = (id: string) =>
  server.app.db
    .updateTable('hook_deliveries')
    .set({ next_at: new Date(0) })
    .where('endpoint_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
    .then(() => sql`select pg_notify('hook_events', '')`.execute(server.app.db))

describe('an event', () => {
  it('reaches an address that asked for it, signed as Standard Webhooks says', async () => {
    const person = await server.signUp()
    const hook = await add(person, ['lead.created'])
    expect(hook.secret).toMatch(/^whsec_/)
    await addLead(person, '+919822311001')
    const call = await receivedOf('lead.created', ({ phone }) => phone === '+919822311001')
    expect(call.body.data[0]).toMatchObject({ name: 'Meera', source: 'api', lead_id: expect.any(Number) })
    expect(call.id).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(Math.abs(Number(call.timestamp) - Date.now() / 1000)).toBeLessThan(120)
    expect(isSignedWith(hook.secret, call)).toBe(true)
    expect(isSignedWith(hook.secret, { ...call, timestamp: String(Number(call.timestamp) + 1) })).toBe(false)
    expect(isSignedWith(hook.secret, { ...call, text: `${call.text} ` })).toBe(false)
    const [delivery] = await eventually('the log', async () => {
      const found = await deliveriesOf(person, hook.id)
      return found[0]?.state === 'delivered' && found
    })
    expect(delivery).toMatchObject({ event: 'lead.created', events: 1, attempts: 1, status: 204 })
  })

  it('is gone with its transaction, and written only where an address is on for it', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp()]
    await add(asha, ['lead.opted_out'])
    await server.app
      .transaction(async (tx) => {
        await sql`insert into consent_changes (business_id, phone, consent, source)
          values (${asha.businessId}, '+919822311002', 'opted_out', 'reply')`.execute(tx.db)
        const written = await tx.db
          .selectFrom('hook_events')
          .select('kind')
          .where('business_id', '=', asha.businessId)
          .execute()
        expect(written).toEqual([{ kind: 'lead.opted_out' }])
        await sql`insert into consent_changes (business_id, phone, consent, source)
          values (${ravi.businessId}, '+919822311002', 'opted_out', 'reply')`.execute(tx.db)
        const others = await tx.db
          .selectFrom('hook_events')
          .select('kind')
          .where('business_id', '=', ravi.businessId)
          .execute()
        expect(others).toEqual([])
        throw new Error('roll back')
      })
      .catch((error: Error) => expect(error.message).toBe('roll back'))
    const { rows } = await sql`select 1 from hook_events where business_id = ${asha.businessId}`.execute(
      server.app.db,
    )
    expect(rows).toEqual([])
  })

  it('goes with others of its kind into one call, up to the size of the address', async () => {
    const person = await server.signUp()
    const [large, single] = [
      await add(person, ['lead.created'], '?large'),
      await add(person, ['lead.created'], '?single', { batch: 1 }),
    ]
    await sql`insert into leads (business_id, name, phone)
      select ${person.businessId}, 'Lead', '+9198224' || n from generate_series(10000, 10249) n`.execute(
      server.app.db,
    )
    const sizes = async (id: string) =>
      (await deliveriesOf(person, id)).map(({ events }) => events).sort((a, b) => b - a)
    await eventually('the calls', async () => (await deliveriesOf(person, large.id)).length >= 3)
    expect(await sizes(large.id)).toEqual([100, 100, 50])
    const { rows } = await sql<{ count: number }>`
      select count(*) from hook_deliveries where endpoint_id = ${single.id}`.execute(server.app.db)
    expect(rows[0]?.count).toBe(250)
    await server.call(hooks.remove, { token: person.token, params: { id: single.id } })
  })
})

describe('an address that fails', () => {
  it('is called again later, and all failed calls can be replayed with the same id', async () => {
    const person = await server.signUp()
    const hook = await add(person, ['lead.created'], '?down')
    receiver.answers((response) => void response.writeHead(500).end('x'.repeat(5_000_000)))
    await addLead(person, '+919822312001')
    const [failed] = await eventually('the first try', async () => {
      const found = await deliveriesOf(person, hook.id)
      return found[0]?.status === 500 && found
    })
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, fault: 'status' })
    expect(new Date(failed?.next_attempt_at ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000)
    const list = (await server.call(hooks.list, { token: person.token })).body.hooks
    expect(list[0]).toMatchObject({ on: true, failing_since: expect.any(String), waiting: 1 })
    await sql`update hook_deliveries set tries = 7 where endpoint_id = ${hook.id}`.execute(server.app.db)
    await makeDue(hook.id)
    await eventually('the last try', async () => (await deliveriesOf(person, hook.id))[0]?.state === 'failed')
    receiver.answers((response) => void response.writeHead(200).end())
    const { body } = await server.call(hooks.replayFailed, { token: person.token, params: { id: hook.id } })
    expect(body.replayed).toBe(1)
    const done = await eventually('the replay', async () => {
      const [one] = await deliveriesOf(person, hook.id)
      return one?.state === 'delivered' && one
    })
    expect(done.webhook_id).toBe(failed?.webhook_id)
    const again = await server.call(hooks.replay, {
      token: person.token,
      params: { id: hook.id, delivery_id: done.id },
    })
    expect(again.status).toBe(200)
    await eventually('one more', async () => (await deliveriesOf(person, hook.id))[0]?.state === 'delivered')
  })

  it('is switched off after days, or at once where it is gone, and its calls wait for a replay', async () => {
    const person = await server.signUp()
    const [dead, gone] = [
      await add(person, ['lead.created'], '?dead'),
      await add(person, ['lead.opted_in'], '?gone'),
    ]
    receiver.answers((response) => void response.writeHead(503).end())
    const { db } = server.app
    await sql`update hook_endpoints set failing_since = '2026-01-01' where id = ${dead.id}`.execute(db)
    await addLead(person, '+919822313001')
    await addLead(person, '+919822313002')
    const hookOf = async (id: string) =>
      (await server.call(hooks.list, { token: person.token })).body.hooks.find((one) => one.id === id)
    await eventually('the first try', async () => (await deliveriesOf(person, dead.id))[0]?.status === 503)
    expect(await hookOf(dead.id)).toMatchObject({ on: true, off_reason: null })
    await sql`update hook_deliveries set tries = 2 where endpoint_id = ${dead.id}`.execute(db)
    await makeDue(dead.id)
    const off = await eventually('the end', async () => {
      const hook = await hookOf(dead.id)
      return hook?.on === false && hook
    })
    expect(off).toMatchObject({ off_reason: 'failing', waiting: 0 })
    expect(off.failed).toBeGreaterThan(0)
    const refused = await server.call(hooks.replayFailed, {
      token: person.token,
      params: { id: dead.id },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    receiver.answers((response) => void response.writeHead(410).end())
    await server.call(hooks.test, { token: person.token, params: { id: gone.id } })
    await eventually('the other end', async () => (await hookOf(gone.id))?.off_reason === 'gone')
    receiver.answers((response) => void response.writeHead(204).end())
    const on = await server.call(hooks.change, {
      token: person.token,
      params: { id: dead.id },
      body: { on: true },
    })
    expect(on.body.hook).toMatchObject({ on: true, failing_since: null, off_reason: null })
  })

  it('that does not follow redirects is not followed into our own network', async () => {
    const person = await server.signUp()
    const hook = await add(person, ['lead.created'], '?redirect')
    receiver.answers((response) => void response.writeHead(307, { location: `${server.url}/` }).end())
    await server.call(hooks.test, { token: person.token, params: { id: hook.id } })
    const [call] = await eventually('the refusal', async () => {
      const found = await deliveriesOf(person, hook.id)
      return found[0]?.status !== null && found
    })
    expect(call).toMatchObject({ status: 307, fault: 'status', state: 'waiting' })
    receiver.answers((response) => void response.writeHead(204).end())
  })
})

describe('a secret', () => {
  it('can be replaced: for a day calls are signed with both', async () => {
    const person = await server.signUp()
    const hook = await add(person, ['lead.created'], '?rotate')
    const wrong = await server.call(hooks.rotate, {
      token: person.token,
      params: { id: hook.id },
      body: { current_password: 'no' },
    })
    expect(wrong.status).toBe(400)
    const { body } = await server.call(hooks.rotate, {
      token: person.token,
      params: { id: hook.id },
      body: { current_password: 'correct horse' },
    })
    expect(body.hook.old_secret_until).not.toBeNull()
    await addLead(person, '+919822314001')
    const call = await receivedOf('lead.created', ({ phone }) => phone === '+919822314001')
    expect([hook.secret, body.secret].map((secret) => isSignedWith(secret, call))).toEqual([true, true])
    await sql`update hook_endpoints set old_secret_until = now() - interval '1 second' where id = ${hook.id}`.execute(
      server.app.db,
    )
    await addLead(person, '+919822314002')
    const later = await receivedOf('lead.created', ({ phone }) => phone === '+919822314002')
    expect([hook.secret, body.secret].map((secret) => isSignedWith(secret, later))).toEqual([false, true])
    const stored = await server.app.db.selectFrom('hook_endpoints').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(hook.secret)
  })
})

describe('who may', () => {
  it('an API key adds and removes an address, for what it may read, and the address ends with the key', async () => {
    const person = await server.signUp()
    const { secret, key } = await keyOf(person, ['hooks:write', 'leads:read'])
    const refused = await addHookOf(server, { token: secret }, receiver.url, ['message.status'])
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    const { body } = await server.call(hooks.add, {
      token: secret,
      body: { url: `${receiver.url}?key`, events: ['lead.created'] },
    })
    expect(body.hook).toMatchObject({ api_key: 'Zapier', on: true })
    const second = await server.call(hooks.add, {
      token: secret,
      body: { url: `${receiver.url}?second`, events: ['lead.created'] },
    })
    const removed = await server.call(hooks.remove, { token: secret, params: { id: second.body.hook.id } })
    expect(removed.status).toBe(200)
    const rotated = await server.call(hooks.rotate, {
      token: secret,
      params: { id: body.hook.id },
      body: { current_password: 'correct horse' },
    })
    expect(rotated.status).toBe(403)
    const own = await add(person, ['message.status'], '?own')
    await server.call(hooks.test, { token: person.token, params: { id: own.id } })
    await server.call(apiKeys.revoke, { token: person.token, params: { id: key.id } })
    const { hooks: left } = (await server.call(hooks.list, { token: person.token })).body
    expect(left.map(({ id }) => id)).toEqual([own.id])
    await addLead(person, '+919822315001')
    await planDeliveries(server.app)
    const { rows } = await sql`select 1 from hook_deliveries where endpoint_id = ${body.hook.id}`.execute(
      server.app.db,
    )
    expect(rows).toEqual([])
  })

  it('asks people for their password', async () => {
    const person = await server.signUp()
    for (const current_password of [undefined, 'no']) {
      const { status, body } = await server.call(hooks.add, {
        token: person.token,
        body: { url: receiver.url, events: ['lead.created'], current_password },
      })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['current_password']])
    }
  })

  it('shows and touches nothing of another business', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp()]
    const hook = await add(asha, ['lead.created'], '?private')
    const { delivery } = (await server.call(hooks.test, { token: asha.token, params: { id: hook.id } })).body
    const token = ravi.token
    const params = { id: hook.id }
    const both = { id: hook.id, delivery_id: delivery.id }
    const own = await add(ravi, ['lead.created'], '?ravi')
    const answers = await Promise.all([
      server.call(hooks.change, { token, params, body: { on: false } }),
      server.call(hooks.remove, { token, params }),
      server.call(hooks.test, { token, params }),
      server.call(hooks.deliveries, { token, params }),
      server.call(hooks.replayFailed, { token, params }),
      server.call(hooks.delivery, { token, params: both }),
      server.call(hooks.replay, { token, params: both }),
      server.call(hooks.delivery, { token, params: { ...both, id: own.id } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })

  it('does not call a name that leads into our own network later', async () => {
    const person = await server.signUp()
    const hook = await add(person, ['lead.created'], '?moved')
    // Such as a name that was public when it was added.
    await sql`update hook_endpoints set url = 'https://localhost/' where id = ${hook.id}`.execute(
      server.app.db,
    )
    await server.call(hooks.test, { token: person.token, params: { id: hook.id } })
    const [call] = await eventually('the refusal', async () => {
      const found = await deliveriesOf(person, hook.id)
      return found[0]?.fault && found
    })
    expect(call).toMatchObject({ fault: 'not_public', status: null })
  })
})

describe('what is sent', () => {
  it('has a sample of each kind, and the log keeps no personal data', async () => {
    const person = await server.signUp()
    const hook = await add(person, ['lead.created'], '?sample')
    const { samples } = (await server.call(hooks.samples, { token: person.token })).body
    expect(samples.map(({ type }) => type)).toEqual([...hookKindNames, 'test'])
    await addLead(person, '+919822316001')
    const call = await receivedOf('lead.created', ({ phone }) => phone === '+919822316001')
    const sample = samples.find(({ type }) => type === 'lead.created')
    expect(Object.keys(call.body.data[0] ?? {}).sort()).toEqual(Object.keys(sample?.data[0] ?? {}).sort())
    const [delivery] = await deliveriesOf(person, hook.id)
    const stored = await server.app.db
      .selectFrom('hook_deliveries')
      .selectAll()
      .where('id', '=', delivery?.id ?? 0)
      .execute()
    expect(JSON.stringify(stored)).not.toContain('9822316001')
    const lead = Number(call.body.data[0]?.lead_id)
    await server.call(leads.remove, { token: person.token, params: { id: lead } })
    const again = await server.call(hooks.delivery, {
      token: person.token,
      params: { id: hook.id, delivery_id: delivery?.id ?? 0 },
    })
    expect(JSON.parse(again.body.body ?? '').data[0]).toMatchObject({ lead_id: lead, phone: null })
  })

  it('names each kind as it happens', async () => {
    const person = await server.signUp()
    await add(person, [...hookKindNames], '?all')
    const { businessId } = person
    const { db } = server.app
    await sql`insert into message_contents (business_id, template_name, language, category, components, variable_names)
      values (${businessId}, 'x', 'en', 'MARKETING', '[]', '{}')`.execute(db)
    await sql`insert into messages (business_id, content_id, phone_number_id, recipient_phone, status)
      select ${businessId}, max(id), '1', '+919822317001', 'sending' from message_contents
      where business_id = ${businessId}`.execute(db)
    for (const status of ['sent', 'delivered', 'delivered']) {
      await sql`update messages set status = ${status} where business_id = ${businessId}`.execute(db)
    }
    await sql`insert into consent_changes (business_id, phone, consent, source)
      values (${businessId}, '+919822317001', 'opted_out', 'reply')`.execute(db)
    await receivedOf('lead.opted_out', ({ phone }) => phone === '+919822317001')
    await receivedOf('message.status', ({ status }) => status === 'delivered')
    const own = receiver.received
      .filter(({ body }) => body.type === 'message.status')
      .flatMap(({ body }) => body.data)
      .filter((item) => item.recipient_phone === '+919822317001')
    expect(own.map(({ status }) => status)).toEqual(['sent', 'delivered'])
  })

  it('leaves the log within its bounds', async () => {
    const person = await server.signUp()
    const hook = await add(person, ['lead.created'], '?old')
    await sql`insert into hook_deliveries (business_id, endpoint_id, kind, items, state, created_at)
      select ${person.businessId}, ${hook.id}, 'test', '[]', state, now() - days * interval '1 day'
      from (values ('delivered', 8), ('delivered', 1), ('failed', 31), ('failed', 29)) old (state, days)`.execute(
      server.app.db,
    )
    await sql`insert into hook_deliveries (business_id, endpoint_id, kind, items, state, created_at)
      select ${person.businessId}, ${hook.id}, 'test', '[]', 'delivered', now() from generate_series(1, 1200)`.execute(
      server.app.db,
    )
    await forgetOldDeliveries(server.app)
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*) from hook_deliveries where endpoint_id = ${hook.id} group by 1 order by 1`.execute(
      server.app.db,
    )
    expect(rows).toEqual([
      { state: 'delivered', count: 1000 },
      { state: 'failed', count: 1 },
    ])
  })
})
