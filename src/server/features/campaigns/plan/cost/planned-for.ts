import type { Forecast } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { businessDay } from '#server/features/accounts/accounts.ts'
import { type CostAmount, forecastOf, type Prefixes } from './cost.ts'

/**
 * What a campaign was to cost when it started: later prices, volumes and templates do not change it. `category`: absent
 * where it started before that was kept.
 */
export type KeptForecast = { cost: CostAmount; lines: Forecast['lines']; category?: string }

export type Planned = {
  category: string
  day: string
  startedAt: Date
  prefixes: Prefixes
  free: Prefixes
  /** Null for campaigns that started before it was kept. */
  forecast: KeptForecast | null
}

/**
 * Whom a campaign was planned for at its start: how their numbers begin, and by what its messages are priced. `free`: of
 * these people, those to whom WhatsApp charged nothing then.
 */
export async function plannedFor(app: App, businessId: number, campaignId: number): Promise<Planned | null> {
  const row = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('message_contents as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.content_id'),
    )
    .select(['c.prefixes', 'c.free_prefixes', 'c.forecast', 'c.started_at', 'm.category'])
    .where('c.business_id', '=', businessId)
    .where('c.id', '=', campaignId)
    .executeTakeFirst()
  if (!row?.started_at) return null
  const forecast = row.forecast as unknown as KeptForecast | null
  return {
    // After an A/B test the content is what the rest got.
    category: forecast?.category ?? row.category,
    day: await businessDay(app, businessId, row.started_at),
    startedAt: row.started_at,
    prefixes: (row.prefixes ?? []) as unknown as Prefixes,
    free: (row.free_prefixes ?? []) as unknown as Prefixes,
    forecast,
  }
}

/** Keeps what a campaign that starts is to cost, as it is shown before the start. */
export async function keepForecast(tx: App, businessId: number, campaignId: number): Promise<void> {
  const planned = await plannedFor(tx, businessId, campaignId)
  if (!planned) return
  const { category, prefixes, startedAt, free } = planned
  const { cost, forecast } = await forecastOf(tx, businessId, category, prefixes, startedAt, free)
  const kept: KeptForecast = { cost, lines: forecast.lines, category }
  await tx.db
    .updateTable('campaigns')
    .set({ forecast: JSON.stringify(kept) })
    .where('business_id', '=', businessId)
    .where('id', '=', campaignId)
    .execute()
}
