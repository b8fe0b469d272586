import { sandboxSeed } from '#sandbox/world/seed.ts'
import { marketIds } from '#server/features/campaigns/plan/cost/price-list.ts'
import { webhookAbout } from '../business-events.ts'
import { pngOf } from '../business-files.ts'
import { type WholeBusiness, wamidOf } from '../whole-business.ts'
import { analyticsCalls } from './analytics-calls.ts'
import { campaignCalls } from './campaign-calls.ts'
import { chatbotCalls } from './chatbot-calls.ts'
import { conversationCalls } from './conversation-calls.ts'
import type { EndpointCall } from './endpoint-call.ts'
import { integrationCalls } from './integration-calls.ts'
import { leadCalls } from './lead-calls.ts'
import { optinCalls } from './optin-calls.ts'
import { securityCalls } from './security-calls.ts'
import { segmentCalls } from './segment-calls.ts'
import { sequenceCalls } from './sequence-calls.ts'
import { socialCalls } from './social-calls.ts'
import { teamCalls } from './team-calls.ts'

const sentCampaign = (of: WholeBusiness) => of.sentCampaign
const template = (of: WholeBusiness) => of.template.id
const number = (of: WholeBusiness) => of.account.phone_number_id
const unverified = (of: WholeBusiness) => of.unverifiedNumber
const waba = (of: WholeBusiness) => of.account.waba_id
const media = (of: WholeBusiness) => of.media

const priceList = {
  currency: 'INR',
  markets: marketIds.map((market) => ({
    market,
    marketing: 1,
    utility: 1,
    authentication: 1,
  })),
}

const priceFile = [
  'market,category,valid_from,valid_to,price,currency',
  ...marketIds.flatMap((market) =>
    ['marketing', 'utility', 'authentication'].map((category) => `${market},${category},2026-01-01,,1,INR`),
  ),
].join('\n')

/** The header's file, of a template or of a card of its carousel. */
const headerIds: NonNullable<EndpointCall['ids']> = {
  'body.header.media_id': media,
  'body.cards[].header.media_id': media,
}
const headed = (of: WholeBusiness, name: string) => ({
  template_name: `${of.word.toLowerCase()}_${name}`,
  title: `${of.word} ${name}`,
  header: { format: 'IMAGE', media_id: of.media },
})

/**
 * A call for every endpoint of the contract that takes ids or a body; the tests of tenancy and of bad input
 * use them in this order. A new endpoint adds its line.
 */
export const endpointCalls: Record<string, EndpointCall> = {
  'accounts.signupState': { own: () => ({}) },
  'accounts.login': { own: ({ person }) => ({ body: { email: person.email, password: 'correct horse' } }) },
  'accounts.signup': {
    own: () => ({
      body: { name: 'New', email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' },
    }),
  },
  'accounts.saveSettings': {
    own: ({ person, word }) => ({
      body: {
        name: `${word} Owner`,
        email: person.email,
        business_name: word,
        country: 'IN',
        timezone: 'UTC',
      },
    }),
  },

  ...campaignCalls,
  ...chatbotCalls,
  ...conversationCalls,

  // The operator's alone: neither of the two may.
  'retention.get': { status: 403, mute: true },
  'retention.save': { own: () => ({ body: { webhooks: 90 } }), status: 403 },
  'help.inbox': { status: 403, mute: true },
  'help.markRead': { own: () => ({ body: { up_to: '1' } }), status: 403 },
  'help.send': { own: () => ({ body: { email: 'asha@example.com', message: 'How do I start?' } }) },

  ...integrationCalls,
  ...leadCalls,
  ...analyticsCalls,
  ...optinCalls,
  ...sequenceCalls,
  'messages.send': {
    own: (own) => ({
      body: {
        to: '+919833300008',
        template_name: `${own.word.toLowerCase()}_offer`,
        parameters: ['Asha'],
      },
    }),
    ids: { 'body.phone_number_id': number },
    also: {
      'a template': (_, other) => ({
        body: {
          to: '+919833300008',
          template_name: `${other.word.toLowerCase()}_offer`,
          parameters: ['Asha'],
        },
      }),
    },
  },
  'messages.logs': {
    own: (own) => ({ query: { campaign_id: sentCampaign(own) } }),
    ids: { 'query.campaign_id': sentCampaign },
    finds: 'nothing',
  },
  'messages.exportCsv': {
    own: (own) => ({ query: { campaign_id: sentCampaign(own) } }),
    ids: { 'query.campaign_id': sentCampaign },
    finds: 'nothing',
  },
  'messages.archive': { mute: true },
  'messages.exportArchive': { own: () => ({ params: { month: '2020-01' } }) },
  'messages.errors': {
    own: (own) => ({ query: { campaign_id: sentCampaign(own) } }),
    ids: { 'query.campaign_id': sentCampaign },
    finds: 'nothing',
    mute: true,
  },
  'messages.resend': {
    own: (own) => ({ params: { id: own.readMessage } }),
    ids: { 'params.id': (of) => of.readMessage },
    // It did not fail.
    status: 409,
  },
  'messages.life': {
    own: (own) => ({ params: { id: own.readMessage } }),
    ids: { 'params.id': (of) => of.readMessage },
  },
  'messages.settleUnknown': {
    own: (own) => ({ body: { ids: [own.otherUnknown], as: 'write_off' } }),
    ids: { 'body.ids[]': (of) => of.otherUnknown },
    once: true,
  },
  'messages.saveSettings': { own: () => ({ body: { settling_seconds: 600, unknown_action: 'ask' } }) },

  'onboarding.sync': {
    own: () => ({ body: {} }),
    also: { 'the login of another': (_, other) => ({ body: { code: 'a-code', state: other.loginState } }) },
  },
  'onboarding.register': { own: () => ({ body: { mode: 'existing', phone_number: '+919811100009' } }) },
  'onboarding.saveDetails': {
    own: (own) => ({ body: { waba_id: waba(own), phone_number_id: number(own) } }),
    ids: { 'body.waba_id': waba, 'body.phone_number_id': number, 'body.phone_id': number },
  },
  'onboarding.connectToken': {
    own: (own) => ({ body: { token: own.account.token, waba_id: waba(own), phone_number_id: number(own) } }),
    ids: { 'body.waba_id': waba, 'body.phone_number_id': number },
  },
  'onboarding.completeSignup': {
    // A code that the provider takes comes only from its dialog; the ids are looked at after the code.
    own: (own) => ({ body: { code: 'not-a-code', waba_id: waba(own), phone_number_id: number(own) } }),
    status: 422,
    ids: {
      'body.waba_id': waba,
      'body.phone_number_id': number,
      'body.portfolio_id': (of) => of.account.portfolio_id,
    },
  },
  // The operator's alone: neither of the two may.
  'onboarding.openHostedSignups': { status: 403, mute: true },
  'onboarding.assignHosted': {
    own: (own) => ({ body: { waba_id: own.claimedWaba, email: 'somebody@example.com' } }),
    status: 403,
    ids: { 'body.waba_id': (of) => of.claimedWaba },
  },
  'onboarding.setDefaultNumber': {
    own: (own) => ({ body: { phone_number_id: number(own) } }),
    ids: { 'body.phone_number_id': number },
  },
  'onboarding.requestCode': {
    own: (own) => ({ body: { phone_number_id: unverified(own), method: 'SMS' } }),
    ids: { 'body.phone_number_id': unverified },
  },
  'onboarding.verifyCode': {
    own: (own) => ({ body: { phone_number_id: unverified(own), code: sandboxSeed.smsCode } }),
    ids: { 'body.phone_number_id': unverified },
  },
  'onboarding.registerNumber': {
    own: (own) => ({ body: { phone_number_id: number(own), pin: '000000' } }),
    ids: { 'body.phone_number_id': number },
  },
  'onboarding.setMarketingEndpoint': {
    own: (own) => ({ body: { waba_id: waba(own), endpoint: 'messages' } }),
    ids: { 'body.waba_id': waba },
  },
  'onboarding.dismissWarning': {
    own: (own) => ({ body: { warning_id: own.warning } }),
    ids: { 'body.warning_id': (of) => of.warning },
  },
  'onboarding.repair': {
    own: (own) => ({ body: { waba_id: waba(own), repair: 'subscribe' } }),
    ids: { 'body.waba_id': waba },
  },

  ...securityCalls,
  ...segmentCalls,
  // The test phone has no ids of ours: the one account that it connects is the caller's own.
  'testPhone.write': { own: () => ({ body: { type: 'text', text: 'Hello' } }), settles: true },

  ...socialCalls,
  ...teamCalls,
  'templates.add': {
    own: (own) => ({
      body: { ...headed(own, 'added'), message: 'Hello', type: 'marketing' },
    }),
    ids: headerIds,
  },
  'templates.submit': {
    own: (own) => ({
      body: { ...headed(own, 'submitted'), body: `Welcome to ${own.word}`, category: 'MARKETING' },
    }),
    ids: headerIds,
  },
  'templates.listMeta': {
    own: (own) => ({ query: { phone_number_id: number(own) } }),
    ids: { 'query.phone_number_id': number },
    finds: 'nothing',
  },
  'templates.get': { own: (own) => ({ params: { id: template(own) } }), ids: { 'params.id': template } },
  'templates.change': {
    own: (own) => ({ params: { id: own.draftTemplate }, body: { title: 'Changed', message: 'Hello again' } }),
    ids: { 'params.id': (of) => of.draftTemplate, ...headerIds },
  },
  'templates.usage': { own: (own) => ({ params: { id: template(own) } }), ids: { 'params.id': template } },
  'templates.unpause': {
    own: (own) => ({ params: { id: template(own) } }),
    ids: { 'params.id': template },
    // It is not paused.
    status: 409,
  },
  'templates.submitAgain': {
    own: (own) => ({ params: { id: own.draftTemplate } }),
    ids: { 'params.id': (of) => of.draftTemplate },
    // The change above has submitted it.
    status: 409,
  },
  'templates.remove': {
    own: (own) => ({ params: { id: own.draftTemplate } }),
    ids: { 'params.id': (of) => of.draftTemplate },
  },
  'templates.changeMeta': {
    own: (own) => ({
      params: { id: own.spareTemplate.providerId },
      body: { category: 'TRANSACTIONAL', body: 'Hello {{1}}, welcome back.' },
    }),
    ids: { 'params.id': (of) => of.spareTemplate.providerId, ...headerIds },
  },
  'templates.removeMeta': {
    own: (own) => ({ params: { id: own.spareTemplate.providerId } }),
    ids: { 'params.id': (of) => of.spareTemplate.providerId },
  },
  'templates.uploadMedia': {
    own: (own) => ({ form: { file: { name: 'a.png', content: pngOf(`${own.word} again`) } } }),
  },
  // Its own template has no picture; the answer is that of a missing template.
  'templates.headerSample': {
    own: (own) => ({ params: { id: template(own) } }),
    status: 404,
    mute: true,
    ids: { 'params.id': template },
  },
  'templates.getMedia': { own: (own) => ({ params: { id: media(own) } }), ids: { 'params.id': media } },
  'templates.saveRates': {
    own: () => ({ body: { currency: 'INR', MARKETING: 0.8, TRANSACTIONAL: 0.2, OTP: null } }),
  },

  'prices.save': { own: () => ({ body: priceList }) },
  'prices.importCsv': { own: () => ({ body: { csv: priceFile } }) },
  'prices.remove': { own: () => ({ params: { from: '2000-01-01' } }) },
  'prices.reset': { own: () => ({}) },

  'webhooks.test': {
    own: (own) => ({ body: webhookAbout(waba(own), 'news') }),
    also: {
      'a webhook about their account': (_, other) => ({
        body: {
          object: 'whatsapp_business_account',
          entry: [
            {
              id: waba(other),
              changes: [{ field: 'account_alerts', value: { alert_severity: 'CRITICAL', alert_type: 'X' } }],
            },
          ],
        },
      }),
      'a status of their message': (own, other) => ({
        body: {
          object: 'whatsapp_business_account',
          entry: [
            {
              id: waba(own),
              changes: [
                {
                  field: 'messages',
                  value: {
                    messaging_product: 'whatsapp',
                    metadata: { display_phone_number: '1', phone_number_id: number(own) },
                    statuses: [
                      {
                        id: wamidOf(other.person.businessId),
                        status: 'failed',
                        timestamp: '1790000000',
                        recipient_id: '919811100001',
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      }),
    },
  },
  'webhooks.get': {
    own: (own) => ({ params: { id: own.webhookEvent } }),
    ids: { 'params.id': (of) => of.webhookEvent },
  },
  'webhooks.replay': {
    own: (own) => ({ params: { id: own.webhookEvent } }),
    ids: { 'params.id': (of) => of.webhookEvent },
  },

  // It leaves little to call: after all others.
  'onboarding.disconnect': {
    own: (own) => ({ body: { waba_id: waba(own) } }),
    ids: { 'body.waba_id': waba },
  },
  'privacy.personData': {
    own: (own) => ({ params: { id: own.leads[0]! } }),
    ids: { 'params.id': (of) => of.leads[0]! },
  },
  // The last of all: it erases a person.
  'privacy.erase': {
    own: (own) => ({ params: { id: own.leads[2]! }, body: { confirm: true } }),
    ids: { 'params.id': (of) => of.leads[2]! },
  },
}
