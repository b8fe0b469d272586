import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { campaigns } from '#contract/campaigns.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { type MessageLife, messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding.ts'
import { templates } from '#contract/templates.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'
import { sendOnce } from '#web/net/send-once.ts'

type LogQuery = NonNullable<InputOf<typeof messages.logs>['query']>
type SummaryQuery = NonNullable<InputOf<typeof messages.summary>['query']>
type SendInput = InputOf<typeof messages.send>['body']

/** How often the first page of the logs, an open message and today's figures are asked for again. */
const logMs = 15_000
const lifeMs = 5_000
const summaryMs = 30_000

const lifeQuery = (id: number | undefined) => ({
  ...queryFor(messages.life, { params: { id: id ?? 0 } }),
  enabled: id !== undefined,
})

/** One key a day: the range ends now, so its end is no part of the key. */
const summaryQuery = (query: SummaryQuery) =>
  queryOptions({
    ...queryFor(messages.summary, { query }),
    queryKey: [...keyOf(messages.summary), 'from', query.from],
    refetchInterval: summaryMs,
  })

type LogPage = Awaited<ReturnType<typeof readLogs>> & { calls: number }
const readLogs = (query: LogQuery, signal: AbortSignal) => call(messages.logs, { query }, { signal })

/**
 * A page of the logs; the first one stays up to date. What is rare is looked for in several calls, and shown as it is
 * found: `searched_until` is set while the page goes on.
 */
export function useMessageLogs(query: LogQuery & { limit: number }, first: boolean) {
  const queries = useQueryClient()
  const { queryKey } = queryFor(messages.logs, { query })
  return useQuery({
    queryKey,
    async queryFn({ signal }) {
      let page = await readLogs(query, signal)
      const isNew = queries.getQueryData(queryKey) === undefined
      let calls = 1
      while (page.searched_until && page.next_cursor && page.logs.length < query.limit) {
        if (isNew) queries.setQueryData<LogPage>(queryKey, { ...page, calls })
        calls++
        const { next_cursor: cursor, logs } = page
        const next = await readLogs({ ...query, cursor, limit: query.limit - logs.length }, signal)
        page = { ...next, logs: [...logs, ...next.logs], found: page.found }
      }
      return { ...page, calls }
    },
    placeholderData: keepPreviousData,
    // A search through all messages is not begun again by itself.
    refetchInterval: ({ state }) => first && (state.data?.calls ?? 1) === 1 && logMs,
  })
}

export const useMessageSummary = (range: SummaryQuery) => useQuery(summaryQuery(range)).data

/** One message with its history, kept up to date while it is open. */
export const useMessageLife = (id: number | null) =>
  useQuery({ ...lifeQuery(id ?? undefined), refetchInterval: lifeMs })

/** One failed message, to see whether it can be sent again. */
export const useFailedMessage = (id: number | undefined) => useQuery(lifeQuery(id)).data?.log

/** The errors of a campaign's messages, or of all. */
export const useMessageErrors = (campaign_id: number | undefined) =>
  useQuery(queryFor(messages.errors, { query: { campaign_id } })).data?.errors ?? []

/** The campaigns that the logs can be filtered by. */
export const useLogCampaigns = () =>
  useQuery(queryFor(campaigns.list, { query: { limit: 100 } })).data?.campaigns ?? []

/** The approved templates of the connected account. */
export const useMetaTemplates = () => useQuery(queryFor(templates.listMeta, { query: { limit: 500 } })).data

function useMessagesChanged() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: keyOf(messages.life) })
    void queries.invalidateQueries({ queryKey: keyOf(messages.logs) })
  }
}

export function useSendMessage(on: {
  success: (answer: Awaited<ReturnType<typeof sendMessage>>) => void
  error: (error: Error) => void
}) {
  const changed = useMessagesChanged()
  return useMutation({
    mutationFn: sendMessage,
    onSuccess: (answer) => {
      on.success(answer)
      changed()
    },
    onError: on.error,
  })
}
const sendMessage = (body: SendInput) => sendOnce(messages.send, { body })

/** Ends a message that WhatsApp never answered: sent again, or failed. */
export function useSettleUnknown(
  id: number,
  on: { success: (message: string | undefined) => void; error: (error: Error) => void },
) {
  const changed = useMessagesChanged()
  return useMutation({
    mutationFn: (as: 'send_again' | 'write_off') => call(messages.settleUnknown, { body: { ids: [id], as } }),
    onSuccess: ({ message }) => {
      on.success(message)
      changed()
    },
    onError: on.error,
  })
}

/** Sends a failed message again; first its account is switched, where it failed for that. */
export function useResend(
  { id, switch_waba }: Pick<MessageLife, 'id' | 'switch_waba'>,
  on: { success: (message: string | undefined) => void; error: (error: Error) => void },
) {
  const queries = useQueryClient()
  const changed = useMessagesChanged()
  return useMutation({
    mutationFn: async () => {
      if (switch_waba) {
        const body = { waba_id: switch_waba, endpoint: 'marketing_messages' as const }
        await call(onboarding.setMarketingEndpoint, { body })
      }
      return await call(messages.resend, { params: { id } })
    },
    onSuccess: ({ message }) => {
      on.success(message)
      changed()
      void queries.invalidateQueries({ queryKey: keyOf(onboarding.connection) })
    },
    onError: on.error,
  })
}

/** The months of messages in the archive; absent until they are read. */
export const useMessageArchive = () => useQuery(queryFor(messages.archive, {})).data?.months
