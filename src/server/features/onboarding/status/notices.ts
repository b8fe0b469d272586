import { sql } from 'kysely'
import type { Notice, WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import type { Clock } from '../account/moment.ts'
import { type Remedy, remedyFor, remedySentence } from '../token/dead-token.ts'
import { daysLeft, tokenWarningDays } from '../token/token-check.ts'
import type { Warning } from '../warnings/warnings.ts'
import { warningWords } from '../warnings/words.ts'

const setup = '/meta/onboarding-status#connect'

const reconnectActions: Record<Remedy, Pick<Notice, 'action' | 'to'>> = {
  login: { action: 'Log in again', to: setup },
  token: { action: 'Paste a new token', to: setup },
  key: { action: 'Save a new key', to: '/account-settings' },
}

export type NoticeFacts = {
  accounts: readonly WhatsappAccount[]
  warnings: readonly Warning[]
  /** A provider API key is used in place of the accounts' own tokens. */
  hasKey: boolean
  waiting: readonly Waiting[]
  clock: Clock
  now: Date
}

/** What the owner should know on every screen, the most urgent first. Pure. */
export function noticesOf({ accounts, warnings, hasKey, waiting, clock, now }: NoticeFacts): Notice[] {
  const broken = accounts.flatMap((account): Notice[] => {
    if (account.status === 'reconnect') {
      const remedy = remedyFor(account.token_kind, hasKey)
      const waitingAccount = waiting.find(({ waba_id }) => waba_id === account.waba_id)
      const sentences = [
        `Nothing is being sent from ${account.name}.`,
        account.status_reason ?? 'The connection has ended.',
        waitingAccount && waitingSentence(waitingAccount),
        remedySentence(remedy),
      ]
      return [
        {
          id: `reconnect ${account.waba_id}`,
          kind: 'error',
          stops: true,
          sentence: sentences.filter(Boolean).join(' '),
          ...reconnectActions[remedy],
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
        action: 'See what to do',
        to: '/meta/doctor',
      },
    ]
  })
  return [...broken, ...warned(accounts, warnings, clock), ...ending(accounts, now)]
}

function warned(accounts: readonly WhatsappAccount[], warnings: readonly Warning[], clock: Clock): Notice[] {
  return warnings.flatMap((warning): Notice[] => {
    const account = accounts.find(({ waba_id }) => waba_id === warning.waba_id)
    if (!account) return []
    const { finding, advice } = warningWords(warning, account.name, clock)
    const sentence = `${finding} ${advice}`
    return [
      {
        id: `warning ${warning.id}`,
        kind: 'error',
        stops: false,
        sentence,
        action: 'See what to do',
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
            ? `The access to ${account.name} ends ${within(days)}. After that nothing is sent.`
            : `The access to ${account.name} has ended. Nothing is being sent.`,
        action: 'Renew it',
        to: setup,
      },
    ]
  })
}

/** Begun days: the last one may be over in an hour, or tomorrow. */
const within = (days: number): string => (days === 1 ? 'within 24 hours' : `in ${days} days`)

type Waiting = { waba_id: string; messages: number; campaigns: number }

/** What waits until accounts can be used again: messages in the queue, and campaigns that are not over. */
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
        .whereRef('m.phone_number_id', '=', 'n.phone_number_id')
        .where('m.status', '=', 'queued')
        .where('m.due_at', 'is not', null)})::int`.as('messages'),
      sql<number>`sum(${query
        .selectFrom('campaigns as c')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('c.business_id', '=', 'n.business_id')
        .whereRef('c.phone_number_id', '=', 'n.phone_number_id')
        .where('c.status', 'in', ['Scheduled', 'Running', 'Paused'])})::int`.as('campaigns'),
    ])
    .where('n.business_id', '=', businessId)
    .where('n.waba_id', 'in', wabaIds)
    .groupBy('n.waba_id')
    .execute()
}

function waitingSentence({ messages, campaigns }: Waiting): string | undefined {
  const parts = [counted(campaigns, 'campaign'), counted(messages, 'message')].filter(Boolean)
  if (parts.length === 0) return undefined
  const isOne = messages + campaigns === 1
  return `${parts.join(' and ')} ${isOne ? 'is' : 'are'} waiting.`
}

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
