import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { analytics } from '#contract/analytics/analytics.ts'
import { campaignDrafts } from '#contract/campaigns/drafts.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

type ListInput = NonNullable<InputOf<typeof campaigns.list>['query']>
type CheckInput = InputOf<typeof campaigns.check>['body']
type PreviewInput = InputOf<typeof campaigns.preview>['body']
type PeopleInput = InputOf<typeof campaigns.people>['body']

/** How often a list is asked for again, and a running campaign's replies. */
const listMs = 10_000
const repliesMs = 15_000

const campaignQuery = (id: number) => queryFor(campaigns.get, { params: { id } })

/** What a change of a campaign does to the answers that are kept. */
export function useCampaignCache() {
  const queries = useQueryClient()
  return {
    /** Keeps a campaign that an answer or the stream brought. */
    put: (campaign: Campaign) => {
      queries.setQueryData(campaignQuery(campaign.id).queryKey, { success: true, campaign })
    },
    /** The campaign is read again when its page is opened. */
    forget: (id: number) => queries.removeQueries({ queryKey: campaignQuery(id).queryKey }),
    listChanged: () => queries.invalidateQueries({ queryKey: keyOf(campaigns.list) }),
    draftsChanged: () => queries.invalidateQueries({ queryKey: keyOf(campaignDrafts.list) }),
    forgetDrafts: () => queries.removeQueries({ queryKey: keyOf(campaignDrafts.open) }),
  }
}

export const useLatestCampaign = () =>
  useQuery(queryFor(campaigns.list, { query: { limit: 1 } })).data?.campaigns[0]

export const useCampaignList = (query: ListInput) =>
  useQuery({
    ...queryFor(campaigns.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  })

export const useCampaign = (id: number, enabled: boolean, refetchInterval: number | false) =>
  useQuery({ ...campaignQuery(id), enabled, refetchInterval })

/**
 * Who would get a scheduled campaign. Counting a million people takes two seconds: it is asked for when the page is
 * opened and when its window is looked at again, not with each event of the stream.
 */
export const useExpectedAudience = (id: number, enabled: boolean) =>
  useQuery({ ...queryFor(campaigns.expected, { params: { id } }), enabled, refetchOnWindowFocus: true })

/** What it was to cost and did, while it runs as it grows. */
export const useCampaignCost = ({ id, status }: Campaign) =>
  useQuery({
    ...queryFor(analytics.campaignCost, { params: { id } }),
    refetchInterval: status === 'Running' ? repliesMs : listMs,
  })

export function useReplies({ id, status }: Campaign) {
  const input = { params: { id } }
  return useInfiniteQuery({
    queryKey: keyOf(campaigns.replies, input),
    queryFn: ({ pageParam }) =>
      call(campaigns.replies, { ...input, query: { limit: 20, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: status === 'Running' ? repliesMs : false,
  })
}

// What was changed elsewhere meanwhile must not be overwritten by what was read before.
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false }

/** A campaign as its form takes it; 0 for none. */
export const useCampaignDraft = (id: number) =>
  useQuery({ ...queryFor(campaigns.draft, { params: { id } }), enabled: id > 0, ...fresh })

/** A form that was put aside; 0 for none. */
export const useSavedDraft = (id: number) =>
  useQuery({ ...queryFor(campaignDrafts.open, { params: { id } }), enabled: id > 0, ...fresh })

export const useSavedDrafts = () => useQuery(queryFor(campaignDrafts.list))

/** The checks before the start; the last answer stays until the next one is here. */
export const useCampaignChecks = (body: CheckInput, enabled: boolean) =>
  useQuery({
    ...queryFor(campaigns.check, { body }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })

/** The message as the people of the audience get it, page by page. */
export const usePreviews = (body: PreviewInput, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: keyOf(campaigns.preview, { body }),
    queryFn: ({ pageParam, signal }) =>
      call(campaigns.preview, { body: { ...body, after_lead_id: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next_after ?? undefined,
    enabled,
    placeholderData: keepPreviousData,
  })

/** The first people of an audience. */
export const useFirstPeople = (body: PeopleInput, enabled: boolean) =>
  useQuery({ ...queryFor(campaigns.people, { body }), placeholderData: keepPreviousData, enabled })

/** All people of an audience with one outcome, page by page. */
export const usePeoplePages = (body: PeopleInput, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: keyOf(campaigns.people, { body }),
    queryFn: ({ pageParam, signal }) =>
      call(campaigns.people, { body: { ...body, after_lead_id: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next_after ?? undefined,
    enabled,
  })
