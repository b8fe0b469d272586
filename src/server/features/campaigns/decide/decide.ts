import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { requireStaying } from '#server/features/accounts/accounts.ts'
import { partSentCode, releaseRest } from '#server/features/messages/messages.ts'
import { getSendable } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { type StoredText, storedClock, textOf } from '#server/stored-text/stored-text.ts'
import { lockCampaign, move, record } from '../model/history.ts'
import { decideTrialJob } from '../model/job-names.ts'
import { variantFigures } from '../model/variant-figures.ts'
import { resumeCampaign } from '../run/control.ts'
import { fitQueued, followTemplate, lockForVersion, waitForVariables } from '../run/new-version.ts'
import { missedText } from '../trial/bounds.ts'
import { variantLetter } from '../trial/stop-variant.ts'
import { comparedMinutes, findTrial, isOfTimes, moveTrial, type StoredTrial } from '../trial/trials.ts'
import { verdictOf } from '../trial/verdict.ts'
import { type Asked, goOnOrAsk } from './outcome.ts'

/**
 * The part of a campaign has left. What people do is looked at after the time the owner set, or the owner decides.
 * A second call finds another stage and does nothing.
 */
export async function measureTrial(app: App, businessId: number, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    await lockCampaign(tx, businessId, id)
    const trial = await findTrial(tx, businessId, id)
    if (trial?.stage !== 'sending' || !(await isPartSent(tx, businessId, id))) return
    if (trial.variants.some(({ stopped_at }) => stopped_at))
      return await ask(tx, businessId, id, { ask: 'stopped' })
    if (trial.decide === 'owner') return await ask(tx, businessId, id, { ask: 'owner' })
    const now = tx.now()
    const decideAt = new Date(now.getTime() + trial.after_minutes * 60_000)
    await moveTrial(tx, businessId, id, ['sending'], {
      stage: 'measuring',
      measured_from: now,
      decide_at: decideAt,
    })
    const { timezone } = await getCampaignRow(tx, businessId, id)
    const text = textOf('campaigns.trial.measuring', { date: storedClock(timezone).start(decideAt) })
    await record(tx, businessId, id, { kind: 'waited', text, code: 'trial_measuring' })
    await enqueueDecision(tx, businessId, id, decideAt)
  })
}

/** The time for looking is over: the rest goes, or the owner is asked. A paused campaign waits until it is resumed. */
export async function decideTrial(app: App, businessId: number, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    await lockCampaign(tx, businessId, id)
    const trial = await findTrial(tx, businessId, id)
    const { status } = await getCampaignRow(tx, businessId, id)
    if (trial?.stage === 'over' && trial.rest_at && status === 'Running')
      return await releaseAtTime(tx, businessId, id, trial.rest_at)
    const isDue = trial?.decide_at && trial.decide_at.getTime() <= tx.now().getTime() + 1000
    if (trial?.stage !== 'measuring' || !isDue || status !== 'Running') return
    const figures = trial.last_id
      ? await variantFigures(tx, businessId, id, trial.last_id, comparedMinutes(trial))
      : []
    const outcome = goOnOrAsk(trial, figures)
    if ('ask' in outcome) return await ask(tx, businessId, id, outcome)
    if (await problemWith(tx, businessId, trial, outcome.winner))
      return await ask(tx, businessId, id, { ask: 'stopped' })
    await goOn(tx, { businessId, id, trial, winner: outcome.winner })
  })
}

/**
 * The owner's word: the rest goes, with this version of an A/B test, or the one that is ahead.
 * @throws AppError `conflict` where nothing is to be decided, `rule_broken` for a version that cannot be sent.
 */
export async function decideByOwner(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  chosen: number | null | undefined,
): Promise<void> {
  await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    await lockCampaign(tx, businessId, id)
    const { status } = await getCampaignRow(tx, businessId, id)
    const trial = await findTrial(tx, businessId, id)
    const isOpen = trial?.stage === 'measuring' || trial?.stage === 'asking'
    if (!trial || !isOpen || (status !== 'Running' && status !== 'Paused'))
      throw new AppError('conflict', t('campaigns.trial.nothingToDecide'))
    const winner = chosen ?? (await leaderOf(tx, businessId, id, trial))
    if (!winner || !trial.variants.some(({ variant }) => variant === winner))
      throw new AppError('rule_broken', t('campaigns.trial.choose'), {
        fields: { variant: t('campaigns.trial.choose') },
      })
    const problem = await problemWith(tx, businessId, trial, winner)
    if (problem)
      throw new AppError('rule_broken', readText(problem), { fields: { variant: readText(problem) } })
    await goOn(tx, { businessId, id, trial, winner, userId })
  })
}

/**
 * Resumes a campaign. One whose pilot waits for its owner goes on to the rest; one whose A/B test does needs a version.
 */
export async function resumeWithTrial(app: App, caller: Caller, id: number): Promise<void> {
  const trial = await findTrial(app, caller.businessId, id)
  if (trial?.stage === 'asking') {
    if (trial.kind === 'pilot') return await decideByOwner(app, caller, id, 1)
    throw new AppError('conflict', t('campaigns.trial.choose'))
  }
  await resumeCampaign(app, caller, id)
  // Its time came while it was paused.
  const time = trial?.stage === 'measuring' ? trial.decide_at : trial?.stage === 'over' ? trial.rest_at : null
  if (time && time <= app.now()) await enqueueDecision(app, caller.businessId, id, app.now())
}

async function leaderOf(tx: App, businessId: number, id: number, trial: StoredTrial): Promise<number | null> {
  if (trial.kind === 'pilot') return 1
  if (!trial.last_id) return null
  const figures = await variantFigures(tx, businessId, id, trial.last_id, comparedMinutes(trial))
  return verdictOf(figures, trial.measure).leader
}

/** Why a version cannot be sent to the rest; null where it can. */
async function problemWith(
  tx: App,
  businessId: number,
  trial: StoredTrial,
  winner: number,
): Promise<StoredText | null> {
  const variant = trial.variants.find((one) => one.variant === winner)
  if (!variant) return textOf('campaigns.trial.choose')
  if (variant.stopped_at) return variant.stop_reason
  return (await getSendable(tx, businessId, variant.template_id)).problem
}

async function goOn(
  tx: App,
  {
    businessId,
    id,
    trial,
    winner,
    userId,
  }: { businessId: number; id: number; trial: StoredTrial; winner: number; userId?: number | undefined },
): Promise<void> {
  const restAt = isOfTimes(trial) ? await nextTimeOf(tx, businessId, id, trial, winner) : null
  const decided = await moveTrial(tx, businessId, id, ['measuring', 'asking'], {
    stage: 'over',
    winner: trial.kind === 'test' ? winner : null,
    decided_at: tx.now(),
    decided_by: userId ?? null,
    rest_at: restAt,
  })
  if (!decided) return
  const variant = trial.variants.find((one) => one.variant === winner)
  if (trial.kind === 'test' && winner !== 1 && variant?.content_id) {
    await tx.db
      .updateTable('campaigns')
      .set({
        template_id: variant.template_id,
        content_id: variant.content_id,
        mapping: JSON.stringify(variant.mapping),
        custom_message: variant.custom_message,
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  }
  if (restAt) await enqueueDecision(tx, businessId, id, restAt)
  else await releaseRest(tx, businessId, id)
  const { timezone } = await getCampaignRow(tx, businessId, id)
  const variantName = variantLetter(winner)
  const text = restAt
    ? textOf('campaigns.trial.goesAt', { variant: variantName, date: storedClock(timezone).start(restAt) })
    : trial.kind === 'test'
      ? textOf('campaigns.trial.goesOnWith', { variant: variantName })
      : textOf('campaigns.trial.goesOn')
  const happening = { kind: 'resumed' as const, text, userId }
  if (!(await move(tx, businessId, id, 'Running', happening, { from: ['Paused'] })))
    await record(tx, businessId, id, happening)
  const campaign = await lockForVersion(tx, businessId, id)
  if (!campaign) return
  if (trial.kind === 'test') await fitQueued(tx, campaign)
  if ((await followTemplate(tx, campaign)) === 'asks') await waitForVariables(tx, businessId, id)
}

/** When a clock shows the time of day again at which the winner's people got it. */
async function nextTimeOf(
  tx: App,
  businessId: number,
  id: number,
  { variants }: StoredTrial,
  winner: number,
): Promise<Date> {
  const later = variants.find(({ variant }) => variant === winner)?.later_minutes ?? 0
  const { rows } = await sql<{ at: Date }>`
    select d.at from campaigns c
    cross join lateral (select (c.started_at + make_interval(mins => ${later})) at time zone c.timezone as first) f
    cross join lateral (
      select (f.first + n * interval '1 day') at time zone c.timezone as at
      -- The days until now are passed over, however long the owner took.
      from generate_series(0, greatest(0, ${tx.now()}::timestamptz::date - f.first::date) + 2) n) d
    where c.business_id = ${businessId} and c.id = ${id} and d.at > ${tx.now()}::timestamptz
    order by d.at limit 1`.execute(tx.db)
  return rows[0]?.at ?? tx.now()
}

/** The time of day that won has come. */
async function releaseAtTime(tx: App, businessId: number, id: number, at: Date): Promise<void> {
  if (at.getTime() > tx.now().getTime() + 1000) return
  if (await releaseRest(tx, businessId, id))
    await record(tx, businessId, id, { kind: 'resumed', text: textOf('campaigns.trial.goesNow') })
}

/** The campaign waits for its owner; one that the owner paused keeps waiting, for this. */
async function ask(tx: App, businessId: number, id: number, asked: Asked): Promise<void> {
  if (!(await moveTrial(tx, businessId, id, ['sending', 'measuring'], { stage: 'asking' }))) return
  const code = `trial_${asked.ask}`
  const reason = asked.ask === 'bounds' ? missedText(asked) : textOf(`campaigns.trial.asks.${asked.ask}`)
  const happening = { kind: 'waited' as const, text: reason, code }
  if (await move(tx, businessId, id, 'Paused', happening, { from: ['Running'], reason, code })) return
  await tx.db
    .updateTable('campaigns')
    .set({ status_code: code, status_reason: JSON.stringify(reason) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'Paused')
    .execute()
  await record(tx, businessId, id, happening)
}

async function isPartSent(tx: App, businessId: number, id: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('dispatches')
    .select('campaign_id')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .where('part_sent_at', 'is not', null)
    .where('hold_code', '=', partSentCode)
    .executeTakeFirst()
  return row !== undefined
}

async function getCampaignRow(tx: App, businessId: number, id: number) {
  const row = await tx.db
    .selectFrom('campaigns')
    .select(['status', 'timezone'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('campaign')
  return row
}

async function enqueueDecision(tx: App, businessId: number, id: number, at: Date): Promise<void> {
  await tx.enqueue(decideTrialJob, { business_id: businessId, campaign_id: id }, { startAfter: at })
}

/** Work that is this late has lost its job. */
const overdueSeconds = 45

/** Finds what lost jobs left behind: parts that were sent and not noticed, and decisions that are due. */
export async function sweepTrials(app: App): Promise<void> {
  const overdue = new Date(app.now().getTime() - overdueSeconds * 1000)
  const sent = await app.db
    .selectFrom('campaign_trials as t')
    .innerJoin('dispatches as d', (join) =>
      join.onRef('d.business_id', '=', 't.business_id').onRef('d.campaign_id', '=', 't.campaign_id'),
    )
    .select(['t.business_id', 't.campaign_id'])
    .where('t.stage', '=', 'sending')
    .where('d.part_sent_at', '<', overdue)
    .limit(100)
    .execute()
  for (const { business_id, campaign_id } of sent) await measureTrial(app, business_id, campaign_id)
  const due = await app.db
    .selectFrom('campaign_trials as t')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 't.business_id').onRef('c.id', '=', 't.campaign_id'),
    )
    .select(['t.business_id', 't.campaign_id'])
    .where('t.stage', '=', 'measuring')
    .where(sql<boolean>`t.decide_at < ${overdue}`)
    .where('c.status', '=', 'Running')
    .limit(100)
    .execute()
  for (const { business_id, campaign_id } of due) await decideTrial(app, business_id, campaign_id)
  const rests = await app.db
    .selectFrom('campaign_trials as t')
    .innerJoin('dispatches as d', (join) =>
      join.onRef('d.business_id', '=', 't.business_id').onRef('d.campaign_id', '=', 't.campaign_id'),
    )
    .select(['t.business_id', 't.campaign_id'])
    .where('t.stage', '=', 'over')
    .where(sql<boolean>`t.rest_at < ${overdue}`)
    .where('d.part_sent_at', 'is not', null)
    .limit(100)
    .execute()
  for (const { business_id, campaign_id } of rests) await decideTrial(app, business_id, campaign_id)
}
