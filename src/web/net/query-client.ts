import { type Query, QueryClient } from '@tanstack/react-query'
import { forgetAtTheEnd, isPassing, lastData } from '../offline/last-data.ts'
import { forgetFilesOfOthers } from '../offline/waiting-files.ts'
import { currentSession, subscribe } from '../session/session.ts'

/** Of a query whose answer replaces another one: a screen does not wait for it to show itself (shell/arriving). */
export const follows = { meta: { follows: true } } as const

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Worth a second try; a refusal is not.
      retry: (failures, error) => failures < 2 && isPassing(error),
      persister: lastData,
      // The server may well stand on this machine: being offline says nothing about it.
      networkMode: 'always',
    },
    // A command is never repeated by itself: it may have been carried out.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// A first answer that was on its way when its data changed may be from before the change, and the library keeps it:
// it is shown, and asked for again.
const outdated = new WeakSet<Query>()
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { query, action } = event
  if (
    action.type === 'invalidate' &&
    query.state.fetchStatus === 'fetching' &&
    query.state.data === undefined
  )
    outdated.add(query)
  else if (action.type === 'success' && outdated.delete(query))
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
})

// What one person saw is not for the next.
subscribe(() => {
  if (!currentSession()) queryClient.clear()
})
forgetAtTheEnd()
forgetFilesOfOthers()
