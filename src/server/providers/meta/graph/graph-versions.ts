/**
 * When Graph's versions end, as Meta announced it (developers.facebook.com/docs/graph-api/changelog/versions, read in
 * November 2026); null: not announced. A call to an ended version is answered by the oldest one alive.
 */
const ends: Record<number, string | null> = {
  17: '2025-09-12',
  18: '2026-01-26',
  19: '2026-05-21',
  20: '2026-09-24',
  21: '2027-01-21',
  22: '2027-05-20',
  23: '2027-10-08',
  24: '2028-02-18',
  25: '2028-07-29',
  26: null,
}

/** The newest version that this client was checked with; the default of an install. */
export const checkedVersion = 'v25.0'

/** The first version with the portfolio's messaging limit; older versions have the number's tier. */
export const portfolioLimitSince = 24

/** How long before its end a version counts as ending. */
const noticeDays = 120

/** `v23.0` → 23. */
export const majorOf = (version: string): number => Number(/^v(\d+)\./.exec(version)?.[1] ?? 0)

type VersionState =
  | { state: 'alive'; endsAt: Date | undefined }
  | { state: 'ending' | 'ended'; endsAt: Date }
  /** Newer or older than the table. */
  | { state: 'unknown' }

/** How long a version of Graph is supported. Pure. */
export function versionState(version: string, now: Date): VersionState {
  const major = majorOf(version)
  if (!(major in ends)) {
    const first = Math.min(...Object.keys(ends).map(Number))
    return major < first ? { state: 'ended', endsAt: new Date(ends[first]!) } : { state: 'unknown' }
  }
  const end = ends[major]
  if (!end) return { state: 'alive', endsAt: undefined }
  const endsAt = new Date(end)
  if (endsAt <= now) return { state: 'ended', endsAt }
  const daysLeft = (endsAt.getTime() - now.getTime()) / 86_400_000
  return daysLeft <= noticeDays ? { state: 'ending', endsAt } : { state: 'alive', endsAt }
}
