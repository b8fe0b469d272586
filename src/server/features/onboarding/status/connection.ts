import type { Connection, PhoneNumber, WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { getBusiness, hasProviderApiKey } from '#server/features/accounts/accounts.ts'
import { openAlerts } from '#server/features/health/health.ts'
import { t } from '#server/messages/t.ts'
import { readStored } from '#server/stored-text/read-text.ts'
import { type StoredText, storedClock } from '#server/stored-text/stored-text.ts'
import { openWarnings } from '../warnings/warnings.ts'
import { noticesOf, waitingFor } from './notices.ts'
import { stepNeeded } from './number-step.ts'

/** Connected accounts with their numbers, the sending number's state, and what the owner should know. */
export async function getConnection(app: App, businessId: number): Promise<Connection> {
  const accounts = await listAccounts(app, businessId)
  // The owner neither sees nor mends the test phone's own.
  const standing = accounts.filter((account) => account.status !== 'disconnected' && !account.for_test_phone)
  const dead = standing.filter(({ status }) => status === 'reconnect').map(({ waba_id }) => waba_id)
  const [{ timezone }, warnings, waiting, key, alerts] = await Promise.all([
    getBusiness(app, businessId),
    openWarnings(app, businessId),
    waitingFor(app, businessId, dead),
    dead.length > 0 ? hasProviderApiKey(app, businessId) : false,
    openAlerts(app, businessId),
  ])
  return {
    accounts,
    number: sendingNumber(standing),
    notices: noticesOf({
      accounts: standing,
      warnings,
      waiting,
      alerts,
      hasKey: key,
      clock: storedClock(timezone),
      now: app.now(),
    }),
    practice: app.settings.practice,
  }
}

/** A number and an account as they are stored, with reasons to be read in any language. */
export type StoredNumber = Omit<PhoneNumber, 'register_error'> & { register_error: StoredText | null }
export type StoredAccount = Omit<WhatsappAccount, 'status_reason' | 'blocked_reason' | 'phone_numbers'> & {
  status_reason: StoredText | null
  blocked_reason: StoredText | null
  phone_numbers: StoredNumber[]
}

/** The business's accounts, connected ones first, each with the numbers it has now. */
export const listAccounts = async (app: App, businessId: number): Promise<WhatsappAccount[]> =>
  (await storedAccounts(app, businessId)).map((account) => ({
    ...account,
    status_reason: readStored(account.status_reason),
    blocked_reason: readStored(account.blocked_reason),
    phone_numbers: account.phone_numbers.map(readNumber),
  }))

/** The same with reasons as they are stored. */
export async function storedAccounts(app: App, businessId: number): Promise<StoredAccount[]> {
  const [accounts, numbers] = await Promise.all([
    app.db
      .selectFrom('whatsapp_accounts')
      .select([
        'waba_id',
        'name',
        'status',
        'status_reason',
        'blocked_reason',
        'token_kind',
        'token_expires_at',
        'connected_at',
        'marketing_endpoint',
        'for_test_phone',
      ])
      .where('business_id', '=', businessId)
      .orderBy((order) => order.case().when('status', '=', 'disconnected').then(1).else(0).end())
      .orderBy('connected_at', 'desc')
      .execute(),
    storedNumbers(app, businessId),
  ])
  return accounts.map((account) => ({
    ...account,
    status_reason: account.status_reason as StoredText | null,
    blocked_reason: account.blocked_reason as StoredText | null,
    status: account.status as WhatsappAccount['status'],
    token_kind: account.token_kind as WhatsappAccount['token_kind'],
    token_expires_at: account.token_expires_at?.toISOString() ?? null,
    connected_at: account.connected_at.toISOString(),
    marketing_endpoint: account.marketing_endpoint as WhatsappAccount['marketing_endpoint'],
    phone_numbers: numbers.filter(({ waba_id }) => waba_id === account.waba_id),
  }))
}

const readNumber = (number: StoredNumber): PhoneNumber => ({
  ...number,
  register_error: readStored(number.register_error),
})

/** The numbers a business has now, the default first. */
export const listNumbers = async (app: App, businessId: number): Promise<PhoneNumber[]> =>
  (await storedNumbers(app, businessId)).map(readNumber)

async function storedNumbers(app: App, businessId: number): Promise<StoredNumber[]> {
  const rows = await app.db
    .selectFrom('phone_numbers')
    .select([
      'phone_number_id',
      'waba_id',
      'phone',
      'display_phone_number',
      'verified_name',
      'status',
      'quality_rating',
      'code_verification_status',
      'name_status',
      'on_business_app',
      'throughput_per_second',
      'messaging_limit',
      'is_default',
      'registered_at',
      'register_error',
      'register_error_code',
    ])
    .where('business_id', '=', businessId)
    .where('disconnected_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    ...row,
    register_error: row.register_error as StoredText | null,
    registered_at: row.registered_at?.toISOString() ?? null,
    needs: stepNeeded(row),
  }))
}

/** The default number's state; `ready` means that a message can be sent now. */
function sendingNumber(accounts: readonly WhatsappAccount[]): Connection['number'] {
  const found = accounts
    .flatMap((account) => account.phone_numbers.map((number) => ({ account, number })))
    .find(({ number }) => number.is_default)
  if (!found) return null
  const { account, number } = found
  const base = { phone: number.phone, display_phone_number: number.display_phone_number }
  if (account.status === 'reconnect')
    return { ...base, state: 'stopped', word: t('onboarding.status.word.reconnect') }
  if (account.blocked_reason) return { ...base, state: 'stopped', word: t('onboarding.status.word.blocked') }
  if (number.status === 'CONNECTED') {
    if (number.quality_rating === 'RED')
      return { ...base, state: 'attention', word: t('onboarding.status.word.lowQuality') }
    return { ...base, state: 'ready', word: t('onboarding.status.word.connected') }
  }
  if (number.needs === 'code')
    return { ...base, state: 'waiting', word: t('onboarding.status.word.notVerified') }
  if (number.needs) return { ...base, state: 'waiting', word: t('onboarding.status.word.notRegistered') }
  return { ...base, state: 'attention', word: wordFor(number.status) }
}

/** A status of the provider as text; one that it added lately in its own words. */
function wordFor(status: string): string {
  const key = `onboarding.status.word.${status as 'FLAGGED'}` as const
  if (t.has(key)) return t(key)
  const words = status.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
