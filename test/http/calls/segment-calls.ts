import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import { segments } from '#contract/growth/segments.ts'
import type { Person, TestServer } from '../../server.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

/** @returns the id of a segment of the business. */
export async function addSegment(server: TestServer, { token }: Person, word: string): Promise<number> {
  const rules: SegmentRules = { match: 'all', rules: [{ about: 'tag', is: 'any', tags: [word] }] }
  const made = await server.call(segments.create, { token, body: { name: `${word} people`, rules } })
  return made.body.segment.id
}

/** Rules with every id that rules can have, on both levels. */
const rulesOf = (of: WholeBusiness): SegmentRules => {
  const rules: SegmentRules['rules'] = [
    { about: 'message', did: true, deed: 'read', campaign_id: of.sentCampaign, link: null, when: null },
    {
      about: 'message',
      did: true,
      deed: 'sent',
      campaign_id: null,
      link: null,
      when: null,
      phone_number_id: of.account.phone_number_id,
    },
    { about: 'optin', did: false, form_id: of.optin.form, when: { days: 30 } },
    { about: 'tag', is: 'any', tags: [of.word] },
    { about: 'converted', did: true, when: null, touch: 'sequence', sequence_id: of.sequence.id },
  ]
  return { match: 'any', rules: [...rules, { match: 'all', rules: rules as never }] }
}
const segment = (of: WholeBusiness) => of.segment
const params = (of: WholeBusiness) => ({ params: { id: segment(of) } })
const ids = { 'params.id': segment }
const number = (of: WholeBusiness) => of.account.phone_number_id
const ruleIds = {
  'body.rules.rules[].campaign_id': (of: WholeBusiness) => of.sentCampaign,
  'body.rules.rules[].form_id': (of: WholeBusiness) => of.optin.form,
  'body.rules.rules[].phone_number_id': number,
  'body.rules.rules[].sequence_id': (of: WholeBusiness) => of.sequence.id,
  'body.rules.rules[].rules[].campaign_id': (of: WholeBusiness) => of.sentCampaign,
  'body.rules.rules[].rules[].form_id': (of: WholeBusiness) => of.optin.form,
  'body.rules.rules[].rules[].phone_number_id': number,
  'body.rules.rules[].rules[].sequence_id': (of: WholeBusiness) => of.sequence.id,
}

let nr = 0

/** The calls of segments. */
export const segmentCalls: Record<string, EndpointCall> = {
  'segments.list': { own: () => ({}) },
  'segments.menus': { own: () => ({}), mute: true },
  'segments.create': {
    own: (of) => ({ body: { name: `${of.word} ${nr++}`, rules: rulesOf(of) } }),
    ids: ruleIds,
  },
  'segments.preview': { own: (of) => ({ body: { rules: rulesOf(of) } }), ids: ruleIds },
  'segments.estimate': { own: (of) => ({ body: { rules: rulesOf(of) } }), ids: ruleIds },
  'segments.people': {
    own: (of) => ({ body: { rules: rulesOf(of), after_lead_id: of.leads[0]! } }),
    ids: { ...ruleIds, 'body.after_lead_id': (of) => of.leads[0]! },
  },
  'segments.retarget': {
    own: (of) => ({
      body: { campaign_id: of.sentCampaign, phone_number_id: number(of), cell: 'not_read' },
    }),
    ids: { 'body.campaign_id': (of) => of.sentCampaign, 'body.phone_number_id': number },
  },
  'segments.fromReport': { own: (of) => ({ body: { rules: rulesOf(of) } }), ids: ruleIds },
  'segments.get': { own: params, ids },
  'segments.save': {
    own: (of) => ({ ...params(of), body: { name: `${of.word} people`, rules: rulesOf(of) } }),
    ids: { ...ids, ...ruleIds },
  },
  'segments.copy': { own: params, ids },
  'segments.count': { own: params, ids },
  'segments.exportCsv': { own: params, ids, mute: true },
  'segments.remove': { own: params, ids },
}
