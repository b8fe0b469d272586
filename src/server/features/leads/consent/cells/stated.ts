import type { ColumnRole } from '#contract/leads/imports.ts'
import { acceptanceHeader } from './acceptance.ts'
import { type ConsentColumn, leavesToOwner, plain, readConsent, type Said } from './read-consent.ts'

/**
 * Builds the function that reads what a row says about consent; undefined where it says nothing and the file's owner
 * speaks. An opt-out in any column outweighs all; of several columns of consent one that names this channel counts.
 */
export function statedReader(options: {
  columns: readonly ColumnRole[]
  names: readonly string[]
  country: string
  zone?: string | undefined
}): (cell: (column: number) => string) => Said | undefined {
  const columns = options.columns.flatMap((role, column) =>
    role === 'consent' || role === 'opt_out' ? [{ role, column }] : [],
  )
  const consents = columns.filter(({ role }) => role === 'consent').map(({ column }) => column)
  const own = consents.filter((column) => /sms|whats ?app|\bwa\b|text/i.test(options.names[column] ?? ''))
  const relevant = new Set(own.length > 0 ? own : consents)
  const kinds = columns.map(
    ({ role, column }): ConsentColumn =>
      role === 'consent' && acceptanceHeader.test(plain(options.names[column] ?? '')) ? 'acceptance' : role,
  )
  return (cell) => {
    let found: Said | undefined
    for (const [at, { role, column }] of columns.entries()) {
      const said = readConsent(cell(column), kinds[at] ?? role, options.country, options.zone)
      if (said?.consent === 'opted_out') return said
      if (role === 'consent' && !relevant.has(column)) continue
      if (leavesToOwner(cell(column))) continue
      // A column of consent that says nothing of somebody says that they gave none.
      const counts =
        said ?? (role === 'consent' ? ({ consent: 'none', at: null, isUnread: false } as const) : undefined)
      if (counts && (!found || found.consent === 'opted_in')) found = counts
    }
    return found
  }
}
