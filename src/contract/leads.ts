import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { BulkChange } from './leads/changes.ts'
import { importCalls } from './leads/import-calls.ts'
import { ImportCounts } from './leads/imports.ts'
import { LeadEvent, LeadSummary } from './leads/views.ts'
import { t } from './messages/t.ts'
import { Country, Id, Instant, listOf, NextCursor, PageQuery } from './values.ts'

export const Consent = z.enum(['opted_in', 'opted_out', 'none'])
export type Consent = z.infer<typeof Consent>

const withoutNul = (text: string): boolean => !text.includes('\0')
const notNul = { error: () => t('leads.textInvalid') }
const longestTag = 60
export const mostTags = 50
const longestSearch = 200

/** At most so much of a tag, and no half of a character. */
export const cutTag = (tag: string): string => tag.slice(0, longestTag).replace(/[\ud800-\udbff]$/, '')

export const Tag = z.string().trim().min(1).max(longestTag).refine(withoutNul, notNul)
/** `phone` is text as a person writes it; it is read with the business's country. */
const PhoneText = z.string().trim().max(200)
export const Email = z
  .string()
  .trim()
  .max(254)
  .email({ error: () => t('leads.emailInvalid') })

export const Lead = z
  .object({
    id: Id,
    name: z.string(),
    /** E.164; null for a person who hides their number behind a username. */
    phone: z.string().nullable(),
    /** WhatsApp's business-scoped user id; people without a phone get messages by it. */
    bsuid: z.string().nullable(),
    /** Their WhatsApp username, without the @. */
    username: z.string().nullable(),
    email: z.string().nullable(),
    /** The newest tag. */
    tag: z.string().nullable(),
    /** All tags, oldest first. */
    tags: z.array(z.string()),
    /** manual, csv, api, openstreetmap, inbound. */
    source: z.string(),
    /** A licence line that must be displayed with the lead. */
    attribution: z.string().nullable(),
    /** Further columns of an import and facts of a directory; usable as template variables. */
    attributes: z.record(z.string(), z.string()),
    consent: Consent,
    consent_at: Instant.nullable(),
    consent_source: z.string().nullable(),
    /** The provider said that this number cannot be reached. */
    unreachable_at: Instant.nullable(),
    created_at: Instant,
    /** The newest message to them: its status and when it got it. */
    last_message: z.object({ status: z.string(), at: Instant }).nullable(),
  })
  .meta({ id: 'Lead' })
export type Lead = z.infer<typeof Lead>

/** Which of the business's people: by hand, tag or search, or all. An empty audience has no people. */
export const Audience = z.object({
  lead_ids: z.array(Id).max(100_000).optional(),
  /** Any of these. */
  tags: z.array(Tag).max(200).optional(),
  search: z.string().trim().max(200).refine(withoutNul, notNul).optional(),
  exclude_tags: z.array(Tag).max(200).optional(),
  consent: Consent.optional(),
  /** Without any of the above: all people. */
  all: z.boolean().optional(),
})
export type Audience = z.infer<typeof Audience>

export const LeadSort = z.enum(['name', '-name', 'newest', 'oldest'])
export type LeadSort = z.infer<typeof LeadSort>

const filters = {
  /** Any of these. */
  tag: listOf(Tag),
  consent: Consent.optional(),
  search: z.string().trim().max(200).refine(withoutNul, notNul).optional(),
}
export const LeadFilter = z.object({ ...filters, sort: LeadSort.default('newest') })
export type LeadFilter = z.infer<typeof LeadFilter>
export const LeadQuery = z.object({
  ...PageQuery.shape,
  ...LeadFilter.shape,
  /** It carries a name, in whatever script. */
  cursor: z.string().max(2000).optional(),
})
export type LeadQuery = z.infer<typeof LeadQuery>

/** Values of a lead's fields from a program, kept as text; null says nothing of its field. */
const Attributes = z
  .record(
    z.string().max(100),
    z.union([z.string().max(1000), z.number(), z.boolean(), z.null()], {
      error: () => t('fields.kind', { kind: 'string' }),
    }),
  )
  .transform((values): Record<string, string> => {
    const said = Object.entries(values).filter(([, value]) => value !== null)
    return Object.fromEntries(said.map(([name, value]) => [name, String(value)]))
  })

/** A lead from a program. The form asks only for name, phone and tag. */
export const LeadInput = z.object({
  name: z
    .string({ error: () => t('leads.namePhoneRequired') })
    .trim()
    .max(200)
    .default(''),
  phone: z
    .string({ error: () => t('leads.namePhoneRequired') })
    .trim()
    .max(200),
  email: z.union([z.literal(''), Email]).nullish(),
  tag: z.string().trim().max(60).refine(withoutNul, notNul).nullish(),
  tags: z.array(Tag).max(mostTags).optional(),
  source: z.string().trim().max(60).optional(),
  attributes: Attributes.optional(),
  /** Left out: nothing is known, and nothing changes. */
  consent: z.enum(['opted_in', 'none']).optional(),
  /** How consent was given, in the owner's words. */
  consent_source: z.string().trim().max(500).optional(),
})
export type LeadInput = z.infer<typeof LeadInput>

/** The form "Add Lead Manually". */
export const ManualLead = z
  .object({
    name: z.string().trim().max(200),
    phone: PhoneText,
    email: z.union([z.literal(''), Email]).optional(),
    tag: z.string().trim().max(60),
  })
  .superRefine(({ name, phone, tag }, context) => {
    if (!name || !phone) {
      for (const path of [...(name ? [] : ['name']), ...(phone ? [] : ['phone'])]) {
        context.addIssue({ code: 'custom', path: [path], message: t('leads.namePhoneRequired') })
      }
    }
    if (!tag) context.addIssue({ code: 'custom', path: ['tag'], message: t('leads.tagRequired') })
  })

/** Values that a person typed. */
const TypedAttributes = z.record(
  z.string().max(100).refine(withoutNul, notNul),
  z.string().max(1000).refine(withoutNul, notNul),
)

const idParams = z.object({ id: Id })

/** A change of the chosen leads, or of all that a filter finds. */
export const BulkInput = z.object({
  audience: Audience,
  action: z.enum(['tag', 'untag', 'delete', 'consent']),
  tag: Tag.optional(),
  /** How these people agreed: needed to record consent. Who opted out stays opted out. */
  details: z.string().trim().max(500).refine(withoutNul, notNul).optional(),
})

export const leads = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/get_leads',
    scope: 'leads:read',
    summary: 'Leads, filtered by tag, consent and search',
    description: '`total` is answered with a first page that holds all; `/leads/count` counts the others.',
    query: LeadQuery,
    response: answer({ leads: z.array(Lead), next_cursor: NextCursor, total: z.number().int().nullable() }),
  },
  scrape: {
    method: 'POST',
    path: '/marketing/api/scrape_leads',
    summary: 'Search OpenStreetMap for businesses with a public phone number and keep them as leads',
    description:
      'The query is a keyword, a place, or both ("bakery in Pune"). Results carry no consent, and all spellings of a query share one tag. Closing the connection cancels the search. With `search_id`, progress can be read at the same time.',
    body: z.object({
      query: z
        .string({ error: () => t('leads.searchRequired') })
        .trim()
        .min(1, { error: () => t('leads.searchRequired') })
        .max(longestSearch, { error: () => t('leads.searchTooLong', { limit: longestSearch }) }),
      search_id: z.uuid().optional(),
    }),
    response: answer({
      leads: z.array(Lead),
      /** Why nothing was found. */
      note: z.string().nullable(),
      /** `places`: listed by the directory, with and without a usable phone. */
      places: z.number().int(),
      created: z.number().int(),
      updated: z.number().int(),
      keyword: z.string().nullable(),
      place: z.string().nullable(),
      attribution: z.string(),
      /** The search among the imports, to undo it, and the tag of its leads; null where nothing was kept. */
      import_id: Id.nullable(),
      tag: z.string().nullable(),
    }),
  },
  scrapeEvents: {
    method: 'GET',
    path: '/marketing/api/scrape_leads/{search_id}/events',
    summary: 'Progress of a search, as server-sent events (`progress`: {sentence})',
    params: z.object({ search_id: z.uuid() }),
    raw: true,
    response: z.object({ sentence: z.string() }),
  },
  upload: {
    method: 'POST',
    path: '/marketing/api/upload_leads',
    scope: 'leads:write',
    summary: 'Add leads: a CSV file with a tag (multipart), or JSON {leads: [lead]}',
    description:
      'Multipart fields: `file` (.csv, up to 100 MB), `tag`, and optionally `country`, `consent` (opted_in or none) and `consent_source`. Everything is recognised; for a preview, a choice of columns and other kinds of files, create an import instead. In `attributes` of a lead as JSON each value is a text, a number, true or false; null is left out. `rows = created + updated + skipped + rejected`.',
    multipart: true,
    maxBytes: 10 * 1024 * 1024,
    body: z.object({ leads: z.array(LeadInput).max(20_000) }),
    response: answer({ ...ImportCounts.shape, import_id: Id.nullable(), leads: z.array(Lead).optional() }),
  },
  count: {
    method: 'GET',
    path: '/marketing/api/leads/count',
    scope: 'leads:read',
    summary: 'How many leads the filters of a list find',
    description:
      'With `estimate`, many of many leads are counted on a part of them: `estimated` says whether they were.',
    query: z.object({ ...filters, estimate: z.stringbool().default(false) }),
    response: answer({ total: z.number().int(), estimated: z.boolean() }),
  },
  summary: {
    method: 'GET',
    path: '/marketing/api/leads/summary',
    scope: 'leads:read',
    summary: 'How many leads there are, and how many may be written to',
    response: answer({ summary: LeadSummary }),
  },
  tags: {
    method: 'GET',
    path: '/marketing/api/leads/tags',
    scope: 'leads:read',
    summary: 'Every tag in use, the newest first, with the number of leads that carry it',
    response: answer({ tags: z.array(z.object({ tag: z.string(), leads: z.number().int() })) }),
  },
  known: {
    method: 'GET',
    path: '/marketing/api/leads/known',
    scope: 'leads:read',
    summary: 'How a typed number is read, and who has it already',
    query: z.object({ phone: PhoneText, country: Country.optional() }),
    response: answer({
      phone: z.string().nullable(),
      /** Why the number cannot be read, one sentence. */
      problem: z.string().nullable(),
      lead: z.object({ id: Id, name: z.string(), consent: Consent }).nullable(),
      /** The number opted out, whether or not it is a lead. */
      suppressed: z.boolean(),
    }),
  },
  bulk: {
    method: 'POST',
    path: '/marketing/api/leads/bulk',
    scope: 'leads:write',
    audit: 'leads_changed',
    summary: 'Tag, untag or delete many leads at once, or record their consent',
    description:
      'The first 5,000 are changed at once. For more leads the change goes on by itself: `change.status` is `running`, and `changed` counts what is changed so far. It can be undone for 7 days.',
    body: BulkInput,
    response: answer({ changed: z.number().int(), change: BulkChange }),
  },
  listChanges: {
    method: 'GET',
    path: '/marketing/api/leads/bulk',
    scope: 'leads:read',
    summary: 'The last 200 changes of many leads, the newest first',
    response: answer({ changes: z.array(BulkChange) }),
  },
  getChange: {
    method: 'GET',
    path: '/marketing/api/leads/bulk/{id}',
    scope: 'leads:read',
    summary: 'One change of many leads: how far it is and what it changed',
    params: idParams,
    response: answer({ change: BulkChange }),
  },
  undoChange: {
    method: 'POST',
    path: '/marketing/api/leads/bulk/{id}/undo',
    scope: 'leads:write',
    audit: 'leads_change_undone',
    summary: 'Undo a change of many leads, also while it runs. What was changed since, and opt-outs, stay',
    params: idParams,
    response: answer({ change: BulkChange }),
  },
  export: {
    method: 'GET',
    path: '/marketing/api/leads/export',
    scope: 'leads:read',
    audit: 'leads_exported',
    summary: 'The leads of a view as a CSV file, UTF-8. No cell runs as a formula',
    query: z.object({ ...filters, id: listOf(Id) }),
    raw: true,
    response: z.string(),
  },
  exportAudience: {
    method: 'POST',
    path: '/marketing/api/leads/export',
    scope: 'leads:read',
    audit: 'leads_exported',
    summary: 'The same file of an audience: more chosen leads than an address can name',
    body: z.object({ audience: Audience }),
    raw: true,
    response: z.string(),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/leads/{id}',
    scope: 'leads:read',
    summary: 'One lead and its history, the newest first',
    params: idParams,
    response: answer({
      lead: Lead,
      /** Their number or user id is on the suppression list. */
      suppressed: z.boolean(),
      /** Their last reply was unclear: marketing waits for the answer to a question, or for you. */
      held: z.boolean(),
      /** Other phones and user ids of the same person. An opt-out holds for all of them. */
      aliases: z.array(z.object({ address: z.string(), left_at: Instant.nullable() })),
      history: z.array(LeadEvent),
    }),
  },
  update: {
    method: 'PUT',
    path: '/marketing/api/leads/{id}',
    scope: 'leads:write',
    summary: 'Change a lead. Absent fields stay',
    description:
      '`tags` and `attributes` replace all that the lead has. `add_tags`, `remove_tags` and `set_attributes` leave the others as they are; an empty value in `set_attributes` removes it.',
    params: idParams,
    body: z.object({
      name: z
        .string()
        .trim()
        .min(1, { error: () => t('leads.nameRequired') })
        .max(200)
        .refine(withoutNul, notNul)
        .optional(),
      phone: PhoneText.min(1, { error: () => t('leads.phoneRequired') }).optional(),
      email: z.union([z.literal(''), Email]).optional(),
      tags: z.array(Tag).max(mostTags).optional(),
      add_tags: z.array(Tag).max(mostTags).optional(),
      remove_tags: z.array(Tag).max(mostTags).optional(),
      attributes: TypedAttributes.optional(),
      set_attributes: TypedAttributes.optional(),
    }),
    response: answer({ lead: Lead }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/leads/{id}',
    scope: 'leads:write',
    audit: 'lead_deleted',
    summary: 'Delete a lead. An opt-out outlives it',
    params: idParams,
    response: answer({}),
  },
  setConsent: {
    method: 'POST',
    path: '/marketing/api/leads/{id}/consent',
    scope: 'leads:write',
    summary: 'Record what a person agreed to, or that they want no more messages',
    params: idParams,
    body: z.object({
      consent: Consent,
      /** How: "Signed up at the till". Needed to opt in. */
      details: z.string().trim().max(500).refine(withoutNul, notNul).optional(),
    }),
    response: answer({ lead: Lead }),
  },
  ...importCalls,
})
