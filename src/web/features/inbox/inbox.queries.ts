import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chatbot } from '#contract/chatbot/settings.ts'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import { conversations, type TimelineItem } from '#contract/conversations.ts'
import type { InputOf, ResponseOf } from '#contract/endpoint.ts'
import { leads } from '#contract/leads.ts'
import { templates } from '#contract/templates.ts'
import { call, keyOf, queryFor, send } from '#web/net/api.ts'
import { unlessLong } from '#web/net/long-lists.ts'
import { useLive } from '#web/net/stream.ts'
import { upload } from '#web/net/transfer.ts'
import { notePresence, type Presence } from './chat/presence.ts'
import { type Attached, attach, attachedKey, detach } from './chat/sends/attached.ts'
import { refreshLines } from './list/refresh-lines.ts'

const pageSize = 50
/** Further pages are larger: scrolling goes on. */
const nextPageSize = 200

/** The conversations of a filter, page by page. */
export function useConversations({ labels, unread, unanswered, closing, ...filter }: ConversationFilter) {
  const query = {
    ...filter,
    label: labels,
    ...(unread && { unread: 'true' as const }),
    ...(unanswered && { unanswered: 'true' as const }),
    ...(closing && { closing: 'true' as const }),
  }
  const page = (cursor: string | undefined, signal?: AbortSignal) =>
    call(
      conversations.list,
      { query: { ...query, cursor, limit: cursor === undefined ? pageSize : nextPageSize } },
      signal && { signal },
    )
  return useInfiniteQuery({
    queryKey: keyOf(conversations.list, { query }),
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { page },
    ...unlessLong,
  })
}

export const useConversationCounts = () => useQuery(queryFor(conversations.counts)).data

export const useConversation = (id: number) => useQuery(queryFor(conversations.get, { params: { id } }))

/** The entries of a conversation, older pages on demand. */
export function useTimeline(id: number) {
  return useInfiniteQuery({
    queryKey: keyOf(conversations.timeline, { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call(
        conversations.timeline,
        { params: { id }, query: { cursor: pageParam, limit: pageSize } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

/** All loaded entries, the oldest first, each once. */
export function itemsOf(
  data: InfiniteData<ResponseOf<typeof conversations.timeline>> | undefined,
): TimelineItem[] {
  const byKey = new Map<string, TimelineItem>()
  for (const page of data?.pages ?? []) for (const item of page.items) byKey.set(item.key, item)
  return [...byKey.values()].reverse()
}

/** Keeps list, counts and the open conversation fresh as messages arrive. */
export function useInboxLive(open: number | undefined) {
  const queries = useQueryClient()
  useLive(conversations.live, undefined, {
    onEvent: ({ event, data }) => {
      if (event === 'presence') return notePresence(JSON.parse(data) as Presence)
      if (event !== 'changed') return
      const { ids } = JSON.parse(data) as { ids: number[] }
      refreshLines(queries, ids)
      void queries.invalidateQueries({ queryKey: keyOf(conversations.counts) })
      if (open === undefined || (ids.length > 0 && !ids.includes(open))) return
      void queries.invalidateQueries({ queryKey: keyOf(conversations.timeline, { params: { id: open } }) })
      void queries.invalidateQueries({ queryKey: keyOf(conversations.get, { params: { id: open } }) })
      void queries.invalidateQueries({ queryKey: keyOf(chatbot.state, { params: { id: open } }) })
      // A STOP or the bot's question changes the person beside the conversation.
      void queries.invalidateQueries({ queryKey: keyOf(leads.get) })
    },
  })
}

export const useMembers = () => useQuery(queryFor(conversations.members)).data?.members ?? []

export const useQuickReplies = () => useQuery(queryFor(conversations.quickReplies)).data?.quick_replies ?? []

/** The templates of the account of a conversation's number. */
export const useInboxTemplates = (phone_number_id: string) =>
  useQuery(queryFor(templates.listMeta, { query: { limit: 500, phone_number_id } })).data

export const usePanelLead = (id: number | null) =>
  useQuery({ ...queryFor(leads.get, { params: { id: id ?? 0 } }), enabled: id !== null }).data

type Opened = ResponseOf<typeof conversations.get>

/** Its `now` is as old as it was: by it the countdown of the window goes on. */
function patchConversation(queries: QueryClient, id: number, changes: Partial<Opened>): void {
  const queryKey = keyOf(conversations.get, { params: { id } })
  const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  queries.setQueryData<Opened>(queryKey, (cached) => cached && { ...cached, ...changes }, { updatedAt })
}

/** Closing, assigning, labelling, noting and reading a conversation. */
export function useConversationActs(id: number, on: { error: (error: Error) => void }) {
  const queries = useQueryClient()
  const changed = () => {
    refreshLines(queries, [id])
    void queries.invalidateQueries({ queryKey: keyOf(conversations.counts) })
    for (const endpoint of [conversations.get, conversations.timeline, chatbot.state]) {
      void queries.invalidateQueries({ queryKey: keyOf(endpoint, { params: { id } }) })
    }
  }
  const update = useMutation({
    mutationFn: (body: InputOf<typeof conversations.update>['body']) =>
      call(conversations.update, { params: { id }, body }),
    onSuccess: ({ conversation }) => {
      patchConversation(queries, id, { conversation })
      changed()
    },
    onError: on.error,
  })
  const note = useMutation({
    mutationFn: (text: string) => call(conversations.note, { params: { id }, body: { text } }),
    onSuccess: changed,
    onError: on.error,
  })
  const read = useMutation({
    mutationFn: (unread: boolean) => call(conversations.read, { params: { id }, body: { unread } }),
    onSuccess: changed,
  })
  return { update, note, read }
}

/** Keeps what is typed, here at once and on the server, the newest last; what fails is kept by the next pause. */
export function useKeepDraft(id: number) {
  const queries = useQueryClient()
  const put = (draft: string) => patchConversation(queries, id, { draft })
  return useMutation({
    mutationFn: (text: string) => call(conversations.draft, { params: { id }, body: { text } }),
    scope: { id: `draft ${id}` },
    onMutate: put,
    // An answer that was on its way meanwhile may have brought the draft of before.
    onSuccess: (_, text) => void put(text),
  })
}

export function useSaveQuickReply(on: {
  success: (shortcut: string) => void
  error: (error: Error) => void
}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof conversations.saveQuickReply>['body']) =>
      call(conversations.saveQuickReply, { body }),
    onSuccess: ({ quick_reply }) => {
      void queries.invalidateQueries({ queryKey: keyOf(conversations.quickReplies) })
      on.success(quick_reply.shortcut)
    },
    onError: on.error,
  })
}

/**
 * A file of a conversation, with an address that this page can show; null where it is gone. A `playable`
 * recording comes as a copy that every browser plays, and a picture `small` where it has such a copy. Nothing is
 * loaded before it is `enabled`.
 */
export function useChatFile(
  id: number,
  {
    playable = false,
    small = false,
    enabled = true,
  }: { playable?: boolean; small?: boolean; enabled?: boolean } = {},
) {
  const query = {
    ...(playable && { playable: 'true' as const }),
    ...(small && { size: 'small' as const }),
  }
  const file = useQuery({
    queryKey: keyOf(conversations.file, { params: { id }, query }),
    queryFn: async ({ signal }) => {
      const response = await send(conversations.file, { params: { id }, query }, { signal })
      return response.ok ? await response.blob() : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  const blob = file.data
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const address = URL.createObjectURL(blob)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [blob])
  return { isError: file.isError, data: blob === null ? null : url, blob }
}

/** Has a file fetched again that could not be fetched. */
export function useFetchFile(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(conversations.fetchFile, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(conversations.timeline) }),
  })
}

/** Uploads a file for an answer; `share` is how much of it has left. It is kept when the conversation is left. */
export function useAttach(id: number, on: { error: (error: Error, file: File) => void }) {
  const queries = useQueryClient()
  const attached = useQuery<Attached | null>({
    queryKey: attachedKey(id),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data
  return {
    file: attached?.file,
    name: attached?.name,
    isPending: attached?.file === null,
    share: attached?.share ?? 0,
    take: (file: File) => {
      const send: Parameters<typeof attach>[2]['upload'] = (options) =>
        upload(conversations.attach, { params: { id }, file }, options)
      attach(queries, id, { name: file.name, upload: send }).catch((error: Error) => {
        if (error.name !== 'AbortError') on.error(error, file)
      })
    },
    remove: () => detach(queries, id),
  }
}
