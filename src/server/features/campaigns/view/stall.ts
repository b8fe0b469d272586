import { sql } from 'kysely'
import type { Waiting } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { hasQuietNow, partSentCode, waitingReason } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { readText } from '#server/stored-text/read-text.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'

/** A number that sends takes its next messages within this; after it, silence needs a reason. */
const quietSeconds = 15

type Look = {
  held: unknown
  hold_code: string | null
  decide_at: Date | null
  measures: boolean
  held_at: Date | null
  due_at: Date | null
  by_their_clock: boolean
  has_quiet: boolean
  rest_at: Date | null
  tests_times: boolean
  sending: number
  quiet: boolean
  progressed_at: Date | null
  others_at: Date | null
}

/**
 * Why nothing of a running campaign leaves: what its number says, else what its own rows say. Null while messages leave,
 * and for a campaign that has nothing to send.
 */
export async function whyNothingLeaves(
  app: App,
  businessId: number,
  { id, phone_number_id }: { id: number; phone_number_id: string },
): Promise<Waiting | null> {
  const known = await waitingReason(app, businessId, phone_number_id)
  if (known) return known
  const look = await lookAt(app, businessId, id)
  if (!look) return null
  const since = look.progressed_at?.toISOString() ?? null
  // The part is sent: the job that begins to measure has run, or is about to.
  if (look.hold_code === partSentCode && look.measures) {
    const sentence = t('campaigns.trial.waits')
    const until = look.decide_at?.toISOString() ?? null
    return { code: 'trial', sentence, since: look.held_at?.toISOString() ?? since, until }
  }
  if (look.hold_code === partSentCode && look.rest_at) {
    const until = look.rest_at.toISOString()
    return { code: 'trial', sentence: t('campaigns.trial.waitsForTime'), since, until }
  }
  if (look.held !== null) {
    return {
      code: 'held',
      sentence: readText(look.held as StoredText),
      since: look.held_at?.toISOString() ?? since,
      until: null,
    }
  }
  if (look.due_at && look.due_at > app.now()) {
    if (look.tests_times) {
      const until = look.due_at.toISOString()
      return { code: 'trial', sentence: t('campaigns.trial.waitsForVersion'), since, until }
    }
    const until = look.due_at.toISOString()
    if (look.by_their_clock)
      return { code: 'their_clock', sentence: t('messages.waiting.theirClock'), since, until }
    if (look.has_quiet && (await hasQuietNow(app, businessId, id)))
      return { code: 'quiet_hours', sentence: t('messages.waiting.quietHours'), since, until }
    return { code: 'retry_later', sentence: t('campaigns.waiting.retryLater'), since, until }
  }
  if (!look.quiet) return null
  if (look.sending > 0) {
    return {
      code: 'unanswered',
      sentence: t('campaigns.waiting.unanswered'),
      since,
      until: null,
    }
  }
  if (look.others_at && app.now().getTime() - look.others_at.getTime() < quietSeconds * 1000) {
    return {
      code: 'others_first',
      sentence: t('campaigns.waiting.othersFirst'),
      since,
      until: null,
    }
  }
  const sentence = t('campaigns.waiting.notSending')
  return { code: 'not_sending', sentence, since, until: null }
}

/** What the campaign's rows say at this moment. The first turn of its people goes by the cursor, later ones by time. */
async function lookAt(app: App, businessId: number, campaignId: number): Promise<Look | undefined> {
  const { rows } = await sql<Look>`
    select
      case when d.state = 'held' then d.hold_reason end as held, d.held_at, d.hold_code,
      tr.decide_at, tr.rest_at, coalesce(tr.stage in ('sending', 'measuring'), false) as measures,
      -- Everybody had a turn, and those who are left wait for a time.
      case when d.cursor_id >= coalesce(d.part_id, d.last_id) then (
        select min(m.due_at) from messages m
        where m.business_id = ${businessId} and m.phone_number_id = d.phone_number_id
          and m.campaign_id = d.campaign_id and m.due_at is not null) end as due_at,
      c.their_clock is not null as by_their_clock, c.quiet is not null as has_quiet,
      tr.stage = 'sending' and exists (select 1 from campaign_variants v where v.business_id = ${businessId}
        and v.campaign_id = d.campaign_id and v.later_minutes > 0) as tests_times,
      (select count(*) from (
        select from messages m
        where m.business_id = ${businessId} and m.campaign_id = d.campaign_id
          and m.id between greatest(d.first_id, d.cursor_id - 2000) and d.cursor_id and m.status = 'sending'
        limit 1) one) as sending,
      coalesce(newest.accepted_at, c.started_at) < now() - make_interval(secs => ${quietSeconds}) as quiet,
      coalesce(newest.accepted_at, c.started_at) as progressed_at,
      l.progressed_at as others_at
    from dispatches d
    join campaigns c on c.business_id = d.business_id and c.id = d.campaign_id
    left join campaign_trials tr on tr.business_id = d.business_id and tr.campaign_id = d.campaign_id
    left join lanes l on l.business_id = d.business_id and l.phone_number_id = d.phone_number_id
    left join lateral (
      select max(accepted_at) as accepted_at from (
        select m.accepted_at from messages m
        where m.business_id = ${businessId} and m.campaign_id = d.campaign_id
          and m.id between d.first_id and d.cursor_id
        order by m.id desc limit 500) n
    ) newest on true
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and d.drained_at is null`.execute(
    app.db,
  )
  return rows[0]
}
