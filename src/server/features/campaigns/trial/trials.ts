import { sql } from 'kysely'
import {
  type TrialInput,
  type TrialMeasure,
  type TrialStage,
  trialBounds,
} from '#contract/campaigns/trials.ts'
import type { App } from '#server/app.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import type { Draft } from '../plan/draft.ts'
import { readStoredDraft, type StoredDraft, withVersions } from '../plan/draft.ts'

export type StoredVariant = {
  variant: number
  template_id: number
  content_id: number | null
  mapping: unknown
  custom_message: string | null
  /** After the campaign's start. */
  later_minutes: number
  stopped_at: Date | null
  stop_reason: StoredText | null
}

export type StoredTrial = {
  kind: 'pilot' | 'test'
  people: number | null
  percent: number | null
  measure: TrialMeasure
  after_minutes: number
  decide: 'owner' | 'bounds' | 'clear' | 'best'
  min_rate: number | null
  max_failed: number | null
  max_blocked: number | null
  max_opted_out: number | null
  stage: TrialStage
  last_id: number | null
  decide_at: Date | null
  rest_at: Date | null
  decided_at: Date | null
  decided_by: number | null
  winner: number | null
  variants: StoredVariant[]
}

/** A campaign's pilot or A/B test with its versions, the campaign's own first. */
export async function findTrial(app: App, businessId: number, id: number): Promise<StoredTrial | undefined> {
  const trial = await app.db
    .selectFrom('campaign_trials')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .executeTakeFirst()
  if (!trial) return undefined
  const variants = await app.db
    .selectFrom('campaign_variants')
    .select([
      'variant',
      'template_id',
      'content_id',
      'mapping',
      'custom_message',
      'later_minutes',
      'stopped_at',
      'stop_reason',
    ])
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .orderBy('variant')
    .execute()
  return { ...trial, variants } as StoredTrial
}

/** Keeps what the owner wants tried, in place of what was wanted before. Nothing of the campaign is planned yet. */
export async function saveTrial(
  tx: App,
  businessId: number,
  id: number,
  { trial, draft }: { trial: TrialInput | null | undefined; draft: Draft },
): Promise<void> {
  await tx.db
    .deleteFrom('campaign_trials')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .execute()
  if (!trial) return
  await tx.db
    .insertInto('campaign_trials')
    .values({
      business_id: businessId,
      campaign_id: id,
      kind: trial.kind,
      people: trial.kind === 'pilot' ? (trial.people ?? null) : null,
      percent: trial.percent ?? null,
      measure: trial.measure,
      after_minutes: trial.after_minutes,
      decide: trial.decide,
      ...Object.fromEntries(
        trialBounds.map((bound) => [
          bound,
          trial.kind === 'pilot' && trial.decide === 'bounds' ? (trial[bound] ?? null) : null,
        ]),
      ),
      stage: 'planned',
    })
    .execute()
  await tx.db
    .insertInto('campaign_variants')
    .values(
      [draft, ...draft.versions].map(({ sendable, mapping, customMessage }, index) => ({
        business_id: businessId,
        campaign_id: id,
        variant: index + 1,
        template_id: sendable.template_id!,
        mapping: JSON.stringify(mapping),
        custom_message: customMessage,
        later_minutes: (trial.kind === 'test' && trial.variants[index - 1]?.later_minutes) || 0,
      })),
    )
    .execute()
}

/** A campaign as it is to be sent, with all versions of its A/B test. @throws AppError `not_found` for a template. */
export async function readStoredVersions(
  app: App,
  businessId: number,
  stored: StoredDraft,
  trial: StoredTrial | undefined,
): Promise<Draft> {
  const own = await readStoredDraft(app, businessId, stored)
  const others: Draft[] = []
  for (const { template_id, mapping, custom_message } of trial?.variants.slice(1) ?? [])
    others.push(await readStoredDraft(app, businessId, { ...stored, template_id, mapping, custom_message }))
  return withVersions(own, others)
}

/** Moves a trial to a stage from one of these. @returns whether it was in one. */
export async function moveTrial(
  tx: App,
  businessId: number,
  id: number,
  from: readonly TrialStage[],
  to: { stage: TrialStage } & Partial<{
    last_id: number | null
    measured_from: Date
    decide_at: Date | null
    rest_at: Date | null
    decided_at: Date
    decided_by: number | null
    winner: number | null
  }>,
): Promise<boolean> {
  const moved = await tx.db
    .updateTable('campaign_trials')
    .set(to)
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .where('stage', 'in', [...from])
    .returning('stage')
    .executeTakeFirst()
  return moved !== undefined
}

/** Whether its versions differ in their time. */
export const isOfTimes = ({ variants }: Pick<StoredTrial, 'variants'>): boolean =>
  variants.some(({ later_minutes }) => later_minutes > 0)

/** Versions that leave at different times are compared by what people did within the same time of their message. */
export const comparedMinutes = (trial: StoredTrial): number | null =>
  isOfTimes(trial) ? trial.after_minutes : null

/** Of campaigns `c`: whether their A/B test has begun and is not decided: then no single template is the campaign's. */
export const hasOpenTest = (businessId: number) => sql<boolean>`(c.planned_at is not null and exists (
  select 1 from campaign_trials ct where ct.business_id = ${businessId} and ct.campaign_id = c.id
    and ct.kind = 'test' and ct.stage <> 'over'))`

/** The campaign is done or cancelled: nothing is left to decide. */
export async function endTrial(tx: App, businessId: number, id: number): Promise<void> {
  await moveTrial(tx, businessId, id, ['planned', 'sending', 'measuring', 'asking'], { stage: 'over' })
}
