import type { ScheduleInput } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { createContent } from '#server/features/messages/messages.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { type AudienceCounts, countAudience } from './audience.ts'
import { startCampaignJob } from './campaigns.job-names.ts'
import { readDraft, refuseProblem } from './draft.ts'
import { record } from './history.ts'
import { moment } from './moment.ts'

/** A clock that is a little wrong, or a person who was slow to press the button, does not make a time "past". */
const graceSeconds = 120
const longestAheadDays = 366

export type Scheduled = { campaignId: number; counts: AudienceCounts; notice: string | null }

/**
 * Schedules a campaign: it and the job that starts it are there together or not at all. Without a time it starts now.
 * @throws AppError with the sentence of what is in the way; nothing is kept then.
 */
export async function scheduleCampaign(app: App, caller: Caller, input: ScheduleInput): Promise<Scheduled> {
  const { businessId, userId } = caller
  const draft = await readDraft(app, businessId, input)
  refuseProblem(draft)
  const business = await getBusiness(app, businessId)
  const timezone = input.timezone ?? business.timezone
  const scheduledAt = readTime(app.now(), input.scheduled_at ?? null)
  const sender = await getSender(app, businessId, input.phone_number_id ?? undefined)
  if (draft.sendable.waba_id && sender.waba_id !== draft.sendable.waba_id) {
    const sentence = `${draft.sendable.title} belongs to another WhatsApp account than ${sender.display_phone_number}. Choose a number of its own account.`
    throw new AppError('rule_broken', sentence, { fields: { phone_number_id: sentence } })
  }
  const counts = await countAudience(app, businessId, draft.rules)
  if (counts.selected === 0) {
    throw new AppError('rule_broken', 'No leads selected.', { fields: { leads: 'No leads selected.' } })
  }

  const campaignId = await app.transaction(async (tx) => {
    const contentId = await createContent(tx, businessId, draft.sendable)
    const { id } = await tx.db
      .insertInto('campaigns')
      .values({
        business_id: businessId,
        name: input.name || `${draft.sendable.title}, ${moment(scheduledAt ?? app.now(), timezone).short}`,
        status: 'Scheduled',
        template_id: input.template_id,
        content_id: contentId,
        phone_number_id: sender.phone_number_id,
        audience: JSON.stringify(draft.audience),
        mapping: JSON.stringify(draft.mapping),
        custom_message: draft.customMessage,
        consent_statement: input.consent_statement
          ? JSON.stringify({ text: input.consent_statement, user_id: userId, at: app.now().toISOString() })
          : null,
        scheduled_at: scheduledAt ?? app.now(),
        timezone,
        created_by: userId,
        created_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, businessId, id, {
      kind: 'scheduled',
      userId,
      sentence: sentenceFor(scheduledAt, timezone),
    })
    await tx.enqueue(
      startCampaignJob,
      { business_id: businessId, campaign_id: id },
      scheduledAt ? { startAfter: scheduledAt } : {},
    )
    return id
  })
  return { campaignId, counts, notice: noticeOf(counts) }
}

/** @throws AppError for a time in the past or too far ahead. */
function readTime(now: Date, given: string | null): Date | null {
  if (!given) return null
  const at = new Date(given)
  const past = 'This time is in the past. Choose a later one, or send now.'
  if (at.getTime() < now.getTime() - graceSeconds * 1000) {
    throw new AppError('rule_broken', past, { fields: { scheduled_at: past } })
  }
  if (at.getTime() > now.getTime() + longestAheadDays * 86_400_000) {
    const far = 'This is more than a year ahead. Choose an earlier time.'
    throw new AppError('rule_broken', far, { fields: { scheduled_at: far } })
  }
  return at
}

function sentenceFor(scheduledAt: Date | null, timezone: string): string {
  return scheduledAt ? `Scheduled for ${moment(scheduledAt, timezone).long}` : 'Scheduled to start at once'
}

function noticeOf({ selected, will_receive, left_out }: AudienceCounts): string | null {
  if (will_receive === selected) return null
  const why = left_out
    .map(({ words, count }) => `${words.toLowerCase()} ${count.toLocaleString('en')}`)
    .join(', ')
  if (will_receive === 0) {
    const remedy = left_out.every(({ reason }) => reason === 'no_consent')
      ? ' Record how they gave consent, or say it for this campaign.'
      : ' Nobody is written to until that changes.'
    return `As things stand nobody will get it: ${why}.${remedy}`
  }
  return `${(selected - will_receive).toLocaleString('en')} of ${selected.toLocaleString('en')} people are left out: ${why}.`
}
