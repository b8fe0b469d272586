import { onePixel } from '../../files/pictures.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

const account = (of: WholeBusiness) => of.social.account
const spare = (of: WholeBusiness) => of.social.spareAccount

const post = (of: WholeBusiness) => of.social.post
const soon = () => new Date(Date.now() + 3 * 86_400_000).toISOString()
const months = () => ({
  from: new Date(Date.now() - 30 * 86_400_000).toISOString(),
  to: new Date(Date.now() + 60 * 86_400_000).toISOString(),
})
/** The specification's form; meant, so that the same can be sent again. */
const postForm = (of: WholeBusiness) => ({
  account_id: String(account(of)),
  platform: 'facebook',
  caption: `${of.word} says hello`,
  media: { name: `${of.word}.gif`, content: onePixel },
  again: 'true',
})
const formIds: NonNullable<EndpointCall['ids']> = {
  'body.account_id': account,
  'body.request_id': (of) => of.social.requestId,
  'body.draft_id': (of) => of.social.draft,
}

const seriesOf = (of: WholeBusiness) => ({
  weekdays: [1, 4],
  local_time: '09:00',
  timezone: 'Asia/Kolkata',
  until: null,
  content: { targets: [{ account_id: account(of), format: 'text' }], caption: `${of.word} again` },
})

/** The calls of accounts at social networks. */
export const socialCalls: Record<string, EndpointCall> = {
  'socialAccounts.list': { own: () => ({}) },
  'socialAccounts.disconnect': {
    own: (own) => ({ body: { platform: 'linkedin', id: spare(own) } }),
    ids: { 'body.id': spare },
    also: {
      'an account under another platform': (_, other) => ({
        body: { platform: 'youtube', id: account(other) },
      }),
    },
  },
  'socialAccounts.connect': { own: () => ({ body: { way: 'linkedin' } }) },
  'socialAccounts.callback': { own: () => ({ params: { way: 'facebook' } }), status: 302 },
  'socialAccounts.finish': {
    own: () => ({ body: { way: 'facebook', code: 'code', state: 'user_1.a.b.c' } }),
  },
  'socialAccounts.choose': {
    own: ({ social }) => ({ body: { login_id: social.loginId, external_ids: [social.choice] } }),
    ids: {
      'body.login_id': ({ social }) => social.loginId,
      'body.external_ids[]': ({ social }) => social.choice,
    },
  },
  'socialLimits.limits': {
    own: (own) => ({ query: { account_id: [account(own)] } }),
    ids: { 'query.account_id[]': account, 'query.without_post': post },
    finds: 'nothing',
  },
  'socialMedia.upload': {
    own: ({ word }) => ({ form: { file: { name: `${word}.gif`, content: onePixel } } }),
  },
  'socialMedia.serve': { own: ({ social }) => ({ params: social.mediaAddress }), mute: true },
  // An address that is not public: refused for every business.
  'socialMedia.linkPreview': { own: () => ({ body: { url: 'http://127.0.0.1/' } }), status: 422 },
  'socialMedia.get': {
    own: (own) => ({ params: { id: own.social.media } }),
    ids: { 'params.id': (of) => of.social.media },
  },
  'socialAnalytics.insights': { own: () => ({ params: { platform: 'facebook' } }) },
  'socialAnalytics.exportCsv': { own: () => ({ params: { platform: 'facebook' } }) },
  // Times and counts.
  'socialAnalytics.history': {
    own: (own) => ({ params: { id: post(own) } }),
    ids: { 'params.id': post },
    mute: true,
  },
  'socialAnalytics.fetch': { own: () => ({ body: { platform: 'facebook' } }) },
  'socialAccounts.refresh': {
    own: (own) => ({ body: { id: account(own) } }),
    ids: { 'body.id': account },
  },
  // It waits for its time: there is nothing to decide.
  'socialDecisions.decide': {
    own: (own) => ({ params: { id: post(own) }, body: { decision: 'cancel' } }),
    ids: { 'params.id': post },
    status: 409,
  },
  'socialPosts.postNow': { own: (own) => ({ form: postForm(own) }), ids: formIds },
  'socialPosts.schedule': {
    own: (own) => ({ form: { ...postForm(own), scheduled_time: soon() } }),
    ids: formIds,
    also: {
      "a file of another's": (own, other) => ({
        form: {
          ...postForm(own),
          scheduled_time: soon(),
          uploaded: JSON.stringify([{ media_id: other.social.media }]),
        },
      }),
      "another's account among own": (own, other) => ({
        form: {
          ...postForm(own),
          scheduled_time: soon(),
          targets: JSON.stringify([{ account_id: account(own) }, { account_id: account(other) }]),
        },
      }),
    },
  },
  'socialPosts.scheduled': {
    own: (own) => ({ query: { account_id: account(own) } }),
    ids: { 'query.account_id': account },
    finds: 'nothing',
  },
  'socialPosts.calendar': {
    own: (own) => ({ query: { account_id: account(own), ...months() } }),
    ids: { 'query.account_id': account },
    finds: 'nothing',
  },
  'socialPosts.history': {
    own: (own) => ({ query: { account_id: account(own) } }),
    ids: { 'query.account_id': account },
    finds: 'nothing',
  },
  'socialPosts.exportHistory': {
    own: (own) => ({ query: { account_id: account(own) } }),
    ids: { 'query.account_id': account },
    finds: 'nothing',
  },
  'socialPosts.status': { own: (own) => ({ params: { id: post(own) } }), ids: { 'params.id': post } },
  'socialPosts.update': {
    own: (own) => ({
      params: { id: post(own) },
      body: {
        caption: `${own.word} changed`,
        media_url: '',
        scheduled_time: soon(),
        media: [{ media_id: own.social.media }],
        again: true,
      },
    }),
    ids: { 'params.id': post, 'body.media[].media_id': (of) => of.social.media },
  },
  'socialPosts.remove': {
    own: (own) => ({ params: { id: own.social.sparePost } }),
    ids: { 'params.id': (of) => of.social.sparePost },
    once: true,
  },
  // It was not deleted: nothing changes.
  'socialPosts.restore': {
    own: (own) => ({ params: { id: post(own) }, body: {} }),
    ids: { 'params.id': post },
  },
  // Not signed by our app; no code is known.
  'socialWithdrawals.deauthorize': {
    own: () => ({ params: { network: 'facebook' }, body: { signed_request: 'a.b' } }),
    status: 403,
  },
  'socialWithdrawals.deleteData': {
    own: () => ({ params: { network: 'instagram' }, body: { signed_request: 'a.b' } }),
    status: 403,
  },
  'socialWithdrawals.deletionStatus': { own: () => ({ params: { code: 'none' } }), status: 404 },
  'socialQueue.slots': { own: () => ({}) },
  'socialQueue.saveSlots': {
    own: (own) => ({ body: { slots: [{ account_id: account(own), weekday: 2, local_time: '10:00' }] } }),
    ids: {
      'body.slots[].account_id': account,
      'body.add_slots[].account_id': account,
      'body.remove_slots[].account_id': account,
    },
    also: {
      "another's account": (own, other) => ({
        body: {
          slots: [
            { account_id: account(own), weekday: 2, local_time: '10:00' },
            { account_id: account(other), weekday: 3, local_time: '10:00' },
          ],
        },
      }),
    },
  },
  'socialQueue.freeSlots': {
    own: (own) => ({ query: { account_id: [account(own)] } }),
    ids: { 'query.account_id[]': account },
    mute: true,
  },
  'socialDrafts.drafts': { own: () => ({}) },
  'socialDrafts.openDraft': {
    own: (own) => ({ params: { id: own.social.draft } }),
    ids: { 'params.id': (of) => of.social.draft },
  },
  'socialDrafts.saveDraft': {
    own: (own) => ({ body: { id: own.social.draft, form: { caption: own.word } } }),
    ids: { 'body.id': (of) => of.social.draft },
  },
  'socialDrafts.deleteDraft': {
    own: (own) => ({ params: { id: own.social.draft } }),
    ids: { 'params.id': (of) => of.social.draft },
    once: true,
  },
  'socialRecurrences.listSeries': { own: () => ({}) },
  'socialRecurrences.getSeries': {
    own: (own) => ({ params: { id: own.social.series } }),
    ids: { 'params.id': (of) => of.social.series },
  },
  'socialRecurrences.createSeries': {
    own: (own) => ({ body: { ...seriesOf(own), again: true } }),
    ids: {
      'body.content.targets[].account_id': account,
      'body.content.uploaded[].media_id': (of) => of.social.media,
      'body.request_id': (of) => of.social.requestId,
      'body.draft_id': (of) => of.social.draft,
    },
  },
  'socialRecurrences.changeSeries': {
    own: (own) => ({ params: { id: own.social.series }, body: { ...seriesOf(own), revision: 0 } }),
    ids: {
      'params.id': (of) => of.social.series,
      'body.content.targets[].account_id': account,
      'body.content.uploaded[].media_id': (of) => of.social.media,
      'body.from_post': post,
    },
    once: true,
  },
  'socialRecurrences.stopSeries': {
    own: (own) => ({ params: { id: own.social.series } }),
    ids: { 'params.id': (of) => of.social.series },
  },
  'socialImports.previewImport': {
    own: (own) => ({
      form: {
        file: {
          name: `${own.word}.csv`,
          content: `date,time,accounts,caption\n2099-01-01,09:00,${account(own)},${own.word}\n`,
        },
      },
    }),
  },
  'socialImports.listImports': { own: () => ({}) },
  'socialImports.getImport': {
    own: (own) => ({ params: { id: own.social.import } }),
    ids: { 'params.id': (of) => of.social.import },
  },
  'socialImports.importRows': {
    own: (own) => ({ params: { id: own.social.import } }),
    ids: { 'params.id': (of) => of.social.import },
  },
  // None of its rows can be scheduled.
  'socialImports.confirmImport': {
    own: (own) => ({ params: { id: own.social.import } }),
    ids: { 'params.id': (of) => of.social.import },
    status: 422,
  },
  'socialImports.cancelImport': {
    own: (own) => ({ params: { id: own.social.import } }),
    ids: { 'params.id': (of) => of.social.import },
    once: true,
  },
}
