import { z } from 'zod'
import { ChatActivity } from './conversations/activity.ts'
import { ConversationFilter, ConversationView, FoundCampaign, Label, Labels } from './conversations/filter.ts'
import { limits, OutgoingMessage, Shortcut, Text } from './conversations/outgoing.ts'
import { ConversationPerson } from './conversations/person.ts'
import { SendKey } from './conversations/sends.ts'
import { ChatSettings } from './conversations/settings.ts'
import { ChatFile, ChatKind, TimelineItem } from './conversations/timeline.ts'
import { answer, endpoints } from './endpoint.ts'
import { MessageStatus } from './messages.ts'
import { Id, Instant, listOf, NextCursor, PageQuery, ProviderId } from './values.ts'

export { ChatFile, ChatKind, TimelineItem }

export const ConversationState = z.enum(['open', 'snoozed', 'closed'])
export type ConversationState = z.infer<typeof ConversationState>

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
    /** Of the newest unread message: the chatbot answered it or is about to decide on it; null: it is for the team. */
    bot: z.enum(['answered', 'pending']).nullable(),
    /** Free messages may be sent until then; null: never written. */
    window_until: z.string().nullable(),
    last_at: z.string(),
    preview: z.object({
      direction: z.enum(['in', 'out', 'note']),
      kind: ChatKind,
      /** Empty before the first message; null where it was deleted or has none. */
      text: z.string().nullable(),
      status: MessageStatus.nullable(),
      /** The chatbot wrote it. */
      by_bot: z.boolean(),
    }),
    /** They opted out of marketing. An answer is still allowed. */
    opted_out: z.boolean(),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof Conversation>

export const Member = z.object({ id: z.number(), name: z.string() })

export const QuickReply = z.object({ id: z.number(), shortcut: z.string(), text: z.string() })
export type QuickReply = z.infer<typeof QuickReply>

const id = z.object({ id: Id })
export const longestText = limits.text
/** A snooze is for days, not for ever. */
export const longestSnoozeDays = 366

export const conversations = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/conversations',
    scope: 'conversations:read',
    summary: 'Conversations, the newest first',
    query: PageQuery.extend({
      /** Left out: open ones; with `search` all. */
      view: ConversationView.optional(),
      assigned_to: Id.optional(),
      phone_number_id: ProviderId.optional(),
      /** Any of these. */
      label: listOf(Label),
      /** Their person got a message of this campaign. */
      campaign_id: Id.optional(),
      unread: z.stringbool().optional(),
      /** The newest message is theirs. */
      unanswered: z.stringbool().optional(),
      /** Less than two hours are left to answer freely. */
      closing: z.stringbool().optional(),
    }),
    response: answer({ conversations: z.array(Conversation), next_cursor: NextCursor }),
  },
  activity: {
    method: 'GET',
    path: '/marketing/api/conversations/activity',
    summary: 'Who of the team did what in conversations, the newest first',
    query: z.object({
      /** Of this member, also of one who left. */
      user_id: Id.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(100).optional(),
    }),
    response: answer({ activities: z.array(ChatActivity), next_cursor: NextCursor }),
  },
  counts: {
    method: 'GET',
    path: '/marketing/api/conversations/counts',
    scope: 'conversations:read',
    summary: 'How many conversations each view has, at most 1,000 of each, and how many are unread',
    response: answer({
      open: z.number().int(),
      mine: z.number().int(),
      unassigned: z.number().int(),
      snoozed: z.number().int(),
      unread: z.number().int(),
    }),
  },
  foundCampaigns: {
    method: 'GET',
    path: '/marketing/api/conversations/campaigns',
    scope: 'conversations:read',
    summary: 'Campaigns whose text or name has the words of a search, the newest first',
    description:
      'At most 3 of the newest 300. What a campaign sent is not found by `search` of the list: `campaign_id` lists the conversations of its people.',
    query: z.object({ search: z.string().trim().max(200) }),
    response: answer({ campaigns: z.array(FoundCampaign) }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/conversations/{id}',
    scope: 'conversations:read',
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
  person: {
    method: 'GET',
    path: '/marketing/api/conversations/{id}/person',
    scope: 'conversations:read',
    summary: 'What is known of the person: campaigns they got, where they came from, notes',
    params: id,
    response: answer(ConversationPerson.shape),
  },
  timeline: {
    method: 'GET',
    path: '/marketing/api/conversations/{id}/timeline',
    scope: 'conversations:read',
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
    scope: 'conversations:write',
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
    scope: 'conversations:write',
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
    audit: 'chat_settings_changed',
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
    scope: 'conversations:write',
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
    scope: 'conversations:read',
    summary: 'The bytes of a file; ranges are answered',
    description:
      'With `playable` a recording comes as MP4, which every browser plays. With `size=small` a picture comes as WebP of at most 640 pixels, or as it is where it has no small copy.',
    raw: true,
    params: id,
    query: z.object({ playable: z.stringbool().optional(), size: z.enum(['small']).optional() }),
    response: z.string(),
  },
  fileAddress: {
    method: 'POST',
    path: '/marketing/api/conversations/files/{id}/address',
    summary: 'An address at which a player reads a recording or a film, in ranges',
    description:
      'It needs no header, is for this file and this session alone, and lasts ten minutes. It ends with the session. With `playable` a recording comes as MP4.',
    params: id,
    body: z.object({ playable: z.boolean().default(false) }),
    response: answer({ address: z.string(), expires_at: z.string() }),
  },
  playFile: {
    method: 'GET',
    path: '/marketing/api/conversations/files/{id}/play',
    summary: 'The bytes of a file by its address; ranges are answered',
    access: 'public',
    raw: true,
    params: id,
    query: z.object({ key: z.string().max(300) }),
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
    scope: 'conversations:write',
    summary: 'Leave a note for the team',
    params: id,
    body: z.object({ text: Text }),
    response: answer({}),
  },
  update: {
    method: 'PATCH',
    path: '/marketing/api/conversations/{id}',
    scope: 'conversations:write',
    summary: 'Close, reopen, snooze, assign or label a conversation',
    description: '`labels` replaces them all. `add_labels` and `remove_labels` leave the others as they are.',
    params: id,
    body: z.object({
      state: z.enum(['open', 'closed']).optional(),
      snoozed_until: Instant.optional(),
      assigned_to: Id.nullable().optional(),
      labels: Labels.optional(),
      add_labels: Labels.optional(),
      remove_labels: Labels.optional(),
    }),
    response: answer({ conversation: Conversation }),
  },
  bulk: {
    method: 'POST',
    path: '/marketing/api/conversations/bulk',
    audit: 'conversations_changed',
    summary: 'Close, snooze, assign, label or mark as read several conversations',
    description:
      'Either `ids`, or `filter` for all that it finds now, at most 50,000. `change_id` undoes it for a day; what was changed since stays.',
    body: z.object({
      ids: z.array(Id).min(1).max(500).optional(),
      filter: ConversationFilter.optional(),
      state: z.enum(['open', 'closed']).optional(),
      snoozed_until: Instant.optional(),
      assigned_to: Id.nullable().optional(),
      label: Label.optional(),
      unlabel: Label.optional(),
      read: z.literal(true).optional(),
    }),
    response: answer({
      changed: z.number().int(),
      /** Null: nothing changed. */
      change_id: z.number().nullable(),
    }),
  },
  undoBulk: {
    method: 'POST',
    path: '/marketing/api/conversations/changes/{id}/undo',
    audit: 'conversations_change_undone',
    summary: 'Undo a change of several conversations. What was changed since stays',
    params: id,
    response: answer({ changed: z.number().int() }),
  },
  read: {
    method: 'POST',
    path: '/marketing/api/conversations/{id}/read',
    scope: 'conversations:write',
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
    scope: 'conversations:write',
    summary: 'Open the conversation with a lead; one that exists is given',
    body: z.object({ lead_id: Id, phone_number_id: ProviderId.optional() }),
    response: answer({ conversation: Conversation }),
  },
  members: {
    method: 'GET',
    path: '/marketing/api/conversations/members',
    scope: 'conversations:read',
    summary: 'Whom a conversation can be assigned to',
    response: answer({ members: z.array(Member) }),
  },
  quickReplies: {
    method: 'GET',
    path: '/marketing/api/quick-replies',
    scope: 'conversations:read',
    summary: 'Texts that are kept for answers',
    response: answer({ quick_replies: z.array(QuickReply) }),
  },
  saveQuickReply: {
    method: 'POST',
    path: '/marketing/api/quick-replies',
    audit: 'quick_reply_saved',
    summary: 'Keep a text for answers; one with the same shortcut is replaced',
    description:
      'The text may have variables with a fallback, as `{{first_name|there}}`: `name`, `first_name`, `agent`, `business` and the custom fields of leads. With `id` that text is changed. Without `replace` a shortcut that another text has is refused.',
    body: z.object({
      id: Id.optional(),
      replace: z.boolean().default(true),
      shortcut: Shortcut,
      text: Text,
      /** As it was read: an edit in between is not written over. */
      read: QuickReply.pick({ shortcut: true, text: true }).optional(),
    }),
    response: answer({ quick_reply: QuickReply }),
  },
  deleteQuickReply: {
    method: 'DELETE',
    path: '/marketing/api/quick-replies/{id}',
    audit: 'quick_reply_deleted',
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
