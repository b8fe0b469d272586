import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbotFlows, chatbotSecrets, type FlowDefinition, type Header } from '#contract/chatbot/chatbot.ts'
import { eventually, newKeys, openTestServer } from '#test/server.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'
import { deleteUnusedSecrets } from './secrets/delete-unused.ts'
import { moveSecrets } from './secrets/move-secrets.ts'

const value = 'Bearer quill-marzipan-7781'

const keys = newKeys()
let bot: Awaited<ReturnType<typeof openBot>>
let shop: Server
let host: string
const calls: IncomingHttpHeaders[] = []
/** What the API answered in this file, and what was logged. */
const answers: string[] = []

beforeAll(async () => {
  shop = createServer((request, response) => {
    calls.push(request.headers)
    response.end(JSON.stringify({ status: 'on its way' }))
  })
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.2', listening))
  host = `127.0.0.2:${(shop.address() as AddressInfo).port}`
  bot = await openBot({ keys })
})
afterAll(async () => {
  await bot?.server.close()
  shop?.close()
})

const token = () => bot.asha.token
const call: typeof bot.server.call = async (endpoint, input) => {
  const answer = await bot.server.call(endpoint, input)
  answers.push(JSON.stringify(answer.body))
  return answer
}

async function secretFor(url: string, by = token()): Promise<string> {
  const { body } = await call(chatbotSecrets.create, { token: by, body: { value, url } })
  return body.secret.id
}

const calling = (headers: Header[], url = `https://${host}/order`): FlowDefinition =>
  flowOf(
    {
      id: 'call',
      kind: 'http',
      method: 'GET',
      url,
      headers,
      body: '',
      outputs: [{ path: 'status', variable: 'status' }],
      next: { next: 'tell', failed: 'sorry' },
    },
    { id: 'tell', kind: 'text', text: 'Your order: {{status}}.', next: { next: 'end' } },
    { id: 'sorry', kind: 'text', text: 'We cannot look now.', next: { next: 'end' } },
    end,
  )

async function draftOf(definition: FlowDefinition, by = token()) {
  const { body } = await call(chatbotFlows.create, { token: by, body: { name: 'Orders' } })
  const { id, revision } = body.flow
  const saved = await call(chatbotFlows.save, {
    token: by,
    params: { id },
    body: { revision, definition },
  })
  return { id, status: saved.status, ...saved.body }
}

const publish = (id: number, revision: number) =>
  call(chatbotFlows.publish, { token: token(), params: { id }, body: { revision } })

/** Only https can be published; the stand-in has no certificate. */
const overHttp = (flowId: number) =>
  sql`update bot_flow_versions set definition = replace(definition::text, 'https://127', 'http://127')::jsonb
    where flow_id = ${flowId}`.execute(bot.server.app.db)

/** Somebody comes to the step that calls. @returns the timeline when the bot has answered. */
async function comeBy(word: string) {
  const person = await bot.person()
  await person.say(word)
  const items = await bot.untilTimeline(await person.conversation(), (all) => textsOf(all).length > 0)
  answers.push(JSON.stringify(items))
  return items
}

async function startedBy(word: string, definition: FlowDefinition): Promise<number> {
  const id = await bot.startedBy(word, definition)
  await overHttp(id)
  return id
}

/** The tables that have this text in the clear. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(bot.server.app.db)
  const found: string[] = []
  for (const { name } of rows) {
    const schema = await sql<{ schema: string }>`
      select table_schema as schema from information_schema.tables where table_name = ${name}
        and table_schema in ('public', 'pgboss') limit 1`.execute(bot.server.app.db)
    const hit = await sql`
      select 1 from ${sql.id(schema.rows[0]!.schema, name)} t where strpos(to_jsonb(t)::text, ${text}) > 0 limit 1`.execute(
      bot.server.app.db,
    )
    if (hit.rows.length > 0) found.push(name)
  }
  return found
}

it('sends a secret value to the address of the step, and shows it nowhere', async () => {
  const secret = await secretFor(`https://${host}/order`)
  const headers = [
    { name: 'Authorization', secret },
    { name: 'X-Shop', value: 'Pune' },
  ]
  const id = await startedBy('order', calling(headers))
  expect(textsOf(await comeBy('order'))).toEqual(['Your order: on its way.'])
  expect(calls.at(-1)).toMatchObject({ authorization: value, 'x-shop': 'Pune' })

  const params = { id }
  await call(chatbotFlows.get, { token: token(), params })
  await call(chatbotFlows.version, { token: token(), params: { id, version: 1 } })
  await call(chatbotFlows.diff, { token: token(), params, query: { from: 1 } })
  const listed = await call(chatbotSecrets.list, { token: token() })
  expect(listed.body.secrets.find((one) => one.id === secret)).toEqual({
    id: secret,
    host,
    made_at: expect.any(String),
  })
  const simulated = await call(chatbotFlows.simulate, {
    token: token(),
    body: {
      definition: calling(headers),
      state: null,
      event: { type: 'start', text: 'order', templates_fail: false, no_marketing: false },
    },
  })
  expect(simulated.body.simulation.effects.find(({ effect }) => effect === 'http')).toMatchObject({
    headers: [
      { name: 'Authorization', value: null },
      { name: 'X-Shop', value: 'Pune' },
    ],
  })
  expect(answers.join()).toContain(secret)
  expect(answers.join()).not.toContain(value)
  expect(await tablesWith(secret)).toEqual(expect.arrayContaining(['bot_flows', 'bot_flow_versions']))
  expect(await tablesWith(value)).toEqual([])
})

it('keeps the value of a version that is taken back, and replaces it by a new one', async () => {
  const headers = [{ name: 'X-Api-Key', secret: await secretFor(`https://${host}/`) }]
  const { id, flow } = await draftOf(calling(headers))
  await publish(id, flow.revision)
  const body = { value: 'another-key-12', url: `https://${host}/` }
  const other = (await call(chatbotSecrets.create, { token: token(), body })).body.secret.id
  const definition = calling([{ name: 'X-Api-Key', secret: other }])
  const saved = await call(chatbotFlows.save, {
    token: token(),
    params: { id },
    body: { revision: flow.revision, definition },
  })
  const { body: compared } = await call(chatbotFlows.diff, {
    token: token(),
    params: { id },
    query: { from: 1 },
  })
  expect(compared.diff.changed).toEqual([{ step: 'call', parts: ['headers'] }])
  await publish(id, saved.body.flow.revision)
  const { body: first } = await call(chatbotFlows.version, { token: token(), params: { id, version: 1 } })
  const back = await call(chatbotFlows.save, {
    token: token(),
    params: { id },
    body: { revision: saved.body.flow.revision, definition: first.definition },
  })
  expect(back.body.problems).toEqual([])
  expect((await publish(id, back.body.flow.revision)).status).toBe(200)
})

it("refuses a definition that names another business's secret, and never fills it in", async () => {
  const theirs = await secretFor(`https://${host}/`, bot.stranger.token)
  const refused = await draftOf(calling([{ name: 'Authorization', secret: theirs }]))
  expect(refused.status).toBe(404)
  const own = await secretFor(`https://${host}/`)
  const id = await startedBy('foreign', calling([{ name: 'Authorization', secret: own }]))
  await sql`
    update bot_flow_versions set definition = replace(definition::text, ${own}, ${theirs})::jsonb
    where flow_id = ${id}`.execute(bot.server.app.db)
  const before = calls.length
  const items = await comeBy('foreign')
  expect(textsOf(items)).toEqual(['We cannot look now.'])
  expect(items.find(({ event }) => event === 'bot_call_failed')?.details).toMatchObject({
    host,
    fault: 'secret_missing',
  })
  expect(calls).toHaveLength(before)
})

it('sends a secret to the host that it was entered for, and to no other', async () => {
  const secret = await secretFor('https://shop.example/orders')
  const headers = [{ name: 'Authorization', secret }]
  const { id, flow, problems } = await draftOf(calling(headers))
  expect(problems).toEqual([
    { step: 'call', code: 'secret_elsewhere', params: { header: 'Authorization', secret, host } },
  ])
  expect((await publish(id, flow.revision)).status).toBe(422)
  const elsewhere = await startedBy('elsewhere', calling(headers, 'https://shop.example/{{phone}}'))
  await sql`
    update bot_flow_versions set definition = replace(definition::text, 'https://shop.example', ${`http://${host}`})::jsonb
    where flow_id = ${elsewhere}`.execute(bot.server.app.db)
  const before = calls.length
  expect(textsOf(await comeBy('elsewhere'))).toEqual(['We cannot look now.'])
  expect(calls).toHaveLength(before)
})

it('says in a file and after an import which headers need a secret', async () => {
  const secret = await secretFor(`https://${host}/order`)
  const { id } = await draftOf(calling([{ name: 'Authorization', secret }]))
  const { body } = await call(chatbotFlows.export, { token: token(), params: { id } })
  expect(JSON.stringify(body)).not.toContain(secret)
  expect(body.file.definition.steps[0]).toMatchObject({ headers: [{ name: 'Authorization', secret: null }] })
  const imported = await call(chatbotFlows.import, { token: token(), body: { file: body.file } })
  const missing = { step: 'call', code: 'secret_missing', params: { header: 'Authorization' } }
  expect(imported.body.problems).toEqual([missing])
  const refused = await publish(imported.body.flow.id, imported.body.flow.revision)
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ problems: [missing] })

  const named = calling([{ name: 'Authorization', secret }])
  const again = await call(chatbotFlows.import, {
    token: token(),
    body: { file: { ...body.file, definition: named } },
  })
  expect(again.body.problems).toEqual([missing])
  const plain = calling([{ name: 'Authorization', value: 'Bearer of-a-file-55' }])
  const old = await call(chatbotFlows.import, {
    token: token(),
    body: { file: { ...body.file, definition: plain } },
  })
  expect(JSON.stringify(old.body)).not.toContain('of-a-file-55')
  expect(old.body.problems).toEqual([])
  const answered = old.body.flow.draft.steps[0]
  expect(answered).toMatchObject({ headers: [{ name: 'Authorization', secret: expect.any(String) }] })
})

it('moves plain values of earlier versions and drafts, and calls with them as before', async () => {
  const old = 'Basic tamarind-5512'
  const headers = [
    { name: 'authorization', value: old },
    { name: 'X-Auth-Token', value: '{{phone}}' },
    { name: 'Accept-Language', value: 'hi' },
  ]
  const id = await startedBy('earlier', calling(headers))
  const { db } = bot.server.app
  const { body: before } = await call(chatbotFlows.get, { token: token(), params: { id } })
  expect(before.flow.changed).toBe(false)
  await db.updateTable('bot_flows').set({ secrets_moved: false }).where('id', '=', id).execute()
  await moveSecrets(bot.server.app)
  expect(await tablesWith(old)).toEqual([])
  const { body } = await call(chatbotFlows.get, { token: token(), params: { id } })
  const secret = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const [first] = body.flow.draft.steps
  expect(first).toMatchObject({ headers: [{ name: 'authorization', secret }, headers[1], headers[2]] })
  // The test makes the published address another one than the draft's, of the same host: one secret for both.
  expect(body.flow.published?.steps[0]).toMatchObject({
    headers: first?.kind === 'http' ? first.headers : [],
  })
  expect(body.flow.changed).toBe(false)
  expect(body.problems).toEqual([])
  expect(textsOf(await comeBy('earlier'))).toEqual(['Your order: on its way.'])
  expect(calls.at(-1)).toMatchObject({ authorization: old, 'accept-language': 'hi' })
  // A builder that was open with the plain value does not bring it back.
  const late = await call(chatbotFlows.save, {
    token: token(),
    params: { id },
    body: { revision: before.flow.revision, definition: calling(headers) },
  })
  expect(late.status).toBe(409)
})

it('goes on with the move after a kill: what is moved is not looked at again', async () => {
  const { db } = bot.server.app
  const ids = [
    await bot.publish(calling([{ name: 'Cookie', value: 'sid=one-of-two' }])),
    await bot.publish(calling([{ name: 'Cookie', value: 'sid=two-of-two' }])),
  ]
  await db.updateTable('bot_flows').set({ secrets_moved: false }).where('id', 'in', ids).execute()
  await moveSecrets(bot.server.app, AbortSignal.abort())
  expect((await tablesWith('of-two')).sort()).toEqual(['bot_flow_versions', 'bot_flows'])
  await Promise.all([moveSecrets(bot.server.app), moveSecrets(bot.server.app)])
  expect(await tablesWith('of-two')).toEqual([])
  const { rows } = await sql<{ count: number }>`
    select count(distinct s)::int as count from bot_flow_versions v,
      jsonb_path_query(v.definition, '$.steps[*].headers[*].secret') s where v.flow_id = any(${ids}::bigint[])`.execute(
    db,
  )
  expect(rows[0]?.count).toBe(2)
})

it('deletes the secrets that no draft and no version names, a day later', async () => {
  const url = `https://${host}/`
  const [unused, drafted, published, fresh] = [
    await secretFor(url),
    await secretFor(url),
    await secretFor(url),
    await secretFor(url),
  ]
  await draftOf(calling([{ name: 'Authorization', secret: drafted }]))
  const { id, flow } = await draftOf(calling([{ name: 'Authorization', secret: published }]))
  await publish(id, flow.revision)
  await call(chatbotFlows.save, {
    token: token(),
    params: { id },
    body: { revision: flow.revision, definition: flowOf(end) },
  })
  const { db } = bot.server.app
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await sql`update bot_secrets set made_at = ${yesterday} where id <> ${fresh}`.execute(db)
  await deleteUnusedSecrets(bot.server.app)
  const left = new Set(
    (await call(chatbotSecrets.list, { token: token() })).body.secrets.map((one) => one.id),
  )
  expect([unused, drafted, published, fresh].map((one) => left.has(one))).toEqual([false, true, true, true])
})

it('refuses a value that no header can carry, and an address that is none', async () => {
  const create = (body: { value: string; url: string }) =>
    call(chatbotSecrets.create, { token: token(), body })
  const url = 'https://shop.example/'
  for (const [body, field] of [
    [{ value: 'schlüssel', url }, 'value'],
    [{ value: 'a\r\nX-Other: b', url }, 'value'],
    [{ value: 'key', url: 'http://shop.example/' }, 'url'],
    [{ value: 'key', url: 'https://{{name}}.example/' }, 'url'],
  ] as const) {
    const refused = await create(body)
    expect(refused.status).toBe(400)
    expect(Object.keys((refused.body as { fields?: object }).fields ?? {})).toEqual([field])
  }
})

it('moves them by itself when a process starts', async () => {
  const id = await bot.publish(calling([{ name: 'X-Api-Key', value: 'by-itself-31' }]))
  await bot.server.app.db
    .updateTable('bot_flows')
    .set({ secrets_moved: false })
    .where('id', '=', id)
    .execute()
  const next = await openTestServer({ jobs: true, keys, beside: bot.server })
  try {
    await eventually('the job', async () => (await tablesWith('by-itself-31')).length === 0)
  } finally {
    await next.close()
  }
})
