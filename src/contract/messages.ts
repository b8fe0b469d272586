import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'
import { splitParameters } from './text/parameters.ts'
import { userIdPattern } from './text/user-id.ts'
import {
  e164Pattern,
  Id,
  Instant,
  listOf,
  MarketingCap,
  NextCursor,
  PageQuery,
  ProviderId,
  RowCount,
  TimeOrder,
} from './values.ts'

export const MessageStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
])
export type MessageStatus = z.infer<typeof MessageStatus>

/** The provider takes no longer text as a value. */
const Parameter = z
  .string()
  .trim()
  .max(1024, { error: () => t('messages.parameterLength') })

const invalidPhone = () => t('messages.invalidPhone')

const SendFields = z.object({
  /** E.164. Given together with `recipient`, it wins. */
  to: z.string({ error: invalidPhone }).trim().optional(),
  /** The user ID of a person who hides their number, in place of `to`. */
  recipient: z
    .string()
    .trim()
    .regex(userIdPattern, { error: () => t('messages.invalidUserId') })
    .optional(),
  template_name: z
    .string({ error: () => t('messages.templateRequired') })
    .trim()
    .min(1, { error: () => t('messages.templateRequired') })
    .max(512),
  language: z.string().trim().min(2).max(20).default('en_US'),
  /** In the order of the template's variables; a text is split at its commas, but not inside double quotes. */
  parameters: z
    .preprocess(
      (value) => (typeof value === 'string' ? splitParameters(value) : value === null ? [] : value),
      z.array(Parameter).max(100),
    )
    .default([]),
  /** The number it is sent from; absent: the business's default one. */
  phone_number_id: ProviderId.optional(),
  /** Addresses in its values become tracked links. */
  count_clicks: z.boolean().optional(),
})
export const SendInput = SendFields.superRefine(({ to, recipient }, context) => {
  if ((to || !recipient) && !e164Pattern.test(to ?? '')) {
    context.addIssue({ code: 'custom', path: ['to'], message: invalidPhone() })
  }
})
export type SendInput = z.output<typeof SendInput>

/** One line of the logs: the message and its status. */
export const MessageLog = z.object({
  id: Id,
  recipient_phone: z.string(),
  template_name: z.string(),
  /** The text as the person reads it. */
  message_body: z.string(),
  /** When it last moved, ISO 8601. */
  timestamp: z.string(),
  status: MessageStatus,
  language: z.string(),
  /** Null: a single send. */
  campaign_id: Id.nullable(),
  campaign_name: z.string().nullable(),
  lead_id: Id.nullable(),
  lead_name: z.string().nullable(),
  /** Why it was left out, failed or waits, in words; null where there is nothing to say. */
  explanation: z.string().nullable(),
  /** What to do about it; null where there is nothing to do. */
  advice: z.string().nullable(),
  reason: z.string().nullable(),
  /** The provider's number of the failure, and its words. */
  error_code: z.number().nullable(),
  error_title: z.string().nullable(),
})
export type MessageLog = z.infer<typeof MessageLog>

/** One step in the life of a message. */
export const LifeStep = z.object({
  status: z.enum([
    'queued',
    'sending',
    'accepted',
    'sent',
    'delivered',
    'read',
    'clicked',
    'failed',
    'unknown',
  ]),
  at: z.string(),
  /** What is worth knowing about this step, one sentence. */
  text: z.string().nullable(),
})
export type LifeStep = z.infer<typeof LifeStep>

/** Everything that is known of one message. */
export const MessageLife = MessageLog.extend({
  /** In the order in which they happened. */
  life: z.array(LifeStep),
  sender_phone: z.string().nullable(),
  wamid: z.string().nullable(),
  /** held_for_quality_assessment and the like. */
  provider_status: z.string().nullable(),
  error_details: z.string().nullable(),
  /** How often it was sent. */
  attempts: z.number(),
  /** When it is tried again or settled; null: not planned. */
  due_at: z.string().nullable(),
  /** What the provider says it charges for; null until it says so. */
  price: z.object({ category: z.string().nullable(), type: z.string().nullable() }).nullable(),
  /** What the provider reported, unchanged. */
  events: z.array(z.object({ received_at: z.string(), status: z.record(z.string(), z.unknown()) })),
  /** The owner may send it again or write it off. */
  can_settle: z.boolean(),
  /** It failed: the owner may have it sent again. */
  can_resend: z.boolean(),
  /** A warning before it is sent again; null where there is none. */
  resend_advice: z.string().nullable(),
  /** The account that takes marketing another way: switched to it, the message can go. Null for any other failure. */
  switch_waba: z.string().nullable(),
})
export type MessageLife = z.infer<typeof MessageLife>

const filters = {
  campaign_id: Id.optional(),
  status: listOf(MessageStatus),
  /** The provider's numbers of the failure; `none` where it gave none. */
  error_code: listOf(z.union([z.literal('none'), z.coerce.number().int().min(0).max(2_147_483_647)])),
  /** Why it was left out or waits, a word of ours such as `opted_out`. */
  reason: z.string().max(60).optional(),
  /** Any part of a phone; a name; words of the message. */
  search: PageQuery.shape.search,
  /** Planned at or after, and before. */
  from: Instant.optional(),
  to: Instant.optional(),
}
export const LogFilter = z.object(filters)
export type LogFilter = z.output<typeof LogFilter>
/** By when the messages were planned: the time of their latest step changes all the while. */
const sort = TimeOrder.default('newest')

/** A month of which messages are in the archive. */
export const ArchivedMonth = z.object({
  /** By the business's clock, as in 2026-03. */
  month: z.string(),
  messages: z.number(),
})
export type ArchivedMonth = z.infer<typeof ArchivedMonth>

export const SendingSettings = z.object({
  /** How long a message without an answer waits for a status that settles it, in seconds. */
  settling_seconds: z.number().int().min(0).max(86_400),
  /** What then happens: it waits for the owner, is sent again, or is written off. */
  unknown_action: z.enum(['ask', 'send_again', 'write_off']),
  /**
   * For a person from campaigns, sequences and single sends together; null: no limit. Campaigns leave out who has had so
   * many, sequences wait. What is sent to one person by itself counts and is not held back.
   */
  marketing_cap: MarketingCap.nullable(),
})
export type SendingSettings = z.infer<typeof SendingSettings>

const OneMessage = z.object({ id: Id })

export const messages = endpoints({
  send: {
    method: 'POST',
    path: '/marketing/api/meta/send_meta_message',
    scope: 'messages:write',
    summary: 'Send a template to one person',
    description:
      'Answers with the provider’s verdict when it comes within a few seconds; else `status` is `queued` or `sending`, and the message goes on by itself.',
    body: SendInput,
    response: answer({ status: MessageStatus, message_id: Id }),
  },
  logs: {
    method: 'GET',
    path: '/marketing/api/meta/meta_message_logs',
    scope: 'messages:read',
    summary: 'Messages and where they stand, the newest or the oldest first',
    query: z.object({ ...PageQuery.shape, ...filters, sort }),
    response: answer({
      logs: z.array(MessageLog),
      next_cursor: NextCursor,
      /**
       * Where a search stopped before its page was full, ISO 8601: messages planned up to then are looked through. With
       * `next_cursor` it goes on.
       */
      searched_until: z.string().nullable(),
      found: RowCount,
    }),
  },
  summary: {
    method: 'GET',
    path: '/marketing/api/meta/meta_message_logs/summary',
    scope: 'messages:read',
    summary: 'How many messages of a time ended how',
    query: z.object({ from: Instant.optional(), to: Instant.optional() }),
    response: answer({ planned: z.number(), by_status: z.record(MessageStatus, z.number()) }),
  },
  exportCsv: {
    method: 'GET',
    path: '/marketing/api/meta/meta_message_logs/export',
    scope: 'messages:read',
    audit: 'messages_exported',
    summary: 'The logs as CSV, with the same filters and in the same order',
    raw: true,
    query: z.object({ ...filters, sort }),
    response: answer({}),
  },
  archive: {
    method: 'GET',
    path: '/marketing/api/meta/message_archive',
    scope: 'messages:read',
    summary: 'The months of messages in the archive, the newest first',
    response: answer({ months: z.array(ArchivedMonth) }),
  },
  exportArchive: {
    method: 'GET',
    path: '/marketing/api/meta/message_archive/{month}/export',
    scope: 'messages:read',
    audit: 'messages_exported',
    summary: 'A month of the archive as CSV, with the columns of the logs',
    raw: true,
    params: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
    response: answer({}),
  },
  life: {
    method: 'GET',
    path: '/marketing/api/meta/meta_message_logs/{id}',
    scope: 'messages:read',
    summary: 'The life of one message: each status with its time, the provider’s words, the raw events',
    params: OneMessage,
    response: answer({ log: MessageLife }),
  },
  errors: {
    method: 'GET',
    path: '/marketing/api/meta/meta_message_logs/errors',
    scope: 'messages:read',
    summary: 'The errors that failed messages have, in words, the most frequent first',
    query: z.object({ campaign_id: Id.optional() }),
    response: answer({
      errors: z.array(z.object({ code: z.number().nullable(), explanation: z.string(), count: z.number() })),
    }),
  },
  resend: {
    method: 'POST',
    path: '/marketing/api/meta/meta_message_logs/{id}/resend',
    scope: 'messages:write',
    summary: 'Send one failed message again, to the same person',
    params: OneMessage,
    response: answer({ log: MessageLog }),
  },
  settleUnknown: {
    method: 'POST',
    path: '/marketing/api/meta/meta_message_logs/settle_unknown',
    summary: 'The owner’s word on messages that were never answered: send them again, or write them off',
    body: z.object({
      ids: z
        .array(Id)
        .min(1, { error: () => t('messages.chooseMessage') })
        .max(10_000),
      as: z.enum(['send_again', 'write_off']),
    }),
    response: answer({ settled: z.number() }),
  },
  getSettings: {
    method: 'GET',
    path: '/marketing/api/meta/sending_settings',
    summary: 'What happens to messages that are never answered, and the limit of marketing per person',
    response: answer({ settings: SendingSettings }),
  },
  saveSettings: {
    method: 'PUT',
    path: '/marketing/api/meta/sending_settings',
    summary: 'Choose what happens to messages that are never answered, and limit marketing per person',
    body: SendingSettings.partial(),
    response: answer({ settings: SendingSettings }),
  },
})
