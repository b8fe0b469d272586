import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

const lead = (of: WholeBusiness) => of.leads[0]!
const campaign = (of: WholeBusiness) => of.campaign
const formDraft = (of: WholeBusiness) => of.formDraft
const sentCampaign = (of: WholeBusiness) => of.sentCampaign
const template = (of: WholeBusiness) => of.template.id
const number = (of: WholeBusiness) => of.account.phone_number_id

const inTwentyDays = (): string => new Date(Date.now() + 20 * 86_400_000).toISOString()

/** Whom and what a campaign's draft names, in each of the ways that it can. */
const draftIds: NonNullable<EndpointCall['ids']> = {
  'body.template_id': template,
  'body.leads[]': lead,
  'body.leads[].id': lead,
  'body.trial.variants[].template_id': template,
  'body.audience.lead_ids[]': lead,
  'body.audience.exclude_lead_ids[]': lead,
  'body.audience.segment_id': (of) => of.segment,
  'body.audience.read_not_answered': sentCampaign,
  'body.audience.not_reached.campaign_id': sentCampaign,
  'body.phone_number_id': number,
}
const draft = (own: WholeBusiness) => ({
  template_id: own.template.id,
  leads: [own.leads[1]!],
  parameters: { 1: { field: 'name' } },
  trial: {
    kind: 'test',
    percent: 50,
    variants: [{ template_id: own.template.id, parameters: { 1: { field: 'name' } } }],
  },
})

const { 'body.trial.variants[].template_id': _, ...peopleIds } = draftIds

/** Calls of the endpoints of campaigns and of their drafts. */
export const campaignCalls: Record<string, EndpointCall> = {
  'campaigns.schedule': {
    own: (own) => ({ body: { ...draft(own), name: 'Again', scheduled_at: inTwentyDays() } }),
    ids: draftIds,
    also: {
      'a tag': (own, other) => ({
        body: { template_id: own.template.id, audience: { tags: [`${other.word} tag`] } },
      }),
    },
  },
  'campaigns.get': { own: (own) => ({ params: { id: campaign(own) } }), ids: { 'params.id': campaign } },
  'campaigns.draft': { own: (own) => ({ params: { id: campaign(own) } }), ids: { 'params.id': campaign } },
  'campaigns.update': {
    own: (own) => ({
      params: { id: own.spareCampaign },
      body: { ...draft(own), name: `${own.word} changed`, scheduled_at: inTwentyDays() },
    }),
    ids: { 'params.id': (of) => of.spareCampaign, ...draftIds },
  },
  // Its time has not come, so there is no start to undo.
  'campaigns.undo': {
    own: (own) => ({ params: { id: campaign(own) } }),
    status: 409,
    ids: { 'params.id': campaign },
  },
  'campaignDrafts.open': {
    own: (own) => ({ params: { id: formDraft(own) } }),
    ids: { 'params.id': formDraft },
  },
  'campaignDrafts.change': {
    own: (own) => ({
      params: { id: formDraft(own) },
      body: { name: `${own.word} draft`, form: { name: `${own.word} form` } },
    }),
    ids: { 'params.id': formDraft },
  },
  'campaignDrafts.save': { own: (own) => ({ body: { name: `${own.word} draft`, form: {} } }) },
  'campaignDrafts.remove': {
    own: (own) => ({ params: { id: formDraft(own) } }),
    ids: { 'params.id': formDraft },
    once: true,
  },
  'campaigns.expected': {
    own: (own) => ({ params: { id: campaign(own) } }),
    ids: { 'params.id': campaign },
    mute: true,
  },
  'campaigns.live': { own: (own) => ({ params: { id: campaign(own) } }), ids: { 'params.id': campaign } },
  'campaigns.replies': {
    own: (own) => ({ params: { id: campaign(own) } }),
    ids: { 'params.id': campaign },
    mute: true,
  },
  'campaigns.pause': { own: (own) => ({ params: { id: campaign(own) } }), ids: { 'params.id': campaign } },
  'campaigns.resume': { own: (own) => ({ params: { id: campaign(own) } }), ids: { 'params.id': campaign } },
  // Its trial has not begun.
  'campaigns.decide': {
    own: (own) => ({ params: { id: campaign(own) }, body: {} }),
    status: 409,
    ids: { 'params.id': campaign },
  },
  'campaigns.cancel': {
    own: (own) => ({ params: { id: own.spareCampaign } }),
    ids: { 'params.id': campaign },
  },
  'campaigns.useNewVersion': {
    own: (own) => ({ params: { id: sentCampaign(own) }, body: { parameters: {} } }),
    ids: { 'params.id': sentCampaign },
    // No new version of its template waits.
    status: 409,
  },
  'campaigns.retryFailed': {
    own: (own) => ({ params: { id: sentCampaign(own) }, body: { codes: [131026] } }),
    ids: { 'params.id': sentCampaign },
  },
  'campaigns.settleUnknown': {
    own: (own) => ({
      params: { id: sentCampaign(own) },
      body: { as: 'write_off', message_ids: [own.unknownMessage] },
    }),
    ids: { 'params.id': sentCampaign, 'body.message_ids[]': (of) => of.unknownMessage },
    once: true,
  },
  'campaigns.exportCsv': {
    own: (own) => ({ params: { id: sentCampaign(own) } }),
    ids: { 'params.id': sentCampaign },
  },
  'campaigns.check': { own: (own) => ({ body: draft(own) }), ids: draftIds },
  'campaigns.preview': {
    own: (own) => ({ body: draft(own) }),
    ids: { ...draftIds, 'body.after_lead_id': lead },
  },
  'campaigns.people': {
    own: (own) => ({ body: draft(own) }),
    ids: { ...peopleIds, 'body.after_lead_id': lead },
  },
  'campaigns.testSend': {
    own: (own) => ({ body: { ...draft(own), to: '+919833300009' } }),
    ids: draftIds,
  },
}
