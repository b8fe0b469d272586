import { sql } from 'kysely'
import type { campaigns, ScheduleInput } from '#contract/campaigns.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { getBusiness, requireStaying } from '#server/features/accounts/accounts.ts'
import { createContent } from '#server/features/messages/messages.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import { canTrackLinks } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { clockIn } from '#server/stored-text/clock.ts'
import { commaList } from '#server/stored-text/read-text.ts'
import { type StoredText, storedClock, textOf } from '#server/stored-text/stored-text.ts'
import { record } from '../model/history.ts'
import { startCampaignJob } from '../model/job-names.ts'
import { isPast, pastText } from '../model/moment.ts'
import { beginOf, readTheirClock, refusePassed, type TheirClock, zoneStarts } from '../plan/clocks/clocks.ts'
import { type AudienceCounts, countAudience } from '../plan/count-audience.ts'
import { type Draft, readDraft, refuseProblem } from '../plan/draft.ts'
import { sendableWithLinks } from '../plan/text-links.ts'
import { checkTrial } from '../trial/check-trial.ts'
import { saveTrial } from '../trial/trials.ts'

const longestAheadDays = 366

export type Scheduled = { campaignId: number; counts: AudienceCounts; notice: string | null }

/**
 * Schedules a campaign: it and the job that starts it are there together or not at all. Without a time it starts now.
 * @throws AppError with the sentence of what is in the way; nothing is kept then.
 */
export async function scheduleCampaign(app: App, caller: Caller, input: ScheduleInput): Promise<Scheduled> {
  const { businessId, userId } = caller
  await requireStaying(app, businessId)
  const plan = await readPlan(app, caller, input)
  const campaignId = await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    const { id } = await tx.db
      .insertInto('campaigns')
      .values({
        business_id: businessId,
        status: 'Scheduled',
        ...(await columnsOf(tx, caller, plan)),
        created_by: userId,
        created_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveTrial(tx, businessId, id, { trial: input.trial, draft: plan.draft })
    await record(tx, businessId, id, { kind: 'scheduled', userId, text: textFor(plan) })
    await enqueueStart(tx, businessId, id, plan.start)
    return id
  })
  return { campaignId, counts: plan.counts, notice: noticeOf(plan.counts) }
}

/**
 * Changes a campaign of which nothing is planned yet, and schedules it again. A start that was under way with the
 * earlier content finds another revision and does nothing.
 * @throws AppError `conflict` when it has started or is over, `not_found`.
 */
export async function updateCampaign(
  app: App,
  caller: Caller,
  id: number,
  { revision, ...input }: BodyOf<typeof campaigns.update>,
): Promise<Scheduled> {
  const { businessId, userId } = caller
  await refuseUneditable(app, businessId, id, revision)
  const plan = await readPlan(app, caller, input)
  await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    const changed = await tx.db
      .updateTable('campaigns')
      .set({
        ...(await columnsOf(tx, caller, plan)),
        status: 'Scheduled',
        status_reason: null,
        status_code: null,
        paused_at: null,
        revision: sql<number>`revision + 1`,
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('status', 'in', ['Scheduled', 'Paused'])
      .where('planned_at', 'is', null)
      .$if(revision !== undefined, (row) => row.where('revision', '=', revision ?? 0))
      .returning('id')
      .executeTakeFirst()
    // Another change, or its start, was first.
    if (!changed) {
      await refuseUneditable(tx, businessId, id, revision)
      throw startedAlready()
    }
    await saveTrial(tx, businessId, id, { trial: input.trial, draft: plan.draft })
    await record(tx, businessId, id, { kind: 'edited', userId, text: textFor(plan, { changed: true }) })
    await enqueueStart(tx, businessId, id, plan.start)
  })
  return { campaignId: id, counts: plan.counts, notice: noticeOf(plan.counts) }
}

async function refuseUneditable(
  app: App,
  businessId: number,
  id: number,
  revision: number | undefined,
): Promise<void> {
  const row = await app.db
    .selectFrom('campaigns')
    .select(['status', 'planned_at', 'revision'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('campaign')
  if (row.planned_at || !['Scheduled', 'Paused'].includes(row.status)) throw startedAlready()
  if ((revision ?? row.revision) !== row.revision)
    throw new AppError('conflict', t('campaigns.errors.editedMeanwhile'))
}

const startedAlready = () => new AppError('conflict', t('campaigns.errors.startedAlready'))

/** What is to be sent, to whom and when, looked up and judged. */
type Plan = {
  input: ScheduleInput
  draft: Draft
  counts: AudienceCounts
  start: Start
  timezone: string
  clock: TheirClock | null
  phoneNumberId: string
}

async function readPlan(app: App, { businessId }: Caller, input: ScheduleInput): Promise<Plan> {
  const draft = await readDraft(app, businessId, input)
  refuseProblem(draft)
  if (input.count_clicks && !canTrackLinks(app)) {
    const sentence = t('templates.add.publicUrl')
    throw new AppError('rule_broken', sentence, { fields: { count_clicks: sentence } })
  }
  const business = await getBusiness(app, businessId)
  const timezone = input.timezone ?? business.timezone
  const clock = await readTheirClock(app, input, timezone)
  const isTheirs = clock !== null && clock.time !== null
  const at = readTime(app.now(), input.scheduled_at ?? null, isTheirs)
  const sender = await getSender(app, businessId, input.phone_number_id ?? undefined)
  for (const { sendable } of [draft, ...draft.versions]) {
    if (!sendable.waba_id || sender.waba_id === sendable.waba_id) continue
    const sentence = t('campaigns.errors.otherAccount', {
      template: sendable.title,
      number: sender.display_phone_number,
    })
    throw new AppError('rule_broken', sentence, { fields: { phone_number_id: sentence } })
  }
  checkTrial(draft, input)
  const counts = await countAudience(app, businessId, draft.rules)
  refuseNobody(counts)
  const starts = isTheirs ? await zoneStarts(app, counts.prefixes, clock, app.now()) : []
  refusePassed(starts)
  const first = isTheirs ? beginOf(starts, app.now()) : at
  return {
    input,
    draft,
    counts,
    start: first ? { at: first, undoUntil: null, wantedNow: false } : startNow(app),
    timezone,
    clock,
    phoneNumberId: sender.phone_number_id,
  }
}

/** @throws AppError `rule_broken` when not one person of the audience would get it. */
function refuseNobody(counts: AudienceCounts): void {
  if (counts.will_receive > 0) return
  const sentence = counts.selected === 0 ? t('campaigns.errors.noLeads') : nobodyText(counts)
  throw new AppError('rule_broken', sentence, { fields: { leads: sentence } })
}

/** When a campaign starts; `undoUntil`: until then the owner can undo a start that was wanted at once. */
export type Start = { at: Date; undoUntil: Date | null; wantedNow: boolean }

/** A start at once, held back for as long as it can be undone. */
export function startNow(app: App): Start {
  const { undoSeconds } = app.settings
  const at = new Date(app.now().getTime() + undoSeconds * 1000)
  return { at, undoUntil: undoSeconds > 0 ? at : null, wantedNow: true }
}

/** The job that starts a campaign, in the transaction that schedules it. */
export async function enqueueStart(tx: App, businessId: number, id: number, start: Start): Promise<void> {
  const isLater = start.undoUntil !== null || !start.wantedNow
  await tx.enqueue(
    startCampaignJob,
    { business_id: businessId, campaign_id: id },
    isLater ? { startAfter: start.at } : {},
  )
}

async function columnsOf(tx: App, { businessId, userId }: Caller, plan: Plan) {
  const { input, draft, start, timezone } = plan
  return {
    name: input.name || `${draft.sendable.title}, ${clockIn(timezone).short(start.at)}`,
    template_id: input.template_id,
    content_id: await createContent(
      tx,
      businessId,
      sendableWithLinks(draft.sendable, draft, input.count_clicks ?? false),
    ),
    count_clicks: input.count_clicks ?? false,
    phone_number_id: plan.phoneNumberId,
    audience: JSON.stringify(draft.audience),
    mapping: JSON.stringify(draft.mapping),
    custom_message: draft.customMessage,
    consent_statement: input.consent_statement
      ? JSON.stringify({ text: input.consent_statement, user_id: userId, at: tx.now().toISOString() })
      : null,
    scheduled_at: start.at,
    undo_until: start.undoUntil,
    timezone,
    their_clock: plan.clock?.time ?? null,
    quiet: plan.clock?.quiet ? JSON.stringify(plan.clock.quiet) : null,
  }
}

/** @throws AppError for a time in the past or too far ahead. */
function readTime(now: Date, given: string | null, isTheirs: boolean): Date | null {
  if (!given) return null
  const at = new Date(given)
  // By the clocks of people elsewhere it may be still ahead.
  if (!isTheirs && isPast(now, at)) {
    throw new AppError('rule_broken', pastText(), { fields: { scheduled_at: pastText() } })
  }
  if (at.getTime() > now.getTime() + longestAheadDays * 86_400_000) {
    const far = t('campaigns.errors.tooFar')
    throw new AppError('rule_broken', far, { fields: { scheduled_at: far } })
  }
  return at
}

function textFor({ start, timezone, clock }: Plan, { changed } = { changed: false }): StoredText {
  if (start.wantedNow) return textOf(changed ? 'campaigns.event.changedNow' : 'campaigns.event.scheduledNow')
  const date = storedClock(timezone).start(start.at)
  if (clock?.time)
    return textOf('campaigns.event.scheduledTheirs', { time: clock.time.replace('T', ' '), date })
  return textOf(changed ? 'campaigns.event.changed' : 'campaigns.event.scheduled', { date })
}

const reasonsOf = ({ left_out }: AudienceCounts): string =>
  commaList(
    left_out.map(({ reason, count }) =>
      t('campaigns.leftOutCount', { reason: t(`campaigns.leftOutInside.${reason}`), count }),
    ),
  )

function noticeOf(counts: AudienceCounts): string | null {
  const { selected, will_receive } = counts
  if (will_receive === selected) return null
  return t('campaigns.leftOutNotice', {
    count: selected - will_receive,
    selected,
    reasons: reasonsOf(counts),
  })
}

function nobodyText(counts: AudienceCounts): string {
  const isConsent = counts.left_out.every(({ reason }) => reason === 'no_consent')
  return t(isConsent ? 'campaigns.errors.nobodyConsented' : 'campaigns.errors.nobody', {
    reasons: reasonsOf(counts),
  })
}
