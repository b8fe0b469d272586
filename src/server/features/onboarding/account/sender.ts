import type { App } from '#server/app.ts'
import { findProviderApiKey, hasProviderApiKey } from '#server/features/accounts/accounts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { accountToken } from '../token/account-token.ts'
import { remedyFor } from '../token/dead-token.ts'

/** A number that sends, with what sending with it takes. */
export type Sender = {
  phone_number_id: string
  waba_id: string
  /** The provider's business that owns the account; its 24 h limit is shared by all of its numbers. */
  portfolio_id: string | null
  /** E.164. */
  phone: string
  display_phone_number: string
  verified_name: string
  /** The provider's word; only CONNECTED sends. */
  status: string
  token: string
  /** Messages a second; null: no limit. */
  throughput_per_second: number | null
  /** New people in 24 hours; null: no limit. */
  messaging_limit: number | null
}

/**
 * The number a business sends with: the named one, or its default.
 * @throws AppError `not_found` for a number that is not theirs; `rule_broken`, with a sentence for the owner, when
 *   none is connected or the account cannot be used for now.
 */
export async function getSender(app: App, businessId: number, phoneNumberId?: string): Promise<Sender> {
  const found = await lookUp(app, businessId, phoneNumberId)
  if ('sender' in found) return found.sender
  if (found.unknown) throw notFound('phoneNumber')
  throw new AppError('rule_broken', readText(found.problem))
}

/** The same; undefined where `getSender` would throw. */
export async function findSender(
  app: App,
  businessId: number,
  phoneNumberId?: string,
): Promise<Sender | undefined> {
  const found = await lookUp(app, businessId, phoneNumberId)
  return 'sender' in found ? found.sender : undefined
}

/** The number to send from, or why it cannot send, for later readers. */
export async function findSenderOrReason(
  app: App,
  businessId: number,
  phoneNumberId: string,
): Promise<{ sender: Sender } | { reason: StoredText }> {
  const found = await lookUp(app, businessId, phoneNumberId)
  return 'sender' in found ? found : { reason: found.problem }
}

/** As `getSender`, for calls that send nothing: an account that is blocked from sending can still be mended. */
export async function getManager(app: App, businessId: number, phoneNumberId: string): Promise<Sender> {
  const found = await lookUp(app, businessId, phoneNumberId, { blockedToo: true })
  if ('sender' in found) return found.sender
  if (found.unknown) throw notFound('phoneNumber')
  throw new AppError('rule_broken', readText(found.problem))
}

type Found = { sender: Sender } | { problem: StoredText; unknown?: boolean }

async function lookUp(
  app: App,
  businessId: number,
  phoneNumberId: string | undefined,
  options: { blockedToo?: boolean } = {},
): Promise<Found> {
  const rows = app.db
    .selectFrom('phone_numbers as n')
    .innerJoin('whatsapp_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'n.business_id').onRef('a.waba_id', '=', 'n.waba_id'),
    )
    .select([
      'n.phone_number_id',
      'n.waba_id',
      'n.phone',
      'n.display_phone_number',
      'n.verified_name',
      'n.status',
      'n.throughput_per_second',
      'n.messaging_limit',
      'n.disconnected_at',
      'a.portfolio_id',
      'a.status as account_status',
      'a.status_reason',
      'a.blocked_reason',
      'a.blocked_until',
      'a.token_kind',
      'a.token_ciphertext',
      'a.token_key_id',
    ])
    .where('n.business_id', '=', businessId)
  const row = await (phoneNumberId === undefined
    ? rows.where('n.is_default', '=', true)
    : rows.where('n.phone_number_id', '=', phoneNumberId)
  ).executeTakeFirst()
  if (!row) {
    return phoneNumberId === undefined
      ? { problem: textOf('onboarding.account.sender.none') }
      : { problem: textOf('app.notFound.phoneNumber'), unknown: true }
  }
  if (row.disconnected_at || row.account_status === 'disconnected') {
    return {
      problem: textOf('onboarding.account.sender.disconnected', { number: row.display_phone_number }),
    }
  }
  if (row.account_status === 'reconnect') {
    return {
      problem: [
        (row.status_reason as StoredText | null) ?? textOf('onboarding.account.sender.ended'),
        textOf(
          `onboarding.status.remedy.${remedyFor(row.token_kind, await hasProviderApiKey(app, businessId))}`,
        ),
      ],
    }
  }
  const isBlocked = row.blocked_reason && (!row.blocked_until || row.blocked_until > app.now())
  if (row.blocked_reason && isBlocked && !options.blockedToo)
    return { problem: row.blocked_reason as StoredText }
  const token = (await findProviderApiKey(app, businessId)) ?? accountToken(app, businessId, row)
  if (!token) return { problem: textOf('onboarding.account.sender.noToken') }
  return {
    sender: {
      phone_number_id: row.phone_number_id,
      waba_id: row.waba_id,
      portfolio_id: row.portfolio_id,
      phone: row.phone,
      display_phone_number: row.display_phone_number,
      verified_name: row.verified_name,
      status: row.status,
      token,
      throughput_per_second: row.throughput_per_second,
      messaging_limit: row.messaging_limit,
    },
  }
}
