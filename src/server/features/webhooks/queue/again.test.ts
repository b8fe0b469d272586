import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { isCluster } from '#test/cluster.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { readBody } from '../payload/reading.ts'
import { applyStored, requeueFailed } from '../stored.ts'
import { webhookPath } from '../webhooks.ts'
import { partitionOf, wholeWebhooks } from './partitions.ts'

let server: TestServer
let shop: Person
let account: { waba_id: string; phone_number_id: string }
beforeAll(async () => {
  server = await openTestServer()
  shop = await server.signUp()
  account = await connectSeededAccount(server, shop)
})
afterAll(() => server.close())

const run = (text: string) => server.app.pool.query(text)
/** From now on the list of opt-outs takes nothing. */
const refuse = async (state: string) => {
  await run(`create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '${state}'; end $$`)
  await run(
    'create or replace trigger refused before insert on suppressions for each row execute function refuse()',
  )
}
const allow = () => run('drop trigger refused on suppressions')

/** Stores the STOP of a person. @returns the id of the webhook, and its partition. */
async function stop(from: string, to = account): Promise<{ id: number; partition: number }> {
  const messages = [
    {
      from,
      id: `wamid.${from}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body: 'STOP' },
    },
  ]
  const metadata = { display_phone_number: '12125550142', phone_number_id: to.phone_number_id }
  const value = { messaging_product: 'whatsapp', metadata, messages }
  const bytes = Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: to.waba_id, changes: [{ field: 'messages', value }] }],
    }),
  )
  const { headers } = await server.http.inject({
    method: 'POST',
    url: webhookPath,
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signWebhook(bytes, sandboxSeed.app.secret),
    },
  })
  return { id: Number(headers['x-webhook-event-id']), partition: partitionOf(readBody(bytes).events[0]!) }
}
const isListed = async (phone: string) =>
  (await server.app.db.selectFrom('suppressions').select('at').where('address', '=', `+${phone}`).execute())
    .length === 1
const problemOf = async (id: number) =>
  (
    await server.app.db
      .selectFrom('webhook_events')
      .select('problem')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).problem
const waiting = async () => (await sql`select from webhook_queue`.execute(server.app.db)).rows.length

it('keeps its place in the queue while the disk of the database is full', async () => {
  const { id, partition } = await stop('919850130001')
  await refuse('53100')
  await expect(applyStored(server.app, partition)).rejects.toThrow('refused')
  expect([await problemOf(id), await waiting()]).toEqual([null, 1])
  await allow()
  expect(await applyStored(server.app, partition)).toBe(1)
  expect([await isListed('919850130001'), await waiting()]).toEqual([true, 0])
})

it('is tried again after hours where it could not be applied', async () => {
  const { id, partition } = await stop('919850130002')
  await refuse('P0001')
  expect(await applyStored(server.app, partition)).toBe(1)
  expect(await problemOf(id)).toBe('not_applied')
  await allow()
  const passed = (hours: number) =>
    sql`update webhook_events set received_at = now() - ${hours} * interval '1 hour' where id = ${id}`.execute(
      server.app.db,
    )
  await passed(80)
  await requeueFailed(server.app, 'days')
  expect(await waiting()).toBe(0)
  await passed(5)
  await requeueFailed(server.app, 'now')
  expect(await waiting()).toBe(0)
  await requeueFailed(server.app, 'days')
  expect(await applyStored(server.app, wholeWebhooks)).toBe(1)
  expect([await problemOf(id), await isListed('919850130002')]).toEqual([null, true])
})

it('waits for a node that is away, which is asked once for all, and nobody else waits', async () => {
  const other = await server.signUp()
  const theirs = await connectSeededAccount(server, other)
  const own = [1, 2, 3].map((n) => `91985013010${n}`)
  const ids = []
  for (const phone of own) ids.push((await stop(phone)).id)
  const { id } = await stop('919850130109', theirs)
  await run(`update webhook_queue set partition = ${wholeWebhooks}`)
  await run('create sequence tries')
  // As a coordinator says it.
  await run(`create or replace function refuse() returns trigger language plpgsql as $$ begin
    if new.business_id <> ${shop.businessId} then return new; end if;
    perform nextval('tries');
    raise exception 'connection to the remote node tidings@node:5432 failed' using errcode = '08006'; end $$`)
  await run('create trigger refused before insert on suppressions for each row execute function refuse()')
  expect(await applyStored(server.app, wholeWebhooks)).toBe(4)
  const { rows } = await sql<{ tries: number }>`select last_value as tries from tries`.execute(server.app.db)
  // In the set, and then by itself. On a cluster each node counts for itself.
  if (!isCluster) expect(rows).toEqual([{ tries: 2 }])
  expect(await Promise.all([...ids, id].map(problemOf))).toEqual([...ids.map(() => 'not_applied'), null])
  expect(await isListed('919850130109')).toBe(true)
  await allow()
  await run(`update webhook_events set received_at = now() - interval '1 minute'`)
  await requeueFailed(server.app, 'now')
  expect(await applyStored(server.app, wholeWebhooks)).toBe(3)
  expect(await Promise.all(own.map(isListed))).toEqual([true, true, true])
})
