import type { ConnectStep } from '#contract/onboarding.ts'
import { phoneFrom } from '#contract/text/phone-text.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PhoneNumber } from '#server/providers/meta/calls/phone-numbers.ts'
import type { TokenFacts } from '#server/providers/meta/calls/tokens.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { clockIn } from '#server/stored-text/clock.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { announceUsable } from '../account/account-state.ts'
import { findWaba, type ReachedAccount, reachedAccounts } from '../account/business-assets.ts'
import { endAccount } from '../account/disconnect.ts'
import { removeForeignKey } from '../account/provider-key.ts'
import { requestCheck } from '../account/request-check.ts'
import { lockConnection, storeAccount, storeNumbers } from '../account/store-account.ts'
import { forgetLogin, keepLogin, type StoredToken } from '../token/account-token.ts'
import { asAppError, sentenceOf } from '../token/provider-failure.ts'
import { readUsableToken } from '../token/token-check.ts'
import { ensureAppWebhook } from './app-webhook.ts'
import { registerAtProvider } from './register-number.ts'

/** The result of connecting. `choose`: several accounts or numbers are reached, and one is to be chosen. */
export type Connected = {
  outcome: 'connected' | 'choose'
  waba_id: string | null
  phone_number_id: string | null
  steps: ConnectStep[]
}

export type Wanted = {
  wabaId?: string | undefined
  phoneNumberId?: string | undefined
  /** An account to practise with; `forTestPhone`: only the test phone's messages come from it. */
  test?: { forTestPhone: boolean }
}

/**
 * Connects a business with a token, whichever way it came: checks the token and its permissions, finds the account
 * and the number, keeps them, has the account's events sent to us, and registers the number. A failure of the last
 * two leaves the account connected and is told in the steps; all others throw and change nothing.
 */
export async function connect(
  app: App,
  businessId: number,
  access: StoredToken,
  wanted: Wanted,
): Promise<Connected> {
  const readAt = app.now()
  const facts = await readUsableToken(app, access.token)
  const { timezone } = await getBusiness(app, businessId)
  const steps = [tokenStep(facts, timezone), permissionStep()]
  const reached = wanted.wabaId
    ? [await reachNamed(app, access.token, wanted.wabaId)]
    : await reachedAccounts(app, access.token, facts)
  const login = { ...access, expiresAt: facts.expiresAt, scopes: facts.scopes }
  const choice = await choose(app, businessId, reached, wanted)
  if (!choice) {
    await keepLogin(app, businessId, login)
    return { outcome: 'choose', waba_id: null, phone_number_id: null, steps }
  }
  const { account, number } = choice
  const key = await removeForeignKey(app, businessId, { token: access.token, wabaId: account.waba.id })
  if (key) steps.push({ step: 'token', ...key })
  const keep = async (tx: App) => {
    await lockConnection(tx, businessId)
    const standing = wanted.test && (await findStanding(tx, businessId))
    if (standing) throw alreadyConnected(standing.name)
    await storeAccount(tx, businessId, { ...account, readAt }, login, number?.id)
    await markTest(tx, businessId, account.waba.id, wanted.test)
    if (reached.length > 1 || wanted.wabaId) await keepLogin(tx, businessId, login)
    else await forgetLogin(tx, businessId)
    await takeHostedSignup(tx, businessId, account.waba.id)
  }
  // On a cluster, where every node has these tables, businesses that connect at once can wait for each other.
  await app.transaction(keep)
  steps.push({
    step: 'account',
    ok: true,
    sentence: t('onboarding.connect.step.account', { name: account.waba.name ?? account.waba.id }),
  })
  steps.push(numberStep(number))
  await ensureAppWebhook(app)
  steps.push(await subscribe(app, businessId, access.token, account.waba.id))
  if (number && needsRegistration(number)) {
    steps.push(await register(app, businessId, access.token, account.waba.id, number))
  }
  await app.transaction(async (tx) => {
    await announceUsable(tx, businessId, account.waba.id)
    await requestCheck(tx, businessId)
  })
  return { outcome: 'connected', waba_id: account.waba.id, phone_number_id: number?.id ?? null, steps }
}

/** What an account is for; the test phone's own ends when the owner connects one. */
async function markTest(tx: App, businessId: number, wabaId: string, test: Wanted['test']): Promise<void> {
  await tx.db
    .updateTable('whatsapp_accounts')
    .set({ ...(test && { test: true }), for_test_phone: test?.forTestPhone ?? false })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .execute()
  const others = await tx.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '<>', wabaId)
    .where('status', '<>', 'disconnected')
    .where('for_test_phone', '=', true)
    .execute()
  for (const { waba_id } of others) {
    await endAccount(tx, businessId, waba_id, textOf('onboarding.account.reason.replacedTestPhone'))
  }
}

/** An account that is connected; `own`: by the owner, not for the test phone alone. */
export const findStanding = async (
  tx: App,
  businessId: number,
  { own = false }: { own?: boolean } = {},
): Promise<{ name: string } | undefined> =>
  await tx.db
    .selectFrom('whatsapp_accounts')
    .select('name')
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .$if(own, (query) => query.where('for_test_phone', '=', false))
    .executeTakeFirst()

export const alreadyConnected = (name: string): AppError =>
  new AppError('conflict', t('onboarding.connect.alreadyConnected', { name }))

/** Every signup is reported by webhook as if hosted; connecting the account finishes it. */
async function takeHostedSignup(tx: App, businessId: number, wabaId: string): Promise<void> {
  await tx.db
    .updateTable('hosted_signups')
    .set({ business_id: businessId, claimed_at: tx.now() })
    .where('waba_id', '=', wabaId)
    .where('business_id', 'is', null)
    .execute()
}

async function reachNamed(app: App, token: string, wabaId: string): Promise<ReachedAccount> {
  try {
    const waba = await findWaba(app, token, wabaId)
    if (waba) return { waba, numbers: await app.meta.phoneNumbers.list(token, wabaId) }
  } catch (error) {
    return asAppError(error)
  }
  const sentence = t('onboarding.connect.unreachedAccount', { wabaId })
  throw new AppError('rule_broken', sentence, { fields: { waba_id: sentence } })
}

type Choice = { account: ReachedAccount; number: PhoneNumber | undefined }

/** The one account and number that can be meant; undefined where the owner has to say. */
async function choose(
  app: App,
  businessId: number,
  reached: readonly ReachedAccount[],
  wanted: Wanted,
): Promise<Choice | undefined> {
  if (reached.length === 0) {
    throw new AppError('rule_broken', t('onboarding.connect.noAccount'))
  }
  if (wanted.phoneNumberId) {
    const account = reached.find(({ numbers }) => numbers.some(({ id }) => id === wanted.phoneNumberId))
    if (!account) {
      const sentence = t('onboarding.connect.foreignNumber', { phoneNumberId: wanted.phoneNumberId })
      throw new AppError('rule_broken', sentence, { fields: { phone_number_id: sentence } })
    }
    return { account, number: account.numbers.find(({ id }) => id === wanted.phoneNumberId) }
  }
  const account = reached.length === 1 ? reached[0] : await knownAccount(app, businessId, reached)
  if (!account) return undefined
  const known = await defaultNumberOf(app, businessId, account.waba.id)
  const before = account.numbers.find(({ id }) => id === known)
  if (before) return { account, number: before }
  const usable = account.numbers.filter(({ status }) => status === 'CONNECTED')
  const verified = account.numbers.filter((number) => number.codeVerificationStatus === 'VERIFIED')
  const candidates = usable.length > 0 ? usable : verified.length > 0 ? verified : account.numbers
  return candidates.length > 1 ? undefined : { account, number: candidates[0] }
}

/** Reconnecting means the account that was connected before. */
async function knownAccount(
  app: App,
  businessId: number,
  reached: readonly ReachedAccount[],
): Promise<ReachedAccount | undefined> {
  const rows = await app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .where(
      'waba_id',
      'in',
      reached.map(({ waba }) => waba.id),
    )
    .execute()
  return rows.length === 1 ? reached.find(({ waba }) => waba.id === rows[0]?.waba_id) : undefined
}

async function defaultNumberOf(app: App, businessId: number, wabaId: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('phone_numbers')
    .select('phone_number_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row?.phone_number_id
}

/** A number of the phone app is never registered by us; one that is connected need not be. */
function needsRegistration(number: PhoneNumber): boolean {
  return !number.onBusinessApp && number.status !== 'CONNECTED'
}

async function register(
  app: App,
  businessId: number,
  token: string,
  wabaId: string,
  number: PhoneNumber,
): Promise<ConnectStep> {
  const name = number.displayPhoneNumber ? phoneFrom(number.displayPhoneNumber) : number.id
  if (number.codeVerificationStatus !== 'VERIFIED') {
    return {
      step: 'registered',
      ok: false,
      sentence: t('onboarding.connect.step.notVerified', { number: name }),
    }
  }
  const done = await registerAtProvider(app, businessId, number.id, token)
  if (!done.ok) return { step: 'registered', ok: false, sentence: readText(done.reason) }
  await refreshNumbers(app, businessId, token, wabaId)
  return { step: 'registered', ok: true, sentence: t('onboarding.connect.step.registered', { number: name }) }
}

/** Reads an account's numbers again. */
export async function refreshNumbers(
  app: App,
  businessId: number,
  token: string,
  wabaId: string,
): Promise<void> {
  const readAt = app.now()
  const numbers = await app.meta.phoneNumbers.list(token, wabaId)
  const keep = async (tx: App) => {
    await lockConnection(tx, businessId)
    // Disconnected meanwhile, its numbers stay ended.
    if (await isStanding(tx, businessId, wabaId))
      await storeNumbers(tx, businessId, wabaId, { numbers, readAt })
  }
  await app.transaction(keep)
}

async function isStanding(tx: App, businessId: number, wabaId: string): Promise<boolean> {
  const account = await tx.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('status', '<>', 'disconnected')
    .executeTakeFirst()
  return account !== undefined
}

/** Subscribes our app to the account; without it no delivery report arrives. */
export async function subscribe(
  app: App,
  businessId: number,
  token: string,
  wabaId: string,
): Promise<ConnectStep> {
  try {
    await app.meta.subscribedApps.subscribe(token, wabaId)
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    return { step: 'webhooks', ok: false, sentence: sentenceOf(error) }
  }
  await app.db
    .updateTable('whatsapp_accounts')
    .set({ app_subscribed_at: app.now() })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .execute()
  return { step: 'webhooks', ok: true, sentence: t('onboarding.connect.step.subscribed') }
}

function tokenStep(facts: TokenFacts, timezone: string): ConnectStep {
  const until = facts.expiresAt && clockIn(timezone).day(facts.expiresAt)
  return {
    step: 'token',
    ok: true,
    sentence: until
      ? t('onboarding.connect.step.token', { date: until })
      : t('onboarding.connect.step.tokenLasting'),
  }
}

const permissionStep = (): ConnectStep => ({
  step: 'permissions',
  ok: true,
  sentence: t('onboarding.connect.step.permissions'),
})

function numberStep(number: PhoneNumber | undefined): ConnectStep {
  if (!number) {
    return {
      step: 'number',
      ok: false,
      sentence: t('onboarding.connect.step.noNumber'),
    }
  }
  const name = number.displayPhoneNumber ? phoneFrom(number.displayPhoneNumber) : number.id
  return {
    step: 'number',
    ok: true,
    sentence: t('onboarding.connect.step.number', { number: name, name: number.verifiedName ?? 'none' }),
  }
}
