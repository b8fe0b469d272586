import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Conversation, conversations } from '#contract/conversations.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { BulkChange } from '#contract/leads/changes.ts'
import type { ImportSettings, LeadImport } from '#contract/leads/imports.ts'
import { type Audience, type LeadInput, leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'
import { follows } from '#web/net/query-client.ts'
import { useLive } from '#web/net/stream.ts'
import { download, upload } from '#web/net/transfer.ts'
import { isImportMoving } from './import/import-state.ts'

type ListInput = NonNullable<InputOf<typeof leads.list>['query']>
type CountInput = NonNullable<InputOf<typeof leads.count>['query']>
type ExportInput = NonNullable<InputOf<typeof leads.export>['query']>
type BulkInput = InputOf<typeof leads.bulk>['body']
type UpdateInput = InputOf<typeof leads.update>['body']
type ConsentInput = InputOf<typeof leads.setConsent>['body']
type AnalyseInput = InputOf<typeof leads.analyseImport>['body']
type StartInput = InputOf<typeof leads.startImport>['body']

/** How often a job is asked for while it runs, in ms. */
const bulkMs = 1_000
const importMs = 2_000
const importsMs = 3_000
const erasuresMs = 2_000
/** A number that was just looked up is not asked for again, in ms. */
const knownMs = 30_000

const leadQuery = (id: number) => queryFor(leads.get, { params: { id } })
const importQuery = (id: number) => queryFor(leads.getImport, { params: { id } })

/** All lists of leads, which a change may affect. */
const lists = [
  leads.list,
  leads.count,
  leads.summary,
  leads.tags,
  leads.get,
  leads.listImports,
  leads.known,
  leads.listChanges,
]

const refreshLists = async (queries: QueryClient): Promise<void> => {
  await Promise.all(
    lists.map(({ method, path }) =>
      queries.invalidateQueries({ queryKey: keyOf({ method, path } as typeof leads.list) }),
    ),
  )
}

/** An answer that is still on its way is older than this one and would replace it. */
async function putImport(queries: QueryClient, answer: { success: true; import: LeadImport }) {
  const { queryKey } = importQuery(answer.import.id)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, answer)
}

/** Reloads every list of leads. */
export function useRefreshLeads(): () => Promise<void> {
  const queries = useQueryClient()
  return () => refreshLists(queries)
}

export const useLeadSummary = () => useQuery(queryFor(leads.summary)).data?.summary

export const useLeadTags = () => useQuery(queryFor(leads.tags)).data?.tags ?? []

export const useLeadList = (query: ListInput) =>
  useQuery({ ...queryFor(leads.list, { query }), placeholderData: keepPreviousData })

/** How many a filter finds. Of many leads an estimate comes first. */
export function useLeadCount(
  query: Omit<CountInput, 'estimate'>,
  enabled: boolean,
): { total: number; estimated: boolean } | undefined {
  const first = useQuery({ ...queryFor(leads.count, { query: { ...query, estimate: 'true' } }), enabled })
  const isEstimate = first.data?.estimated === true
  const exact = useQuery({ ...queryFor(leads.count, { query }), enabled: enabled && isEstimate, ...follows })
  return isEstimate ? (exact.data ?? first.data) : first.data
}

export const useLead = (id: number) => useQuery({ ...leadQuery(id), retry: false })

/** How a typed number is read, and who has it already. */
export const useKnownNumber = (phone: string, enabled: boolean) =>
  useQuery({
    ...queryFor(leads.known, { query: { phone } }),
    enabled,
    staleTime: knownMs,
    retry: false,
  }).data

export const isBulkMoving = ({ status }: BulkChange): boolean => status === 'running' || status === 'undoing'

export const useBulkChanges = () =>
  useQuery({
    ...queryFor(leads.listChanges),
    refetchInterval: ({ state }) => (state.data?.changes.some(isBulkMoving) ? bulkMs : false),
  }).data?.changes ?? []

export const useErasures = () =>
  useQuery({
    ...queryFor(privacy.erasures),
    refetchInterval: ({ state }) =>
      state.data?.erasures.some(({ status }) => status === 'running') ? erasuresMs : false,
  }).data?.erasures ?? []

export const useImports = (limit: number) =>
  useQuery({
    ...queryFor(leads.listImports, { query: { limit } }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isImportMoving) ? importsMs : false),
  }).data?.imports ?? []

export const useImportQuery = (id: number) => useQuery({ ...importQuery(id), enabled: Number.isInteger(id) })

/** What an import with these settings would do; the last answer stays until the next one is here. */
export const useImportCheck = (id: number, settings: ImportSettings) =>
  useQuery({
    ...queryFor(leads.checkImport, { params: { id }, body: settings }),
    enabled: settings.columns.includes('phone'),
    placeholderData: keepPreviousData,
    retry: false,
  })

/**
 * Follows an import by its stream and by polling. `onEnd` is called once, when it has ended.
 * An id of null follows nothing.
 */
export function useImport(id: number | null, onEnd?: (ended: LeadImport) => void): LeadImport | undefined {
  const queries = useQueryClient()
  const input = { params: { id: id ?? 0 } }
  const query = useQuery({
    ...importQuery(id ?? 0),
    enabled: id !== null,
    // An event of the stream may be lost: polling is cheap.
    refetchInterval: ({ state }) => (state.data && isImportMoving(state.data.import) ? importMs : false),
  })
  const found = id === null ? undefined : query.data?.import
  useLive(leads.importEvents, input, {
    enabled: found !== undefined && isImportMoving(found),
    onEvent: ({ event, data }) => {
      if (event !== 'import') return
      const now = JSON.parse(data) as LeadImport
      queries.setQueryData(importQuery(input.params.id).queryKey, { success: true as const, import: now })
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

type Then<Answer, Input> = {
  onSuccess?: (answer: Answer, input: Input) => unknown
  onError?: (error: Error, input: Input) => unknown
}

/** A change after which every list of leads is loaded again. */
function useLeadChange<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  { onSuccess, onError }: Then<Answer, Input>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (answer, input) => {
      await onSuccess?.(answer, input)
      await refreshLists(queries)
    },
    ...(onError && { onError }),
  })
}

export const useAddLead = (then: Then<unknown, LeadInput>) =>
  useLeadChange((lead: LeadInput) => call(leads.upload, { body: { leads: [lead] } }), then)

export const useUpdateLead = (id: number, then: Then<unknown, UpdateInput>) =>
  useLeadChange((body: UpdateInput) => call(leads.update, { params: { id }, body }), then)

export const useSetConsent = (id: number, then: Then<unknown, ConsentInput>) =>
  useLeadChange((body: ConsentInput) => call(leads.setConsent, { params: { id }, body }), then)

export function useRemoveLead(id: number, { onSuccess, onError }: Then<unknown, void>) {
  const queries = useQueryClient()
  return useLeadChange<void, unknown>(() => call(leads.remove, { params: { id } }), {
    onSuccess: async (answer, input) => {
      await onSuccess?.(answer, input)
      queries.removeQueries({ queryKey: leadQuery(id).queryKey })
    },
    ...(onError && { onError }),
  })
}

export function useErasePerson(id: number, { onSuccess, onError }: Then<unknown, void>) {
  const queries = useQueryClient()
  return useLeadChange<void, unknown>(
    () => call(privacy.erase, { params: { id }, body: { confirm: true } }),
    {
      onSuccess: async (answer, input) => {
        await onSuccess?.(answer, input)
        queries.removeQueries({ queryKey: leadQuery(id).queryKey })
        await queries.invalidateQueries({ queryKey: keyOf(privacy.erasures) })
      },
      ...(onError && { onError }),
    },
  )
}

export const useBulkChange = (then: Then<{ change: BulkChange }, BulkInput>) =>
  useLeadChange((body: BulkInput) => call(leads.bulk, { body }), then)

export const useUndoBulk = (then: Then<{ change: BulkChange }, number>) =>
  useLeadChange((id: number) => call(leads.undoChange, { params: { id } }), then)

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

type SearchInput = { query: string; search_id: string; signal: AbortSignal }
type SearchAnswer = Awaited<ReturnType<typeof searchPlaces>>
const searchPlaces = ({ signal, ...body }: SearchInput) => call(leads.scrape, { body }, { signal })

/** A search for places. A cancelled one may have ended in the same moment: then it is in the list, with its undo. */
export function useSearchPlaces({
  onSuccess,
  onError,
  onSettled,
}: Then<SearchAnswer, SearchInput> & { onSettled: () => void }) {
  const queries = useQueryClient()
  const search = useMutation({
    mutationFn: searchPlaces,
    onSuccess: async (answer, input) => {
      await onSuccess?.(answer, input)
      await refreshLists(queries)
    },
    onError: (error, input) => (isCancelled(error) ? refreshLists(queries) : onError?.(error, input)),
    onSettled,
  })
  return { ...search, isCancelled: isCancelled(search.error) }
}

type FileInput = { file: File; onProgress: (done: number) => void }
type PreviewInput = FileInput & { onSent: () => void }

/** Uploads a file and reads what is in it; nothing is imported yet. */
export const useCreateImport = (then: Then<{ import: LeadImport }, FileInput>) =>
  useMutation({
    mutationFn: ({ file, onProgress }: FileInput) => upload(leads.createImport, { file }, { onProgress }),
    ...then,
  })

/** The same, with what an import would do, where the phone column was recognised. */
export const useUploadPreview = (then: Then<unknown, PreviewInput>) =>
  useMutation({
    mutationFn: async ({ file, onProgress, onSent }: PreviewInput) => {
      const { import: found } = await upload(leads.createImport, { file }, { onProgress })
      onSent()
      if (!found.settings.columns.includes('phone')) return { found, check: null }
      const { check } = await call(leads.checkImport, { params: { id: found.id }, body: found.settings })
      return { found, check }
    },
    ...then,
  })

export function useAnalyseImport(
  id: number,
  { onSuccess, onError }: Then<{ import: LeadImport }, AnalyseInput>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: AnalyseInput) => call(leads.analyseImport, { params: { id }, body }),
    onSuccess: (answer, input) => {
      queries.setQueryData(importQuery(id).queryKey, answer)
      return onSuccess?.(answer, input)
    },
    ...(onError && { onError }),
  })
}

export function useStartImport({
  onSuccess,
  onError,
}: Then<{ import: LeadImport }, { id: number; body: StartInput }>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: StartInput }) =>
      call(leads.startImport, { params: { id }, body }),
    onSuccess: async (answer, input) => {
      await putImport(queries, answer)
      await onSuccess?.(answer, input)
    },
    ...(onError && { onError }),
  })
}

/** Drops an import that was not started; its page is left, so its kept answer stays. */
export const useDropImport = (id: number, then: Then<unknown, void>) =>
  useMutation({
    mutationFn: () => call(leads.cancelImport, { params: { id } }),
    ...then,
  })

/** Cancels or undoes an import. */
export function useEndImport({ onSuccess, onError }: Then<{ import: LeadImport }, ImportEnd>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, by }: ImportEnd) => call(leads[by], { params: { id } }),
    onSuccess: async (answer, input) => {
      await putImport(queries, answer)
      await onSuccess?.(answer, input)
    },
    ...(onError && { onError }),
  })
}
type ImportEnd = { id: number; by: 'cancelImport' | 'undoImport' }

export const useExportLeads = (then: Then<unknown, ExportInput>) =>
  useMutation({
    mutationFn: (query: ExportInput) => download(leads.export, 'leads.csv', { query }),
    ...then,
  })

/** The same of picked leads, of which an address cannot name many. */
export const useExportAudience = (then: Then<unknown, Audience>) =>
  useMutation({
    mutationFn: (audience: Audience) => download(leads.exportAudience, 'leads.csv', { body: { audience } }),
    ...then,
  })

export const useDownloadRejects = (id: number, then: Then<unknown, void>) =>
  useMutation({
    mutationFn: () => download(leads.importRejects, 'rejected.csv', { params: { id } }),
    ...then,
  })

export const useDownloadPerson = (id: number, then: Then<unknown, void>) =>
  useMutation({
    mutationFn: () => download(privacy.personData, `lead-${id}-data.json`, { params: { id } }),
    ...then,
  })

/** Opens the conversation with a lead; one that exists is given. */
export const useOpenConversation = (
  then: Then<{ conversation: Conversation }, InputOf<typeof conversations.start>['body']>,
) =>
  useMutation({
    mutationFn: (body: InputOf<typeof conversations.start>['body']) => call(conversations.start, { body }),
    ...then,
  })
