import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { currentSession, subscribe } from './session.ts'

/** Nothing came back, or the server is not up for now. Worth a second try; a refusal is not. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'answer' || error.status >= 502)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
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
