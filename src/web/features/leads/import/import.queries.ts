import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ImportStatus, type LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { keyOf, queryFor } from '#web/net/api.ts'
import { useLive } from '#web/net/stream.ts'

/** The screen of one import. */
export const importPath = (id: number): string => `/lead-generator/imports/${id}`

/** The Campaign Manager, with everybody of a tag as its audience. */
export const writePath = (tag: string): string => `/campaigns?tag=${encodeURIComponent(tag)}`

/** Whether some of an import's people agreed to be written to, as the owner or the file says. */
export const someAgreed = ({ consent, settings }: LeadImport): boolean =>
  consent?.state === 'opted_in' || settings.columns.includes('consent')

const moving: readonly string[] = ImportStatus.extract(['running', 'cancelling', 'undoing']).options

/** Shows the import as a change left it. An answer still on its way is older, and would take its place. */
export async function showImport(queries: QueryClient, answer: { success: true; import: LeadImport }) {
  const queryKey = keyOf(leads.getImport, { params: { id: answer.import.id } })
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, answer)
}

/** Whether an import moves by itself. */
export const isMoving = ({ status }: LeadImport): boolean => moving.includes(status)

/**
 * Follows an import live, by its stream or by asking. `onEnd` is called once it has ended.
 * A number of null follows nothing.
 */
export function useImport(id: number | null, onEnd?: (ended: LeadImport) => void): LeadImport | undefined {
  const queries = useQueryClient()
  const input = { params: { id: id ?? 0 } }
  const query = useQuery({
    ...queryFor(leads.getImport, input),
    enabled: id !== null,
    // A note of the stream may be lost; asking now and then costs next to nothing.
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.import) ? 2_000 : false),
  })
  const found = id === null ? undefined : query.data?.import
  useLive(leads.importEvents, input, {
    enabled: found !== undefined && isMoving(found),
    onEvent: ({ event, data }) => {
      if (event !== 'import') return
      const now = JSON.parse(data) as LeadImport
      queries.setQueryData(keyOf(leads.getImport, input), { success: true as const, import: now })
    },
  })
  const status = found?.status
  const end = useEffectEvent(() => {
    if (found) onEnd?.(found)
  })
  useEffect(() => {
    if (status === 'done' || status === 'failed' || status === 'cancelled') end()
  }, [status])
  return found
}
