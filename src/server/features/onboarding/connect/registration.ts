import type { z } from 'zod'
import { isOutdatedSignup, outdatedSignupAdvice } from '#contract/onboarding/signup-version.ts'
import type { Registration, SignupInput } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { asAppError } from '../token/provider-failure.ts'
import { neededScopes } from '../token/token-check.ts'
import { type Connected, connect } from './connect.ts'
import { lasting } from './lasting-token.ts'
import { createLoginState, type LoginState, readLoginState, takeLoginState } from './oauth-state.ts'
import { redirectUrl } from './signup-addresses.ts'

/** The provider name of WhatsApp's logins among the states. */
const provider = 'whatsapp'

/**
 * Keeps what the business said of itself, and starts its login at the provider.
 * @returns where the browser goes on.
 */
export async function registerBusiness(app: App, caller: Caller, input: Registration): Promise<string> {
  await keepRegistration(app, caller.businessId, input)
  return await dialogAddress(app, caller, input)
}

async function keepRegistration(app: App, businessId: number, input: Registration): Promise<void> {
  const row =
    input.mode === 'new'
      ? {
          mode: input.mode,
          business_name: input.business_name,
          phone_number: input.phone_number,
          category: input.category,
        }
      : { mode: input.mode, phone_number: input.phone_number || null }
  await app.db
    .insertInto('business_registrations')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ ...row, updated_at: app.now() }))
    .execute()
}

/** Stores further facts of the business given with a choice of account; absent parts stay. */
export async function amendRegistration(
  app: App,
  businessId: number,
  given: { business_name?: string | null; phone_number?: string | null; category?: string | null },
): Promise<void> {
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  if (Object.keys(change).length === 0) return
  await app.db
    .insertInto('business_registrations')
    .values({ business_id: businessId, mode: 'existing', ...change })
    .onConflict((conflict) =>
      conflict.column('business_id').doUpdateSet({ ...change, updated_at: app.now() }),
    )
    .execute()
}

/** The login dialog with embedded signup in it, filled in with what is known. */
export async function dialogAddress(app: App, caller: Caller, input?: Registration): Promise<string> {
  const redirectUri = redirectUrl(app)
  const mode = input?.mode ?? 'new'
  const state = await createLoginState(app, caller, { provider, redirectUri, details: { mode } })
  const business = await getBusiness(app, caller.businessId)
  const name = input?.mode === 'new' ? input.business_name : business.name
  const withConfiguration = app.settings.meta.configId !== undefined
  return app.meta.dialogAddress({
    redirectUri,
    state,
    // A configuration has its permissions in it; without one they are asked for by name.
    ...(withConfiguration
      ? { overrideDefaultResponseType: true }
      : { scopes: [...neededScopes, 'business_management'] }),
    extras: {
      setup: {
        business: { name, ...(input?.phone_number && { phone: { number: input.phone_number } }) },
      },
    },
  })
}

/** What the provider's redirect brought. */
export type Redirected = {
  state?: string | null | undefined
  code?: string | null | undefined
  error?: string | undefined
  error_reason?: string | undefined
  error_description?: string | undefined
  error_message?: string | undefined
}

/**
 * The browser comes back from the login. Who it is of, nobody knows yet: the code goes on to the screen, and is
 * exchanged there by the signed-in session that began the login. In the fragment, which no log and no referrer has.
 * @returns where the browser is sent: the screen that finishes the setup.
 */
export async function continueRedirect(app: App, back: Redirected): Promise<string> {
  const login = back.state ? await readLoginState(app, back.state, provider) : undefined
  if (!login || !back.state) return callbackScreen(undefined, { error: t('onboarding.connect.notStarted') })
  const refusal = refusalOf(back)
  if (refusal) return callbackScreen(login, { error: refusal })
  if (!back.code) {
    return callbackScreen(login, { error: t('onboarding.connect.noCode') })
  }
  const fragment = new URLSearchParams({ code: back.code, state: back.state })
  return `${callbackScreen(login, {})}#${fragment}`
}

/**
 * Exchanges the code that came back, in the session that began the login. Without a state of this session it is not
 * exchanged: it may be anybody's, and a victim's consent must not connect the business of who sent the link.
 * @throws AppError when the state is not this session's, or the code is not taken.
 */
export async function finishOnPage(
  app: App,
  caller: Caller,
  back: Redirected,
): Promise<Connected | undefined> {
  if (!back.code || !back.state) return undefined
  const login = await takeLoginState(app, back.state, provider, caller)
  if (!login) throw new AppError('rule_broken', t('onboarding.connect.notStarted'))
  return await exchangeAndConnect(app, login, back.code)
}

async function exchangeAndConnect(app: App, login: LoginState, code: string): Promise<Connected> {
  const short = await exchange(app, { code, redirectUri: login.redirectUri })
  return await connect(app, login.businessId, await lasting(app, { token: short, kind: 'business' }), {})
}

/** Finishes an embedded signup: its code lives 30 seconds, so it is exchanged before anything else. */
export async function completeSignup(
  app: App,
  businessId: number,
  input: z.output<typeof SignupInput>,
): Promise<Connected> {
  const token = await exchange(app, { code: input.code })
  return await connect(
    app,
    businessId,
    { token, kind: 'business' },
    { wabaId: input.waba_id, phoneNumberId: input.phone_number_id },
  )
}

async function exchange(app: App, given: { code: string; redirectUri?: string }): Promise<string> {
  try {
    return (await app.meta.exchangeCode(given)).accessToken
  } catch (error) {
    if (!(error instanceof MetaError) || error.delivery !== 'refused' || error.retry) return asAppError(error)
    throw new AppError('rule_broken', t('onboarding.connect.oldCode'), { cause: error })
  }
}

function refusalOf(back: Redirected): string | undefined {
  if (!back.error && !back.error_message) return undefined
  if (back.error === 'access_denied' || back.error_reason === 'user_denied') {
    return t('onboarding.connect.closed')
  }
  const words = back.error_description || back.error_message || back.error || ''
  return isOutdatedSignup(words)
    ? t('onboarding.connect.outdated', { words, advice: outdatedSignupAdvice() })
    : words
}

function callbackScreen(login: LoginState | undefined, more: { error?: string }): string {
  const query = new URLSearchParams({
    ...(login && { user_id: String(login.userId), mode: String(login.details.mode ?? 'new') }),
    ...more,
  })
  return `/marketing/meta-callback?${query}`
}
