import type { RatedCategory } from '#contract/campaigns/prices.ts'
import type { Tier } from './tiers.ts'

/**
 * The price of one delivered message from a day to another, both included. `to` is null where no end is known. `above`: it
 * holds for the messages of a month after so many; 0 for the first.
 */
export type RateLine = {
  market: string
  category: RatedCategory
  from: string
  to: string | null
  above: number
  price: number
}

/** What is wrong with a set of lines; `from` and `to` are the days that it is about. */
export type RateProblem =
  | {
      kind: 'overlap' | 'gap'
      market: string
      category: RatedCategory
      from: string
      to: string | null
      above: number
    }
  | { kind: 'order'; market: string; category: RatedCategory; from: string; to: string }
  | { kind: 'missing'; market: string; category: RatedCategory }

const needed: readonly RatedCategory[] = ['marketing', 'utility', 'authentication']

/** Later than any day: the end of a line without one. */
const never = '9999-12-31'

export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

/**
 * Between the first and the last day of the list each market has exactly one price a day for each category. Categories
 * that few lists have may begin later, and so may prices of larger volumes.
 */
export function problemsOf(lines: readonly RateLine[], markets: readonly string[]): RateProblem[] {
  const first = lines.reduce((day, { from }) => (from < day ? from : day), never)
  const last = lines.reduce((day, { to }) => ((to ?? never) > day ? (to ?? never) : day), '')
  const groups = Map.groupBy(lines, ({ market, category, above }) => `${market} ${category} ${above}`)
  const problems: RateProblem[] = lines.flatMap(({ to, ...line }): RateProblem[] =>
    to !== null && to < line.from ? [{ kind: 'order', ...line, to }] : [],
  )
  if (problems.length > 0) return problems
  for (const market of markets)
    for (const category of needed)
      if (!groups.has(`${market} ${category} 0`)) problems.push({ kind: 'missing', market, category })
  for (const group of groups.values()) {
    const { market, category, above } = group[0]!
    const isWhole = above === 0
    if (!isWhole && !groups.has(`${market} ${category} 0`))
      problems.push({ kind: 'missing', market, category })
    const about = (kind: 'overlap' | 'gap', from: string, to: string) =>
      problems.push({ kind, market, category, above, from, to: to === never ? null : to })
    const sorted = group.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    let until = isWhole && needed.includes(category) ? dayAfter(first, -1) : dayAfter(sorted[0]!.from, -1)
    for (const { from, to } of sorted) {
      if (from <= until) about('overlap', from, (to ?? never) < until ? (to ?? never) : until)
      else if (isWhole && dayAfter(until, 1) < from) about('gap', dayAfter(until, 1), dayAfter(from, -1))
      if ((to ?? never) > until) until = to ?? never
    }
    if (isWhole && until < last) about('gap', dayAfter(until, 1), last)
  }
  return problems
}

/** Lines without what they say of these days; `last` is null for all later days. `which`: the lines that it is about. */
export function cutDays(
  lines: readonly RateLine[],
  first: string,
  last: string | null,
  which: (line: RateLine) => boolean = () => true,
): RateLine[] {
  return lines.flatMap((line) => {
    const end = line.to ?? never
    if (!which(line) || end < first || line.from > (last ?? never)) return [line]
    return [
      ...(line.from < first ? [{ ...line, to: dayAfter(first, -1) }] : []),
      ...(last !== null && end > last ? [{ ...line, from: dayAfter(last, 1) }] : []),
    ]
  })
}

/** Lines without a period of `periodsOf`: the prices before it hold on for its days; before the first there are none. */
export function withoutPeriod(lines: readonly RateLine[], from: string, to: string | null): RateLine[] {
  const cut = cutDays(lines, from, to, (line) => line.from === from)
  return cut.map((line) => (line.to === dayAfter(from, -1) ? { ...line, to } : line))
}

/** Days in which no price changes, the oldest first. */
export function periodsOf(lines: readonly RateLine[]): { from: string; to: string | null }[] {
  const starts = [
    ...new Set(lines.flatMap(({ from, to }) => (to === null ? [from] : [from, dayAfter(to, 1)]))),
  ].sort()
  return starts.flatMap((from, index) => {
    const next = starts[index + 1]
    if (!lines.some((line) => line.from <= from && (line.to ?? never) >= from)) return []
    return [{ from, to: next === undefined ? null : dayAfter(next, -1) }]
  })
}

/** Looks up the prices of a day by market and category, those of larger volumes last; none where none is known. */
export function readerOf(lines: readonly RateLine[]) {
  const groups = Map.groupBy(lines, ({ market, category }) => `${market} ${category}`)
  return (market: string, category: RatedCategory, day: string): Tier[] => {
    const found = groups
      .get(`${market} ${category}`)
      ?.filter(({ from, to }) => from <= day && day <= (to ?? never))
      .sort((a, b) => a.above - b.above)
    return found?.[0]?.above === 0 ? found : []
  }
}
