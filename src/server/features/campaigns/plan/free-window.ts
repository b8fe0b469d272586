import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { campaignMessages } from '../model/rows.ts'
import { type AudienceRules, prefixSql } from './audience.ts'
import type { Prefixes } from './cost/cost.ts'
import { countAt } from './count-audience.ts'

/** A person who wrote from an ad and was answered within a day costs nothing for three days from that answer on. */
const answerHours = 24
const freeHours = 72

/** The addresses of people to whom WhatsApp charges nothing at a time. */
async function freeAddresses(app: App, businessId: number, at: Date): Promise<string[]> {
  const since = new Date(at.getTime() - (answerHours + freeHours) * 3600_000)
  const { rows } = await sql<{ address: string }>`
    select distinct v.address from ad_visits v
    cross join lateral (
      select min(s.at) as at from conversation_sends s
      where s.business_id = v.business_id and ${onNodeOf(businessId, 's.business_id')}
        and s.conversation_id = v.conversation_id and s.at >= v.at and s.at <= v.at + make_interval(hours => ${sql.lit(answerHours)})
    ) answer
    where v.business_id = ${businessId} and v.source_type = 'ad' and v.at > ${since}
      and answer.at + make_interval(hours => ${sql.lit(freeHours)}) > ${at}`.execute(app.db)
  return rows.map(({ address }) => address)
}

/** How many of an audience WhatsApp charges nothing for at a time, by how their numbers begin. */
export async function freeAt(
  app: App,
  businessId: number,
  rules: AudienceRules,
  start: Date,
): Promise<Prefixes> {
  const addresses = await freeAddresses(app, businessId, start)
  if (addresses.length === 0) return []
  return await countAt(app, businessId, rules, addresses)
}

/** The same of the people that a campaign was just planned for. */
export async function freeOfPlanned(app: App, businessId: number, campaignId: number): Promise<Prefixes> {
  const addresses = await freeAddresses(app, businessId, app.now())
  if (addresses.length === 0) return []
  return await campaignMessages(app.db, businessId, campaignId)
    .select([prefixSql('m.recipient_phone').as('prefix'), sql<number>`count(*)::int`.as('count')])
    .where('m.status', '=', 'queued')
    .where(sql<boolean>`m.recipient_phone = any(${addresses}::text[])`)
    .groupBy('prefix')
    .execute()
}
