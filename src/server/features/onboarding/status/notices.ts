import { sql } from 'kysely'
import type { Notice, WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { alertText, type openAlerts } from '#server/features/health/health.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { readText } from '#server/stored-text/read-text.ts'
import type { StoredClock } from '#server/stored-text/stored-text.ts'
import { type Remedy, remedyFor } from '../token/dead-token.ts'
import { daysLeft, tokenWarningDays } from '../token/token-check.ts'
import { warningTexts } from '../warnings/warning-text.ts'
import type { Warning } from '../warnings/warnings.ts'

const setup = '/meta/onboarding-status#connect'

const reconnectScreens: Record<Remedy, string> = { login: setup, token: setup, key: '/account-settings' }

export type NoticeFacts = {
  accounts: readonly WhatsappAccount[]
  warnings: readonly Warning[]
  /** A provider API key is used in place of the accounts' own tokens. */
  hasKey: boolean
  waiting: readonly Waiting[]
  alerts: Awaited<ReturnType<typeof openAlerts>>
  clock: StoredClock
  now: Date
}

/** What the owner should know on every screen, the most urgent first. Pure. */
export function noticesOf({
  accounts,
  warnings,
  hasKey,
  waiting,
  alerts,
  clock,
  now,
}: NoticeFacts): Notice[] {
  const broken = accounts.flatMap((account): Notice[] => {
    if (account.status === 'reconnect') {
      const remedy = remedyFor(account.token_kind, hasKey)
      const waitingAccount = waiting.find(({ waba_id }) => waba_id === account.waba_id)
      const sentences = [
        t('onboarding.status.notice.nothingSent', { name: account.name }),
        account.status_reason ?? t('onboarding.status.notice.ended'),
        waitingAccount && waitingText(waitingAccount),
        t(`onboarding.status.remedy.${remedy}`),
      ]
      return [
        {
          id: `reconnect ${account.waba_id}`,
          kind: 'error',
          stops: true,
          sentence: sentences.filter(Boolean).join(' '),
          action: t(`onboarding.status.remedyAction.${remedy}`),
          to: reconnectScreens[remedy],
        },
      ]
    }
    if (!account.blocked_reason) return []
    return [
      {
        id: `blocked ${account.waba_id}`,
        kind: 'error',
        stops: true,
        sentence: account.blocked_reason,
        action: t('onboarding.status.notice.whatToDo'),
        to: '/meta/doctor',
      },
    ]
  })
  const problems = alerts
    .filter(({ details }) => !details.isNotice)
    .map(
      (alert): Notice => ({
        id: `alert ${alert.kind} ${alert.subject}`,
        kind: 'error',
        stops: false,
        sentence: `${alertText(alert)} ${t(`health.remedy.${alert.kind}`)}`,
        action: t('health.openDoctor'),
        to: '/meta/doctor',
      }),
    )
  return [...broken, ...problems, ...warned(accounts, warnings, clock), ...ending(accounts, now)]
}

function warned(
  accounts: readonly WhatsappAccount[],
  warnings: readonly Warning[],
  clock: StoredClock,
): Notice[] {
  return warnings.flatMap((warning): Notice[] => {
    const account = accounts.find(({ waba_id }) => waba_id === warning.waba_id)
    if (!account) return []
    const { finding, advice } = warningTexts(warning, account.name, clock)
    const sentence = readText([finding, advice])
    return [
      {
        id: `warning ${warning.id}`,
        kind: 'error',
        stops: false,
        sentence,
        action: t('onboarding.status.notice.whatToDo'),
        to: '/meta/doctor',
      },
    ]
  })
}

function ending(accounts: readonly WhatsappAccount[], now: Date): Notice[] {
  return accounts.flatMap((account): Notice[] => {
    const days = account.token_expires_at ? daysLeft(new Date(account.token_expires_at), now) : undefined
    if (account.status !== 'connected' || days === undefined || days > tokenWarningDays.first) return []
    const isLast = days <= tokenWarningDays.last
    return [
      {
        id: `token ${account.waba_id} ${isLast ? 'last' : 'first'}`,
        kind: isLast ? 'error' : 'yours',
        stops: false,
        sentence:
          days > 0
            ? t('onboarding.status.notice.ending', { name: account.name, days })
            : t('onboarding.status.notice.over', { name: account.name }),
        action: t('onboarding.status.notice.renew'),
        to: setup,
      },
    ]
  })
}

type Waiting = { waba_id: string; messages: number; campaigns: number }

/** Queued messages and unfinished campaigns of accounts that can't be used. */
export async function waitingFor(
  app: App,
  businessId: number,
  wabaIds: readonly string[],
): Promise<Waiting[]> {
  if (wabaIds.length === 0) return []
  return await app.db
    .selectFrom('phone_numbers as n')
    .select((query) => [
      'n.waba_id',
      sql<number>`sum(${query
        .selectFrom('messages as m')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('m.business_id', '=', 'n.business_id')
        .where(onNodeOf(businessId, 'm.business_id'))
        .whereRef('m.phone_number_id', '=', 'n.phone_number_id')
        .where('m.status', '=', 'queued')
        .where('m.due_at', 'is not', null)})::int`.as('messages'),
      sql<number>`sum(${query
        .selectFrom('campaigns as c')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('c.business_id', '=', 'n.business_id')
        .where(onNodeOf(businessId, 'c.business_id'))
        .whereRef('c.phone_number_id', '=', 'n.phone_number_id')
        .where('c.status', 'in', ['Scheduled', 'Running', 'Paused'])})::int`.as('campaigns'),
    ])
    .where('n.business_id', '=', businessId)
    .where('n.waba_id', 'in', wabaIds)
    .groupBy('n.waba_id')
    .execute()
}

function waitingText({ messages, campaigns }: Waiting): string | undefined {
  if (messages + campaigns === 0) return undefined
  const both = messages > 0 && campaigns > 0 ? 'yes' : 'no'
  return t('onboarding.status.notice.waiting', { campaigns, both, messages })
}
