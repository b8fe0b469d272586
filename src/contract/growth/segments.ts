import { z } from 'zod'
import { SendEstimate } from '../campaigns/parts.ts'
import { answer, endpoints } from '../endpoint.ts'
import { LeadField } from '../leads/fields.ts'
import { Lead, Tag } from '../leads.ts'
import { t } from '../messages/t.ts'
import { Id, Instant } from '../values.ts'
import { messageScope, SegmentRules } from './segment-rules.ts'

/** A saved description of people; who is in it is read from the leads each time. */
export const Segment = z
  .object({
    id: Id,
    name: z.string(),
    rules: SegmentRules,
    /** Made by a report to write to its people: neither in the list nor counted, until it is saved. */
    from_report: z.boolean(),
    /** Who is in it, in words. */
    sentence: z.string(),
    /** As last counted; null before the first count. */
    people: z.number().int().nullable(),
    counted_at: Instant.nullable(),
    /** Campaigns that will still draw their people from it. */
    campaigns: z.number().int(),
    /** Sequences that people enter by joining it. */
    sequences: z.number().int(),
    updated_at: Instant,
  })
  .meta({ id: 'Segment' })
export type Segment = z.infer<typeof Segment>

const name = z
  .string({ error: () => t('segments.name') })
  .trim()
  .min(1, { error: () => t('segments.name') })
  .max(80)
  .refine((text) => !text.includes('\0'))

export const SegmentPreview = z.object({
  sentence: z.string(),
  /** Counted on a part of the leads, as there are many. */
  estimated: z.boolean(),
  /** All leads, and those whom the rules find. */
  leads: z.number().int(),
  people: z.number().int(),
  /** Of each rule: in words, how many match it alone, and how many are left after it and those before it. */
  parts: z.array(z.object({ sentence: z.string(), alone: z.number().int(), left: z.number().int() })),
})
export type SegmentPreview = z.infer<typeof SegmentPreview>

/** What the conditions of a segment can name. */
export const SegmentMenus = z.object({
  fields: z.array(LeadField),
  /** Columns of imports that are no custom field. */
  columns: z.array(z.string()),
  sources: z.array(z.string()),
  campaigns: z.array(z.object({ id: Id, name: z.string(), links: z.array(z.string()) })),
  forms: z.array(z.object({ id: Id, name: z.string() })),
  sequences: z.array(z.object({ id: Id, name: z.string() })),
  /** In which people paid lately. */
  currencies: z.array(z.string()),
  /** Ads and posts that people wrote from, the last first. `name`: their headline, where it is known. */
  ads: z.array(z.object({ ad_id: z.string(), source_type: z.string(), name: z.string().nullable() })),
})
export type SegmentMenus = z.infer<typeof SegmentMenus>

/** People of a campaign, or of all messages since a day, by the outcome. */
export const CampaignCell = z.enum([
  'not_delivered',
  'not_read',
  'not_clicked',
  'clicked',
  'not_converted',
  'not_answered',
  'answered',
  'failed_for_now',
  'failed',
  /** Leads that nothing could be delivered to for 90 days, whatever the messages. */
  'undeliverable',
])
export type CampaignCell = z.infer<typeof CampaignCell>

const byId = z.object({ id: Id })
const one = answer({ segment: Segment })

export const segments = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/segments',
    scope: 'leads:read',
    summary: 'Segments by name, each with its last count',
    response: answer({ segments: z.array(Segment) }),
  },
  create: {
    method: 'POST',
    path: '/marketing/api/segments',
    scope: 'leads:write',
    summary: 'Save a segment. At most 200',
    body: z.object({ name, rules: SegmentRules }),
    response: one,
  },
  menus: {
    method: 'GET',
    path: '/marketing/api/segments/menus',
    summary:
      'What conditions can name: fields, sources, campaigns with their links, opt-in forms, sequences, ads and posts',
    response: answer({ menus: SegmentMenus }),
  },
  preview: {
    method: 'POST',
    path: '/marketing/api/segments/preview',
    scope: 'leads:read',
    summary: 'How many people rules find, all together and each rule alone',
    body: z.object({
      rules: SegmentRules,
      /** Of more than 50,000 leads, count on a part, within a second. Small segments are counted exactly all the same. */
      estimate: z.boolean().default(false),
    }),
    response: answer({ preview: SegmentPreview }),
  },
  estimate: {
    method: 'POST',
    path: '/marketing/api/segments/estimate',
    scope: 'leads:read',
    summary: 'Who of the people whom rules find would get a marketing message now, and about what it costs',
    body: z.object({ rules: SegmentRules }),
    response: answer({ estimate: SendEstimate }),
  },
  people: {
    method: 'POST',
    path: '/marketing/api/segments/people',
    scope: 'leads:read',
    summary: 'The people whom rules find, the newest first',
    body: z.object({
      rules: SegmentRules,
      /** The people after this one; absent: from the newest. */
      after_lead_id: Id.optional(),
      limit: z.number().int().min(1).max(200).default(10),
    }),
    response: answer({
      leads: z.array(Lead),
      next_after: Id.nullable(),
      /** What of them who bought something spent, less refunds, in the smallest unit of each currency. */
      spent: z.array(z.object({ lead_id: Id, currency: z.string(), amount: z.number().int() })),
    }),
  },
  retarget: {
    method: 'POST',
    path: '/marketing/api/segments/retarget',
    scope: 'leads:write',
    summary: 'The segment of people by the outcome of messages. It is not in the list until it is saved',
    body: z
      .object({
        /** Null: any message. */
        campaign_id: Id.nullable().default(null),
        /** Of any message, the first day by the business's clock. */
        since: z.iso.date().optional(),
        tag: Tag.optional(),
        ...messageScope,
        cell: CampaignCell,
      })
      .refine(
        (body) =>
          body.campaign_id !== null ||
          body.since !== undefined ||
          body.days !== undefined ||
          body.cell === 'undeliverable',
        { path: ['since'] },
      ),
    response: one,
  },
  fromReport: {
    method: 'POST',
    path: '/marketing/api/segments/from-report',
    scope: 'leads:write',
    summary: 'The segment of people whom a report counts. It is not in the list until it is saved',
    body: z.object({ rules: SegmentRules }),
    response: one,
  },
  get: {
    method: 'GET',
    path: '/marketing/api/segments/{id}',
    scope: 'leads:read',
    summary: 'One segment',
    params: byId,
    response: one,
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/segments/{id}',
    scope: 'leads:write',
    summary: 'Change the name and the rules of a segment. Campaigns that have not started use the new rules',
    params: byId,
    body: z.object({
      name,
      rules: SegmentRules,
      /** Of the segment that was read: an edit in between is not written over. */
      updated_at: Instant.optional(),
    }),
    response: one,
  },
  copy: {
    method: 'POST',
    path: '/marketing/api/segments/{id}/copy',
    scope: 'leads:write',
    summary: 'Make a segment with the same rules',
    params: byId,
    response: one,
  },
  count: {
    method: 'POST',
    path: '/marketing/api/segments/{id}/count',
    scope: 'leads:read',
    summary: 'Count the people of a segment now',
    params: byId,
    response: one,
  },
  exportCsv: {
    method: 'GET',
    path: '/marketing/api/segments/{id}/export',
    scope: 'leads:read',
    audit: 'leads_exported',
    summary: 'The leads of a segment as a CSV file, UTF-8. No cell runs as a formula',
    params: byId,
    raw: true,
    response: z.string(),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/segments/{id}',
    scope: 'leads:write',
    summary: 'Delete a segment that no scheduled campaign uses. Its people stay',
    params: byId,
    response: answer({}),
  },
})
