import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import { type Segment, segments } from '#contract/growth/segments.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { type CallArguments, call, editQuery, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { follows } from '#web/net/query-client.ts'
import { download } from '#web/net/transfer.ts'

export const useSegments = () => useQuery(queryFor(segments.list))
export const useSegment = (id: number | null) =>
  useQuery({ ...queryFor(segments.get, { params: { id: id ?? 0 } }), enabled: id !== null })
/** A segment for its editor. */
export const useSegmentEdit = (id: number | null) =>
  useQuery({ ...editQuery(segments.get, { params: { id: id ?? 0 } }), enabled: id !== null })
export const useMenus = () => useQuery({ ...queryFor(segments.menus), staleTime: 60_000 }).data?.menus

/** A count of a million leads takes up to a second: lists trust one that is not older. */
const trustedMs = 10 * 60_000

/** How many people a segment has; the last count until the next one is here. */
export function useSegmentCount({ id, people, counted_at, updated_at }: Segment): {
  people: number | null
  isOld: boolean
} {
  const isTrusted = counted_at !== null && Date.now() - new Date(counted_at).getTime() < trustedMs
  const query = useQuery({
    queryKey: [...keyOf(segments.count), id, updated_at],
    queryFn: () => call(segments.count, { params: { id } }),
    enabled: !isTrusted,
    staleTime: trustedMs,
  })
  const counted = query.data?.segment.people ?? null
  return { people: counted ?? people, isOld: !isTrusted && counted === null }
}

/** The counts of rules; the last ones stay until the next are here. Of many leads an estimate comes first. */
export function usePreview(rules: SegmentRules | null) {
  const body = { rules: rules ?? { match: 'all' as const, rules: [] } }
  const first = useQuery({
    queryKey: [...keyOf(segments.preview), rules, 'estimate'],
    queryFn: ({ signal }) => call(segments.preview, { body: { ...body, estimate: true } }, { signal }),
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const exact = useQuery({
    queryKey: [...keyOf(segments.preview), rules, 'exact'],
    queryFn: ({ signal }) => call(segments.preview, { body }, { signal }),
    enabled: rules !== null && !first.isPlaceholderData && first.data?.preview.estimated === true,
    staleTime: 10_000,
    ...follows,
  })
  return {
    preview: exact.data?.preview ?? first.data?.preview,
    isOld: first.isPlaceholderData,
    error: first.error ?? exact.error,
    again: () => void (first.isError ? first : exact).refetch(),
  }
}

/** What a marketing message to the people of rules would do now. */
export const useEstimate = (rules: SegmentRules | null) =>
  useQuery({
    queryKey: [...keyOf(segments.estimate), rules],
    queryFn: ({ signal }) =>
      call(segments.estimate, { body: { rules: rules ?? { match: 'all', rules: [] } } }, { signal }),
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

export const usePeople = (rules: SegmentRules | null) =>
  useInfiniteQuery({
    queryKey: [...keyOf(segments.people), rules],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        segments.people,
        { body: { rules: rules ?? { match: 'all', rules: [] }, after_lead_id: pageParam, limit: 10 } },
        { signal },
      ),
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

function useChange<E extends Endpoint>(endpoint: E, failed: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, ...([input] as unknown as CallArguments<E>)),
    onSuccess: () =>
      Promise.all(
        [segments.list, segments.get].map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })),
      ),
    onError: (error) => toast.error(sentenceFor(error, { failed })),
  })
}
export const useCreateSegment = () => useChange(segments.create, t('segments.notSaved'))
export const useSaveSegment = () => useChange(segments.save, t('segments.notSaved'))
export const useCopySegment = () => useChange(segments.copy, t('segments.notSaved'))
export const useRemoveSegment = () => useChange(segments.remove, t('segments.notDeleted'))
export const useFromReport = () => useChange(segments.fromReport, t('segments.notSaved'))
export const useRetarget = () => useChange(segments.retarget, t('segments.notSaved'))

export const useExportSegment = () =>
  useMutation({
    mutationFn: (id: number) => download(segments.exportCsv, 'segment.csv', { params: { id } }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
