import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { optins } from '#contract/growth/optins.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { type CallArguments, call, editQuery, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { download, upload } from '#web/net/transfer.ts'

export const useForms = () => useQuery(queryFor(optins.list))
export const useForm = (id: number | null) =>
  useQuery({ ...queryFor(optins.get, { params: { id: id ?? 0 } }), enabled: id !== null })
/** A form for its editor. */
export const useFormEdit = (id: number | null) =>
  useQuery({ ...editQuery(optins.get, { params: { id: id ?? 0 } }), enabled: id !== null })

const reviewMs = 5_000

/** Asked again while one that can ask is in review. */
export const useQuestions = () =>
  useQuery({
    ...queryFor(optins.questions),
    refetchInterval: ({ state }) =>
      state.data?.in_review && state.data.questions.length === 0 ? reviewMs : false,
  })

export const useConsents = (lead_id: number) => useQuery(queryFor(optins.consents, { query: { lead_id } }))

export const useProofs = (of: { form_id: number }) =>
  useInfiniteQuery({
    queryKey: [...keyOf(optins.proofs), of],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(optins.proofs, { query: { ...of, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export const useExportProofs = () =>
  useMutation({
    mutationFn: (formId?: number) =>
      download(optins.exportProofs, 'opt-in-proofs.csv', {
        query: formId === undefined ? {} : { form_id: formId },
      }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })

function useAfterChange() {
  const queries = useQueryClient()
  return {
    onSuccess: () =>
      Promise.all(
        [optins.list, optins.get].map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })),
      ),
    onError: (error: Error) => toast.error(sentenceFor(error, { failed: t('growth.optins.notSaved') })),
  }
}

function useChange<E extends Endpoint>(endpoint: E) {
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, ...([input] as unknown as CallArguments<E>)),
    ...useAfterChange(),
  })
}
export const useCreateForm = () => useChange(optins.create)
export const useSaveForm = () => useChange(optins.save)
export const useOpenForm = () => useChange(optins.open)
export const useOpenWay = () => useChange(optins.openWay)
export const useRemovePhoto = () => useChange(optins.removePhoto)
export const useSetPhoto = (id: number) =>
  useMutation({
    mutationFn: (file: File) => upload(optins.setPhoto, { params: { id }, file }),
    ...useAfterChange(),
  })
export const useMakeShortLink = () => useChange(optins.shortLink)
