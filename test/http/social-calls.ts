import type { EndpointCall } from './endpoint-call.ts'
import type { WholeBusiness } from './whole-business.ts'

const account = (of: WholeBusiness) => of.social.account
const spare = (of: WholeBusiness) => of.social.spareAccount

/** A picture of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

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
  'socialMedia.upload': {
    own: ({ word }) => ({ form: { file: { name: `${word}.gif`, content: gif } } }),
  },
  'socialMedia.get': {
    own: (own) => ({ params: { id: own.social.media } }),
    ids: { 'params.id': (of) => of.social.media },
  },
  'socialAccounts.refresh': {
    own: (own) => ({ body: { id: account(own) } }),
    ids: { 'body.id': account },
  },
}
