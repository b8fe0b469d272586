import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id, Instant, ProviderId } from '../values.ts'
import { limits } from './flow.ts'

/** Words are compared without case, accents and simple endings of this language. */
export const KeywordLanguage = z.enum(['any', 'en', 'hi', 'es', 'pt', 'fr', 'de'])
export type KeywordLanguage = z.infer<typeof KeywordLanguage>

/** When a rule applies. */
export const RuleMatch = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('keyword'),
      mode: z.enum(['is', 'contains', 'starts_with', 'any_of']),
      words: z.array(z.string().trim().min(1).max(100)).min(1).max(50),
      language: KeywordLanguage.default('any'),
    }),
    /** Of a rule for one number: the first to that number; else the first to any number of the business. */
    z.object({ kind: z.literal('first_message') }),
    z.object({ kind: z.literal('outside_hours') }),
    z.object({ kind: z.literal('button'), payload: z.string().trim().min(1).max(256) }),
    /** `source`: an advertisement's id, its headline or a part of its address; empty: any. */
    z.object({ kind: z.literal('referral'), source: z.string().trim().max(500).default('') }),
    z.object({ kind: z.literal('any') }),
  ])
  .meta({ id: 'ChatbotRuleMatch' })
export type RuleMatch = z.infer<typeof RuleMatch>

export const RuleAction = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('flow'), flow_id: Id }),
    z.object({ kind: z.literal('reply'), text: z.string().trim().min(1).max(limits.text) }),
    z.object({ kind: z.literal('tag'), tag: z.string().trim().min(1).max(100) }),
    z.object({ kind: z.literal('assign'), user_id: Id }),
    z.object({ kind: z.literal('hand_over') }),
  ])
  .meta({ id: 'ChatbotRuleAction' })
export type RuleAction = z.infer<typeof RuleAction>

const settings = {
  name: z.string().trim().max(80).default(''),
  enabled: z.boolean().default(true),
  /** Only messages to this number; null: to each. */
  phone_number_id: ProviderId.nullable().default(null),
  match: RuleMatch,
  action: RuleAction,
}

/** The figures of rules are of so many days. */
export const ruleDays = 7

export const Rule = z
  .object({
    id: z.number(),
    ...settings,
    flow_name: z.string().nullable(),
    /** Messages that it acted on in the last 7 days. */
    hits: z.number().int(),
    updated_at: Instant,
  })
  .meta({ id: 'ChatbotRule' })
export type Rule = z.infer<typeof Rule>

/** Why a rule matches or does not. */
export const RuleReason = z.enum([
  'matches',
  'off',
  'other_number',
  'other_words',
  'not_first',
  'in_hours',
  'no_hours',
  'other_button',
  'no_referral',
  'other_referral',
  'after_match',
  'flow_not_published',
])
export type RuleReason = z.infer<typeof RuleReason>

const id = z.object({ id: Id })
const path = '/marketing/api/chatbot/rules'

export const chatbotRules = endpoints({
  list: {
    method: 'GET',
    path,
    summary: 'Rules of the chatbot, in their order',
    response: answer({
      rules: z.array(Rule),
      /**
       * Of the last 7 days: messages that the bot was there for, that it answered, people it handed over, and messages
       * that asked to stop.
       */
      week: z.object({
        messages: z.number().int(),
        answered: z.number().int(),
        handed_over: z.number().int(),
        stops: z.number().int(),
      }),
    }),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Add a rule at the end',
    body: z.object(settings),
    response: answer({ rule: Rule }),
  },
  save: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Change a rule. Without `enabled` it stays on or off as it is',
    params: id,
    body: z.object({
      ...settings,
      enabled: z.boolean().optional(),
      /** Of the rule that was read: a change in between is not written over. */
      updated_at: Instant.optional(),
    }),
    response: answer({ rule: Rule }),
  },
  switch: {
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Switch a rule on or off',
    params: id,
    body: z.object({ enabled: z.boolean() }),
    response: answer({ rule: Rule }),
  },
  delete: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a rule',
    params: id,
    response: answer({}),
  },
  reorder: {
    method: 'POST',
    path: `${path}/order`,
    summary: 'Put the rules into another order',
    description:
      'Names every rule once; the first that matches acts. Refused when a rule was added or deleted meanwhile.',
    body: z.object({ ids: z.array(Id).max(200) }),
    response: answer({ rules: z.array(Rule) }),
  },
  test: {
    method: 'POST',
    path: `${path}/test`,
    summary: 'Which rule would match a message, and why',
    body: z.object({
      text: z.string().max(4096).default(''),
      payload: z.string().max(256).nullable().default(null),
      first_message: z.boolean().default(false),
      referral: z.string().max(500).nullable().default(null),
      phone_number_id: ProviderId.nullable().default(null),
      /** When they write, for office hours; without it: now. */
      at: Instant.optional(),
    }),
    response: answer({
      /** The first that matches; null: none. */
      rule_id: z.number().nullable(),
      /** They ask to stop: no rule is asked. */
      opt_out: z.boolean(),
      /** The office hours of the number at that moment; null: it has none, or no number was named. */
      office_open: z.boolean().nullable(),
      checks: z.array(z.object({ rule_id: z.number(), reason: RuleReason, word: z.string().nullable() })),
    }),
  },
})
