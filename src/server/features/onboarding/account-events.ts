import type { ExpressionBuilder } from 'kysely'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import type {
  AccountErrorEvent,
  AccountReviewEvent,
  AccountUpdateEvent,
  PhoneLimitEvent,
  PhoneNameEvent,
  WebhookEvent,
} from '#server/providers/meta/webhooks/webhook-events.ts'
import { type StoredText, storedClock, textOf } from '#server/stored-text/stored-text.ts'
import type { Tables } from '#server/tables.ts'
import { type BlockCause, blockCause, clearBlock, markBlocked } from './account/account-state.ts'
import { disconnectAccount } from './account/disconnect.ts'
import { lanesWanted } from './account/job-names.ts'
import { requestCheck } from './account/request-check.ts'
import { upgradedPerSecond } from './account/throughput.ts'
import { recordHostedSignup } from './connect/hosted-signup.ts'
import { accountEventText } from './warnings/event-text.ts'
import { applyWarning } from './warnings/warnings.ts'

/**
 * Applies what the provider tells about accounts and numbers: bans, reviews, limits, names, removal. Events of
 * other kinds, and of accounts that are nobody's here, are left alone. Applying one twice changes nothing.
 * @returns for each event what it did, for a person to read.
 */
export async function applyAccountEvents(
  app: App,
  events: readonly (WebhookEvent & { businessId: number | undefined })[],
): Promise<string[]> {
  for (const event of events) {
    const { businessId } = event
    if (event.kind === 'account_update') await applyAccountUpdate(app, event, businessId)
    else if (businessId !== undefined) await applyTo(app, businessId, event)
    if (businessId !== undefined) await applyWarning(app, businessId, event)
  }
  return events.map((event) => accountEventText(event, event.businessId !== undefined))
}

async function applyTo(app: App, businessId: number, event: WebhookEvent): Promise<void> {
  switch (event.kind) {
    case 'phone_limit':
      return await applyPhoneLimit(app, businessId, event)
    case 'phone_name':
      return await applyPhoneName(app, businessId, event)
    case 'capability':
      if (event.limit === undefined) return
      return await setMessagingLimit(app, businessId, event, event.limit)
    case 'account_review':
      return await setReview(app, businessId, event)
    case 'account_error':
      return await applyAccountError(app, businessId, event)
    case 'account_alert':
    case 'security':
      return await requestCheck(app, businessId)
    default:
      return
  }
}

async function applyAccountUpdate(
  app: App,
  event: AccountUpdateEvent,
  businessId: number | undefined,
): Promise<void> {
  const { wabaId } = event
  if (event.event === 'PARTNER_ADDED' || event.event === 'PARTNER_APP_INSTALLED') {
    // An account that was disconnected before may be signed up anew, by anybody.
    if (event.ownerBusinessId && !(await isConnected(app, wabaId, reportedAt(event)))) {
      await recordHostedSignup(app, { wabaId, portfolioId: event.ownerBusinessId })
    }
    return
  }
  if (businessId === undefined) return
  switch (event.event) {
    case 'PARTNER_REMOVED':
    case 'PARTNER_APP_UNINSTALLED':
      // Of another app's partnership we are told too; only the end of ours is ours.
      if (event.partnerAppId && event.partnerAppId !== app.settings.meta.appId) return
      return await endConnection(app, businessId, event, textOf('onboarding.account.reason.appRemoved'))
    case 'ACCOUNT_DELETED':
      return await endConnection(app, businessId, event, textOf('onboarding.account.reason.deleted'))
    case 'DISABLED_UPDATE':
      if (event.banState === 'REINSTATE') {
        await clearBlock(app, businessId, wabaId, { at: reportedAt(event), causes: ['disabled'] })
      } else if (event.banState === 'DISABLE') {
        await markBlocked(app, businessId, wabaId, {
          cause: 'disabled',
          reason: textOf('onboarding.account.reason.disabled'),
          at: reportedAt(event),
        })
      } else {
        await requestCheck(app, businessId)
      }
      return
    case 'ACCOUNT_RESTRICTION':
      return await applyRestriction(app, businessId, event)
    default:
      await requestCheck(app, businessId)
  }
}

/** The app was taken off the account there. An account that was connected since is looked at, no more. */
async function endConnection(
  app: App,
  businessId: number,
  event: AccountUpdateEvent,
  reason: StoredText,
): Promise<void> {
  const { wabaId } = event
  const ended = { reason, atProvider: false, at: reportedAt(event) }
  if (await disconnectAccount(app, businessId, wabaId, ended)) return
  if (await isConnected(app, wabaId)) await requestCheck(app, businessId)
}

/**
 * When the provider says that it happened: events come late and in any order. It tells whole seconds: what happened here
 * within one was before.
 */
const reportedAt = ({ at }: { at?: number }): Date | undefined =>
  at === undefined ? undefined : new Date(at + 999)

/** Whether an account is anybody's here, or was after a moment. */
async function isConnected(app: App, wabaId: string, after?: Date): Promise<boolean> {
  const row = await app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('waba_id', '=', wabaId)
    .where((where) =>
      where.or([
        where('status', '<>', 'disconnected'),
        ...(after ? [where('disconnected_at', '>', after)] : []),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The one restriction that keeps campaigns from going; those on adding numbers, on answering customers and on calls
 * leave them alone. Source: …/whatsapp/webhooks/reference/account_update, samples of 2026.
 */
const restrictsCampaigns = 'RESTRICTED_BIZ_INITIATED_MESSAGING'

async function applyRestriction(app: App, businessId: number, event: AccountUpdateEvent): Promise<void> {
  const own = event.restrictions?.filter(({ type }) => type === restrictsCampaigns) ?? []
  if (own.length === 0) return
  const ends = own.map(({ expiresAt }) => expiresAt)
  const until = ends.includes(undefined) ? undefined : new Date(Math.max(...ends.map((at) => at ?? 0)))
  const { timezone } = await getBusiness(app, businessId)
  await markBlocked(app, businessId, event.wabaId, {
    cause: 'restricted',
    reason: until
      ? textOf('onboarding.account.reason.restrictedUntil', { date: storedClock(timezone).moment(until) })
      : textOf('onboarding.account.reason.restricted'),
    at: reportedAt(event),
    until,
  })
}

/** What blocks a whole account; the rest concerns single messages and is the sender's to judge. */
const blockingErrors: Partial<Record<BlockCause, StoredText>> = {
  payment: textOf('onboarding.account.reason.payment'),
  disabled: textOf('onboarding.account.reason.locked'),
  restricted: textOf('onboarding.account.reason.rulesBroken'),
}

async function applyAccountError(app: App, businessId: number, event: AccountErrorEvent): Promise<void> {
  for (const { code } of event.errors) {
    if (code === undefined) continue
    const cause = blockCause(code)
    const reason = blockingErrors[cause]
    if (reason) await markBlocked(app, businessId, event.wabaId, { cause, reason, at: reportedAt(event) })
  }
}

async function applyPhoneLimit(app: App, businessId: number, event: PhoneLimitEvent): Promise<void> {
  if (event.limit !== undefined) await setMessagingLimit(app, businessId, event, event.limit)
  const change =
    event.event === 'THROUGHPUT_UPGRADE'
      ? { throughput_per_second: upgradedPerSecond }
      : event.event === 'FLAGGED'
        ? { quality_rating: 'RED' }
        : undefined
  // What was read since includes it.
  if (change) await updateNumber(app, businessId, event, change, 'checked_at')
  // UNFLAGGED does not say whether the quality is medium or high again: the check reads it.
  if (event.event === 'FLAGGED' || event.event === 'UNFLAGGED') await requestCheck(app, businessId)
}

async function applyPhoneName(app: App, businessId: number, event: PhoneNameEvent): Promise<void> {
  const words: Record<string, string> = {
    APPROVED: 'APPROVED',
    REJECTED: 'DECLINED',
    PENDING: 'PENDING_REVIEW',
    DEFERRED: 'PENDING_REVIEW',
  }
  const name_status = words[event.decision]
  if (!name_status) return
  const approved = event.decision === 'APPROVED' && event.requestedName
  const name_at = reportedAt(event) ?? app.now()
  const change = { name_status, name_at, ...(approved && { verified_name: event.requestedName }) }
  await updateNumber(app, businessId, event, change, 'name_at')
}

/** These events name a number by its digits alone. @param since what says when the columns were told or read last. */
async function updateNumber(
  app: App,
  businessId: number,
  event: PhoneLimitEvent | PhoneNameEvent,
  change: {
    name_status?: string
    name_at?: Date
    verified_name?: string
    throughput_per_second?: number
    quality_rating?: string
  },
  since: 'name_at' | 'checked_at',
): Promise<void> {
  const digits = event.displayPhoneNumber?.replace(/\D/g, '')
  if (!event.phoneNumberId && !digits) return
  await app.db
    .updateTable('phone_numbers')
    .set(change)
    .where('business_id', '=', businessId)
    .where('waba_id', '=', event.wabaId)
    .where(isNoLaterThan(since, reportedAt(event) ?? app.now()))
    .where((where) =>
      event.phoneNumberId
        ? where('phone_number_id', '=', event.phoneNumberId)
        : where('phone', '=', `+${digits}`),
    )
    .execute()
}

const isNoLaterThan =
  (column: 'name_at' | 'limit_at' | 'checked_at', at: Date) =>
  (where: ExpressionBuilder<Tables, 'phone_numbers'>) =>
    where.or([where(column, 'is', null), where(column, '<=', at)])

/** The limit is the portfolio's: every number of every account that it owns has it. */
async function setMessagingLimit(
  app: App,
  businessId: number,
  event: { wabaId: string; at?: number },
  limit: number | null,
): Promise<void> {
  const { wabaId } = event
  const at = reportedAt(event) ?? app.now()
  const { portfolio_id } = await app.db
    .selectFrom('whatsapp_accounts')
    .select('portfolio_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .executeTakeFirstOrThrow()
  const ofPortfolio = app.db
    .updateTable('phone_numbers')
    .set({ messaging_limit: limit, limit_at: at })
    .where('business_id', '=', businessId)
    .where(isNoLaterThan('limit_at', at))
    .where('waba_id', 'in', (query) =>
      query
        .selectFrom('whatsapp_accounts')
        .select('waba_id')
        .where('business_id', '=', businessId)
        .where((where) =>
          portfolio_id ? where('portfolio_id', '=', portfolio_id) : where('waba_id', '=', wabaId),
        ),
    )
  const changed = await ofPortfolio
    .where('messaging_limit', 'is distinct from', limit)
    .returning('waba_id')
    .execute()
  // Told again, it is as old as it was told last.
  await ofPortfolio.execute()
  for (const waba_id of new Set(changed.map((number) => number.waba_id))) {
    await app.enqueue(lanesWanted, { business_id: businessId, waba_id })
  }
}

async function setReview(app: App, businessId: number, event: AccountReviewEvent): Promise<void> {
  const { wabaId, decision } = event
  const at = reportedAt(event) ?? app.now()
  await app.db
    .updateTable('whatsapp_accounts')
    .set({ account_review_status: decision, reviewed_at: at })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where((where) => where.or([where('reviewed_at', 'is', null), where('reviewed_at', '<=', at)]))
    .execute()
  if (decision === 'REJECTED') {
    await markBlocked(app, businessId, wabaId, {
      cause: 'review',
      reason: textOf('onboarding.account.reason.reviewRejected'),
      at,
    })
  } else if (decision === 'APPROVED') {
    await clearBlock(app, businessId, wabaId, { at, causes: ['review'] })
  }
}
