import { sql } from 'kysely'
import type { CampaignStatus, ParameterMapping } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { isStaying, requireStaying } from '#server/features/accounts/accounts.ts'
import {
  campaignOutcomes,
  cancelDispatch,
  holdDispatch,
  type Retried,
  releaseDispatch,
  retryFailed,
  settleUnknown,
} from '#server/features/messages/messages.ts'
import { getSendable } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { type StoredText, storedClock, textOf } from '#server/stored-text/stored-text.ts'
import { finalStatus } from '../model/campaign-status.ts'
import { lockCampaign, move, record } from '../model/history.ts'
import { retryFailedJob, startCampaignJob } from '../model/job-names.ts'
import { undeliveredMessages } from '../model/rows.ts'
import { endTrial } from '../trial/trials.ts'
import { retryableCodes } from './failures.ts'
import { lastSettled } from './last-settled.ts'
import {
  followOrRefuse,
  followTemplate,
  lockForVersion,
  newVariablesReason,
  waitForVariables,
} from './new-version.ts'
import { enqueueStart, startNow } from './schedule.ts'

/** Nothing new leaves within a second; what is under way is settled. */
export async function pauseCampaign(app: App, { businessId, userId }: Caller, id: number): Promise<void> {
  await getRow(app, businessId, id)
  await app.transaction(async (tx) => {
    const happening = { kind: 'paused' as const, text: textOf('campaigns.event.paused'), userId }
    if (!(await move(tx, businessId, id, 'Paused', happening, { code: 'paused' })))
      throw await refusal(tx, businessId, id, 'paused')
    await holdDispatch(tx, businessId, id, { code: 'paused', reason: textOf('campaigns.reason.paused') })
  })
}

/**
 * Takes back a start that was wanted at once, while nothing has left: the campaign is paused and can be edited. The
 * start itself waits for the campaign's row, so one of the two comes first.
 */
export async function undoCampaign(app: App, { businessId, userId }: Caller, id: number): Promise<void> {
  await getRow(app, businessId, id)
  await app.transaction(async (tx) => {
    await lockCampaign(tx, businessId, id)
    const { undo_until } = await getRow(tx, businessId, id)
    const reason = textOf('campaigns.reason.undone')
    const happening = { kind: 'undone' as const, text: textOf('campaigns.event.undone'), userId }
    const more = { from: ['Scheduled' as const], reason, code: 'undone' }
    if (!undo_until || !(await move(tx, businessId, id, 'Paused', happening, more)))
      throw new AppError('conflict', t('campaigns.errors.nothingToUndo'))
    await tx.db
      .updateTable('campaigns')
      .set({ undo_until: null })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Goes on where it stopped. One that never started starts at its time, or at once when that has passed.
 * @param parameters what fills the template's new version, where the owner has said so.
 */
export async function resumeCampaign(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  parameters?: ParameterMapping,
): Promise<void> {
  const [campaign] = await Promise.all([getRow(app, businessId, id), requireStaying(app, businessId)])
  const { problem } = await getSendable(app, businessId, campaign.template_id)
  if (problem) throw new AppError('rule_broken', readText(problem))
  await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    await followOrRefuse(tx, businessId, id, parameters)
    if (campaign.planned_at) await goOnPlanned(tx, { businessId, userId }, id)
    else await scheduleAgain(tx, { businessId, userId }, id, campaign)
  })
  await finishIfDrained(app, businessId, id)
}

async function scheduleAgain(
  tx: App,
  { businessId, userId }: Pick<Caller, 'businessId' | 'userId'>,
  id: number,
  { scheduled_at, timezone }: { scheduled_at: Date; timezone: string },
): Promise<void> {
  const late = scheduled_at <= tx.now()
  const text = late
    ? textOf('campaigns.event.startNow')
    : textOf('campaigns.event.scheduledAgain', { date: storedClock(timezone).start(scheduled_at) })
  if (!(await move(tx, businessId, id, 'Scheduled', { kind: 'resumed', text, userId }))) {
    throw await refusal(tx, businessId, id, 'resumed')
  }
  const start = late ? startNow(tx) : { at: scheduled_at, undoUntil: null, wantedNow: false }
  await tx.db
    .updateTable('campaigns')
    .set({ scheduled_at: start.at, undo_until: start.undoUntil })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
  await enqueueStart(tx, businessId, id, start)
}

async function goOnPlanned(
  tx: App,
  { businessId, userId }: Pick<Caller, 'businessId' | 'userId'>,
  id: number,
): Promise<void> {
  const happening = { kind: 'resumed' as const, text: textOf('campaigns.event.goingOn'), userId }
  if (!(await move(tx, businessId, id, 'Running', happening, { from: ['Paused', 'Failed'] }))) {
    throw await refusal(tx, businessId, id, 'resumed')
  }
  await releaseDispatch(tx, businessId, id)
}

/** Everybody who is still queued gets nothing. What has left cannot be called back. */
export async function cancelCampaign(app: App, { businessId, userId }: Caller, id: number): Promise<void> {
  await getRow(app, businessId, id)
  await app.transaction(async (tx) => {
    const happening = { kind: 'cancelled' as const, text: textOf('campaigns.event.cancelled'), userId }
    if (!(await move(tx, businessId, id, 'Cancelled', happening)))
      throw await refusal(tx, businessId, id, 'cancelled')
    await cancelDispatch(tx, businessId, id)
    await endTrial(tx, businessId, id)
    await tx.db
      .updateTable('campaigns')
      .set({ retry_at: null, retry_codes: null })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Puts failed messages back into the queue: those with these error codes, or all for which a second try can help.
 * @param input.at later; then a job does it.
 * @returns how many were queued, and how many of them wait first; 0 when it happens later.
 */
export async function retryCampaign(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  input: { codes?: (number | null)[] | undefined; at?: string | null | undefined },
): Promise<Retried> {
  const campaign = await getRow(app, businessId, id)
  if (campaign.status === 'Cancelled') {
    throw new AppError('conflict', t('campaigns.errors.cancelled'))
  }
  const codes = input.codes ?? (await retryableCodes(app, businessId, id))
  const at = input.at ? new Date(input.at) : null
  if (at && at > app.now()) {
    await app.transaction(async (tx) => {
      await tx.db
        .updateTable('campaigns')
        .set({ retry_at: at, retry_codes: sql`${codes}::int[]` })
        .where('business_id', '=', businessId)
        .where('id', '=', id)
        .execute()
      await tx.enqueue(retryFailedJob, { business_id: businessId, campaign_id: id }, { startAfter: at })
      const text = textOf('campaigns.event.retryAt', { date: storedClock(campaign.timezone).start(at) })
      await record(tx, businessId, id, { kind: 'retried', text, userId })
    })
    return { queued: 0, later: 0, laterAt: null }
  }
  const retried = await requeue(app, businessId, id, codes, userId)
  if (retried.queued === 0) throw new AppError('rule_broken', t('campaigns.errors.noRetry'))
  return retried
}

/** The second try that the owner put off, now that its time has come. */
export async function retryAsPlanned(app: App, businessId: number, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    const codes = await takePlannedRetry(tx, businessId, id)
    if (codes && (await isStaying(tx, businessId))) await requeue(tx, businessId, id, codes, undefined)
  })
}

/** The error codes of a second try whose time has come, which is then no longer planned. */
async function takePlannedRetry(
  tx: App,
  businessId: number,
  id: number,
): Promise<(number | null)[] | undefined> {
  const campaign = await tx.db
    .updateTable('campaigns')
    .set({ retry_at: null, retry_codes: null })
    .from((from) =>
      from
        .selectFrom('campaigns')
        .select(['id', 'retry_codes as codes'])
        .where('business_id', '=', businessId)
        .where('id', '=', id)
        .forUpdate()
        .as('was'),
    )
    .whereRef('campaigns.id', '=', 'was.id')
    .where('campaigns.business_id', '=', businessId)
    .where('campaigns.retry_at', '<=', sql<Date>`now() + interval '1 second'`)
    .where('campaigns.status', '!=', 'Cancelled')
    .returning('was.codes')
    .executeTakeFirst()
  return campaign && (campaign.codes ?? [])
}

async function requeue(
  app: App,
  businessId: number,
  id: number,
  codes: (number | null)[],
  userId: number | undefined,
): Promise<Retried> {
  return await app.transaction(async (tx) => {
    if (userId !== undefined) await requireStaying(tx, businessId)
    await lockCampaign(tx, businessId, id)
    const retried = await retryFailed(tx, businessId, id, codes)
    if (retried.queued === 0) return retried
    const { timezone } = await getRow(tx, businessId, id)
    await goOn(tx, businessId, id, { kind: 'retried', text: retryText(retried, timezone), userId })
    return retried
  })
}

function retryText({ queued, later, laterAt }: Retried, timezone: string): StoredText {
  if (!laterAt) return textOf('campaigns.event.retry', { count: queued })
  const date = storedClock(timezone).start(laterAt)
  const now = queued - later
  if (now === 0) return textOf('campaigns.event.retryLater', { count: later, date })
  return textOf('campaigns.event.retrySome', { count: now, later, date })
}

/** The owner's word on unanswered messages. */
export async function settleCampaign(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  input: { as: 'send_again' | 'write_off'; message_ids?: number[] | undefined },
): Promise<number> {
  await getRow(app, businessId, id)
  return await app.transaction(async (tx) => {
    if (input.as === 'send_again') await requireStaying(tx, businessId)
    await lockCampaign(tx, businessId, id)
    const wanted = await undeliveredMessages(tx.db, businessId, id, 'unknown')
      .select('m.id')
      .$if(input.message_ids !== undefined, (rows) =>
        rows.where('m.id', 'in', sql<number>`(select unnest(${input.message_ids ?? []}::bigint[]))`),
      )
      .execute()
    const settled = await settleUnknown(
      tx,
      businessId,
      wanted.map((row) => row.id),
      input.as,
    )
    if (settled === 0) {
      throw new AppError('rule_broken', t('campaigns.errors.noDecision'))
    }
    const again = input.as === 'send_again'
    const text = textOf(again ? 'campaigns.event.sentAgain' : 'campaigns.event.wroteOff', { count: settled })
    const happening = { kind: 'settled' as const, text, userId }
    if (again) await goOn(tx, businessId, id, happening)
    else await record(tx, businessId, id, happening)
    return settled
  })
}

/**
 * Something is queued again: the campaign runs with its template as it is now, unless the owner paused it, who then
 * resumes it. Where only the owner can know what fills the template, it waits for that.
 * @throws AppError `rule_broken` for a cancelled one, which cannot wait.
 */
export async function goOn(
  tx: App,
  businessId: number,
  id: number,
  happening: Parameters<typeof move>[4],
): Promise<void> {
  const campaign = await lockForVersion(tx, businessId, id)
  const asks = campaign && (await followTemplate(tx, campaign)) === 'asks'
  if (asks && campaign.status === 'Cancelled') throw new AppError('rule_broken', readText(newVariablesReason))
  const runs = await move(tx, businessId, id, 'Running', happening, { from: ['Completed', 'Failed'] })
  if (runs) await releaseDispatch(tx, businessId, id)
  else await record(tx, businessId, id, happening)
  if (asks) await waitForVariables(tx, businessId, id)
}

/**
 * A finished campaign some of whose messages the provider put off afterwards: they are tried again, so it runs. It
 * finishes anew when the last of them has gone.
 */
export async function reopenFinished(
  app: App,
  businessId: number,
  id: number,
  from: CampaignStatus[] = ['Completed'],
): Promise<void> {
  await app.transaction(async (tx) => {
    const happening = { kind: 'retried' as const, text: textOf('campaigns.event.putOff') }
    await move(tx, businessId, id, 'Running', happening, { from })
  })
}

/** What a stop held back goes on by itself: the provider lifted the stop. */
export async function resumeAfterStop(
  app: App,
  businessId: number,
  id: number,
  text: StoredText,
  from: CampaignStatus[] = ['Paused'],
): Promise<void> {
  await app.transaction(async (tx) => {
    const happening = { kind: 'resumed' as const, text }
    if (!(await move(tx, businessId, id, 'Running', happening, { from }))) return
    await releaseDispatch(tx, businessId, id, { byOwner: false })
    // Its last message may have left before the stop.
    await finishIfDrained(tx, businessId, id)
  })
}

/** One that could not start goes back to its start, which is now. */
export async function startAfterStop(
  app: App,
  businessId: number,
  id: number,
  text: StoredText,
): Promise<void> {
  await app.transaction(async (tx) => {
    const happening = { kind: 'resumed' as const, text }
    if (await move(tx, businessId, id, 'Scheduled', happening, { from: ['Paused'] }))
      await tx.enqueue(startCampaignJob, { business_id: businessId, campaign_id: id })
  })
}

/** A campaign whose last message has left is done: nothing is queued, and nothing can come back by itself. */
export async function finishIfDrained(app: App, businessId: number, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    await lockCampaign(tx, businessId, id)
    if (!(await isDrained(tx, businessId, id))) return
    const outcomes = (await campaignOutcomes(tx, businessId, [id])).get(id)
    if (!outcomes || outcomes.queued + outcomes.sending > 0) return
    const status = finalStatus(outcomes)
    const isFailed = status === 'Failed'
    const at = await lastSettled(tx, businessId, id)
    const reason = isFailed ? textOf('campaigns.reason.noneTaken') : null
    const text = textOf(isFailed ? 'campaigns.event.noneTaken' : 'campaigns.event.done')
    const happening = { kind: isFailed ? ('failed' as const) : ('completed' as const), text }
    const code = isFailed ? 'none_taken' : null
    await endTrial(tx, businessId, id)
    // Paused: it was stopped after its last message had left, so nothing waits.
    const from: CampaignStatus[] = ['Running', 'Paused']
    await move(tx, businessId, id, status, happening, { from, reason, code, ...(at && { at }) })
  })
}

/** Whether the sending engine says that it is done with a campaign. */
async function isDrained(tx: App, businessId: number, id: number): Promise<boolean> {
  const drained = await tx.db
    .selectFrom('dispatches')
    .select('campaign_id')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .where('drained_at', 'is not', null)
    .executeTakeFirst()
  return drained !== undefined
}

async function getRow(app: App, businessId: number, id: number) {
  const row = await app.db
    .selectFrom('campaigns')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('campaign')
  return row
}

async function refusal(
  app: App,
  businessId: number,
  id: number,
  action: 'paused' | 'resumed' | 'cancelled',
): Promise<AppError> {
  const { status } = await getRow(app, businessId, id)
  return new AppError('conflict', t(`campaigns.errors.status.${action}`, { status }))
}
