import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inboxOrder } from '#contract/conversations/organise.ts'
import type { ImportCounts } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { type InboundEvent, linkPeople, optOut, recordInbound } from '#server/features/leads/leads.ts'
import { claimOfCampaign, listDispatches } from '#server/features/messages/lane/claim/claim.ts'
import { takeLane } from '#server/features/messages/lane/lane-owner.ts'
import { openShop, outcomesOf, planCampaign, type Shop } from '#server/features/messages/messages.fixture.ts'
import { applyStored } from '#server/features/webhooks/stored.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { resumeErasures, runErasure } from './privacy.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const digits = '919823011208'
const phone = `+${digits}`
const userId = 'IN.77112233445566'
const other = '+919823011209'
const marks = ['9823011208', userId, 'Rukmini', 'rukmini@example.com']

const add = (people: object[]) =>
  server.call(leads.upload, { token: shop.token, body: { leads: people } } as never)
const find = async (search: string) =>
  (await server.call(leads.list, { token: shop.token, query: { search } })).body.leads[0]
const known = (typed: string) => server.call(leads.known, { token: shop.token, query: { phone: typed } })

async function upload(content: string): Promise<ImportCounts> {
  const form = new FormData()
  form.set('tag', 'list')
  form.set('consent', 'opted_in')
  form.set('consent_source', 'at the till')
  form.set('file', new Blob([content]), 'people.csv')
  const answer = await fetch(`${server.url}${leads.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}` },
    body: form,
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as ImportCounts
}

async function storeWebhook(owner: number | null, body: unknown): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { rows } = await sql<{ id: number }>`
    insert into webhook_events (body, business_id) values (${Buffer.from(text)}, ${owner}::bigint) returning id`.execute(
    server.app.db,
  )
  return Number(rows[0]?.id)
}

const message = (from: string, body: string) => ({ from, id: `wamid.${from}`, text: { body } })
const webhook = (waba: string, text: string) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: waba,
      changes: [
        {
          field: 'messages',
          value: {
            contacts: [{ wa_id: digits, profile: { name: 'Rukmini' } }],
            messages: [message(digits, text), message('919823011209', 'of another')],
            statuses: [{ id: 'wamid.1', recipient_id: digits, status: 'read' }],
          },
        },
      ],
    },
  ],
})

/** Every table in which some row of a business, or one that belongs to none, names the person. */
async function traces(): Promise<string[]> {
  const { rows: tables } = await sql<{ table: string }>`
    select distinct table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id'
      and table_name not in (select relname from pg_class where relispartition)`.execute(server.app.db)
  const found: string[] = []
  for (const { table } of tables) {
    const text = table === 'webhook_events' ? sql`encode(t.body, 'escape')` : sql`to_jsonb(t)::text`
    const { rows } = await sql`
      select from ${sql.table(table)} t where ${text} like any(${marks.map((mark) => `%${mark}%`)}::text[])`.execute(
      server.app.db,
    )
    if (rows.length > 0) found.push(table)
  }
  return found.sort()
}

let lead = 0
let campaign = 0
const rejects = () => join(server.app.settings.dataDir, 'media', 'imports', '900001-rejects.csv')

it('gives everything that is stored about one person as one file, and nothing about others', async () => {
  const { db } = server.app
  const { businessId } = shop
  await add([
    {
      name: 'Rukmini',
      phone,
      email: 'rukmini@example.com',
      consent: 'opted_in',
      consent_source: 'at the till',
      source: 'api',
    },
    { name: 'Stranger', phone: other, source: 'api' },
  ])
  lead = (await find('Rukmini'))?.id ?? 0
  await linkPeople(server.app, businessId, [[phone, userId]])
  const reply = (address: string, text: string) => ({
    business_id: businessId,
    address,
    kind: 'text',
    text,
    at: new Date(),
  })
  await db
    .insertInto('lead_replies')
    .values([reply(phone, 'my reply'), reply(other, 'not mine')])
    .execute()
  campaign = await planCampaign(server, shop, [phone, other])
  await sql`
    update messages set status = 'read', wamid = 'wamid.' || ${digits}, variables = array['Rukmini']
    where recipient_phone = ${phone}`.execute(db)
  await storeWebhook(businessId, webhook(sandboxSeed.waba.id, 'raw words'))
  await storeWebhook(null, {
    ...webhook(sandboxSeed.waba.id, 'shared webhook'),
    entry: [
      ...webhook(sandboxSeed.waba.id, 'shared webhook').entry,
      ...webhook('9999', 'of another business').entry,
    ],
  })
  await optOut(server.app, businessId, [userId], { source: 'reply', details: 'STOP' })
  await mkdir(join(server.app.settings.dataDir, 'media', 'imports'), { recursive: true })
  await writeFile(rejects(), '\uFEFFName,Phone,Problem\r\nRukmini,098230 11208 x,bad\r\nStranger,12,bad\r\n')
  await sql`
    insert into lead_imports (business_id, id, file_name, bytes, kind, status, settings, analysis, rejected)
    overriding system value values (${businessId}, 900001, 'old.csv', 1, 'csv', 'done',
      ${JSON.stringify({ encoding: 'utf-8', delimiter: ',', header: true, country: 'IN', columns: ['name'] })}, ${JSON.stringify(
        {
          rows: 1,
          columns: [{ name: 'Name', samples: ['Rukmini'], filled: 1, distinct: 1, suggested: 'name' }],
          telling: null,
          notes: [],
        },
      )}, 2)`.execute(db)

  const get = (token: string) =>
    server.http.inject({
      url: privacy.personData.path.replace('{id}', String(lead)),
      headers: { authorization: `Bearer ${token}` },
    })
  const { statusCode, headers, body } = await get(shop.token)
  expect(statusCode).toBe(200)
  expect(headers['content-disposition']).toBe(`attachment; filename="lead-${lead}-data.json"`)
  const file = JSON.parse(body)
  expect(file.leads).toMatchObject([{ name: 'Rukmini', phone, consent: 'opted_out' }])
  expect(file.linked_addresses.map(({ address }: { address: string }) => address)).toEqual(
    expect.arrayContaining([phone, userId]),
  )
  expect(file.consent_history.map(({ consent }: { consent: string }) => consent)).toContain('opted_in')
  expect(file.opt_outs.map(({ details }: { details: string }) => details)).toContain('STOP')
  expect(file.replies).toMatchObject([{ text: 'my reply' }])
  expect(file.messages).toMatchObject([{ status: 'read' }])
  expect(file.messages[0].text).toContain('Rukmini')
  expect(file.rejected_rows).toMatchObject([{ import_id: 900001, row: { Name: 'Rukmini' } }])
  const raw = JSON.stringify(file.webhooks)
  for (const words of ['raw words', 'shared webhook', '"statuses"', '"contacts"'])
    expect(raw).toContain(words)
  for (const hidden of ['Stranger', 'not mine', 'of another', '9823011209'])
    expect(body).not.toContain(hidden)
  expect((await get((await server.signUp()).token)).statusCode).toBe(404)
})

it('erases a person everywhere, once and by their own business, and leaves counts and others as they were', async () => {
  const erase = (token: string, body: object = { confirm: true }) =>
    server.call(privacy.erase, { token, params: { id: lead }, body } as never)
  expect(await traces()).toEqual(
    expect.arrayContaining([
      'consent_changes',
      'lead_replies',
      'leads',
      'messages',
      'suppressions',
      'webhook_events',
    ]),
  )
  const before = await outcomesOf(server, shop, campaign)
  expect((await erase((await server.signUp()).token)).status).toBe(404)
  expect((await erase(shop.token, {})).status).toBe(400)
  const both = await Promise.all([erase(shop.token), erase(shop.token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  const { erasure } = both.find(({ status }) => status === 200)!.body as never as { erasure: { id: number } }
  // A process that died half-way is followed by another; a second run changes nothing.
  await runErasure(server.app, shop.businessId, erasure.id, AbortSignal.abort())
  await Promise.all([1, 2].map(() => runErasure(server.app, shop.businessId, erasure.id)))
  expect(await traces()).toEqual(['webhook_events'])
  const left = await sql<{ body: string }>`
    select convert_from(body, 'UTF8') as body from webhook_events where body::text <> '' order by id`.execute(
    server.app.db,
  )
  expect(left.rows[0]?.body).toContain('of another')
  expect(left.rows[0]?.body).not.toContain(digits)
  // What another business's account was told stays theirs.
  expect(left.rows[1]?.body.split(digits)).toHaveLength(5)
  expect(await readFile(rejects(), 'utf8')).toBe('\uFEFFName,Phone,Problem\r\nStranger,12,bad\r\n')
  expect(await outcomesOf(server, shop, campaign)).toEqual(before)
  const { body } = await server.call(privacy.erasures, { token: shop.token })
  expect(body.erasures).toMatchObject([{ id: erasure.id, status: 'done', messages: 1, webhooks: 2 }])
  expect(body.erasures[0]?.by).toBeTruthy()
  expect(await find('Stranger')).toBeTruthy()
})

it('counts a status that comes later, and does not keep whom it names', async () => {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { phone_number_id: shop.phoneNumberId, display_phone_number: '1' },
    statuses: [
      { id: 'wamid.late', recipient_id: digits, status: 'read', timestamp: '1790000000' },
      { id: 'wamid.other', recipient_id: '919823011209', status: 'read', timestamp: '1790000000' },
    ],
  }
  const id = await storeWebhook(shop.businessId, {
    object: 'whatsapp_business_account',
    entry: [{ id: sandboxSeed.waba.id, changes: [{ field: 'messages', value }] }],
  })
  await sql`insert into webhook_queue (id) values (${id})`.execute(server.app.db)
  await applyStored(server.app, -1)
  const { rows } = await sql<{ body: string }>`
      select convert_from(body, 'UTF8') as body from webhook_events where id = ${id}`.execute(server.app.db)
  expect(rows[0]?.body).toContain('919823011209')
  expect(rows[0]?.body).not.toContain(digits)
})

it('keeps an erased person out of forms and files, and counts the rows', async () => {
  const refused = await add([{ name: 'Again', phone: '098230 11208', tag: 'x' }])
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain('asked to be erased')
  expect((await known('098230 11208')).body.problem).toContain('asked to be erased')
  const counts = await upload(`Name,Phone\nNew,${other.replace(/9$/, '7')}\nAgain,${phone}\nAgain,${phone}\n`)
  expect(counts).toMatchObject({ rows: 3, created: 1, skipped: 2, rejected: 0 })
  expect(counts.reasons).toContainEqual(
    expect.objectContaining({ outcome: 'skipped', reason: 'erased', rows: 1 }),
  )
  const changed = await server.call(leads.update, {
    token: shop.token,
    params: { id: (await find('New'))?.id ?? 0 },
    body: { phone },
  })
  expect(changed.status).toBe(422)
  expect(changed.body.message).toContain('asked to be erased')
  await optOut(server.app, shop.businessId, [phone, userId], { source: 'provider_error' })
  expect((await traces()).filter((table) => table !== 'webhook_events')).toEqual([])
})

it('leaves an erased person out when a campaign is planned and when it is claimed', async () => {
  const { app } = server
  const planned = await planCampaign(server, shop, [phone])
  expect(await outcomesOf(server, shop, planned)).toMatchObject({ skipped: 1, queued: 0 })
  await sql`update messages set status = 'queued', reason = null where campaign_id = ${planned}`.execute(
    app.db,
  )
  const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
  const { fence } = await takeLane(app, lane)
  const dispatch = (await listDispatches(app, lane)).find(({ campaign_id }) => campaign_id === planned)
  expect(await claimOfCampaign(app, lane, fence, dispatch!, 10)).toEqual([])
  expect(await outcomesOf(server, shop, planned)).toMatchObject({ skipped: 1, queued: 0 })
  await sql`delete from messages where campaign_id = ${planned}`.execute(app.db)
})

it('lets an erased person write again, and sends marketing only when they ask for it', async () => {
  const event = (text: string, at: Date): InboundEvent =>
    ({
      businessId: shop.businessId,
      phone,
      bsuid: null,
      name: 'Rukmini',
      kind: 'text',
      text,
      wamid: `wamid.${text}`,
      at,
    }) as never
  const write = (text: string, at: Date) => recordInbound(server.app, [event(text, at)])
  await write('before', new Date(Date.now() - 3_600_000))
  expect(await find('Rukmini')).toBeUndefined()
  await write('is my order there?', new Date())
  expect(await find('Rukmini')).toMatchObject({ phone, consent: 'opted_out' })
  expect((await known(phone)).body).toMatchObject({ suppressed: true, problem: null })
  await write('SUBSCRIBE', new Date(Date.now() + 1000))
  expect(await find('Rukmini')).toMatchObject({ consent: 'opted_in' })
  expect((await upload(`Name,Phone\nRukmini,${phone}\n`)).updated).toBe(1)
})

it('forgets whom kept searches looked for, by number or email', async () => {
  const meera = { name: 'Meera', phone: '+919823055501', email: 'Meera@example.com' }
  await add([{ ...meera, source: 'api' }])
  await sql`insert into campaign_drafts (business_id, created_by, name, form, updated_at)
    select business_id, id, 'Hers', '{"search": "meera@example.com"}', now() from users
    where business_id = ${shop.businessId}`.execute(server.app.db)
  for (const search of ['98230 55501', ' MEERA@example.com', 'saris']) {
    const body = { name: search.trim().slice(0, 5), shared: true, filter: { search } }
    expect((await server.call(inboxOrder.addView, { token: shop.token, body } as never)).status).toBe(200)
  }
  const id = (await find('Meera'))!.id
  await server.call(privacy.erase, { token: shop.token, params: { id }, body: { confirm: true } } as never)
  const { rows } = await sql<{ search: string }>`
    select form ->> 'search' as search from campaign_drafts where business_id = ${shop.businessId}
    union all select filter ->> 'search' from conversation_views where business_id = ${shop.businessId}`.execute(
    server.app.db,
  )
  expect(rows.map(({ search }) => search).sort()).toEqual(['erased', 'erased', 'erased', 'saris'])
})

it('waits, without more and more jobs, while the key of an erasure is gone, and goes on when it is back', async () => {
  await add([{ name: 'Tara', phone: '+919823055502', source: 'api' }])
  const id = (await find('Tara'))!.id
  const { erasure } = (
    await server.call(privacy.erase, { token: shop.token, params: { id }, body: { confirm: true } } as never)
  ).body
  const { db } = server.app
  const row = () => db.selectFrom('erasures').select(['status', 'person_key_id']).where('id', '=', erasure.id)
  const keyIs = (person_key_id: string | null) =>
    db.updateTable('erasures').set({ person_key_id }).where('id', '=', erasure.id).execute()
  const { person_key_id: key } = await row().executeTakeFirstOrThrow()
  const jobs = async () =>
    (await sql`select from pgboss.job where name = 'privacy.erase'`.execute(db)).rows.length
  await keyIs('gone')
  await sql`update erasures set progressed_at = now() - interval '1 hour' where id = ${erasure.id}`.execute(
    db,
  )
  await runErasure(server.app, shop.businessId, erasure.id)
  const before = await jobs()
  await resumeErasures(server.app)
  expect([await jobs(), (await row().executeTakeFirst())?.status]).toEqual([before, 'running'])
  await keyIs(key)
  await runErasure(server.app, shop.businessId, erasure.id)
  expect((await row().executeTakeFirst())?.status).toBe('done')
})
