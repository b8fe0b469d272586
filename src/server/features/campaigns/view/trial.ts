import { wilson } from '#contract/analytics/wilson.ts'
import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { Trial } from '#contract/campaigns/trials.ts'
import type { App } from '#server/app.ts'
import { readStored } from '#server/stored-text/read-text.ts'
import { type VariantFigures, variantFigures } from '../model/variant-figures.ts'
import { limitsOf } from '../trial/bounds.ts'
import { comparedMinutes, findTrial, type StoredTrial } from '../trial/trials.ts'
import { verdictOf } from '../trial/verdict.ts'

/** A campaign's pilot or A/B test, its versions side by side, counted at this moment. */
export async function trialOf(
  app: App,
  businessId: number,
  id: number,
  outcomes: Outcomes,
): Promise<Trial | null> {
  const trial = await findTrial(app, businessId, id)
  if (!trial) return null
  // One after the other: they are read in a transaction, which has one connection.
  const figures =
    trial.last_id === null
      ? []
      : await variantFigures(app, businessId, id, trial.last_id, comparedMinutes(trial))
  const titles = await titlesOf(app, businessId, trial)
  const decidedBy = await nameOf(app, businessId, trial.decided_by)
  const inPart = figures.reduce((sum, { queued }) => sum + queued, 0)
  return {
    kind: trial.kind,
    people: trial.people,
    percent: trial.percent,
    measure: trial.measure,
    after_minutes: trial.after_minutes,
    decide: trial.decide,
    min_rate: trial.min_rate,
    max_failed: trial.max_failed,
    max_blocked: trial.max_blocked,
    max_opted_out: trial.max_opted_out,
    limits: limitsOf(trial, figures[0]),
    stage: trial.stage,
    rest: Math.max(0, outcomes.queued - inPart),
    decide_at: trial.decide_at?.toISOString() ?? null,
    rest_at: trial.rest_at?.toISOString() ?? null,
    decided_at: trial.decided_at?.toISOString() ?? null,
    decided_by: decidedBy,
    winner: trial.winner,
    variants: trial.variants.map(({ variant, template_id, later_minutes, stop_reason, stopped_at }) => ({
      ...withRate(figures.find((one) => one.variant === variant) ?? { ...nothing, variant }, trial.measure),
      template_id,
      template: titles.get(template_id) ?? '',
      later_minutes,
      stopped: stopped_at ? readStored(stop_reason) : null,
    })),
    ...verdictOf(figures, trial.measure),
  }
}

const nothing: Omit<VariantFigures, 'variant'> = {
  people: 0,
  queued: 0,
  waiting: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  blocked: 0,
  opted_out: 0,
  clicked: 0,
  replied: 0,
  converted: 0,
}

function withRate({ queued: _, ...figures }: VariantFigures, measure: Trial['measure']) {
  const hits = Math.min(figures[measure], figures.sent)
  const range = wilson(hits, figures.sent)
  return {
    ...figures,
    rate: figures.sent > 0 ? hits / figures.sent : null,
    low: range?.low ?? null,
    high: range?.high ?? null,
  }
}

async function titlesOf(
  app: App,
  businessId: number,
  { variants }: StoredTrial,
): Promise<Map<number, string>> {
  const rows = await app.db
    .selectFrom('templates')
    .select(['id', 'title'])
    .where('business_id', '=', businessId)
    .where(
      'id',
      'in',
      variants.map(({ template_id }) => template_id),
    )
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

async function nameOf(app: App, businessId: number, userId: number | null): Promise<string | null> {
  if (userId === null) return null
  const row = await app.db
    .selectFrom('users')
    .select('name')
    .where('business_id', '=', businessId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? null
}
