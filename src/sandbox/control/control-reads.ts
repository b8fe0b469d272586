import { throughputOf } from '../world/accounts.ts'
import { type Sent, wamid } from '../world/ledger.ts'
import type { Part } from '../world/world.ts'

/** One row of the ledger as tests and rehearsals read it. */
export type LedgerRow = {
  id: string
  number: number
  accepted_at: number
  phone_number_id: string
  to: string
  wa_id: string
  callback: string | null
  type: string
  template: string | null
  language: string | null
  category: string
  content: unknown
  statuses: string[]
  error: number | null
}

export type LedgerQuery = {
  callback?: string
  phone?: string
  to?: string
  template?: string
  after?: number
  limit?: number
}

const rowsAtMost = 10_000

/** A page of the ledger from the oldest row on. */
export function readLedger(
  world: Part<'install' | 'ledger' | 'statuses' | 'webhooks'>,
  query: LedgerQuery,
): { rows: LedgerRow[]; next: number | null; total: number } {
  const limit = Math.min(Math.max(query.limit ?? 1_000, 1), rowsAtMost)
  const to = query.to?.replace(/\D/g, '')
  const rows: LedgerRow[] = []
  let next: number | null = null
  for (const sent of world.ledger.rows()) {
    if (query.after !== undefined && sent.number <= query.after) continue
    if (query.callback !== undefined && sent.callback !== query.callback) continue
    if (query.phone !== undefined && sent.phone.id !== query.phone) continue
    if (to !== undefined && sent.to !== to) continue
    if (query.template !== undefined && sent.template?.name !== query.template) continue
    if (rows.length === limit) {
      next = rows.at(-1)?.number ?? null
      break
    }
    rows.push(rowOf(world, sent))
  }
  return { rows, next, total: world.ledger.size() }
}

const rowOf = (world: Part<'install' | 'ledger' | 'statuses' | 'webhooks'>, sent: Sent): LedgerRow => ({
  id: wamid(world.install, sent.to, sent.number),
  number: sent.number,
  accepted_at: sent.at,
  phone_number_id: sent.phone.id,
  to: sent.to,
  wa_id: sent.waId,
  callback: sent.callback ?? null,
  type: sent.type,
  template: sent.template?.name ?? null,
  language: sent.template?.language ?? null,
  category: sent.category,
  content: sent.content ?? null,
  statuses: sent.reported,
  error: sent.failedWith,
})

/** Totals since the last reset, and the callback data that were accepted twice. */
export function countAll(world: Part<'ledger' | 'statuses' | 'webhooks'>): Record<string, unknown> {
  const { counts } = world.ledger
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { callback } of world.ledger.rows()) {
    if (callback === undefined) continue
    if (seen.has(callback)) twice.add(callback)
    else seen.add(callback)
  }
  return {
    accepted: counts.accepted,
    accepted_twice: twice.size,
    accepted_twice_callbacks: [...twice].slice(0, 100),
    refused: counts.refused,
    connections_cut: counts.cut,
    forgotten: counts.forgotten,
    statuses: {
      ...world.statuses.reported,
      lost: world.statuses.lost.count,
      due: world.statuses.timetable.size(),
    },
    webhooks: world.webhooks.counts(),
  }
}

/** Everything there is, for people who look and tests that ask. */
export function stateOf(
  world: Part<
    | 'settings'
    | 'faults'
    | 'accounts'
    | 'templates'
    | 'ledger'
    | 'limits'
    | 'statuses'
    | 'webhooks'
    | 'orders'
    | 'url'
  >,
): Record<string, unknown> {
  const { accounts, templates, limits } = world
  const now = Date.now()
  return {
    url: world.url,
    settings: world.settings,
    faults: world.faults,
    counts: countAll(world),
    apps: [...accounts.apps.values()],
    businesses: [...accounts.businesses.values()].map((business) => ({
      ...business,
      peopleReached: limits.peopleUsed(business, now),
    })),
    wabas: [...accounts.wabas.values()],
    phones: [...accounts.phones.values()].map((phone) => ({
      ...phone,
      messagesPerSecond: throughputOf(phone),
      highestSecond: limits.highest(phone.id),
    })),
    templates: [...templates.byId.values()].map(({ needs: _needs, ...template }) => template),
    tokens: [...accounts.tokens.values()],
    people: [...accounts.people.values()],
    orders: Object.fromEntries([...world.orders].map(([digits, fate]) => [digits, fate.what])),
  }
}
