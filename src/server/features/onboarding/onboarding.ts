import type { z } from 'zod'
import type {
  BusinessDetails,
  PhoneNumber,
  ServerOnboardingStatus,
  TokenInput,
} from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { announceUsable, clearBlock } from './account/account-state.ts'
import { disconnectAccount, disconnectAll } from './account/disconnect.ts'
import { refreshAccounts } from './account/refresh-account.ts'
import { requestCheck } from './account/request-check.ts'
import { getManager } from './account/sender.ts'
import { lockConnection, setDefault } from './account/store-account.ts'
import { setAppWebhook } from './connect/app-webhook.ts'
import { type Connected, connect, findStanding, refreshNumbers, subscribe } from './connect/connect.ts'
import { lasting } from './connect/lasting-token.ts'
import { registerAtProvider } from './connect/register-number.ts'
import { amendRegistration, finishOnPage, type Redirected } from './connect/registration.ts'
import { listNumbers } from './status/connection.ts'
import { getOnboardingStatus } from './status/onboarding-status.ts'
import { findToken } from './token/account-token.ts'
import { asAppError } from './token/provider-failure.ts'

export { blockCause, markBlocked, markReconnect } from './account/account-state.ts'
export { campaignsWanted, lanesWanted, templatesWanted } from './account/job-names.ts'
export { findOwners, type Named, type Owner, type Owners, ownerOf, ownsAllOf } from './account/owners.ts'
export { numbersSharingLimit, peopleWrittenTo, recentMessages } from './account/people-written-to.ts'
export { checkProviderKey } from './account/provider-key.ts'
export { findSender, findSenderOrReason, getSender, type Sender } from './account/sender.ts'
export { applyAccountEvents } from './account-events.ts'
export { atHost, linksAtHost } from './connect/any-host.ts'
export { listOpenHosted } from './connect/hosted-signup.ts'
export { providerKeyChanged } from './connect/key-changed.ts'
export {
  createLoginState,
  type LoginState,
  moveLoginStates,
  readLoginState,
  takeLoginState,
} from './connect/oauth-state.ts'
export { connectPracticeAccount } from './connect/practice.ts'
export { pinContext } from './connect/register-number.ts'
export { getConnection } from './status/connection.ts'
export { accountContext, loginContext } from './token/account-token.ts'

/** Connects with a pasted system-user token; account and number are found where they are not named. */
export async function connectToken(
  app: App,
  businessId: number,
  input: z.output<typeof TokenInput>,
): Promise<Connected> {
  return await connect(app, businessId, await lasting(app, { token: input.token, kind: 'system_user' }), {
    wabaId: input.waba_id || undefined,
    phoneNumberId: input.phone_number_id || undefined,
  })
}

/**
 * Connects the account and number that the owner chose, by the token of the last login, or by the one that the
 * callback screen was handed.
 */
export async function saveBusinessDetails(
  app: App,
  businessId: number,
  input: z.output<typeof BusinessDetails>,
): Promise<Connected> {
  const wabaId = input.waba_id
  const phoneNumberId = input.phone_number_id || input.phone_id
  if (!wabaId || !phoneNumberId || !/^\d+$/.test(wabaId) || !/^\d+$/.test(phoneNumberId)) {
    throw new AppError('invalid_input', t('onboarding.account.missingIds'))
  }
  const stored = input.access_token
    ? await lasting(app, { token: input.access_token, kind: 'business' })
    : await findToken(app, businessId)
  if (!stored) {
    throw new AppError('rule_broken', t('onboarding.account.noLogin'))
  }
  const connected = await connect(app, businessId, stored, { wabaId, phoneNumberId })
  await amendRegistration(app, businessId, {
    business_name: input.business_name,
    phone_number: input.phone_number,
    category: input.category,
  })
  return connected
}

/**
 * Brings what we know up to what the provider says now. Where nothing is connected yet and a login or an API key
 * is there, it connects with that, if it is clear with what.
 */
export async function syncOnboarding(
  app: App,
  caller: Caller,
  back: Redirected = {},
): Promise<ServerOnboardingStatus> {
  const { businessId } = caller
  await finishOnPage(app, caller, back)
  const refreshed = await refreshAccounts(app, businessId)
  // The test phone's account is nobody's connection.
  if (!(await findStanding(app, businessId, { own: true }))) {
    const stored = await findToken(app, businessId)
    if (stored) await connect(app, businessId, stored, {})
  }
  const unreachable = refreshed.find(({ error }) => error && !error.explanation.fault.startsWith('owner'))
  if (unreachable?.error && refreshed.every(({ waba }) => !waba)) asAppError(unreachable.error)
  return await getOnboardingStatus(app, caller)
}

/** Ends an account's connection at once, here and at the provider. */
export async function disconnect(app: App, businessId: number, wabaId: string): Promise<void> {
  const ended = await disconnectAccount(app, businessId, wabaId, {
    reason: textOf('onboarding.account.reason.disconnectedByOwner'),
    atProvider: true,
  })
  if (!ended) throw notFound('whatsappAccount')
  await requestCheck(app, businessId)
}

/** Ends all connections of a business that is deleted. */
export const leaveWhatsApp = (app: App, businessId: number): Promise<void> =>
  disconnectAll(app, businessId, textOf('onboarding.account.reason.disconnectedByOwner'))

/** Makes a number the one that sends unless another is chosen. */
export async function setDefaultNumber(app: App, businessId: number, phoneNumberId: string): Promise<void> {
  await getNumber(app, businessId, phoneNumberId)
  await app.transaction(async (tx) => {
    await lockConnection(tx, businessId)
    if (!(await setDefault(tx, businessId, phoneNumberId))) throw notFound('phoneNumber')
    await requestCheck(tx, businessId)
  })
}

/**
 * Registers a number for sending.
 * @throws AppError `rule_broken` with the provider's reason; on a wrong PIN `fields.pin` is set.
 */
export async function registerNumber(
  app: App,
  businessId: number,
  input: { phone_number_id: string; pin?: string | undefined },
): Promise<PhoneNumber> {
  const number = await getNumber(app, businessId, input.phone_number_id)
  const sender = await getManager(app, businessId, input.phone_number_id)
  if (number.on_business_app) {
    throw new AppError('rule_broken', t('onboarding.account.onBusinessApp'))
  }
  const done = await registerAtProvider(
    app,
    businessId,
    number.phone_number_id,
    sender.token,
    input.pin || undefined,
  )
  if (!done.ok) {
    const sentence = readText(done.reason)
    throw new AppError(
      'rule_broken',
      sentence,
      isOfClass(done.code, 'pin') ? { fields: { pin: sentence } } : {},
    )
  }
  // What waited for the registration resumes, even if the number can't be read again now.
  await app.transaction((tx) => announceUsable(tx, businessId, sender.waba_id))
  await requestCheck(app, businessId)
  await refreshNumbers(app, businessId, sender.token, sender.waba_id).catch(asAppError)
  return await getNumber(app, businessId, input.phone_number_id)
}

/** A short link of WhatsApp's own that opens a chat with one of our numbers and a prepared text. */
export async function createMessageLink(
  app: App,
  businessId: number,
  phoneNumberId: string,
  text: string,
): Promise<{ code: string; address: string }> {
  const sender = await getManager(app, businessId, phoneNumberId)
  return await app.meta.phoneNumbers.createMessageLink(sender.token, phoneNumberId, text).catch(asAppError)
}

/** Has the provider send a code to a number that is to be verified. */
export async function requestCode(
  app: App,
  businessId: number,
  input: { phone_number_id: string; method: 'SMS' | 'VOICE' },
): Promise<void> {
  const sender = await getManager(app, businessId, input.phone_number_id)
  await app.meta.phoneNumbers
    .requestCode(sender.token, input.phone_number_id, { method: input.method, language: 'en_US' })
    .catch(asAppError)
}

/**
 * Verifies a number with the code it got, and registers it. A registration that fails leaves the number verified; what
 * it needs then is in the answer.
 * @throws AppError `rule_broken` with `fields.code` when the code is wrong or too old.
 */
export async function verifyCode(
  app: App,
  businessId: number,
  input: { phone_number_id: string; code: string },
): Promise<PhoneNumber> {
  const sender = await getManager(app, businessId, input.phone_number_id)
  await app.meta.phoneNumbers
    .verifyCode(sender.token, input.phone_number_id, input.code.replace('-', ''))
    .catch(refuseCode)
  await refreshNumbers(app, businessId, sender.token, sender.waba_id).catch(asAppError)
  const number = await getNumber(app, businessId, input.phone_number_id)
  if (number.needs === null) return number
  return await registerNumber(app, businessId, { phone_number_id: input.phone_number_id }).catch((error) => {
    if (error instanceof AppError && error.code === 'rule_broken')
      return getNumber(app, businessId, input.phone_number_id)
    throw error
  })
}

/** Fixes a finding of the doctor, where one call does it. */
export async function repair(
  app: App,
  caller: Caller,
  input: { waba_id: string; repair: 'subscribe' | 'webhook' | 'resume' },
): Promise<void> {
  const { businessId } = caller
  const account = await app.db
    .selectFrom('phone_numbers')
    .select('phone_number_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', input.waba_id)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw notFound('whatsappAccount')
  if (input.repair === 'resume') {
    await clearBlock(app, businessId, input.waba_id)
    return
  }
  if (input.repair === 'webhook') {
    await setAppWebhook(app)
    return
  }
  const sender = await getManager(app, businessId, account.phone_number_id)
  const step = await subscribe(app, businessId, sender.token, input.waba_id)
  if (!step.ok) throw new AppError('provider_failed', step.sentence)
}

function refuseCode(error: unknown): never {
  if (!(error instanceof MetaError) || !isOfClass(error.code, 'wrongVerificationCode'))
    return asAppError(error)
  const sentence = t('onboarding.account.wrongCode')
  throw new AppError('rule_broken', sentence, { fields: { code: sentence }, cause: error })
}

async function getNumber(app: App, businessId: number, phoneNumberId: string): Promise<PhoneNumber> {
  const numbers = await listNumbers(app, businessId)
  const number = numbers.find(({ phone_number_id }) => phone_number_id === phoneNumberId)
  if (!number) throw notFound('phoneNumber')
  return number
}
