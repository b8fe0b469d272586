import { QueryClient } from '@tanstack/react-query'
import { forgetAtTheEnd, isPassing, lastData } from '../offline/last-data.ts'
import { currentSession, subscribe } from '../session/session.ts'

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

// What one person saw is not for the next.
subscribe(() => {
  if (!currentSession()) queryClient.clear()
})
forgetAtTheEnd()
