import {
  chatbot,
  chatbotFlows,
  chatbotRules,
  chatbotSecrets,
  type FlowDefinition,
} from '#contract/chatbot/chatbot.ts'
import type { Person, TestServer } from '../../server.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

/** The chatbot of a business. The spare ones are there to be changed. */
export type BusinessChatbot = { flow: number; rules: number[]; spareRule: number; secret: string }

const definitionOf = (word: string): FlowDefinition => ({
  start: 'hello',
  steps: [
    { id: 'hello', kind: 'text', name: '', x: 0, y: 0, text: `${word} says hello`, next: { next: 'end' } },
    { id: 'end', kind: 'end', name: '', x: 0, y: 0, text: '', next: {} },
  ],
})

export async function addChatbot(
  server: TestServer,
  { token, businessId }: Person,
  { word, conversation }: { word: string; conversation: number },
): Promise<BusinessChatbot> {
  const made = await server.call(chatbotFlows.create, { token, body: { name: `${word} flow` } })
  const { id, revision } = made.body.flow
  const body = { revision, definition: definitionOf(word) }
  const saved = await server.call(chatbotFlows.save, { token, params: { id }, body })
  const published = { revision: saved.body.flow.revision }
  await server.call(chatbotFlows.publish, { token, params: { id }, body: published })
  const rules: number[] = []
  for (const nr of [1, 2]) {
    const rule = { name: `${word} rule ${nr}`, ...ruleOf(word, id) }
    rules.push((await server.call(chatbotRules.create, { token, body: rule })).body.rule.id)
  }
  const kept = { value: `${word} secret`, url: `https://${word.toLowerCase()}.example` }
  const { secret } = (await server.call(chatbotSecrets.create, { token, body: kept })).body
  const ai = { enabled: false, endpoint: '', model: word, knowledge: word, daily_limit: 5, person_limit: 5 }
  await server.call(chatbot.saveAi, { token, body: ai })
  await server.call(chatbot.pause, { token, params: { id: conversation }, body: {} })
  const now = new Date()
  const at = { business_id: businessId, conversation_id: conversation, at: now }
  await server.app.db
    .insertInto('bot_events')
    .values({ ...at, flow_id: id, version: 1, step: 'hello', kind: 'left', answer: word })
    .execute()
  await server.app.db
    .insertInto('bot_ai_answers')
    .values({ ...at, question: word, outcome: 'unknown', model: word, given: word, ms: 1 })
    .execute()
  await server.app.db
    .insertInto('bot_ai_costs')
    .values({ business_id: businessId, cost: 1, currency: 'INR', at: now })
    .execute()
  const inbound = await server.app.db
    .selectFrom('inbound_messages')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  await server.app.db
    .insertInto('bot_handled')
    .values({ business_id: businessId, conversation_id: conversation, inbound_id: inbound.id })
    .execute()
  return { flow: id, rules, spareRule: rules[1]!, secret: secret.id }
}

const ruleOf = (word: string, flow_id: number) => ({
  match: { kind: 'keyword' as const, mode: 'is' as const, words: [`${word} keyword`] },
  action: { kind: 'flow' as const, flow_id },
})

const flow = (of: WholeBusiness) => of.chatbot.flow
const rule = (of: WholeBusiness) => of.chatbot.rules[0]!
const conversation = (of: WholeBusiness) => of.conversations.conversation
const ofFlow = (of: WholeBusiness) => ({ params: { id: flow(of) } })
const ofRule = (of: WholeBusiness) => ({ params: { id: rule(of) } })
const ofConversation = (of: WholeBusiness) => ({ params: { id: conversation(of) } })
const flowIds = { 'params.id': flow }
const ruleIds = { 'params.id': rule }
const values = (own: WholeBusiness) => ({ name: own.word, ...ruleOf(own.word, flow(own)) })
const named = {
  'body.phone_number_id': (of: WholeBusiness) => of.account.phone_number_id,
  'body.action.flow_id': flow,
  'body.action.user_id': (of: WholeBusiness) => of.team.member,
}
const also = {
  'a flow of another': (own: WholeBusiness, other: WholeBusiness) => ({
    ...ofRule(own),
    body: { ...values(own), action: { kind: 'flow', flow_id: flow(other) } },
  }),
  'a member of another': (own: WholeBusiness, other: WholeBusiness) => ({
    ...ofRule(own),
    body: { ...values(own), action: { kind: 'assign', user_id: other.team.member } },
  }),
}
const idsIn = (definition: string) => ({
  [`${definition}.steps[].flow_id`]: flow,
  [`${definition}.steps[].user_id`]: (of: WholeBusiness) => of.team.member,
  [`${definition}.steps[].file_id`]: (of: WholeBusiness) => of.conversations.file,
  [`${definition}.steps[].headers[].secret`]: (of: WholeBusiness) => of.chatbot.secret,
})
const withSecret = (of: WholeBusiness) => ({
  start: 'call',
  steps: [
    {
      ...{ id: 'call', kind: 'http', x: 0, y: 0, method: 'GET', url: 'https://shop.example' },
      headers: [{ name: 'Authorization', secret: of.chatbot.secret }],
    },
  ],
})
const withFlow = (of: WholeBusiness) => ({
  start: 'go',
  steps: [{ id: 'go', kind: 'flow', x: 0, y: 0, flow_id: flow(of) }],
})

/** The calls of the chatbot. */
export const chatbotCalls: Record<string, EndpointCall> = {
  'chatbotRules.list': { own: () => ({}) },
  'chatbotRules.create': { own: (own) => ({ body: values(own) }), ids: named, also },
  'chatbotRules.save': {
    own: (own) => ({ ...ofRule(own), body: values(own) }),
    ids: { ...ruleIds, ...named },
    also,
  },
  'chatbotRules.switch': { own: (own) => ({ ...ofRule(own), body: { enabled: true } }), ids: ruleIds },
  'chatbotRules.reorder': {
    own: (own) => ({ body: { ids: own.chatbot.rules } }),
    ids: { 'body.ids[]': rule },
    status: 409,
  },
  'chatbotRules.test': {
    own: (own) => ({ body: { text: own.word, phone_number_id: own.account.phone_number_id } }),
    ids: { 'body.phone_number_id': named['body.phone_number_id'] },
    finds: 'nothing',
  },
  'chatbotRules.delete': {
    own: (own) => ({ params: { id: own.chatbot.spareRule } }),
    ids: { 'params.id': (of) => of.chatbot.spareRule },
  },
  'chatbotFlows.list': { own: () => ({}) },
  'chatbotFlows.create': { own: () => ({ body: { name: 'New' } }) },
  'chatbotFlows.get': { own: ofFlow, ids: flowIds },
  'chatbotFlows.save': {
    own: (own) => ({
      ...ofFlow(own),
      body: { revision: 2, name: `${own.word} flow`, definition: definitionOf(own.word) },
    }),
    ids: { ...flowIds, ...idsIn('body.definition') },
    also: {
      'a flow of another': (own, other) => ({
        ...ofFlow(own),
        body: { revision: 2, definition: withFlow(other) },
      }),
      'a secret of another': (own, other) => ({
        ...ofFlow(own),
        body: { revision: 2, definition: withSecret(other) },
      }),
    },
    once: true,
  },
  'chatbotFlows.publish': {
    own: (own) => ({ ...ofFlow(own), body: { revision: 3 } }),
    ids: flowIds,
  },
  'chatbotFlows.versions': { own: ofFlow, ids: flowIds },
  'chatbotFlows.version': {
    own: (own) => ({ params: { id: flow(own), version: 1 } }),
    ids: { 'params.id': flow },
  },
  'chatbotFlows.diff': { own: (own) => ({ ...ofFlow(own), query: { from: 1 } }), ids: flowIds, mute: true },
  'chatbotFlows.duplicate': { own: (own) => ({ ...ofFlow(own), body: { name: 'Copy' } }), ids: flowIds },
  'chatbotFlows.archive': { own: (own) => ({ ...ofFlow(own), body: { archived: false } }), ids: flowIds },
  'chatbotFlows.export': { own: ofFlow, ids: flowIds },
  'chatbotFlows.import': {
    own: (own) => ({
      body: {
        file: { format: 'tidings-flow', version: 1, name: 'File', definition: definitionOf(own.word) },
      },
    }),
    ids: idsIn('body.file.definition'),
  },
  'chatbotFlows.readyMade': { own: () => ({}), mute: true },
  'chatbotFlows.simulate': {
    own: (own) => ({ body: { definition: definitionOf(own.word), state: null, event: { type: 'start' } } }),
    ids: idsIn('body.definition'),
  },
  'chatbotFlows.figures': { own: ofFlow, ids: flowIds },
  'chatbotSecrets.list': { own: () => ({}) },
  'chatbotSecrets.create': {
    own: (own) => ({ body: { value: `${own.word} token`, url: 'https://shop.example/orders' } }),
  },
  'chatbot.settings': { own: () => ({}), mute: true },
  'chatbot.saveSettings': {
    own: () => ({ body: { enabled: true, pause_minutes: null, session_hours: 24 } }),
  },
  'chatbot.ai': { own: () => ({}) },
  'chatbot.saveAi': {
    own: (own) => ({
      body: { enabled: false, endpoint: '', model: own.word, knowledge: '', daily_limit: 5, person_limit: 5 },
    }),
  },
  'chatbot.aiLog': { own: () => ({}) },
  'chatbot.attach': {
    own: (own) => ({ form: { file: { name: `${own.word}.txt`, content: Buffer.from(own.word) } } }),
  },
  'chatbot.state': { own: ofConversation, ids: { 'params.id': conversation }, mute: true },
  'chatbot.pause': {
    own: (own) => ({ ...ofConversation(own), body: {} }),
    ids: { 'params.id': conversation },
  },
  'chatbot.resume': { own: ofConversation, ids: { 'params.id': conversation } },
}
