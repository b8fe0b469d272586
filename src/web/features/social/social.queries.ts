import {
  keepPreviousData,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { type PublishingLimit, socialLimits } from '#contract/social/limits.ts'
import { type Media, socialMedia } from '#contract/social/media.ts'
import {
  type PostImport,
  socialDrafts,
  socialImports,
  socialQueue,
  socialRecurrences,
} from '#contract/social/planning.ts'
import {
  type CalendarAccount,
  type CalendarPost,
  type Post,
  socialDecisions,
  socialPosts,
} from '#contract/social/posts.ts'
import { socialAccounts } from '#contract/social/social.ts'
import { call, editQuery, keyOf, queryFor } from '#web/net/api.ts'
import { download, upload } from '#web/net/transfer.ts'

type CalendarInput = NonNullable<InputOf<typeof socialPosts.calendar>['query']>
type HistoryInput = NonNullable<InputOf<typeof socialPosts.history>['query']>
type ScheduledInput = NonNullable<InputOf<typeof socialPosts.scheduled>['query']>
type UpdateInput = InputOf<typeof socialPosts.update>
type SeriesInput = InputOf<typeof socialRecurrences.createSeries>['body']
type SlotsInput = InputOf<typeof socialQueue.saveSlots>['body']
type DraftInput = InputOf<typeof socialDrafts.saveDraft>['body']

/** How often posts are asked for while one is being published, in ms. */
const movingMs = 2_000
/** How often the lists of posts are asked for otherwise, in ms. */
const idleMs = 30_000

/** All lists of posts, which a change may affect. */
const lists = [
  socialPosts.scheduled,
  socialPosts.calendar,
  socialPosts.history,
  socialPosts.recent,
  socialPosts.status,
  socialQueue.slots,
  socialQueue.freeSlots,
  socialRecurrences.listSeries,
  socialImports.listImports,
  socialLimits.limits,
  socialAccounts.list,
]
async function refreshPosts(queries: QueryClient): Promise<void> {
  await Promise.all(
    lists.map(({ method, path }) =>
      queries.invalidateQueries({ queryKey: keyOf({ method, path } as typeof socialPosts.recent) }),
    ),
  )
}

export const useAccounts = () => useQuery(queryFor(socialAccounts.list))

export const useRecent = () =>
  useQuery({
    ...queryFor(socialPosts.recent),
    refetchInterval: ({ state }) =>
      state.data?.recent.some(({ posts }) => posts.some(({ status }) => status === 'publishing'))
        ? movingMs
        : idleMs,
  })

/** The files of a post, in the order of `ids`; what is not loaded yet is absent. */
export const useMediaFiles = (ids: readonly number[]): ReadonlyMap<number, Media> =>
  useQueries({
    queries: ids.map((id) => ({ ...queryFor(socialMedia.get, { params: { id } }), staleTime: 600_000 })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => (data ? [[data.media.id, data.media] as const] : []))),
  })

type UploadInput = { file: File; onProgress: (share: number) => void; signal: AbortSignal }
/** Uploads a file; its answer is kept as if it had been asked for. */
export function useUploadMedia() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, onProgress, signal }: UploadInput) =>
      upload(socialMedia.upload, { file }, { onProgress, signal }),
    onSuccess: (answer) =>
      queries.setQueryData(queryFor(socialMedia.get, { params: { id: answer.media.id } }).queryKey, answer),
  }).mutateAsync
}

export const useLinkPreview = (url: string) =>
  useQuery({
    ...queryFor(socialMedia.linkPreview, { body: { url } }),
    enabled: url !== '',
    staleTime: 600_000,
    retry: false,
  })

export const useFreeSlots = (account_id: number[], enabled: boolean) =>
  useQuery({
    ...queryFor(socialQueue.freeSlots, { query: { account_id, count: 4 } }),
    enabled: enabled && account_id.length > 0,
    placeholderData: keepPreviousData,
  }).data?.slots

type LimitsInput = { account_id: number[]; at?: string; without_post?: number }
const noLimits: readonly PublishingLimit[] = []
/** What is left of the accounts' daily limits around a time; none while it is not known. */
export const useLimits = (query: LimitsInput): readonly PublishingLimit[] =>
  useQuery({
    ...queryFor(socialLimits.limits, { query }),
    enabled: query.account_id.length > 0,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  }).data?.limits ?? noLimits

export const useQueue = () => useQuery(queryFor(socialQueue.slots))

export function useSaveQueue() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SlotsInput) => call(socialQueue.saveSlots, { body }),
    onSuccess: () => refreshPosts(queries),
  })
}

export const useDrafts = () => useQuery(queryFor(socialDrafts.drafts))

/** What the composer sends: posts, series and drafts. */
const fromComposer = { mutationKey: ['composer'] }
/** Something that the composer has sent is not answered yet, also from before it was left. */
export const useComposerBusy = (): boolean => useIsMutating(fromComposer) > 0

export function useSaveDraft() {
  const queries = useQueryClient()
  return useMutation({
    ...fromComposer,
    mutationFn: (body: DraftInput) => call(socialDrafts.saveDraft, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(socialDrafts.drafts) }),
  })
}

export function useDeleteDraft() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(socialDrafts.deleteDraft, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(socialDrafts.drafts) }),
  })
}

type PostInput = { to: 'postNow' | 'schedule'; fields: Record<string, string> }
export function usePost() {
  const queries = useQueryClient()
  return useMutation({
    ...fromComposer,
    mutationFn: ({ to, fields }: PostInput) => upload(socialPosts[to], { fields }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: keyOf(socialDrafts.drafts) })
      await refreshPosts(queries)
    },
  })
}

export function useCreateSeries() {
  const queries = useQueryClient()
  return useMutation({
    ...fromComposer,
    mutationFn: (body: SeriesInput) => call(socialRecurrences.createSeries, { body }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: keyOf(socialDrafts.drafts) })
      await refreshPosts(queries)
    },
  })
}

export const useSeries = () => useQuery(queryFor(socialRecurrences.listSeries))

/** A series for its editor. */
export const useOneSeries = (id: number) =>
  useQuery({
    ...editQuery(socialRecurrences.getSeries, { params: { id } }),
    retry: false,
    enabled: Number.isInteger(id),
  })

type SeriesChange = InputOf<typeof socialRecurrences.changeSeries>
export function useChangeSeries() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: SeriesChange) => call(socialRecurrences.changeSeries, input),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: keyOf(socialRecurrences.getSeries) })
      await refreshPosts(queries)
    },
  })
}

export function useStopSeries() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(socialRecurrences.stopSeries, { params: { id } }),
    onSettled: () => refreshPosts(queries),
  })
}

export const useScheduled = (query: ScheduledInput) =>
  useQuery({
    ...queryFor(socialPosts.scheduled, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: idleMs,
  })

/** A post in the calendar with its account. */
export type CalendarEntry = CalendarPost & Pick<CalendarAccount, 'platform' | 'page_name'>

/** All posts between two times: the pages of the answer, one after the other. */
export const useCalendar = (query: CalendarInput, enabled: boolean) =>
  useQuery({
    queryKey: keyOf(socialPosts.calendar, { query }),
    queryFn: async ({ signal }) => {
      const posts: CalendarEntry[] = []
      let cursor: string | undefined
      do {
        const page = await call(
          socialPosts.calendar,
          { query: { ...query, ...(cursor && { cursor }) } },
          { signal },
        )
        const accounts = new Map(page.accounts.map((account) => [account.id, account]))
        for (const post of page.posts) {
          const account = accounts.get(post.account_id)
          if (account) posts.push({ ...post, platform: account.platform, page_name: account.page_name })
        }
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      return posts
    },
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: idleMs,
  })

/** A post for its editor. */
export const useSocialPost = (id: number) =>
  useQuery({
    ...editQuery(socialPosts.status, { params: { id } }),
    retry: false,
    enabled: Number.isInteger(id),
  })

export const useUpdatePost = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: UpdateInput) => call(socialPosts.update, input),
    onSuccess: () => refreshPosts(queries),
  })
}

/** A post as an edit sends it whose text and files stay. */
export const unchanged = (post: Post) => ({
  media_url: post.media_url,
  caption: post.caption,
  media: post.media.map(({ media_id, alt_text, focal, crops }) => ({ media_id, alt_text, focal, crops })),
  revision: post.revision,
})

type MoveInput = { id: number; at: string; again?: boolean }
/** Moves a post to another time; nothing else of it changes. Answers the time that it had. */
export function useMovePost() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, at, again }: MoveInput) => {
      const { post } = await call(socialPosts.status, { params: { id } })
      await call(socialPosts.update, {
        params: { id },
        body: { ...unchanged(post), scheduled_time: at, ...(again && { again }) },
      })
      return { before: post.scheduled_time }
    },
    // The post stays where it was dropped until the lists say so.
    onSettled: () => refreshPosts(queries),
  })
}

export function useDeletePost() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(socialPosts.remove, { params: { id } }),
    onSettled: () => refreshPosts(queries),
  })
}

/** Takes the deletion of a post back. */
export function useRestorePost() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, again }: { id: number; again?: boolean }) =>
      call(socialPosts.restore, { params: { id }, body: { ...(again && { again }) } }),
    onSettled: () => refreshPosts(queries),
  })
}

export const useHistory = (query: HistoryInput) =>
  useQuery({
    ...queryFor(socialPosts.history, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.posts.some(({ status }) => status === 'publishing') ? movingMs : idleMs,
  })

export const useExportHistory = () =>
  useMutation({
    mutationFn: (query: Omit<HistoryInput, 'cursor' | 'limit' | 'search'>) =>
      download(socialPosts.exportHistory, 'posts.csv', { query }),
  })

type Decision = InputOf<typeof socialDecisions.decide>['body']['decision']
export function useDecide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: Decision }) =>
      call(socialDecisions.decide, { params: { id }, body: { decision } }),
    onSettled: () => refreshPosts(queries),
  })
}

export function usePreviewImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, onProgress, signal }: UploadInput) =>
      upload(socialImports.previewImport, { file }, { onProgress, signal }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(socialImports.listImports) }),
  })
}

export const useImportTemplate = () =>
  useMutation({ mutationFn: () => download(socialImports.importTemplate, 'posts.csv') })

/** The latest imports; followed while one of them is scheduling its rows. */
export const useImports = () =>
  useQuery({
    ...queryFor(socialImports.listImports),
    refetchInterval: ({ state }) =>
      state.data?.imports.some((one) => one.state === 'running') ? movingMs : false,
  })

export function useImport(id: number | null) {
  const queries = useQueryClient()
  const found = useQuery({
    ...queryFor(socialImports.getImport, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.import.state === 'running' ? 1_000 : false),
  }).data?.import
  const state = found?.state
  useEffect(() => {
    // What it scheduled shows in the calendar behind it.
    if (state === 'done' || state === 'cancelled') void refreshPosts(queries)
  }, [state, queries])
  return found
}

/** The rows of an import, read anew whenever it has got further. */
export function useImportRows({ id, state, done, failed }: PostImport, cursor?: string, only?: 'problem') {
  const rows = queryFor(socialImports.importRows, {
    params: { id },
    query: { limit: 50, cursor, state: only },
  })
  return useQuery({
    ...rows,
    queryKey: [...rows.queryKey, state, done + failed],
    placeholderData: keepPreviousData,
  })
}

export function useEndImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, by }: { id: number; by: 'confirmImport' | 'cancelImport' }) =>
      call(socialImports[by], { params: { id } }),
    onSuccess: async (answer) => {
      queries.setQueryData(
        queryFor(socialImports.getImport, { params: { id: answer.import.id } }).queryKey,
        answer,
      )
      await refreshPosts(queries)
    },
  })
}
