import { sql } from 'kysely'
import { hooks } from '#contract/api/hooks.ts'
import type { Person, TestServer } from '../../server.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

/** Addresses that get the events of a business, one of them to be removed, and calls that ended. */
export type BusinessIntegrations = {
  hook: string
  spareHook: string
  delivery: number
  spareDelivery: number
}

const newHook = (word: string) => ({
  url: `https://${word.toLowerCase()}.example.com/events`,
  events: ['lead.opted_in' as const],
  name: `${word} hook`,
  current_password: 'correct horse',
})

export async function addIntegrations(
  server: TestServer,
  { token, businessId }: Person,
  word: string,
): Promise<BusinessIntegrations> {
  const add = async () => (await server.call(hooks.add, { token, body: newHook(word) })).body.hook.id
  const [hook, spareHook] = [await add(), await add()]
  const call = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into hook_deliveries (business_id, endpoint_id, kind, items, state, attempts, created_at, status, fault)
      values (${businessId}, ${hook}, 'test', '[]', 'failed', 8, now(), 500, 'status') returning id`.execute(
      server.app.db,
    )
    return rows[0]!.id
  }
  await sql`insert into hook_events (business_id, kind, subject, at)
    values (${businessId}, 'lead.opted_in', '1', now())`.execute(server.app.db)
  return { hook, spareHook, delivery: await call(), spareDelivery: await call() }
}

const hook = (of: WholeBusiness) => of.integrations.hook
const delivery = (of: WholeBusiness) => of.integrations.delivery
const spareDelivery = (of: WholeBusiness) => of.integrations.spareDelivery

/** The calls of outgoing webhooks. */
export const integrationCalls: Record<string, EndpointCall> = {
  'hooks.list': { own: () => ({}) },
  'hooks.add': { own: (own) => ({ body: newHook(own.word) }) },
  'hooks.samples': { own: () => ({}) },
  'hooks.change': {
    own: (own) => ({ params: { id: hook(own) }, body: { name: `${own.word} events` } }),
    ids: { 'params.id': hook },
  },
  'hooks.rotate': {
    own: (own) => ({ params: { id: hook(own) }, body: { current_password: 'correct horse' } }),
    ids: { 'params.id': hook },
  },
  'hooks.test': { own: (own) => ({ params: { id: hook(own) } }), ids: { 'params.id': hook } },
  'hooks.deliveries': {
    own: (own) => ({ params: { id: hook(own) } }),
    ids: { 'params.id': hook },
    mute: true,
  },
  'hooks.delivery': {
    own: (own) => ({ params: { id: hook(own), delivery_id: delivery(own) } }),
    ids: { 'params.id': hook, 'params.delivery_id': delivery },
    mute: true,
  },
  'hooks.replay': {
    own: (own) => ({ params: { id: hook(own), delivery_id: spareDelivery(own) } }),
    ids: { 'params.id': hook, 'params.delivery_id': spareDelivery },
    once: true,
  },
  'hooks.replayFailed': { own: (own) => ({ params: { id: hook(own) } }), ids: { 'params.id': hook } },
  'hooks.remove': {
    own: (own) => ({ params: { id: own.integrations.spareHook } }),
    ids: { 'params.id': (of: WholeBusiness) => of.integrations.spareHook },
  },
}
