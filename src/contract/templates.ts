import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'
import {
  OtpChoices,
  TemplateButton,
  TemplateButtonInput,
  TemplateCard,
  TemplateCardInput,
  TemplateCategory,
  TemplateHeader,
  TemplateOffer,
  TemplateSamples,
  TemplateType,
} from './templates/draft.ts'
import { defaultTemplateLanguage } from './templates/languages.ts'
import { PredefinedTemplate } from './templates/predefined.ts'
import { TemplateVariable } from './templates/variable.ts'
import { Id, Instant, NextCursor, PageQuery, ProviderId } from './values.ts'

export { PredefinedTemplate, TemplateVariable }

const Time = z.string()
/** The parts of a template other than its text. A change keeps an absent part. */
const Parts = {
  header: z
    .union([z.null(), z.string().max(2000), TemplateHeader], { error: () => t('templates.input.header') })
    .optional(),
  footer: z.string().max(2000).optional(),
  buttons: z.array(TemplateButtonInput).max(50).optional(),
  /** Absent: fitting samples are chosen. */
  samples: TemplateSamples.partial().optional(),
  otp: OtpChoices.partial().optional(),
  /** A limited-time offer; null removes it. */
  offer: TemplateOffer.nullish(),
  /** Of a carousel; an empty list removes it. */
  cards: z.array(TemplateCardInput).max(20).optional(),
}

/** When and how a template may be changed at the provider. */
export const EditAllowance = z.object({
  allowed: z.boolean(),
  /** One sentence: why not now, or what an edit will mean. */
  sentence: z.string(),
  /** Null where there is no limit. */
  left_in_30_days: z.number().nullable(),
  /** When the next edit is possible. */
  next_at: Time.nullable(),
})
export type EditAllowance = z.infer<typeof EditAllowance>

/** A template of the owner's, with its state at the provider. */
export const LocalTemplate = z
  .object({
    id: Id,
    title: z.string(),
    message: z.string(),
    type: TemplateType,
    /** `approved`, `rejected`, or another state of the provider's in small letters; absent while pending. */
    status: z.string().optional(),
    /** The provider's name for its state; null before it was submitted. */
    provider_status: z.string().nullable(),
    /** Where it is on its way to WhatsApp: waiting for an account, being sent, not accepted, or submitted. */
    submission: z.enum(['waiting', 'sending', 'failed', 'submitted']),
    /** The status in the reader's language. */
    status_label: z.string(),
    /** One sentence: what the state means, why it was rejected, why it was not submitted. */
    status_reason: z.string().nullable(),
    /** One sentence: what to change after a rejection. */
    status_advice: z.string().nullable(),
    /** One sentence where it cannot be sent now; null where it can. */
    problem: z.string().nullable(),
    template_name: z.string(),
    language: z.string(),
    /** The provider's present category in the specification's word; it may differ from what `type` asked for. */
    category: TemplateCategory,
    category_change: z
      .object({ from: TemplateCategory, to: TemplateCategory, at: Time.nullable(), done: z.boolean() })
      .nullable(),
    header: TemplateHeader.nullable(),
    footer: z.string(),
    buttons: z.array(TemplateButton),
    samples: TemplateSamples,
    otp: OtpChoices.nullable(),
    offer: TemplateOffer.nullable(),
    cards: z.array(TemplateCard),
    variables: z.array(TemplateVariable),
    /** It has parts that only WhatsApp Manager can edit (a carousel, a form). */
    foreign_parts: z.boolean(),
    quality: z.string().nullable(),
    predefined_name: z.string().nullable(),
    provider_template_id: ProviderId.nullable(),
    edit: EditAllowance,
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Template' })
export type LocalTemplate = z.infer<typeof LocalTemplate>

/** A template as the provider has it. */
export const MetaTemplate = z.object({
  id: ProviderId,
  template_name: z.string(),
  category: TemplateCategory,
  language: z.string(),
  /** The provider's word. */
  status: z.string(),
  status_label: z.string(),
  status_reason: z.string().nullable(),
  status_advice: z.string().nullable(),
  quality: z.string(),
  header: TemplateHeader.nullable(),
  body: z.string(),
  footer: z.string(),
  buttons: z.array(TemplateButton),
  samples: TemplateSamples,
  /** What a message of it needs, in the order in which parameters are given. */
  variables: z.array(TemplateVariable),
  /** The provider's components, as it lists them. */
  components: z.array(z.looseObject({ type: z.string() })),
  /** One sentence where it cannot be sent now; null where it can. */
  problem: z.string().nullable(),
  /** The template of ours that is linked to it. */
  local_id: Id.nullable(),
  /** The provider made it from messages that were sent without a template: it cannot be changed or used. */
  auto_generated: z.boolean(),
})
export type MetaTemplate = z.infer<typeof MetaTemplate>

export const AddTemplateInput = z.object({
  use_predefined: z.boolean().optional(),
  /** Of the library, with `use_predefined`. */
  template_name: z.string().max(600).optional(),
  title: z.string().optional(),
  message: z.string().optional(),
  type: TemplateType.default('marketing'),
  language: z.string().max(20).default(defaultTemplateLanguage),
  ...Parts,
})

/** What campaigns that use a changed template do once WhatsApp has approved the new version. */
const AfterReview = z.enum(['go_on', 'wait']).default('go_on')

export const ChangeTemplateInput = z.object({
  title: z.string(),
  message: z.string(),
  type: TemplateType.optional(),
  ...Parts,
  campaigns: AfterReview,
  /** Of the template that was read: an edit in between is not written over. */
  updated_at: Instant.optional(),
})

export const SubmitTemplateInput = z.object({
  template_name: z.string().max(600).default(''),
  language: z.string().max(20).default(defaultTemplateLanguage),
  category: TemplateCategory.default('MARKETING'),
  body: z.string().default(''),
  use_predefined: z.boolean().optional(),
  ...Parts,
})
export type SubmitTemplateInput = z.input<typeof SubmitTemplateInput>

/** A file for headers. */
export const TemplateMedia = z.object({
  id: Id,
  kind: z.enum(['IMAGE', 'VIDEO', 'DOCUMENT']),
  file_name: z.string(),
  mime_type: z.string(),
  bytes: z.number(),
})
export type TemplateMedia = z.infer<typeof TemplateMedia>

/** Messages of one template by status; `total` is their sum. */
const Outcomes = z.object({
  total: z.number(),
  queued: z.number(),
  sending: z.number(),
  sent: z.number(),
  delivered: z.number(),
  read: z.number(),
  failed: z.number(),
  unknown: z.number(),
  skipped: z.number(),
  cancelled: z.number(),
})

export const TemplateUsage = z.object({
  outcomes: Outcomes,
  /** Delivered or read, of those that were sent; null where none was. */
  delivery_rate: z.number().nullable(),
  /** Read, of those delivered; null where none was. */
  read_rate: z.number().nullable(),
  last_sent_at: Time.nullable(),
  /** Campaigns that use it, newest first. */
  campaigns: z.array(z.object({ id: Id, name: z.string(), status: z.string(), scheduled_at: Time })),
  campaign_count: z.number(),
  /** Scheduled, running or paused ones among them. */
  open_campaigns: z.array(z.object({ id: Id, name: z.string(), status: z.string() })),
  /** Delivered messages of the last 30 days by what the provider billed them as. */
  billed: z.array(z.object({ category: TemplateCategory, messages: z.number(), free: z.number() })),
})
export type TemplateUsage = z.infer<typeof TemplateUsage>

const Rate = z.number().min(0).max(1000).nullable()

/** The price of one message by category, entered by the owner; null when not entered. */
export const MessageRates = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/, { error: () => t('templates.input.currency') }),
  MARKETING: Rate,
  TRANSACTIONAL: Rate,
  OTP: Rate,
})
export type MessageRates = z.infer<typeof MessageRates>

const ProviderTemplateParams = z.object({ id: ProviderId })
const LocalParams = z.object({ id: Id })

export const templates = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/templates',
    scope: 'templates:read',
    summary: 'The templates of the business, newest first',
    query: PageQuery.extend({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** `approved`, `rejected`, `pending` …; all without it. */
      status: z.string().max(40).optional(),
    }),
    response: answer({ templates: z.array(LocalTemplate), next_cursor: NextCursor, total: z.number() }),
  },
  add: {
    method: 'POST',
    path: '/marketing/api/templates/add',
    scope: 'templates:write',
    summary: 'Add a template, written or from the library',
    description:
      'It is submitted to WhatsApp at once where an account is connected, else as soon as one is. A refusal by WhatsApp adds nothing.',
    body: AddTemplateInput,
    response: answer({ template: LocalTemplate }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/templates/{id}',
    scope: 'templates:read',
    summary: 'One template',
    params: LocalParams,
    response: answer({ template: LocalTemplate }),
  },
  change: {
    method: 'PUT',
    path: '/marketing/api/templates/{id}',
    scope: 'templates:write',
    summary: 'Change a template; other words go to WhatsApp for review',
    description: 'A refusal by WhatsApp changes nothing. A new title alone stays here.',
    params: LocalParams,
    body: ChangeTemplateInput,
    response: answer({ template: LocalTemplate }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/templates/{id}',
    scope: 'templates:write',
    audit: 'template_deleted',
    summary: 'Delete a template, here and at WhatsApp',
    params: LocalParams,
    response: answer({}),
  },
  usage: {
    method: 'GET',
    path: '/marketing/api/templates/{id}/usage',
    scope: 'templates:read',
    summary: 'What uses a template, and what became of its messages',
    params: LocalParams,
    response: answer({ usage: TemplateUsage }),
  },
  submitAgain: {
    method: 'POST',
    path: '/marketing/api/templates/{id}/submit',
    scope: 'templates:write',
    summary: 'Submit a template that has not reached WhatsApp',
    params: LocalParams,
    response: answer({ template: LocalTemplate }),
  },
  unpause: {
    method: 'POST',
    path: '/marketing/api/templates/{id}/unpause',
    summary: 'Ask WhatsApp to let a paused template go on',
    params: LocalParams,
    response: answer({ template: LocalTemplate }),
  },
  listPredefined: {
    method: 'GET',
    path: '/marketing/api/meta/get_local_templates',
    scope: 'templates:read',
    summary: 'The library of predefined templates, one entry for each language',
    query: z.object({ language: z.string().max(20).optional() }),
    response: answer({ templates: z.array(PredefinedTemplate) }),
  },
  listMeta: {
    method: 'GET',
    path: '/marketing/api/meta/get_templates',
    scope: 'templates:read',
    summary: 'The templates that WhatsApp holds',
    query: PageQuery.extend({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** Those of this number's account; of the default number's where it is left out. */
      phone_number_id: ProviderId.optional(),
    }),
    response: answer({
      templates: z.array(MetaTemplate),
      next_cursor: NextCursor,
      total: z.number(),
      /** When the list was last compared with WhatsApp's; null before the first time. */
      synced_at: Time.nullable(),
      connected: z.boolean(),
    }),
  },
  removeMeta: {
    method: 'DELETE',
    path: '/marketing/api/meta/delete_template/{id}',
    audit: 'template_deleted',
    summary: 'Delete a template at WhatsApp, in one language',
    params: ProviderTemplateParams,
    response: answer({}),
  },
  submit: {
    method: 'POST',
    path: '/marketing/api/meta/submit_template',
    scope: 'templates:write',
    summary: 'Submit a template for review',
    body: SubmitTemplateInput,
    response: answer({ template: LocalTemplate }),
  },
  changeMeta: {
    method: 'PUT',
    path: '/marketing/api/meta/edit_template/{id}',
    summary: 'Change a template that WhatsApp holds',
    params: ProviderTemplateParams,
    body: z.object({
      category: TemplateCategory.optional(),
      body: z.string(),
      ...Parts,
      campaigns: AfterReview,
    }),
    response: answer({ template: LocalTemplate }),
  },
  sync: {
    method: 'POST',
    path: '/marketing/api/meta/sync_templates',
    summary: 'Compare the templates with WhatsApp now',
    response: answer({ added: z.number(), changed: z.number(), removed: z.number(), total: z.number() }),
  },
  uploadMedia: {
    method: 'POST',
    path: '/marketing/api/templates/media',
    scope: 'templates:write',
    summary: 'Keep a file for headers',
    description: 'The same file is kept once. It goes to WhatsApp with the first template that uses it.',
    multipart: true,
    maxBytes: 101 * 1024 * 1024,
    body: z.object({ file: z.string() }),
    response: answer({ media: TemplateMedia }),
  },
  getMedia: {
    method: 'GET',
    path: '/marketing/api/templates/media/{id}',
    summary: 'A file for headers, as it was uploaded',
    params: LocalParams,
    raw: true,
    response: z.unknown(),
  },
  headerSample: {
    method: 'GET',
    path: '/marketing/api/templates/{id}/header-sample',
    summary: 'The picture of a header that only WhatsApp has, as the template’s example shows it',
    params: LocalParams,
    raw: true,
    response: z.unknown(),
  },
  getRates: {
    method: 'GET',
    path: '/marketing/api/message_rates',
    summary: 'What one message costs, as the owner has entered it',
    response: answer({ rates: MessageRates.nullable() }),
  },
  saveRates: {
    method: 'PUT',
    path: '/marketing/api/message_rates',
    summary: 'Save what one message costs',
    body: MessageRates,
    response: answer({ rates: MessageRates }),
  },
})
