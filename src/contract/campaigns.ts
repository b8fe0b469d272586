import { z } from 'zod'
import { CampaignAudience } from './campaigns/audience.ts'
import { CampaignDraft } from './campaigns/drafts.ts'
import { CampaignQuery, CampaignStatus } from './campaigns/list-query.ts'
import { customMessageMax, ParameterMapping } from './campaigns/parameters.ts'
import {
  AudienceNow,
  AudiencePerson,
  CampaignEvent,
  CampaignReply,
  Checks,
  Clicks,
  Cost,
  FailureCause,
  LeftOut,
  NewVersion,
  Outcomes,
  Pace,
  Preview,
  Responses,
  SkipReason,
  sentFrom,
  Waiting,
} from './campaigns/parts.ts'
import { keptTiming, timing } from './campaigns/timing.ts'
import { Trial, TrialInput } from './campaigns/trials.ts'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'
import { e164Pattern, Id, Instant, NextCursor, PageQuery, ProviderId, RowCount } from './values.ts'

export { CampaignOrder, CampaignQuery, CampaignStatus } from './campaigns/list-query.ts'
export { customMessageMax, ParameterMapping, ParameterSource } from './campaigns/parameters.ts'
export { AudienceNow } from './campaigns/parts.ts'

/** People picked one by one in one call; larger audiences are named by tag or search. */
const pickedLeadsMax = 100_000

const noTemplate = () => t('campaigns.template')

/** What a campaign says and to whom: shared by the preview, the checks and the scheduling itself. */
const draft = {
  template_id: z.coerce
    .number({ error: noTemplate })
    .int({ error: noTemplate })
    .positive({ error: noTemplate }),
  /** People by id, or as objects with an `id` or a `phone`. */
  leads: z
    .array(z.union([Id, z.looseObject({ id: Id.optional(), phone: z.string().optional() })]))
    .max(pickedLeadsMax, { error: () => t('campaigns.pickedMax', { count: pickedLeadsMax }) })
    .optional(),
  /** People by tag or search, beside or instead of `leads`. */
  audience: CampaignAudience.optional(),
  parameters: ParameterMapping.optional(),
  custom_message: z
    .string()
    .trim()
    .max(customMessageMax, { error: () => t('campaigns.customMessageMax', { count: customMessageMax }) })
    .nullish(),
  /** The number it is sent from; absent: the business's default one. */
  phone_number_id: ProviderId.nullish(),
  /** The owner's own words that people without recorded consent gave permission; they are then written to. */
  consent_statement: z
    .string()
    .trim()
    .min(10, { error: () => t('campaigns.consent') })
    .max(500)
    .nullish(),
  /** Addresses that the owner wrote into the text become tracked links. */
  count_clicks: z.boolean().optional(),
  /** A part of the audience gets it first: a pilot, or an A/B test. */
  trial: TrialInput.nullish(),
}

export const DraftInput = z.object(draft)
export type DraftInput = z.output<typeof DraftInput>

export const ScheduleInput = z.object({
  ...draft,
  name: z
    .string()
    .trim()
    .max(150, { error: () => t('campaigns.nameMax', { count: 150 }) })
    .nullish(),
  /** ISO 8601 with an offset; absent: now. */
  scheduled_at: Instant.nullish(),
  ...timing,
})
export type ScheduleInput = z.output<typeof ScheduleInput>

export const CampaignSummary = z.object({
  id: Id,
  name: z.string(),
  /** When it starts or started, ISO 8601. */
  date: z.string(),
  status: CampaignStatus,
  /** Why it is paused or failed, one sentence. */
  status_reason: z.string().nullable(),
  scheduled_at: z.string(),
  timezone: z.string(),
  created_at: z.string(),
  /** Until then a start that was wanted at once can be undone; null when there is nothing to undo. */
  undo_until: z.string().nullable(),
  /** How much of that time is left, so that a screen need not trust its own clock. */
  undo_seconds: z.number().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  template_id: Id,
  template: z.string(),
  /** Counted from the messages at this moment; all zero before the start. */
  outcomes: Outcomes,
  responses: Responses,
  /** Why none of it is sent now, while it runs. */
  waiting: Waiting.nullable(),
})
export type CampaignSummary = z.infer<typeof CampaignSummary>

export const Campaign = CampaignSummary.extend({
  status_code: z.string().nullable(),
  ...sentFrom,
  category: z.string(),
  language: z.string(),
  custom_message: z.string().nullable(),
  consent_statement: z.string().nullable(),
  /** Clicks of people on its tracked links; null where it has none. */
  clicks: Clicks.nullable(),
  created_by: z.string(),
  /** The audience as text: `Everybody tagged wedding or caterer`. */
  audience_text: z.string(),
  /** A second try of failed messages that is due later. */
  retry_at: z.string().nullable(),
  pace: Pace,
  /** What it costs if all who are written to get it; null before its start. */
  forecast: Cost.nullable(),
  ...keptTiming,
  left_out: z.array(LeftOut),
  failures: z.array(FailureCause),
  /** Until when unanswered messages wait for a status before the owner decides; null when there are none. */
  unknown_until: z.string().nullable(),
  /** Those of the unanswered that wait for the owner's word. */
  unknown_due: z.number(),
  /** Who got it is in the archive: its totals stay, and nothing of it can be sent again. */
  archived: z.boolean(),
  /** Since when delivery reports of its number are missing; null while they arrive. */
  reports_missing_since: z.string().nullable(),
  events: z.array(CampaignEvent),
  /** The first message of it as the person sees it. */
  preview: Preview.nullable(),
  /** What it will continue with when it waits; null while it runs, and where the template has not changed. */
  new_version: NewVersion.nullable(),
  /** Its pilot or A/B test; null where it has none. */
  trial: Trial.nullable(),
  /** `decide`: its trial waits for the owner’s word, or can be ended early. */
  actions: z.array(z.enum(['pause', 'resume', 'cancel', 'retry_failed', 'undo', 'edit', 'decide'])),
}).meta({ id: 'Campaign' })
export type Campaign = z.infer<typeof Campaign>

const OneCampaign = z.object({ id: Id })

const campaignAnswer = answer({ campaign: Campaign })

export const campaigns = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/get_campaigns',
    scope: 'campaigns:read',
    summary: 'Campaigns, the latest date first or in the order of `sort`',
    query: CampaignQuery,
    response: answer({ campaigns: z.array(CampaignSummary), next_cursor: NextCursor, found: RowCount }),
  },
  schedule: {
    method: 'POST',
    path: '/marketing/api/schedule-send',
    scope: 'campaigns:write',
    audit: 'campaign_scheduled',
    summary: 'Schedule a campaign, or start it now',
    maxBytes: 32 * 1024 * 1024,
    body: ScheduleInput,
    response: answer({
      campaign: CampaignSummary,
      /** Who is in the audience now; it is drawn again at the start. */
      audience: AudienceNow,
      /** A warning to the owner although it was scheduled, one sentence. */
      notice: z.string().nullable(),
    }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/campaigns/{id}',
    scope: 'campaigns:read',
    summary: 'One campaign: its books, pace, reasons and history',
    params: OneCampaign,
    response: campaignAnswer,
  },
  draft: {
    method: 'GET',
    path: '/marketing/api/campaigns/{id}/draft',
    scope: 'campaigns:read',
    summary: 'A campaign as its form takes it, for an edit or a copy',
    params: OneCampaign,
    response: answer({ draft: CampaignDraft }),
  },
  update: {
    method: 'PUT',
    path: '/marketing/api/campaigns/{id}',
    scope: 'campaigns:write',
    summary: 'Change a campaign that has not started: its message, people or time',
    description: 'A paused one is scheduled again. With `revision` of its draft, an older edit is refused.',
    maxBytes: 32 * 1024 * 1024,
    params: OneCampaign,
    body: ScheduleInput.extend({ revision: z.int32().optional() }),
    response: answer({
      campaign: CampaignSummary,
      audience: AudienceNow,
      notice: z.string().nullable(),
    }),
  },
  undo: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/undo',
    scope: 'campaigns:write',
    summary: 'Undo a start while nothing has left: the campaign is paused and can be edited',
    params: OneCampaign,
    response: campaignAnswer,
  },
  replies: {
    method: 'GET',
    path: '/marketing/api/campaigns/{id}/replies',
    scope: 'campaigns:read',
    summary: 'What people wrote back to a campaign, the newest first',
    params: OneCampaign,
    query: z.object({ limit: PageQuery.shape.limit, cursor: PageQuery.shape.cursor }),
    response: answer({ replies: z.array(CampaignReply), next_cursor: NextCursor }),
  },
  expected: {
    method: 'GET',
    path: '/marketing/api/campaigns/{id}/expected',
    scope: 'campaigns:read',
    summary: 'Who would get a scheduled campaign at this moment; the people are drawn again when it starts',
    params: OneCampaign,
    response: answer({
      /** Null when it is not Scheduled: the campaign's own books tell who got it. */
      audience: AudienceNow.nullable(),
    }),
  },
  live: {
    method: 'GET',
    path: '/marketing/api/campaigns/{id}/live',
    summary: 'Server-sent events: `campaign` with the same content as the campaign itself, whenever it moves',
    raw: true,
    params: OneCampaign,
    response: campaignAnswer,
  },
  pause: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/pause',
    scope: 'campaigns:write',
    audit: 'campaign_paused',
    summary: 'Pause: nothing new leaves within a second',
    params: OneCampaign,
    response: campaignAnswer,
  },
  resume: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/resume',
    scope: 'campaigns:write',
    audit: 'campaign_resumed',
    summary: 'Go on, or start one that waits for the owner’s word',
    params: OneCampaign,
    response: campaignAnswer,
  },
  useNewVersion: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/new-version',
    summary: 'Say what fills the variables of the template’s new version, and go on with it',
    params: OneCampaign,
    body: z.object({ parameters: ParameterMapping }),
    response: campaignAnswer,
  },
  decide: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/decide',
    scope: 'campaigns:write',
    audit: 'campaign_resumed',
    summary: 'After a pilot or an A/B test: send to the rest, with the chosen version',
    params: OneCampaign,
    body: z.object({
      /** Of an A/B test: 1 to 4; absent: the version that is ahead. */
      variant: z.number().int().min(1).max(4).nullish(),
    }),
    response: campaignAnswer,
  },
  cancel: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/cancel',
    scope: 'campaigns:write',
    audit: 'campaign_cancelled',
    summary: 'Cancel: everybody still queued gets nothing',
    params: OneCampaign,
    response: campaignAnswer,
  },
  retryFailed: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/retry-failed',
    scope: 'campaigns:write',
    audit: 'failed_sent_again',
    summary: 'Try failed messages again, all for which it can help or those with these error codes',
    params: OneCampaign,
    body: z.object({
      codes: z.array(z.int32().nullable()).max(200).optional(),
      /** Not before; absent: now. */
      at: Instant.nullish(),
    }),
    response: answer({
      campaign: Campaign,
      queued: z.number(),
      /** Those of them that wait first, because their error asks for it, and until when at the most. */
      later: z.number(),
      later_at: z.string().nullable(),
    }),
  },
  settleUnknown: {
    method: 'POST',
    path: '/marketing/api/campaigns/{id}/settle-unknown',
    summary: 'The owner’s word on messages that were never answered: send them again, or write them off',
    params: OneCampaign,
    body: z.object({
      as: z.enum(['send_again', 'write_off']),
      /** Absent: all of the campaign's. */
      message_ids: z.array(Id).max(100_000).optional(),
    }),
    response: answer({ campaign: Campaign, settled: z.number() }),
  },
  exportCsv: {
    method: 'GET',
    path: '/marketing/api/campaigns/{id}/export',
    scope: 'campaigns:read',
    audit: 'campaign_exported',
    summary: 'Everybody of a campaign and what became of their message, as CSV',
    raw: true,
    params: OneCampaign,
    response: answer({}),
  },
  check: {
    method: 'POST',
    path: '/marketing/api/campaigns/check',
    scope: 'campaigns:write',
    summary: 'Before scheduling: who would receive it, what is in the way, when it would be done',
    maxBytes: 32 * 1024 * 1024,
    body: DraftInput.extend({ scheduled_at: Instant.nullish(), estimate: z.boolean().optional(), ...timing }),
    response: answer({ checks: Checks }),
  },
  preview: {
    method: 'POST',
    path: '/marketing/api/campaigns/preview',
    scope: 'campaigns:write',
    summary: 'The messages of real people of an audience, as they would be sent',
    maxBytes: 32 * 1024 * 1024,
    body: DraftInput.extend({
      /** The person after this one; absent: the first. */
      after_lead_id: Id.optional(),
      limit: z.number().int().min(1).max(50).default(10),
    }),
    response: answer({ previews: z.array(Preview), next_after: Id.nullable() }),
  },
  people: {
    method: 'POST',
    path: '/marketing/api/campaigns/people',
    summary: 'The people of an audience: those who would receive it, or those left out for a reason',
    maxBytes: 32 * 1024 * 1024,
    body: DraftInput.omit({ template_id: true, parameters: true, trial: true }).extend({
      template_id: Id.nullish(),
      parameters: ParameterMapping.optional(),
      /** Absent: all of them. */
      outcome: z.union([z.literal('will_receive'), SkipReason]).optional(),
      after_lead_id: Id.optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: answer({
      people: z.array(AudiencePerson),
      next_after: Id.nullable(),
    }),
  },
  testSend: {
    method: 'POST',
    path: '/marketing/api/campaigns/test-send',
    summary: 'Send one message of the campaign to yourself, filled as for the first person',
    maxBytes: 32 * 1024 * 1024,
    body: DraftInput.extend({
      to: z
        .string()
        .trim()
        .regex(e164Pattern, { error: () => t('campaigns.testPhone') }),
    }),
    response: answer({
      /** `queued` while it waits to be sent, `unknown` when WhatsApp did not say whether it took it. */
      status: z.string(),
      message_id: Id,
    }),
  },
})
