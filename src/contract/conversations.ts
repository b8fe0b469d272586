import { z } from 'zod'
import { limits, OutgoingMessage, Text } from './conversations/outgoing.ts'
import { ChatSettings } from './conversations/settings.ts'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'
import { MessageStatus } from './messages.ts'
import { Id, Instant, listOf, NextCursor, PageQuery, ProviderId } from './values.ts'

export const ConversationState = z.enum(['open', 'snoozed', 'closed'])
export type ConversationState = z.infer<typeof ConversationState>

export const ConversationView = z.enum(['open', 'mine', 'unassigned', 'snoozed', 'closed'])
export type ConversationView = z.infer<typeof ConversationView>

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

/** One line of the list. */
export const Conversation = z
  .object({
    id: z.number(),
    state: ConversationState,
    snoozed_until: z.string().nullable(),
    phone_number_id: z.string(),
    /** E.164, or the user ID of a person who hides their number. */
    address: z.string(),
    lead_id: z.number().nullable(),
    /** The lead's name, else their profile's; empty where neither is known. */
    name: z.string(),
    assigned_to: z.number().nullable(),
    assigned_name: z.string().nullable(),
    labels: z.array(z.string()),
    /** Inbound messages that the team has not read, at most 99. */
    unread: z.number().int(),
    /** Free messages may be sent until then; null: never written. */
    window_until: z.string().nullable(),
    last_at: z.string(),
    preview: z.object({
      direction: z.enum(['in', 'out', 'note']),
      kind: ChatKind,
      text: z.string().nullable(),
      status: MessageStatus.nullable(),
    }),
    /** They opted out of marketing. An answer is still allowed. */
    opted_out: z.boolean(),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof Conversation>

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
    /** The step of the chatbot that sent it; `flow_id` is null for a rule's own reply. */
    bot: z.object({ step: z.string(), flow_id: z.number().nullable() }).nullable(),
    event: z
      .enum([
        'assigned',
        'unassigned',
        'closed',
        'reopened',
        'snoozed',
        'woken',
        'bot_handed_over',
        'bot_stopped',
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

export const Member = z.object({ id: z.number(), name: z.string() })

export const QuickReply = z.object({ id: z.number(), shortcut: z.string(), text: z.string() })
export type QuickReply = z.infer<typeof QuickReply>

const id = z.object({ id: Id })
const Label = z.string().trim().min(1).max(40)
export const longestText = limits.text
/** The browser's own key of a send, a UUID: it names nothing of ours. */
const SendKey = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ examples: ['0b6f3a52-6a0e-4c8e-9d57-1f8f0f6f3a10'] })

export const conversations = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/conversations',
    summary: 'Conversations, the newest first',
    query: PageQuery.extend({
      view: ConversationView.default('open'),
      phone_number_id: ProviderId.optional(),
      label: listOf(Label),
      unread: z.stringbool().optional(),
      /** Less than two hours are left to answer freely. */
      closing: z.stringbool().optional(),
    }),
    response: answer({ conversations: z.array(Conversation), next_cursor: NextCursor }),
  },
  counts: {
    method: 'GET',
    path: '/marketing/api/conversations/counts',
    summary: 'How many conversations each view has, at most 1,000 of each, and how many are unread',
    response: answer({
      open: z.number().int(),
      mine: z.number().int(),
      unassigned: z.number().int(),
      snoozed: z.number().int(),
      unread: z.number().int(),
    }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/conversations/{id}',
    summary: 'One conversation, with its draft',
    params: id,
    response: answer({
      conversation: Conversation,
      draft: z.string(),
      /** The server's time: the countdown of the window follows it. */
      now: z.string(),
      others: z.array(
        z.object({
          id: z.number(),
          phone_number_id: z.string(),
          state: ConversationState,
          last_at: z.string(),
        }),
      ),
    }),
  },
  timeline: {
    method: 'GET',
    path: '/marketing/api/conversations/{id}/timeline',
    summary: 'The entries of a conversation, the newest first',
    params: id,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(100).optional(),
    }),
    response: answer({ items: z.array(TimelineItem), next_cursor: NextCursor }),
  },
  send: {
    method: 'POST',
    path: '/marketing/api/conversations/{id}/messages',
    summary: 'Answer in a conversation',
    description:
      'Within the 24-hour window a text, a file, buttons, a list, a place, a contact or a reaction; a template at any time. The same `send_key` is sent once, however often it comes.',
    params: id,
    body: z.object({
      send_key: SendKey,
      message: OutgoingMessage,
      /** The wamid of the message that is answered. */
      reply_to: z.string().min(1).max(300).optional(),
      /** Refuses with `answered_meanwhile` where a colleague has just answered, or has after this message of ours. */
      unless_answered_after: z.number().int().min(0).optional(),
    }),
    response: answer({
      message_id: z.number(),
      /** Until then the message can be taken back; null where it leaves at once. */
      undo_until: z.string().nullable(),
    }),
  },
  undo: {
    method: 'DELETE',
    path: '/marketing/api/conversations/{id}/messages/{message_id}',
    summary: 'Take back a message of yours that still waits',
    params: id.extend({ message_id: Id }),
    response: answer({}),
  },
  settings: {
    method: 'GET',
    path: '/marketing/api/conversations/settings',
    summary: 'How the business answers: read receipts, typing, and time to take a message back',
    response: answer({ settings: ChatSettings }),
  },
  saveSettings: {
    method: 'PATCH',
    path: '/marketing/api/conversations/settings',
    summary: 'Change how the business answers',
    body: ChatSettings.partial(),
    response: answer({ settings: ChatSettings }),
  },
  presence: {
    method: 'POST',
    path: '/marketing/api/conversations/{id}/presence',
    summary: 'Tell colleagues that you look at a conversation or type in it',
    description:
      'Colleagues see it for half a minute, typing for six seconds; tell it again while it lasts. Typing is shown to the customer too where the settings say so.',
    params: id,
    body: z.object({ state: z.enum(['viewing', 'typing', 'left']) }),
    response: answer({}),
  },
  attach: {
    method: 'POST',
    path: '/marketing/api/conversations/{id}/files',
    summary: 'Upload a file for an answer',
    description:
      'Judged by its content. Pictures up to 5 MB, video and audio up to 16 MB, documents up to 20 MB. With `recorded` it is a recording of a browser (WebM, MP4 or Ogg) and becomes a voice message.',
    multipart: true,
    params: id,
    query: z.object({ recorded: z.stringbool().optional() }),
    body: z.object({ file: z.string() }),
    response: answer({ file: ChatFile }),
  },
  file: {
    method: 'GET',
    path: '/marketing/api/conversations/files/{id}',
    summary: 'The bytes of a file; ranges are answered',
    description: 'With `playable` a recording comes as MP4, which every browser plays.',
    raw: true,
    params: id,
    query: z.object({ playable: z.stringbool().optional() }),
    response: z.string(),
  },
  fetchFile: {
    method: 'POST',
    path: '/marketing/api/conversations/files/{id}/fetch',
    summary: 'Fetch a file from WhatsApp again that could not be fetched',
    params: id,
    response: answer({}),
  },
  note: {
    method: 'POST',
    path: '/marketing/api/conversations/{id}/notes',
    summary: 'Leave a note for the team',
    params: id,
    body: z.object({ text: Text }),
    response: answer({}),
  },
  update: {
    method: 'PATCH',
    path: '/marketing/api/conversations/{id}',
    summary: 'Close, reopen, snooze, assign or label a conversation',
    params: id,
    body: z.object({
      state: z.enum(['open', 'closed']).optional(),
      snoozed_until: Instant.optional(),
      assigned_to: Id.nullable().optional(),
      labels: z.array(Label).max(20).optional(),
    }),
    response: answer({ conversation: Conversation }),
  },
  bulk: {
    method: 'POST',
    path: '/marketing/api/conversations/bulk',
    summary: 'Close or reopen several conversations, or give them a label',
    body: z.object({
      ids: z.array(Id).min(1).max(500),
      state: z.enum(['open', 'closed']).optional(),
      label: Label.optional(),
    }),
    response: answer({ changed: z.number().int() }),
  },
  read: {
    method: 'POST',
    path: '/marketing/api/conversations/{id}/read',
    summary: 'Mark the messages of a conversation as read, or as unread',
    params: id,
    body: z.object({ unread: z.boolean().default(false) }),
    response: answer({}),
  },
  draft: {
    method: 'PUT',
    path: '/marketing/api/conversations/{id}/draft',
    summary: 'Keep what is being typed',
    params: id,
    body: z.object({ text: z.string().max(longestText) }),
    response: answer({}),
  },
  start: {
    method: 'POST',
    path: '/marketing/api/conversations',
    summary: 'Open the conversation with a lead; one that exists is given',
    body: z.object({ lead_id: Id, phone_number_id: ProviderId.optional() }),
    response: answer({ conversation: Conversation }),
  },
  members: {
    method: 'GET',
    path: '/marketing/api/conversations/members',
    summary: 'Whom a conversation can be assigned to',
    response: answer({ members: z.array(Member) }),
  },
  quickReplies: {
    method: 'GET',
    path: '/marketing/api/quick-replies',
    summary: 'Texts that are kept for answers',
    response: answer({ quick_replies: z.array(QuickReply) }),
  },
  saveQuickReply: {
    method: 'POST',
    path: '/marketing/api/quick-replies',
    summary: 'Keep a text for answers; one with the same shortcut is replaced',
    body: z.object({
      shortcut: z
        .string()
        .trim()
        .regex(/^[\p{L}\p{N}_-]{1,40}$/u, { error: () => t('conversations.shortcut') }),
      text: Text,
    }),
    response: answer({ quick_reply: QuickReply }),
  },
  deleteQuickReply: {
    method: 'DELETE',
    path: '/marketing/api/quick-replies/{id}',
    summary: 'Delete a kept text',
    params: id,
    response: answer({}),
  },
  live: {
    method: 'GET',
    path: '/marketing/api/conversations/live',
    summary: 'Notes that conversations changed, as server-sent events',
    description:
      'Event `changed` with `{"ids":[…]}`, at most four a second; event `presence` with `{"id","user_id","state"}` when a colleague looks or types.',
    raw: true,
    response: z.string(),
  },
})
