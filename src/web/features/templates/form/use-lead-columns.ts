import { useNewestLeads } from '#web/session/business.queries.ts'

/** The newest leads have the columns of the newest lists. */
const looked = 50

/** Further columns that the business's leads have, with the name that a variable can have for each. */
export function useLeadColumns(): { column: string; name: string }[] {
  const newest = useNewestLeads(looked)
  const columns = new Set(newest.data?.leads.flatMap((lead) => Object.keys(lead.attributes)) ?? [])
  const byName = new Map<string, string>()
  for (const column of columns) {
    const name = variableName(column)
    if (name !== '' && !byName.has(name)) byName.set(name, column)
  }
  return [...byName].map(([name, column]) => ({ column, name }))
}

/** A column as a variable name that WhatsApp accepts: small letters and underscores. */
function variableName(column: string): string {
  return column
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}
