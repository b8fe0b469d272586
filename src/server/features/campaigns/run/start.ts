import { type RawBuilder, sql } from 'kysely'
import { SkipReason } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { lockMarketing, planMessages, wakeLane } from '#server/features/messages/messages.ts'
import { findSenderOrReason } from '#server/features/onboarding/onboarding.ts'
import { templateInReviewCode } from '#server/features/templates/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { type StoredText, storedClock, textOf } from '#server/stored-text/stored-text.ts'
import {
  isTooLate,
  latenessLimitHours,
  numberStoppedCode,
  templateStoppedCode,
} from '../model/campaign-status.ts'
import { move } from '../model/history.ts'
import { campaignMessages, undeliveredMessages } from '../model/rows.ts'
import { audienceRows, prefixSql } from '../plan/audience.ts'
import { dueSql, peopleClockOf, type TheirClock, zoneStarts } from '../plan/clocks/clocks.ts'
import { keepForecast } from '../plan/cost/planned-for.ts'
import { type Draft, problemOf } from '../plan/draft.ts'
import { freeOfPlanned } from '../plan/free-window.ts'
import { createVersions, partRows } from '../trial/part-rows.ts'
import { variantLetter } from '../trial/stop-variant.ts'
import { findTrial, moveTrial, readStoredVersions, type StoredTrial } from '../trial/trials.ts'
import { followTemplate, lockForVersion, waitForVariables } from './new-version.ts'
import { recordWaitAtStart } from './waits.ts'

/** Writing a million rows takes longer than any statement that a person waits for. */
const planningTimeout = '15min'

type DueCampaign = NonNullable<Awaited<ReturnType<typeof findDue>>>

/**
 * Starts a campaign whose time has come: the audience is drawn and stands in the outbox in the same transaction that
 * makes it Running. Called twice, it does nothing the second time. What is in the way pauses it, with the reason.
 */
export async function startCampaign(app: App, businessId: number, campaignId: number): Promise<void> {
  if (!(await followBeforeStart(app, businessId, campaignId))) return
  const campaign = await findDue(app, businessId, campaignId)
  if (!campaign) return
  if (isTooLate(campaign.scheduled_at, app.now())) return await askOwner(app, campaign)
  const found = await findHold(app, campaign)
  if ('reason' in found) return await hold(app, campaign, found.code, found.reason)
  await app.transaction(async (tx) => {
    // Taking the row first makes a second start, a pause or a cancel wait for this one.
    if (!(await lockDue(tx, campaign))) return
    await sql`set local statement_timeout = ${sql.lit(planningTimeout)}`.execute(tx.db)
    await plan(tx, campaign, found.draft, found.trial)
  })
  // The lane may have ended while a million people were counted, before it could see them.
  await wakeLane(app, businessId, campaign.phone_number_id)
}

/**
 * What goes out is what the template says now. Where only the owner can know what fills its new variables, the campaign
 * waits.
 * @returns whether it may start.
 */
async function followBeforeStart(app: App, businessId: number, campaignId: number): Promise<boolean> {
  if (!(await findDue(app, businessId, campaignId))) return false
  return await app.transaction(async (tx) => {
    const campaign = await lockForVersion(tx, businessId, campaignId)
    if (!campaign || (await followTemplate(tx, campaign)) !== 'asks') return campaign !== undefined
    await waitForVariables(tx, businessId, campaignId)
    return false
  })
}

async function findDue(app: App, businessId: number, campaignId: number) {
  return await app.db
    .selectFrom('campaigns')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', campaignId)
    .where('status', '=', 'Scheduled')
    // By the clock that its job is started by: with another one that is late it would be sent away, and be late itself.
    .where('scheduled_at', '<=', sql<Date>`now() + interval '1 second'`)
    // That second must not be taken from the time in which the start can be undone.
    .where((campaign) =>
      campaign.or([campaign('undo_until', 'is', null), campaign('undo_until', '<=', sql<Date>`now()`)]),
    )
    .executeTakeFirst()
}

/** Takes the campaign's row, unless it was moved or edited since it was read. */
async function lockDue(tx: App, { business_id, id, revision }: DueCampaign): Promise<boolean> {
  const row = await tx.db
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('status', '=', 'Scheduled')
    .where('revision', '=', revision)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function askOwner(app: App, campaign: DueCampaign): Promise<void> {
  const date = storedClock(campaign.timezone).start(campaign.scheduled_at)
  await hold(app, campaign, 'late', textOf('campaigns.reason.late', { date, hours: latenessLimitHours }))
}

async function hold(
  app: App,
  { business_id, id }: DueCampaign,
  code: string,
  reason: StoredText,
): Promise<void> {
  await app.transaction((tx) =>
    move(
      tx,
      business_id,
      id,
      'Paused',
      { kind: 'waited', text: reason, code },
      { from: ['Scheduled'], reason, code },
    ),
  )
}

type Hold = { code: string; reason: StoredText }
type Startable = { draft: Draft; trial: StoredTrial | undefined }

/** What has come in the way since it was scheduled: the template, the number, a variable. */
async function findHold(app: App, campaign: DueCampaign): Promise<Hold | Startable> {
  const { business_id, phone_number_id } = campaign
  const found = await findSenderOrReason(app, business_id, phone_number_id)
  if ('reason' in found) return { code: numberStoppedCode, reason: found.reason }
  const trial = await findTrial(app, business_id, campaign.id)
  let draft: Draft
  try {
    draft = await readStoredVersions(app, business_id, campaign, trial)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    return { code: 'template', reason: textOf('app.notFound.template') }
  }
  for (const [index, version] of [draft, ...draft.versions].entries()) {
    const stop = holdOf(version)
    if (!stop || trial?.kind !== 'test') {
      if (stop) return stop
      continue
    }
    const of = textOf('campaigns.trial.versionHolds', { variant: variantLetter(index + 1) })
    return { code: stop.code, reason: [of, stop.reason] }
  }
  return { draft, trial }
}

function holdOf(version: Draft): Hold | undefined {
  const problem = problemOf(version)
  if (!problem) return undefined
  const { status } = version.sendable
  if (status === 'PENDING') return { code: templateInReviewCode, reason: textOf('campaigns.reason.inReview') }
  return { code: version.sendable.problem ? templateStoppedCode : 'template', reason: problem.reason }
}

async function plan(
  tx: App,
  campaign: DueCampaign,
  draft: Draft,
  trial: StoredTrial | undefined,
): Promise<void> {
  const { business_id, id, phone_number_id } = campaign
  const target = { businessId: business_id, campaignId: id, contentId: campaign.content_id }
  const versions = trial && (await createVersions(tx, target, draft, trial, campaign.count_clicks))
  // What another plan of this moment takes of people's limit must be seen.
  if (draft.rules.isMarketing) await lockMarketing(tx, business_id)
  const clock = theirClockOf(campaign)
  const starts =
    clock && (await zoneStarts(tx, await willReceive(tx, business_id, draft.rules), clock, tx.now()))
  const due = (address: RawBuilder<unknown>) =>
    clock && starts ? dueSql(starts, clock, address) : sql<Date | null>`null::timestamptz`
  const { added, partId } = await planMessages(tx, {
    ...target,
    phoneNumberId: phone_number_id,
    recipients:
      trial && versions
        ? partRows(tx, target, draft, trial, versions, due(sql`address`))
        : recipientRows(tx, business_id, draft, due(sql`coalesce(phone, bsuid)`)),
    versions,
    clock: clock && starts && peopleClockOf(starts, clock),
  })
  if (trial) await moveTrial(tx, business_id, id, ['planned'], { stage: 'sending', last_id: partId })
  const counts = await countPlanned(tx, business_id, id, added)
  await tx.db
    .updateTable('campaigns')
    .set({
      started_at: sql`coalesce(started_at, ${tx.now()})`,
      planned_at: tx.now(),
      prefixes: plannedPrefixes(tx, business_id, id),
      free_prefixes: JSON.stringify(await freeOfPlanned(tx, business_id, id)),
    })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
  await keepForecast(tx, business_id, id)
  if (counts.queued === 0) {
    const reason = nobodyReason(counts.skipped)
    await move(tx, business_id, id, 'Failed', { kind: 'failed', text: reason }, { reason, code: 'nobody' })
    return
  }
  await move(tx, business_id, id, 'Running', { kind: 'started', text: startedText(counts) })
  await recordWaitAtStart(tx, campaign)
}

/** How the addresses of those begin who will receive it, for the clocks of their zones. */
async function willReceive(tx: App, businessId: number, rules: Draft['rules']) {
  return await audienceRows(tx.db, businessId, rules)
    .selectFrom('people')
    .select([prefixSql('phone', 'bsuid').as('prefix'), sql<number>`count(*)::int`.as('count')])
    .where('outcome', '=', 'will_receive')
    .groupBy('prefix')
    .execute()
}

/** How the numbers of those who are written to begin, for the estimate of the cost. */
function plannedPrefixes(tx: App, businessId: number, id: number) {
  const counts = campaignMessages(tx.db, businessId, id)
    .select([prefixSql('m.recipient_phone').as('prefix'), sql<number>`count(*)`.as('count')])
    .where('m.status', '=', 'queued')
    .groupBy('prefix')
  return sql<string>`(select coalesce(jsonb_agg(jsonb_build_object('prefix', prefix, 'count', count)), '[]') from (${counts}) p)`
}

/** Everybody of the audience as rows of the outbox. */
export function recipientRows(
  app: App,
  businessId: number,
  { rules }: Draft,
  due = sql<Date | null>`null::timestamptz`,
) {
  return audienceRows(app.db, businessId, rules)
    .selectFrom('people')
    .select('id as lead_id')
    .select(sql<string>`coalesce(phone, bsuid)`.as('recipient_phone'))
    .select(sql<string[]>`array_replace(vals, null, '')`.as('variables'))
    .select(sql<string>`case when outcome = 'will_receive' then 'queued' else 'skipped' end`.as('status'))
    .select(sql<string | null>`nullif(outcome, 'will_receive')`.as('reason'))
    .select(due.as('due_at'))
}

const theirClockOf = ({ their_clock, quiet, timezone }: DueCampaign): TheirClock | null =>
  their_clock === null && quiet === null
    ? null
    : { time: their_clock, zone: timezone, quiet: quiet as TheirClock['quiet'] }

type Planned = { queued: number; skipped: { reason: string; count: number }[] }

async function countPlanned(
  tx: App,
  businessId: number,
  campaignId: number,
  added: number,
): Promise<Planned> {
  const rows = await undeliveredMessages(tx.db, businessId, campaignId, 'skipped')
    .select(['m.reason', sql<number>`count(*)`.as('count')])
    .groupBy('m.reason')
    .execute()
  const skipped = rows.map(({ reason, count }) => ({ reason: reason ?? '', count }))
  return { queued: added - skipped.reduce((sum, { count }) => sum + count, 0), skipped }
}

function startedText({ queued, skipped }: Planned): StoredText {
  const left = skipped.reduce((sum, { count }) => sum + count, 0)
  if (left === 0) return textOf('campaigns.event.started', { count: queued })
  return textOf('campaigns.event.startedLess', { count: queued, left })
}

function nobodyReason(skipped: Planned['skipped']): StoredText {
  if (skipped.length === 0) return textOf('campaigns.reason.nobodyLeft')
  const parts = skipped.map(({ reason, count }) => {
    const known = SkipReason.safeParse(reason)
    const text = known.success ? textOf(`campaigns.leftOut.${known.data}`) : reason
    return textOf('campaigns.leftOutCount', { reason: { text }, count })
  })
  return textOf('campaigns.reason.nobody', { reasons: { parts } })
}
