import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { retention } from '#contract/security/retention.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

export const useRetention = () => useQuery(queryFor(retention.get))

export function useSaveRetention() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof retention.save>['body']) => call(retention.save, { body }),
    onSuccess: (answer) => queries.setQueryData(keyOf(retention.get), answer),
  })
}
