import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiKeys } from '#contract/api/keys.ts'
import type { ApiScope } from '#contract/api/scopes.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

/** The API keys of the business; a program may use one at any time. */
export const useApiKeys = () => useQuery(queryFor(apiKeys.list))

export type NewApiKey = {
  name: string
  scopes: ApiScope[]
  expires_in_days: number | null
  current_password: string
}

/** Making and revoking keys; the list follows. */
export function useApiKeyActs(onError: (error: Error) => void) {
  const queries = useQueryClient()
  const onSuccess = () => void queries.invalidateQueries({ queryKey: keyOf(apiKeys.list) })
  return {
    create: useMutation({
      mutationFn: (body: NewApiKey) => call(apiKeys.create, { body }),
      onSuccess,
      // The answer holds the key.
      gcTime: 0,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => call(apiKeys.revoke, { params: { id } }),
      onSuccess,
      // A colleague may have revoked it meanwhile.
      onError: (error: Error) => {
        onSuccess()
        onError(error)
      },
    }),
  }
}
