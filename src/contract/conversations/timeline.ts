import { z } from 'zod'
import { MessageStatus } from '../messages.ts'

/** What a message is; a kind that WhatsApp added later is `unknown`. */
export const ChatKind = z.enum([
  'text',
  'button',
  'interactive',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'order',
  'system',
  'unsupported',
  'template',
  'unknown',
])
export type ChatKind = z.infer<typeof ChatKind>

/** Why a call of the chatbot brought nothing. */
export const CallFault = z.enum([
  'timeout',
  'unreachable',
  'not_found',
  /** It answered with a status that is no success. */
  'status',
  'too_large',
  'not_json',
  'not_public',
  'bad_address',
  'switched_off',
  /** A secret value of a header is missing, or is for another host. */
  'secret_missing',
])
export type CallFault = z.infer<typeof CallFault>

/** A call of the chatbot that brought nothing. */
export const FailedCall = z.object({
  host: z.string(),
  fault: CallFault,
  status: z.number().nullable(),
})
export type FailedCall = z.infer<typeof FailedCall>

/** A file of a message. */
export const ChatFile = z.object({
  id: z.number(),
  kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  /** `waiting`: it is being fetched from WhatsApp. */
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Why there is none: a code. */
  reason: z.string().nullable(),
  mime: z.string().nullable(),
  bytes: z.number().nullable(),
  file_name: z.string().nullable(),
  /** Of a picture, in pixels, as it is seen upright; null: not known. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})
export type ChatFile = z.infer<typeof ChatFile>

/** What is quoted above an answer. */
const Quote = z.object({
  wamid: z.string(),
  from: z.enum(['them', 'us']),
  kind: ChatKind,
  text: z.string().nullable(),
})

/** One entry of a conversation: a message of theirs or ours, a note, or what was done. */
export const TimelineItem = z
  .object({
    /** Unique in the conversation. */
    key: z.string(),
    type: z.enum(['in', 'out', 'note', 'event']),
    at: z.string(),
    kind: ChatKind.nullable(),
    text: z.string().nullable(),
    /** Title above the text and small print below it, of a template. */
    header: z.string().nullable(),
    footer: z.string().nullable(),
    buttons: z.array(z.string()),
    /** By kind: coordinates, contacts, an order, the name of a file. */
    details: z.record(z.string(), z.unknown()),
    file: ChatFile.nullable(),
    wamid: z.string().nullable(),
    quote: Quote.nullable(),
    reactions: z.array(z.object({ emoji: z.string(), from: z.enum(['them', 'us']) })),
    status: MessageStatus.nullable(),
    /** Why it failed, waits or is unknown, for a person to read. */
    explanation: z.string().nullable(),
    message_id: z.number().nullable(),
    campaign_id: z.number().nullable(),
    campaign_name: z.string().nullable(),
    template_name: z.string().nullable(),
    /** Who of the team wrote, noted or did it. */
    user_name: z.string().nullable(),
    /** It waits, and its sender can take it back until then. */
    undo_until: z.string().nullable(),
    /** The step of the chatbot that sent it; the flow is null for a rule's own reply. */
    bot: z
      .object({ step: z.string(), flow_id: z.number().nullable(), flow_name: z.string().nullable() })
      .nullable(),
    event: z
      .enum([
        'assigned',
        'unassigned',
        'closed',
        'reopened',
        'snoozed',
        'woken',
        'labelled',
        'unlabelled',
        'taken_back',
        'bot_handed_over',
        'bot_stopped',
        /** A call of a flow's step brought nothing; `details` is a FailedCall. */
        'bot_call_failed',
        /** They ended marketing otherwise than by a message; `details.source` says how. */
        'opted_out',
      ])
      .nullable(),
    deleted: z.boolean(),
    edited: z.boolean(),
    forwarded: z.boolean(),
    /** By this message the person ended marketing. */
    opted_out: z.boolean(),
    /** The advertisement or post that led here. */
    referral: z.object({ headline: z.string().nullable(), source_url: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'TimelineItem' })
export type TimelineItem = z.infer<typeof TimelineItem>
