import type { TokenKind } from '#server/providers/social/network-login.ts'

/** What decides how long an access lasts; columns of `social_accounts`. */
export type AccessFacts = {
  token_kind: string
  token_issued_at: Date | null
  token_expires_at: Date | null
  refresh_ciphertext: unknown
  refresh_expires_at: Date | null
  data_access_ends_at: Date | null
}

export type Access = {
  renewal: 'endless' | 'by_itself' | 'by_login'
  /** When the access ends if nothing is done; undefined: never. */
  endsAt: Date | undefined
  /** When we renew it next. */
  renewsAt: Date | undefined
  /** The first of all ends, for warnings. */
  warnOf: Date | undefined
}

const dayMs = 86_400_000
/** Instagram's tokens are renewed weekly: five further tries before the owner would have to be asked. */
const instagramRenewsAfterDays = 7
/** LinkedIn's are renewed at half of their 60 days. */
const linkedinRenewsBeforeDays = 30
/** The owner is notified this many days before an end, and again. */
export const noticeDays = { first: 14, last: 3 } as const

/** How an access goes on, and when it ends. The one place that decides it. */
export function accessOf(row: AccessFacts): Access {
  const kind = row.token_kind as TokenKind
  const ends = (endsAt: Date | null, renewsAt?: Date): Access => ({
    renewal: endsAt ? 'by_login' : 'endless',
    endsAt: endsAt ?? undefined,
    renewsAt,
    warnOf: earliest(endsAt, row.data_access_ends_at),
  })
  if (kind === 'instagram' && row.token_expires_at) {
    return {
      renewal: 'by_itself',
      endsAt: row.token_expires_at,
      renewsAt: row.token_issued_at ? plusDays(row.token_issued_at, instagramRenewsAfterDays) : undefined,
      warnOf: row.token_expires_at,
    }
  }
  if ((kind === 'google' || kind === 'linkedin') && row.refresh_ciphertext) {
    const renewsAt =
      kind === 'linkedin' && row.token_expires_at
        ? plusDays(row.token_expires_at, -linkedinRenewsBeforeDays)
        : undefined
    return ends(row.refresh_expires_at, renewsAt)
  }
  return ends(row.token_expires_at)
}

/** Whether a new token is due now rather than a look whether the old one works. */
export function isRenewalDue(row: AccessFacts, now: Date): boolean {
  // Google's live an hour: whenever one is looked at, it is renewed.
  if (row.token_kind === 'google') return row.refresh_ciphertext !== null
  const { renewsAt } = accessOf(row)
  return renewsAt !== undefined && renewsAt <= now
}

/** Instagram renews a token that is a day old; a younger one is only looked at. */
export function mayRenew(row: AccessFacts, now: Date): boolean {
  if (row.token_kind === 'instagram') {
    return row.token_issued_at !== null && plusDays(row.token_issued_at, 1) <= now
  }
  return row.token_kind !== 'page' && row.refresh_ciphertext !== null
}

/** Begun days until an end; 0 and less once it is over. */
export const daysUntil = (at: Date, now: Date): number => Math.ceil((at.getTime() - now.getTime()) / dayMs)

/** How long an access lasts from its beginning, in whole days: for the scale it is drawn on. */
export function daysTotal(row: AccessFacts, endsAt: Date): number | undefined {
  return row.token_issued_at
    ? Math.max(1, Math.round((endsAt.getTime() - row.token_issued_at.getTime()) / dayMs))
    : undefined
}

const plusDays = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

function earliest(...dates: (Date | null)[]): Date | undefined {
  const given = dates.filter((date) => date !== null)
  return given.length > 0 ? new Date(Math.min(...given.map((date) => date.getTime()))) : undefined
}
