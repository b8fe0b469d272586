import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { conversations } from '#contract/conversations.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { optins } from '#contract/growth/optins.ts'
import { segments } from '#contract/growth/segments.ts'
import { type SequencePerson, sequences } from '#contract/growth/sequences.ts'
import { fields } from '#contract/leads/fields.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { type CallArguments, call, editQuery, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'

/** Steps are taken once a minute. */
const listMs = 20_000

export const useSequences = () => useQuery({ ...queryFor(sequences.list), refetchInterval: listMs })

export const useSequence = (id: number | null, version?: number) =>
  useQuery({
    ...queryFor(sequences.get, { params: { id: id ?? 0 }, ...(version && { query: { version } }) }),
    enabled: id !== null,
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  })

/** A sequence for its editor. */
export const useSequenceEdit = (id: number | null) =>
  useQuery({ ...editQuery(sequences.get, { params: { id: id ?? 0 } }), enabled: id !== null })

export const useSequencePeople = (id: number, state: SequencePerson['state'] | undefined) =>
  useInfiniteQuery({
    queryKey: [...keyOf(sequences.people), id, state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(sequences.people, { params: { id }, query: { state, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export const useOptinForms = () => useQuery(queryFor(optins.list)).data?.forms ?? []

export const useSegments = () => useQuery(queryFor(segments.list)).data?.segments ?? []

export const useMembers = () => useQuery(queryFor(conversations.members)).data?.members ?? []

/** The names of custom fields that hold a date. */
export const useDateFields = () =>
  (useQuery(queryFor(fields.list)).data?.fields ?? [])
    .filter(({ kind }) => kind === 'date')
    .map(({ name }) => name)

function useChange<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, ...([input] as unknown as CallArguments<E>)),
    onSuccess: () =>
      Promise.all(
        [sequences.list, sequences.get, sequences.people].map((one) =>
          queries.invalidateQueries({ queryKey: keyOf(one) }),
        ),
      ),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('sequences.notSaved') })),
  })
}

export const useCreateSequence = () => useChange(sequences.create)
export const useSaveSequence = () => useChange(sequences.save)
export const useRunSequence = () => useChange(sequences.run)
export const useAddPeople = () => useChange(sequences.add)
export const useStopPerson = () => useChange(sequences.stop)

/** The page of a sequence that is gone is not asked for again. */
export function useRemoveSequence() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(sequences.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(sequences.list) }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('sequences.notDeleted') })),
  })
}
