import { createHash, createHmac } from 'node:crypto'
import type { ConnectResult, LoginWay } from '#contract/social/social.ts'
import { platformNames } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { isOperator } from '#server/features/accounts/accounts.ts'
import {
  atHost,
  createLoginState,
  readLoginState,
  takeLoginState,
} from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import type { Grant } from '#server/providers/social/network-login.ts'
import { platformOf } from '#server/providers/social/network-login.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import { choiceOf, connectFound, failed } from './login-result.ts'
import { missingScopes } from './ways.ts'

const providerName = (way: LoginWay): string => `social_${way}`

const redirectUri = (app: App, way: LoginWay): string =>
  `${app.settings.publicUrl}/marketing/api/social/callback/${way}`

/**
 * The address of a network's login dialog for this session.
 * @throws AppError `rule_broken` where this install has no app at that network.
 */
export async function beginLogin(
  app: App,
  caller: Caller,
  way: LoginWay,
  host: string | undefined,
): Promise<string> {
  const login = app.social.logins[way]
  if (login.missing.length > 0) {
    const network = platformNames[platformOf[way]]
    throw new AppError('rule_broken', t('social.notSetUp', { network, settings: login.missing.join(' + ') }))
  }
  const here = atHost(app, host)
  const uri = redirectUri(here, way)
  const state = await createLoginState(app, caller, {
    provider: providerName(way),
    redirectUri: uri,
    ...(platformOf[way] === 'instagram' && { suffix: '_ig_connect' }),
  })
  const address = login.dialogAddress({
    redirectUri: uri,
    state,
    operator: isOperator(caller.userId),
    ...(login.pkce && { challenge: challengeOf(verifierOf(app, state)) }),
  })
  // Opened from another machine in test mode, the dialog has the name of this one there.
  return address.replace(
    new URL(app.settings.meta.dialogUrl).origin,
    new URL(here.settings.meta.dialogUrl).origin,
  )
}

/** PKCE (RFC 7636): derived from the state, which is used once, so that it need not be stored. */
const verifierOf = (app: App, state: string): string =>
  createHmac('sha256', app.secrets.lastingKeyFor('social pkce')).update(state).digest('base64url')

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** What a network's redirect brought. */
export type CameBack = {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
  error_reason?: string | undefined
}

/** How each network says that the person turned the login down. */
const cancellations = new Set([
  'access_denied',
  'user_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
])

/**
 * The browser comes back from a login. Nobody knows yet whose browser it is: the code goes on to the screen in the
 * fragment, which no log has, and is exchanged there by the session that began the login.
 * @returns where the browser is sent.
 */
export async function continueLogin(app: App, way: LoginWay, back: CameBack): Promise<string> {
  const login = back.state ? await readLoginState(app, back.state, providerName(way)) : undefined
  if (!login || !back.state) return screen(way, { problem: 'stale_login' })
  const isCancelled = [back.error, back.error_reason].some((word) => word && cancellations.has(word))
  if (isCancelled) return screen(way, { problem: 'cancelled' })
  if (!back.code) return screen(way, { problem: 'network_refused' })
  const fragment = new URLSearchParams({ way, code: back.code, state: back.state })
  return `/marketing/social/connect#${fragment}`
}

function screen(way: LoginWay, { problem }: { problem: NonNullable<ConnectResult['problem']> }): string {
  const query = new URLSearchParams({
    status: 'error',
    reason: problem === 'cancelled' ? 'cancelled' : 'internal_error',
    problem,
    platform: platformOf[way],
  })
  return `/marketing/social/connect?${query}`
}

/** Exchanges the code in the session that began the login, and connects what the login reaches. */
export async function finishLogin(
  app: App,
  caller: Caller,
  input: { way: LoginWay; code: string; state: string },
): Promise<ConnectResult> {
  const { way } = input
  const login = await takeLoginState(app, input.state, providerName(way), caller)
  if (!login) return failed(way, 'stale_login')
  const network = app.social.logins[way]
  let grant: Grant
  try {
    grant = await network.exchange({
      code: input.code,
      redirectUri: login.redirectUri,
      verifier: network.pkce ? verifierOf(app, input.state) : undefined,
      now: app.now(),
    })
  } catch (error) {
    return failedAtNetwork(app, way, error)
  }
  return await reach(app, caller, way, grant)
}

/** What a grant reaches: connected at once where there is no choice. */
async function reach(app: App, caller: Caller, way: LoginWay, grant: Grant): Promise<ConnectResult> {
  const needed = missingScopes(app, way, grant.scopes).filter(({ purpose }) => purpose === 'post')
  if (needed.length > 0) {
    return { ...failed(way, 'missing_scope'), missing_scopes: needed.map(({ scope }) => scope) }
  }
  try {
    const { found, skipped } = await app.social.logins[way].accounts(grant)
    if (found.length === 0) return { ...failed(way, 'no_account'), skipped }
    if (found.length === 1) return { ...(await connectFound(app, caller, way, grant, found)), skipped }
    return { ...(await choiceOf(app, caller, way, grant, found)), skipped }
  } catch (error) {
    return failedAtNetwork(app, way, error)
  }
}

export function failedAtNetwork(app: App, way: LoginWay, error: unknown): ConnectResult {
  if (!(error instanceof SocialError)) throw error
  app.log.warn({ err: error, way, fault: error.fault }, 'a login at a social network failed')
  const { fault } = error
  if (fault === 'bad_code') return failed(way, 'expired_code')
  if (fault === 'unreachable' || fault === 'rate_limited') return failed(way, 'network_unreachable')
  if (fault === 'no_permission') return failed(way, 'missing_scope')
  return failed(way, 'network_refused')
}
