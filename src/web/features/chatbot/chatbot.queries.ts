import { useIsMutating, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FlowProblem } from '#contract/chatbot/check.ts'
import { chatbotFlows, type FlowSummary } from '#contract/chatbot/flows.ts'
import { chatbotRules } from '#contract/chatbot/rules.ts'
import { chatbotSecrets } from '#contract/chatbot/secrets.ts'
import { chatbot } from '#contract/chatbot/settings.ts'
import { conversations } from '#contract/conversations.ts'
import type { Endpoint, InputOf, ResponseOf } from '#contract/endpoint.ts'
import { templates } from '#contract/templates.ts'
import { type CallArguments, call, editQuery, keyOf, queryFor } from '#web/net/api.ts'

export const useFlows = () => useQuery(queryFor(chatbotFlows.list, { query: {} }))
export const useArchivedFlows = () => useQuery(queryFor(chatbotFlows.list, { query: { archived: 'true' } }))

const savesOf = (id: number) => [...keyOf(chatbotFlows.save), id]
/** A flow for its editor. What the editor that was just left is still saving comes first. */
export function useFlow(id: number) {
  const saves = useIsMutating({ mutationKey: savesOf(id) })
  return useQuery({
    ...editQuery(chatbotFlows.get, { params: { id } }),
    staleTime: 0,
    enabled: ({ state }) => saves === 0 || state.data !== undefined,
  })
}
export const useReadyMade = () => useQuery(queryFor(chatbotFlows.readyMade)).data?.flows ?? []
export const useRules = () => useQuery(queryFor(chatbotRules.list))
export const useBotSettings = () => useQuery(queryFor(chatbot.settings))
/** The settings of AI answers for their editor. */
export const useAiSettings = () => useQuery(editQuery(chatbot.ai))
export const useAiLog = () => useQuery(queryFor(chatbot.aiLog, { query: { limit: 50 } }))
export const useSecrets = () => useQuery(queryFor(chatbotSecrets.list))
export const useVersions = (id: number, enabled: boolean) =>
  useQuery({ ...queryFor(chatbotFlows.versions, { params: { id } }), enabled })
export const useFigures = (id: number, version: number | null) =>
  useQuery({
    ...queryFor(chatbotFlows.figures, { params: { id }, query: {} }),
    enabled: version !== null,
  }).data?.figures

/** Keeps what the server last said is wrong with a draft. */
export function useKeepProblems(id: number): (problems: readonly FlowProblem[]) => void {
  const queries = useQueryClient()
  return (problems) =>
    queries.setQueryData<ResponseOf<typeof chatbotFlows.get>>(
      editQuery(chatbotFlows.get, { params: { id } }).queryKey,
      (known) => known && { ...known, problems: [...problems] },
    )
}

/** The figures of each published flow of the list. */
export function useFiguresOf(flows: readonly FlowSummary[]) {
  const published = flows.filter(({ published_version }) => published_version !== null)
  const answers = useQueries({
    queries: published.map(({ id }) => queryFor(chatbotFlows.figures, { params: { id }, query: {} })),
  })
  return new Map(published.map(({ id }, index) => [id, answers[index]?.data?.figures]))
}

export const useMembers = () => useQuery(queryFor(conversations.members)).data?.members ?? []
export const useTemplates = () =>
  useQuery(queryFor(templates.listMeta, { query: { limit: 500 } })).data?.templates ?? []

const underway = new Map<string, Promise<unknown>>()

/** Of two quick presses one call: the second gets the answer of the first, so that nothing is made twice. */
function callOnce<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ResponseOf<E>> {
  const key = JSON.stringify([endpoint.method, endpoint.path, input])
  const before = underway.get(key)
  if (before) return before as Promise<ResponseOf<E>>
  const made = call(endpoint, ...([input] as unknown as CallArguments<E>)).finally(() => underway.delete(key))
  underway.set(key, made)
  return made
}

/**
 * A call that changes something of the bot: what is shown of it is fetched again. Calls of one `inTurn` wait for each
 * other: of two moves, the later one is the order that stays.
 */
function useChange<E extends Endpoint>(
  endpoint: E,
  also: readonly Endpoint[],
  { inTurn, name }: { inTurn?: string; name?: readonly unknown[] } = {},
) {
  const queries = useQueryClient()
  const refresh = () => Promise.all(also.map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })))
  return useMutation({
    mutationFn: (input: InputOf<E>) => callOnce(endpoint, input),
    onSuccess: refresh,
    // What was refused may have been changed elsewhere.
    onError: () => void refresh(),
    ...(inTurn && { scope: { id: inTurn } }),
    ...(name && { mutationKey: name }),
  })
}

const ofFlows = [chatbotFlows.list, chatbotFlows.get, chatbotRules.list]
export const useCreateFlow = () => useChange(chatbotFlows.create, ofFlows)
export const useDuplicateFlow = () => useChange(chatbotFlows.duplicate, ofFlows)
export const useArchiveFlow = () => useChange(chatbotFlows.archive, ofFlows)
export const useImportFlow = () => useChange(chatbotFlows.import, ofFlows)
export const useSaveFlow = (id: number) =>
  useChange(chatbotFlows.save, [chatbotFlows.list], { name: savesOf(id) })
export const usePublishFlow = () =>
  useChange(chatbotFlows.publish, [...ofFlows, chatbotFlows.versions, chatbotFlows.figures])
export const useSimulate = () => useChange(chatbotFlows.simulate, [])
export const useCreateRule = () => useChange(chatbotRules.create, [chatbotRules.list])
export const useSaveRule = () => useChange(chatbotRules.save, [chatbotRules.list])
export const useSwitchRule = () => useChange(chatbotRules.switch, [chatbotRules.list])
export const useDeleteRule = () => useChange(chatbotRules.delete, [chatbotRules.list])
export const useReorderRules = () =>
  useChange(chatbotRules.reorder, [chatbotRules.list], { inTurn: 'order of rules' })
export const useTestRules = () => useChange(chatbotRules.test, [])
export const useCreateSecret = () => useChange(chatbotSecrets.create, [chatbotSecrets.list])
export const useSaveBot = () => useChange(chatbot.saveSettings, [chatbot.settings])
export const useSaveAi = () => useChange(chatbot.saveAi, [chatbot.ai])
