import { sql } from 'kysely'
import type { Block } from '#server/features/analytics/rollups/blocks.ts'
import { countBlock } from '#server/features/analytics/rollups/keep.ts'
import type { Person, TestServer } from '../../server.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

/** Figures of what the business has, and traces of one that was wrong. */
const sourceIdOf = (businessId: number): string =>
  `00000000-0000-4000-8000-${String(businessId).padStart(12, '0')}`
const sourceOf = ({ person }: WholeBusiness): string => sourceIdOf(person.businessId)

export async function addAnalytics(
  server: TestServer,
  { businessId, userId }: Person,
  word: string,
): Promise<void> {
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select distinct business_id, 'messages', id >> 13 from messages where business_id = ${businessId}`.execute(
    server.app.db,
  )
  const { rows } = await sql<Block>`
    select distinct business_id, kind, block from analytics_marks where business_id = ${businessId}`.execute(
    server.app.db,
  )
  for (const block of rows) await countBlock(server.app, block)
  const { db } = server.app
  await sql`
    insert into conversions (business_id, key, event, at, address, source, created_at)
    values (${businessId}, ${`${word} order`}, 'purchase', now(), '+919833300078', 'api', now())`.execute(db)
  await sql`
    insert into ad_visits (business_id, inbound_id, conversation_id, address, at, source_type, source_id, headline)
    values (${businessId}, 1, 1, '+919833300078', now(), 'ad', '1', ${word})`.execute(db)
  await sql`
    insert into conversion_sources (business_id, id, name, secret_ciphertext, secret_key_id, user_id, created_at)
    values (${businessId}, ${sourceIdOf(businessId)}, ${`${word} shop`}, '', '', ${userId}, now())`.execute(
    db,
  )
  await sql`
    insert into meta_event_settings (business_id, is_on, dataset_id, token_ciphertext, token_key_id, on_since)
    values (${businessId}, false, '12345', '', '', now())`.execute(db)
  await sql`
    insert into meta_events (business_id, event_id, event, inbound_id, waba_id, at, state, due_at)
    values (${businessId}, ${word}, 'LeadSubmitted', 1, '1', now(), 'sent', now())`.execute(db)
  await sql`
    insert into attribution_settings (business_id, window_days) values (${businessId}, 7)`.execute(db)
  await sql`
    insert into analytics_drifts (business_id, kind, block, found_at, wrong_rows)
    values (${businessId}, 'messages', 0, now(), 1)`.execute(db)
  await sql`
    insert into chat_tallies (business_id, block, day, category, phone_number_id, delivered, charged, free, free_service)
    values (${businessId}, -1, '2026-10-01', 'SERVICE', ${word}, 1, 1, 0, 0)`.execute(db)
  await sql`insert into analytics_marks (business_id, kind, block) values (${businessId}, 'leads', 0)`.execute(
    db,
  )
}

const filter = (own: WholeBusiness) => ({
  campaign_id: own.sentCampaign,
  phone_number_id: own.account.phone_number_id,
})
const ids: EndpointCall['ids'] = {
  'query.campaign_id': (of) => of.sentCampaign,
  'query.phone_number_id': (of) => of.account.phone_number_id,
}

/** The calls of analytics. */
export const analyticsCalls: Record<string, EndpointCall> = {
  'analytics.get': { own: (own) => ({ query: filter(own) }), ids, finds: 'nothing' },
  'analytics.exportCsv': {
    own: (own) => ({ query: { ...filter(own), card: 'templates' } }),
    ids,
    finds: 'nothing',
    mute: true,
  },
  'analytics.campaignCost': {
    own: (own) => ({ params: { id: own.sentCampaign } }),
    ids: { 'params.id': (of) => of.sentCampaign },
    mute: true,
  },
  'conversions.list': { own: () => ({}) },
  'conversions.record': {
    own: (own) => ({ body: { key: `${own.word} sale`, event: 'purchase', lead_id: own.leads[0]! } }),
    ids: { 'body.lead_id': (of) => of.leads[0]! },
  },
  'conversions.importCsv': {
    own: ({ word }) => ({ body: { csv: `key,event,phone\n${word} file,purchase,+919833300078\n` } }),
  },
  'conversionSources.add': {
    own: () => ({ body: { name: 'Our shop', current_password: 'correct horse' } }),
    slow: true,
  },
  'conversionSources.remove': {
    own: (own) => ({ params: { id: sourceOf(own) } }),
    ids: { 'params.id': sourceOf },
    once: true,
  },
  'metaEvents.save': { own: () => ({ body: { on: false } }) },
  'conversions.saveExchangeRate': { own: () => ({ body: { from: 'USD', to: 'INR', rate: 84.5 } }) },
  'conversions.saveSettings': { own: () => ({ body: { window_days: 7 } }) },
}
