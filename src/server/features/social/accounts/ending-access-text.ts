import { currentLocale } from '#contract/messages/language.ts'
import { platformNames, type SocialAccount } from '#contract/social/social.ts'
import { t } from '#server/messages/t.ts'
import { daysUntil } from './access-end.ts'
import type { AccountRow } from './stored-accounts.ts'

/**
 * `first` and `last`: 14 and 3 days before an end. `ended`: the account must be connected again. `withdrawn`: its person
 * took our app off at the network.
 */
export type EndKind = 'first' | 'last' | 'ended' | 'withdrawn'
export type Ending = { account: AccountRow; kind: EndKind; endsAt: Date; waiting: number }

/** What the owner reads of an end, in the app and in a mail. */
export function noticeText({ account, kind, endsAt, waiting }: Ending, timezone: string, now: Date): string {
  const network = platformNames[account.platform as SocialAccount['platform']]
  const name = t('social.ending.account', { name: account.name, network })
  const held = waiting > 0 ? ` ${t('social.ending.waiting', { count: waiting })}` : ''
  if (kind === 'withdrawn') return t('social.ending.withdrawn', { account: name }) + held
  if (kind === 'ended') return t('social.ending.ended', { account: name }) + held
  const days = daysUntil(endsAt, now)
  const sentence =
    days <= 1
      ? t('social.ending.today', { account: name })
      : t('social.ending.soon', { account: name, days, date: dayIn(endsAt, timezone) })
  return sentence + held
}

export function mailText(
  ending: Ending,
  timezone: string,
  now: Date,
  address: string,
): { subject: string; text: string } {
  return {
    subject: subjectOf(ending),
    text: `${noticeText(ending, timezone, now)}\n\n${t('social.ending.mailLink', { address })}`,
  }
}

function subjectOf({ kind, account: { name } }: Ending): string {
  if (kind === 'withdrawn') return t('social.ending.mailWithdrawn', { name })
  return kind === 'ended' ? t('social.ending.mailEnded', { name }) : t('social.ending.mailSoon', { name })
}

const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(currentLocale() === 'en' ? 'en-GB' : currentLocale(), {
    dateStyle: 'medium',
    timeZone,
  }).format(at)
