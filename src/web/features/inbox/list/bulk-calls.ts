import type { ConversationFilter } from '#contract/conversations/filter.ts'
import type { conversations } from '#contract/conversations.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Selection } from './selection.ts'

export type BulkCall = InputOf<typeof conversations.bulk>['body']
export type Change = Omit<BulkCall, 'ids' | 'filter'>

/** One call takes so many by name. */
const mostIds = 500

/** The calls that change what is chosen and nothing else: all of a filter, or those by name in parts. */
export function bulkCalls(
  change: Change,
  { ids, all }: Pick<Selection, 'ids' | 'all'>,
  filter: ConversationFilter,
): BulkCall[] {
  if (all) return [{ ...change, filter }]
  const names = [...ids]
  return Array.from({ length: Math.ceil(names.length / mostIds) }, (_, part) => ({
    ...change,
    ids: names.slice(part * mostIds, (part + 1) * mostIds),
  }))
}
