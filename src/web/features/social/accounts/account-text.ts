import {
  type ConnectResult,
  type LoginProblem,
  type NetworkSetup,
  type Platform,
  platformNames,
  type ReconnectReason,
  type ScopePurpose,
  type SocialAccount,
} from '#contract/social/social.ts'
import { formatDate, formatNear } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/** Under an account's name: `@handle`, or what it is and how many follow it. */
export function accountLine({ kind, handle, followers, platform }: SocialAccount): string {
  if (platform === 'instagram' && handle) return `@${handle}`
  const word = t(`social.account.kind.${kind}`)
  if (followers === null) return word
  return kind === 'channel'
    ? t('social.account.subscribers', { kind: word, count: followers })
    : t('social.account.followers', { kind: word, count: followers })
}

export const reasonText = (reason: ReconnectReason | null, platform: Platform): string =>
  t(`social.account.reason.${reason ?? 'expired'}`, { network: platformNames[platform] })

/** How an access goes on: the line under the bar. */
export function lifeText(account: SocialAccount, zone: string): string {
  const { days_left: days, days_total: total, platform } = account
  const parts: string[] = []
  if (days !== null) {
    parts.push(
      total === null ? t('social.account.daysLeft', { days }) : t('social.account.daysOf', { days, total }),
    )
    if (account.renewal === 'by_itself' && account.renews_at) {
      parts.push(t('social.account.renews', { date: formatDate(account.renews_at, zone) }))
    } else if (account.state !== 'connected') {
      parts.push(t('social.account.needsLogin', { network: platformNames[platform] }))
    }
    return parts.join(' ')
  }
  parts.push(
    account.data_access_ends_at
      ? t('social.account.dataUntil', { date: formatDate(account.data_access_ends_at, zone) })
      : t('social.account.endless'),
  )
  if (account.checked_at && !account.data_access_ends_at)
    parts.push(t('social.account.checked', { time: formatNear(account.checked_at, zone, new Date()) }))
  return parts.join(' ')
}

/** `https://www.googleapis.com/auth/youtube.upload` → `youtube.upload` */
export const scopeName = (scope: string): string => scope.split('/').at(-1) ?? scope

const order: ScopePurpose[] = ['post', 'list', 'insights', 'comments', 'messages', 'identity']

export function missingLine(missing: SocialAccount['scopes_missing']): string {
  const worst = order.find((purpose) => missing.some((one) => one.purpose === purpose)) ?? 'identity'
  const purpose = t(`social.account.purpose.${worst}`)
  const [first] = missing
  return missing.length === 1 && first
    ? t('social.account.missingOne', { scope: scopeName(first.scope), purpose })
    : t('social.account.missingMany', { count: missing.length, purpose })
}

/** The foot of a card: what waits, or until or since when. */
export function footLine(account: SocialAccount, zone: string): string {
  if (account.posts_waiting > 0) return t('social.account.waiting', { count: account.posts_waiting })
  if (account.state === 'expiring' && account.ends_at)
    return t('social.account.until', { date: formatDate(account.ends_at, zone) })
  return t('social.account.since', { date: formatDate(account.connected_at, zone) })
}

/** Why a network cannot be connected on this install. */
export const notSetUp = (ways: NetworkSetup['ways']): string =>
  t('social.networks.notSetUp', { settings: (ways[0]?.missing ?? []).join(' + ') })

/** The specification's words for what came of a login; null where there is nothing to say yet. */
export function resultText(status: string, reason: string | null): string | null {
  switch (status) {
    case 'choose':
      return null
    case 'success':
      return t('social.result.success')
    case 'already_connected':
      return t('social.result.alreadyConnected')
    case 'error':
      if (reason === 'save_failed') return t('social.result.saveFailed')
      if (reason === 'internal_error') return t('social.result.internalError')
      if (reason === 'cancelled') return t('social.result.cancelled')
      return t('social.result.unknown')
    default:
      return t('social.result.unknown')
  }
}

/** What went wrong and what to do, beside the specification's own sentence. */
export function problemText(problem: LoginProblem | null): string {
  if (!problem || problem === 'cancelled' || problem === 'not_configured') return ''
  return t.has(`social.problem.${problem}`) ? t(`social.problem.${problem}`) : ''
}

export const skippedText = ({ name, reason }: ConnectResult['skipped'][number]): string =>
  t(`social.skipped.${reason}`, { name })
