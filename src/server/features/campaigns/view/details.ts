import { sql } from 'kysely'
import type { CampaignAudience } from '#contract/campaigns/audience.ts'
import type { CampaignEvent, LeftOut, Outcomes, Preview, SkipReason } from '#contract/campaigns/parts.ts'
import { type Campaign, type CampaignSummary, ParameterMapping } from '#contract/campaigns.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import type { App } from '#server/app.ts'
import {
  countClicks,
  hasQuietNow,
  isArchived,
  ownerReasons,
  putOffReason,
  reportsMissingSince,
  withPeople,
} from '#server/features/messages/messages.ts'
import { previewName, variableKey } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { notFound } from '#server/platform/errors.ts'
import { readText } from '#server/stored-text/read-text.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { actionsFor } from '../model/campaign-status.ts'
import type { EventKind } from '../model/history.ts'
import { campaignMessages, undeliveredMessages } from '../model/rows.ts'
import { namedAudience, skipReasons } from '../plan/audience.ts'
import { costOf, type Prefixes } from '../plan/cost/cost.ts'
import type { KeptForecast } from '../plan/cost/planned-for.ts'
import { fillingOf } from '../plan/variables.ts'
import { failuresByCause } from '../run/failures.ts'
import { toNewVersion } from '../run/new-version-preview.ts'
import { findSummary } from './list.ts'
import { paceOf } from './pace.ts'
import { whyNothingLeaves } from './stall.ts'
import { trialOf } from './trial.ts'

/** Everything of one campaign, counted at this moment. @throws AppError `not_found`. */
export async function getCampaign(app: App, businessId: number, id: number): Promise<Campaign> {
  const found = await findSummary(app, businessId, id)
  if (!found) throw notFound('campaign')
  const { row, trial, waiting: stall } = await stateOf(app, businessId, found)
  if (!row) throw notFound('campaign')
  // It moved between the two reads: its status and its reason belong together.
  if (row.status !== found.status) return await getCampaign(app, businessId, id)
  const summary = { ...found, waiting: stall }
  const { outcomes, status } = summary
  const waiting = outcomes.queued + outcomes.sending
  const running = status === 'Running'
  const share = outcomes.planned ? (outcomes.planned - outcomes.skipped) / outcomes.planned : 1
  const limit = row.throughput_per_second
  const own = { id, phoneNumberId: row.phone_number_id, queued: outcomes.queued }
  const isPutOff = running && outcomes.queued > 0
  const waits =
    summary.waiting ??
    (isPutOff
      ? await putOffReason(app, businessId, own, {
          theirClock: row.their_clock !== null,
          quiet: row.quiet !== null && (await hasQuietNow(app, businessId, id)),
        })
      : null)
  const [pace, failures, leftOut, unknown, events, preview, forecast, newVersion, reports, clicks, archived] =
    await Promise.all([
      paceOf(app, { businessId, campaignId: id, running, waiting, limit, share }),
      outcomes.failed ? failuresByCause(app, businessId, id) : [],
      outcomes.skipped ? leftOutOf(app, businessId, id) : [],
      outcomes.unknown ? unknownOf(app, businessId, id) : { until: null, due: 0 },
      listEvents(app, businessId, id),
      firstMessage(app, businessId, id),
      row.planned_at && summary.started_at
        ? ((row.forecast as unknown as KeptForecast | null)?.cost ??
          costOf(
            app,
            businessId,
            row.category,
            prefixesOf(row.prefixes, outcomes),
            new Date(summary.started_at),
            (row.free_prefixes ?? []) as unknown as Prefixes,
          ))
        : null,
      actionsFor(status, { planned: row.planned_at !== null, waiting, retryable: 0 }).includes('resume')
        ? toNewVersion(app, { ...row, business_id: businessId, id, template_id: summary.template_id })
        : null,
      outcomes.unknown ? reportsMissingSince(app, businessId, row.phone_number_id) : null,
      row.has_links ? countClicks(app, businessId, id) : null,
      isArchived(app, businessId, id),
    ])
  const arrived = outcomes.delivered + outcomes.read
  const retryable = archived
    ? 0
    : failures
        .filter(({ action }) => action !== 'people' && action !== 'none')
        .reduce((sum, { count }) => sum + count, 0)
  return {
    ...summary,
    status_code: row.status_code,
    phone_number_id: row.phone_number_id,
    waba_id: row.waba_id,
    sender_phone: row.phone,
    sender_name: row.verified_name,
    category: row.category,
    language: row.language,
    custom_message: row.custom_message,
    consent_statement: row.consent_statement ? (row.consent_statement as { text: string }).text : null,
    clicks: clicks && {
      total: clicks.clicks,
      people: clicks.people,
      rate: arrived ? Math.min(1, clicks.people / arrived) : null,
    },
    created_by: row.created_by_name,
    audience_text: await namedAudience(app, businessId, row.audience as CampaignAudience),
    retry_at: row.retry_at?.toISOString() ?? null,
    // While it waits, nothing that went before says when it will be done.
    pace: waits ? { ...pace, seconds_left: null, done_at: null } : pace,
    forecast,
    their_clock: row.their_clock,
    quiet: row.quiet as Campaign['quiet'],
    left_out: leftOut,
    failures,
    archived,
    unknown_until: unknown.until,
    unknown_due: unknown.due,
    reports_missing_since: reports?.toISOString() ?? null,
    events,
    preview: preview ?? {
      lead_id: null,
      name: '',
      phone: null,
      components: row.components as Preview['components'],
      variables: knownValues(row.slots as (Slot | null)[], row.mapping, row.custom_message),
    },
    new_version: newVersion,
    trial,
    actions: actionsFor(status, {
      planned: row.planned_at !== null,
      waiting,
      retryable,
      undoable: summary.undo_until !== null,
      trial: trial?.stage,
    }),
  }
}

/** Its row, its trial and what it waits for, of one moment: they say the same. */
async function stateOf(app: App, businessId: number, summary: CampaignSummary) {
  const { id, outcomes } = summary
  return await app.transaction(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx.db)
    const row = await findRow(tx, businessId, id)
    const trial = row && (await trialOf(tx, businessId, id, outcomes))
    const isOpen = trial && trial.stage !== 'over' && row.status === 'Running'
    const isLeft = outcomes.queued + outcomes.sending > 0
    return {
      row,
      trial: trial ?? null,
      waiting:
        isOpen && isLeft
          ? await whyNothingLeaves(tx, businessId, { id, phone_number_id: row.phone_number_id })
          : summary.waiting,
    }
  })
}

/** How the numbers of those who are written to begin, as it was kept at the start. */
function prefixesOf(kept: unknown, { planned, skipped }: Outcomes): Prefixes {
  const known = (kept ?? []) as Prefixes
  return known.length > 0 ? known : [{ prefix: null, count: planned - skipped }]
}

async function findRow(app: App, businessId: number, id: number) {
  return await app.db
    .selectFrom('campaigns as c')
    .innerJoin('message_contents as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.content_id'),
    )
    .innerJoin('phone_numbers as n', (join) =>
      join.onRef('n.business_id', '=', 'c.business_id').onRef('n.phone_number_id', '=', 'c.phone_number_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'c.business_id').onRef('u.id', '=', 'c.created_by'),
    )
    .select([
      'c.status',
      'c.status_code',
      'c.phone_number_id',
      'c.custom_message',
      'c.consent_statement',
      'c.audience',
      'c.content_id',
    ])
    .select([
      'c.retry_at',
      'c.their_clock',
      'c.quiet',
      'c.planned_at',
      'c.prefixes',
      'c.free_prefixes',
      'c.forecast',
      'm.category',
      'm.language',
      'm.components',
      'm.slots',
      'c.count_clicks',
      'c.mapping',
      'u.name as created_by_name',
    ])
    .select(['n.phone', 'n.waba_id', 'n.verified_name', 'n.throughput_per_second'])
    // Of an A/B test the content is what the rest got; other versions may have links.
    .select(
      sql<boolean>`(m.fixed -> 'links' is not null or exists (
        select from campaign_variants v join message_contents x on x.business_id = v.business_id and x.id = v.content_id
        where v.business_id = ${businessId} and v.campaign_id = ${id} and x.fixed -> 'links' is not null))`.as(
        'has_links',
      ),
    )
    .where('c.business_id', '=', businessId)
    .where('c.id', '=', id)
    .executeTakeFirst()
}

async function leftOutOf(app: App, businessId: number, campaignId: number): Promise<LeftOut[]> {
  const rows = await undeliveredMessages(app.db, businessId, campaignId, 'skipped')
    .select(['m.reason', sql<number>`count(*)`.as('count')])
    .groupBy('m.reason')
    .execute()
  const of = (reason: SkipReason): number => rows.find((row) => row.reason === reason)?.count ?? 0
  return skipReasons
    .map((reason) => ({ reason, label: t(`campaigns.leftOut.${reason}`), count: of(reason) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

/** Until when the last of the unanswered waits for a status, and how many have waited long enough. */
async function unknownOf(
  app: App,
  businessId: number,
  campaignId: number,
): Promise<{ until: string | null; due: number }> {
  const { until, due } = await undeliveredMessages(app.db, businessId, campaignId, 'unknown')
    .select(sql<Date | null>`max(m.due_at)`.as('until'))
    .select(sql<number>`count(*) filter (where m.reason = any(${ownerReasons}::text[]))`.as('due'))
    .executeTakeFirstOrThrow()
  return { until: until?.toISOString() ?? null, due }
}

/** More lines than this say nothing new: pauses and resumes of a long day. */
const longestHistory = 100

async function listEvents(app: App, businessId: number, campaignId: number): Promise<CampaignEvent[]> {
  const rows = await app.db
    .selectFrom('campaign_events as e')
    .leftJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'e.business_id').onRef('u.id', '=', 'e.user_id'),
    )
    .select(['e.id', 'e.kind', 'e.text', 'e.at', 'u.name as by'])
    .where('e.business_id', '=', businessId)
    .where('e.campaign_id', '=', campaignId)
    .orderBy('e.id', 'desc')
    .limit(longestHistory)
    .execute()
  return rows.map(({ text, kind, at, ...row }) => ({
    ...row,
    kind: kind as EventKind,
    sentence: readText(text as StoredText),
    at: at.toISOString(),
  }))
}

/** The campaign's first message as that person gets it. */
async function firstMessage(app: App, businessId: number, campaignId: number): Promise<Preview | null> {
  const stored = await campaignMessages(app.db, businessId, campaignId)
    .innerJoin('message_contents as c', (join) =>
      join.onRef('c.business_id', '=', 'm.business_id').onRef('c.id', '=', 'm.content_id'),
    )
    .leftJoin('leads as l', (join) =>
      join.onRef('l.business_id', '=', 'm.business_id').onRef('l.id', '=', 'm.lead_id'),
    )
    .select(['m.id', 'm.lead_id', 'm.recipient_phone', 'm.variables', 'c.components', 'c.slots', 'l.name'])
    .where('m.status', '!=', 'skipped')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()
  if (!stored) return null
  const [row = stored] = await withPeople(app, businessId, [stored])
  return {
    lead_id: row.lead_id,
    name: row.name ?? formatPhone(row.recipient_phone),
    phone: row.recipient_phone,
    components: row.components as Preview['components'],
    variables: (row.slots as (Slot | null)[]).flatMap((slot, index) =>
      slot ? [{ name: previewName(slot), where: slot.where, value: row.variables[index] ?? '' }] : [],
    ),
  }
}

/** Where one value of a message goes. */
type Slot = { name: string; where: 'header' | 'body' | 'button'; index?: number }

/** What is known before anybody is counted: the values that are the same for all. The others stand as gaps. */
function knownValues(
  slots: (Slot | null)[],
  mapping: unknown,
  customMessage: string | null,
): Preview['variables'] {
  const variables = slots.flatMap((slot) => (slot ? [{ ...slot, key: variableKey(slot) }] : []))
  return fillingOf(variables, ParameterMapping.parse(mapping), customMessage).map(({ variable, source }) => {
    const { where } = variable
    const name = previewName(variable)
    if (source && 'text' in source) return { name, where, value: source.text }
    const custom = source && 'field' in source && source.field === 'custom_message'
    return { name, where, value: custom ? (customMessage ?? '') : '' }
  })
}
