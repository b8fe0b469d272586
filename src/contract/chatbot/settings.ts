import { z } from 'zod'
import { ChatFile } from '../conversations.ts'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id, NextCursor } from '../values.ts'
import { StopReason } from './simulation.ts'

export const BotSettings = z.object({
  /** Off: no rule is asked and no flow goes on. */
  enabled: z.boolean(),
  /** A person's answer stops the bot for so long; null: until the conversation is closed. */
  pause_minutes: z.number().int().min(1).max(43_200).nullable(),
  /** A session ends when nothing happens for so long. */
  session_hours: z.number().int().min(1).max(720),
})
export type BotSettings = z.infer<typeof BotSettings>

const AiValues = {
  enabled: z.boolean(),
  /** Where an OpenAI-compatible API answers, such as https://api.openai.com/v1. */
  endpoint: z.string().trim().max(500),
  model: z.string().trim().max(200),
  /** The AI answers from this text alone. */
  knowledge: z.string().max(50_000),
  /** Answers a day, at most. */
  daily_limit: z.number().int().min(1).max(100_000),
  /** Answers to one person in an hour, at most. */
  person_limit: z.number().int().min(1).max(1000),
}
/** Of a million tokens. */
const Price = z.number().min(0).max(1_000_000).nullable()
const CostLimit = z.number().positive().max(1_000_000_000).nullable()
const AiMoney = {
  /** Of a million input tokens: the question and the text. */
  price_in: Price,
  /** Of a million output tokens: the answer. */
  price_out: Price,
  currency: z.string().regex(/^[A-Z]{3}$/, { error: () => t('campaigns.currency') }),
  /** In a day at most, by the clock of the business; null: no limit. Needs both prices. */
  cost_limit_day: CostLimit,
  cost_limit_month: CostLimit,
}
export const AiSettings = z.object({
  ...AiValues,
  ...AiMoney,
  /** Counts the changes. */
  revision: z.number().int(),
  has_key: z.boolean(),
  used_today: z.number().int(),
  /** The most that one answer can cost; null without prices. */
  answer_cost: z.number().nullable(),
  /** In `currency`, since prices were set. */
  spent_today: z.number(),
  spent_month: z.number(),
  /** The service did not count the tokens of some answers of this month: theirs is by the length of the texts. */
  spent_estimated: z.boolean(),
})
export type AiSettings = z.infer<typeof AiSettings>

export const AiAnswer = z.object({
  id: z.number(),
  at: z.string(),
  conversation_id: z.number(),
  question: z.string(),
  answer: z.string().nullable(),
  outcome: z.enum(['answered', 'unknown', 'failed', 'limited']),
  model: z.string(),
  /** What it was given beside the question. */
  given: z.string(),
  tokens: z.number().int().nullable(),
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  /** Null without prices, and where nothing was asked. */
  cost: z.number().nullable(),
  currency: z.string().nullable(),
  /** The service did not count: by the length of the texts. */
  estimated: z.boolean().nullable(),
  ms: z.number().int(),
})
export type AiAnswer = z.infer<typeof AiAnswer>

/** Whether two addresses are of one server by one protocol: a key is for that server. */
export function isSameService(one: string, other: string): boolean {
  if (one === other) return true
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
}

/** What the bot does in a conversation. */
export const BotState = z.object({
  state: z.enum(['off', 'idle', 'active', 'paused', 'stopped']),
  flow_id: z.number().nullable(),
  flow_name: z.string().nullable(),
  step: z.string().nullable(),
  /** Null while paused: until the conversation is closed. */
  paused_until: z.string().nullable(),
  reason: StopReason.nullable(),
})
export type BotState = z.infer<typeof BotState>

const id = z.object({ id: Id })

export const chatbot = endpoints({
  settings: {
    method: 'GET',
    path: '/marketing/api/chatbot/settings',
    summary: 'Settings of the chatbot',
    response: answer({ settings: BotSettings }),
  },
  saveSettings: {
    method: 'PUT',
    path: '/marketing/api/chatbot/settings',
    audit: 'chatbot_settings_changed',
    summary: 'Change the settings of the chatbot. What is left out stays as it is',
    body: BotSettings.partial(),
    response: answer({ settings: BotSettings }),
  },
  ai: {
    method: 'GET',
    path: '/marketing/api/chatbot/ai',
    summary: 'Settings of AI answers',
    response: answer({ settings: AiSettings }),
  },
  saveAi: {
    method: 'PUT',
    path: '/marketing/api/chatbot/ai',
    audit: 'ai_settings_changed',
    summary: 'Change the settings of AI answers',
    description:
      'Without `key` the stored one stays where the address is still of the same server; an empty one is removed. The key is never given back. Prices and limits of the cost that are left out stay too.',
    body: z.object({
      ...AiValues,
      ...z.object(AiMoney).partial().shape,
      key: z.string().trim().max(500).optional(),
      /** Of the settings that were read: a change in between is not written over. */
      revision: z.int32().min(1).optional(),
    }),
    response: answer({ settings: AiSettings }),
  },
  aiLog: {
    method: 'GET',
    path: '/marketing/api/chatbot/ai/log',
    summary: 'Answers of the AI, the newest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(40).optional(),
    }),
    response: answer({ answers: z.array(AiAnswer), next_cursor: NextCursor }),
  },
  state: {
    method: 'GET',
    path: '/marketing/api/chatbot/conversations/{id}',
    summary: 'What the chatbot does in a conversation',
    params: id,
    response: answer({ bot: BotState }),
  },
  attach: {
    method: 'POST',
    path: '/marketing/api/chatbot/files',
    summary: 'Upload a file that a step of a flow sends',
    description:
      'Judged by its content. Pictures up to 5 MB, video and audio up to 16 MB, documents up to 20 MB.',
    multipart: true,
    body: z.object({ file: z.string() }),
    response: answer({ file: ChatFile }),
  },
  pause: {
    method: 'POST',
    path: '/marketing/api/chatbot/conversations/{id}/pause',
    summary: 'Stop the chatbot in a conversation',
    params: id,
    body: z.object({ minutes: z.number().int().min(1).max(43_200).nullable().default(null) }),
    response: answer({ bot: BotState }),
  },
  resume: {
    method: 'POST',
    path: '/marketing/api/chatbot/conversations/{id}/resume',
    summary: 'Give a conversation back to the chatbot',
    params: id,
    response: answer({ bot: BotState }),
  },
})
