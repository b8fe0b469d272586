import { ConversationFilter, ConversationView } from '#contract/conversations/filter.ts'

const switches = ['unread', 'unanswered', 'closing'] as const
export type FilterSwitch = (typeof switches)[number]

/** The filter that an address holds; what cannot be read is left out. */
export function filterOf(address: URLSearchParams): ConversationFilter {
  const id = (name: string) => {
    const value = Number(address.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const view = ConversationView.safeParse(address.get('view'))
  const labels = ConversationFilter.shape.labels.safeParse(address.getAll('label')).data
  const number = ConversationFilter.shape.phone_number_id.safeParse(address.get('number') ?? undefined).data
  const search = address.get('search')?.trim().slice(0, 200)
  return {
    ...(view.success && { view: view.data }),
    ...(id('member') && { assigned_to: id('member') }),
    ...(labels?.length && { labels }),
    ...(number && { phone_number_id: number }),
    ...(id('campaign') && { campaign_id: id('campaign') }),
    ...Object.fromEntries(switches.filter((name) => address.get(name) === '1').map((name) => [name, true])),
    ...(search && { search }),
  }
}

/** The address of a filter, without anything else. */
export function addressOf(filter: ConversationFilter): URLSearchParams {
  const address = new URLSearchParams()
  if (filter.view && filter.view !== 'open') address.set('view', filter.view)
  if (filter.view === 'open' && filter.search) address.set('view', 'open')
  if (filter.assigned_to) address.set('member', String(filter.assigned_to))
  for (const label of filter.labels ?? []) address.append('label', label)
  if (filter.phone_number_id) address.set('number', filter.phone_number_id)
  if (filter.campaign_id) address.set('campaign', String(filter.campaign_id))
  for (const name of switches) if (filter[name]) address.set(name, '1')
  if (filter.search) address.set('search', filter.search)
  return address
}

/** Whether two filters find the same. */
export const isSameFilter = (one: ConversationFilter, other: ConversationFilter): boolean =>
  sorted(addressOf(one)) === sorted(addressOf(other))

function sorted(address: URLSearchParams): string {
  address.sort()
  const labels = address.getAll('label').sort()
  address.delete('label')
  return `${address}&${labels.join('\n')}`
}

/** How many things a filter asks for beside its view. */
export const countOf = (filter: ConversationFilter): number =>
  [filter.assigned_to, filter.labels?.length, filter.phone_number_id, filter.campaign_id].filter(Boolean)
    .length
