import { comparable } from '../../posts/duplicates.ts'
import type { JudgedRow } from './judge-row.ts'

const windowMs = 24 * 3_600_000

/** Rows of one file that say the same to the same account within 24 hours: the first of them stays. */
export function markTwins(rows: readonly JudgedRow[]): void {
  const seen = new Map<string, number[]>()
  for (const row of rows) {
    const at = row.dueAt?.getTime()
    if (at === undefined || row.problems.length > 0) continue
    const text = comparable(row.cells.caption)
    const keys = row.accounts.map(({ id }) => `${id} ${text}`)
    const twin = row.accounts.find((_, index) =>
      seen.get(keys[index]!)?.some((other) => Math.abs(other - at) <= windowMs),
    )
    if (twin) row.problems.push({ field: 'caption', code: 'duplicate', params: { account: twin.page_name } })
    else for (const key of keys) seen.set(key, [...(seen.get(key) ?? []), at])
  }
}
