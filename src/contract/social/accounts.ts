import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id } from '../values.ts'
import { Platform } from './networks.ts'

/** Why an account must be connected again. */
export const ReconnectReason = z.enum([
  'expired',
  /** The person took our app off their account, or logged us out. */
  'revoked',
  'password_changed',
  /** The person may no longer post to this Page. */
  'role_lost',
  /** The network has restricted the account or wants its owner to confirm something there. */
  'restricted',
  /** The token was encrypted with a key that this install no longer has. */
  'wrong_key',
])
export type ReconnectReason = z.infer<typeof ReconnectReason>

/** What a permission is for; without one of `post` nothing can be published. */
export const ScopePurpose = z.enum(['post', 'list', 'insights', 'comments', 'messages', 'identity'])
export type ScopePurpose = z.infer<typeof ScopePurpose>

/** The ways to log in: Instagram has two, through a Facebook Page or by its own login. */
export const LoginWay = z.enum(['facebook', 'instagram_page', 'instagram', 'youtube', 'linkedin'])
export type LoginWay = z.infer<typeof LoginWay>

/** One account that can be posted to, and the state of its access. */
export const SocialAccount = z.object({
  id: z.number(),
  platform: Platform,
  page_name: z.string(),
  /** A small picture as a data address. */
  profile_picture: z.string().nullable(),
  connected_at: z.string(),
  /** The login that it is connected again with. */
  way: LoginWay,
  kind: z.enum(['page', 'business', 'channel', 'profile']),
  /** `@name`, where the network has such. */
  handle: z.string().nullable(),
  followers: z.number().int().nullable(),
  /** `expiring`: its access ends within 14 days unless the person logs in again. `reconnect`: it cannot post. */
  state: z.enum(['connected', 'expiring', 'reconnect']),
  reason: ReconnectReason.nullable(),
  /** Since when it must be connected again. */
  reason_at: z.string().nullable(),
  can_post: z.boolean(),
  /** How the access is extended: without an end, renewed by us, or by a login of the person. */
  renewal: z.enum(['endless', 'by_itself', 'by_login']),
  /** When it ends unless renewed; null: never. */
  ends_at: z.string().nullable(),
  days_left: z.number().int().nullable(),
  days_total: z.number().int().nullable(),
  /** When it is renewed automatically next. */
  renews_at: z.string().nullable(),
  /** Facebook gives data until then; a login moves it. */
  data_access_ends_at: z.string().nullable(),
  checked_at: z.string().nullable(),
  scopes_granted: z.array(z.string()),
  scopes_missing: z.array(z.object({ scope: z.string(), purpose: ScopePurpose })),
  /** Scheduled posts of this account, and the first of them. */
  posts_waiting: z.number().int(),
  next_post_at: z.string().nullable(),
})
export type SocialAccount = z.infer<typeof SocialAccount>

/** Whether a network can be connected on this install; `missing` names the settings that it lacks. */
export const NetworkSetup = z.object({
  platform: Platform,
  ways: z.array(z.object({ way: LoginWay, configured: z.boolean(), missing: z.array(z.string()) })),
})
export type NetworkSetup = z.infer<typeof NetworkSetup>

/** Why a login connected nothing. */
export const LoginProblem = z.enum([
  'cancelled',
  /** The login was not begun here, is over, or was finished already. */
  'stale_login',
  'expired_code',
  'missing_scope',
  /** The login reaches no account that can be posted to. */
  'no_account',
  'network_unreachable',
  'network_refused',
  'not_configured',
])
export type LoginProblem = z.infer<typeof LoginProblem>

/** Why an account that was found is not listed. */
export const SkippedAccount = z.object({
  name: z.string(),
  reason: z.enum(['may_not_post', 'not_professional', 'no_instagram', 'unpublished']),
})

export const LoginCandidate = z.object({
  external_id: z.string(),
  page_name: z.string(),
  handle: z.string().nullable(),
  connected: z.boolean(),
})

/** What came of a login. `choose`: it reaches several accounts; which of them is asked. */
export const ConnectResult = z.object({
  status: z.enum(['success', 'already_connected', 'error', 'choose']),
  /** With an error: what the screen's address says. */
  reason: z.enum(['save_failed', 'internal_error', 'cancelled']).nullable(),
  problem: LoginProblem.nullable(),
  platform: Platform.nullable(),
  accounts: z.array(SocialAccount),
  /** To be named with the choice. */
  login_id: z.uuid().nullable(),
  candidates: z.array(LoginCandidate),
  skipped: z.array(SkippedAccount),
  missing_scopes: z.array(z.string()),
})
export type ConnectResult = z.infer<typeof ConnectResult>

/** What came of a refresh of one account. `reconnect`: only a login of the person helps. */
export const RefreshResult = z.object({
  id: z.number(),
  outcome: z.enum(['refreshed', 'checked', 'reconnect', 'unreachable', 'under_way']),
})
export type RefreshResult = z.infer<typeof RefreshResult>

export const socialAccounts = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/meta/get_connected_accounts',
    scope: 'posts:read',
    also: ['/meta/get_connected_accounts'],
    summary: 'Connected accounts of the social networks, with the state of each access',
    response: answer({ accounts: z.array(SocialAccount), networks: z.array(NetworkSetup) }),
  },
  disconnect: {
    method: 'POST',
    path: '/marketing/api/meta/disconnect_social_account',
    audit: 'social_disconnected',
    also: ['/meta/disconnect_social_account'],
    summary: 'Disconnect an account: its token is removed',
    body: z.object({ platform: Platform, id: Id }),
    response: answer({}),
  },
  connect: {
    method: 'POST',
    path: '/marketing/api/social/connect',
    summary: 'Begin a login at a network. Answers the address of its dialog',
    description: 'The browser goes to `redirect_url`; the network sends it back to the callback.',
    body: z.object({ way: LoginWay }),
    response: answer({ redirect_url: z.string() }),
  },
  callback: {
    method: 'GET',
    path: '/marketing/api/social/callback/{way}',
    summary: 'Where a network sends the browser after a login; goes on to the screen',
    access: 'public',
    raw: true,
    params: z.object({ way: LoginWay }),
    query: z.object({
      state: z.string().max(500).optional(),
      code: z.string().max(4000).optional(),
      error: z.string().max(200).optional(),
      error_reason: z.string().max(200).optional(),
      error_description: z.string().max(2000).optional(),
    }),
    response: z.string(),
  },
  finish: {
    method: 'POST',
    path: '/marketing/api/social/finish',
    summary: 'Finish a login with the code that the network sent back, in the session that began it',
    body: z.object({ way: LoginWay, code: z.string().min(1).max(4000), state: z.string().min(1).max(500) }),
    response: answer({ result: ConnectResult }),
  },
  choose: {
    method: 'POST',
    path: '/marketing/api/social/choose',
    audit: 'social_connected',
    summary: 'Connect the chosen accounts of a login that reaches several',
    body: z.object({
      login_id: z.uuid(),
      external_ids: z
        .array(z.string().min(1).max(100))
        .min(1, { error: () => t('social.chooseOne') })
        .max(200),
    }),
    response: answer({ result: ConnectResult }),
  },
  refresh: {
    method: 'POST',
    path: '/marketing/api/meta/refresh_tokens',
    also: ['/meta/refresh_tokens'],
    summary: 'Refresh or check the access of one account, or of all',
    body: z.object({ id: Id.optional() }),
    response: answer({ results: z.array(RefreshResult), accounts: z.array(SocialAccount) }),
  },
})
