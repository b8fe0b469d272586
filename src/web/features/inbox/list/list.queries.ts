import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { campaigns } from '#contract/campaigns.ts'
import { inboxOrder } from '#contract/conversations/organise.ts'
import { conversations } from '#contract/conversations.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { leads } from '#contract/leads.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import type { BulkCall } from './bulk-calls.ts'
import { refreshLines, restartLines } from './refresh-lines.ts'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))

export const useSavedViews = () => useQuery(queryFor(inboxOrder.views)).data?.views

export const useLabels = () => useQuery(queryFor(inboxOrder.labels)).data?.labels ?? []

/** As many as a list to choose from holds. */
const mostCampaigns = 200

export const useCampaignNames = (enabled: boolean) =>
  useQuery({ ...queryFor(campaigns.list, { query: { limit: mostCampaigns } }), enabled }).data?.campaigns ??
  []

/** A shorter search means no campaign yet. */
const shortestFound = 3

/** Campaigns that said what is looked for. */
export function useFoundCampaigns(search = '') {
  const enabled = search.length >= shortestFound
  const query = queryFor(conversations.foundCampaigns, { query: { search } })
  const { data } = useQuery({ ...query, enabled, placeholderData: keepPreviousData })
  return enabled ? (data?.campaigns ?? []) : []
}

/** Adding, changing and deleting saved views. */
export function useViewActs() {
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: keyOf(inboxOrder.views) })
  const add = useMutation({
    mutationFn: (body: InputOf<typeof inboxOrder.addView>['body']) => call(inboxOrder.addView, { body }),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: number } & InputOf<typeof inboxOrder.changeView>['body']) =>
      call(inboxOrder.changeView, { params: { id }, body }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: number) => call(inboxOrder.removeView, { params: { id } }),
    onSuccess,
    onError: failed,
  })
  return { add, change, remove }
}

/** Leads by name, number or tag, for a new conversation. */
export const useFoundLeads = (search: string) =>
  useQuery(queryFor(leads.list, { query: { limit: 20, ...(search && { search }) } }))

/** Opens the conversation with a lead. */
export function useStart(onOpened: (id: number) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (lead_id: number) => call(conversations.start, { body: { lead_id } }),
    onSuccess: ({ conversation }) => {
      refreshLines(queries, [conversation.id])
      onOpened(conversation.id)
    },
    onError: failed,
  })
}

/** Refreshes the list, the counts, the labels and the open conversation. */
export function useRefreshInbox(): () => void {
  const queries = useQueryClient()
  return () => {
    restartLines(queries)
    for (const endpoint of [
      conversations.counts,
      conversations.get,
      conversations.timeline,
      inboxOrder.labels,
      inboxOrder.views,
    ]) {
      void queries.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
  }
}

/** Changes several conversations, and offers to undo it. */
export function useBulk(onDone: () => void) {
  const refresh = useRefreshInbox()
  const undo = useUndoMany()
  return useMutation({
    mutationFn: async (bodies: readonly BulkCall[]) => {
      const done = { changed: 0, ids: [] as number[] }
      for (const body of bodies) {
        const { changed, change_id } = await call(conversations.bulk, { body })
        done.changed += changed
        if (change_id !== null) done.ids.push(change_id)
      }
      return done
    },
    onSuccess: ({ changed, ids }) => {
      onDone()
      toast.success(t('inboxOrder.bulk.changed', { count: changed }), {
        id: 'bulk',
        ...(ids.length > 0 && { undo: { run: () => undo.mutate(ids) } }),
      })
    },
    onError: failed,
    // Of several parts some may have been changed before one failed.
    onSettled: refresh,
  })
}

/** Undoes changes of several conversations, also the deletion of a label. */
export function useUndoMany() {
  const refresh = useRefreshInbox()
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      let changed = 0
      for (const id of ids) changed += (await call(conversations.undoBulk, { params: { id } })).changed
      return changed
    },
    onSuccess: (changed) => {
      refresh()
      toast.success(t('inboxOrder.bulk.undone', { count: changed }), { id: 'bulk' })
    },
    onError: failed,
  })
}
