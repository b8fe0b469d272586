import type { Sandbox } from '#sandbox/sandbox.ts'
import type { App } from '#server/app.ts'

/** How the sandbox's own ledger and the outbox agree, person by person. */
export type Comparison = {
  planned: number
  byStatus: Record<string, number>
  /** People who have more than one message that was not reported as failed: it must be none. */
  acceptedTwice: string[]
  /** People without a row, with two, or with one that has no end: it must be none. */
  withoutOneEnd: string[]
  /** Differences that are not an `unknown` row: it must be none. */
  differences: string[]
  /** People whose message was taken and whose row says `unknown`: every status of it was lost on its way. */
  takenButUnknown: number
  /** The others, by what made them unknown: an error of the provider, a broken connection, a killed process. */
  unknownBy: Record<string, number>
}

const ends = new Set(['sent', 'delivered', 'read', 'failed', 'unknown', 'skipped', 'cancelled'])

export async function compareLedgers(
  app: App,
  sandbox: Sandbox,
  people: readonly string[],
): Promise<Comparison> {
  const rows = await app.db
    .selectFrom('messages')
    .select(['recipient_phone', 'status', 'error_code', 'error_title', 'attempts', 'wamid'])
    .where('campaign_id', 'is not', null)
    .execute()
  const ledger = new Map<string, { reported: string[]; failed: boolean }[]>()
  for (const { to, reported, failedWith } of sandbox.world.ledger.rows()) {
    const entries = ledger.get(`+${to}`) ?? []
    entries.push({ reported, failed: failedWith !== null && !reported.includes('delivered') })
    ledger.set(`+${to}`, entries)
  }
  const comparison: Comparison = {
    planned: rows.length,
    byStatus: {},
    acceptedTwice: [],
    withoutOneEnd: [],
    differences: [],
    takenButUnknown: 0,
    unknownBy: {},
  }
  const byPerson = new Map<string, (typeof rows)[number][]>()
  for (const row of rows) {
    byPerson.set(row.recipient_phone, [...(byPerson.get(row.recipient_phone) ?? []), row])
    comparison.byStatus[row.status] = (comparison.byStatus[row.status] ?? 0) + 1
  }
  for (const person of people) {
    const own = byPerson.get(person) ?? []
    const [row] = own
    if (own.length !== 1 || !row || !ends.has(row.status)) {
      comparison.withoutOneEnd.push(`${person}: ${own.map(({ status }) => status).join(', ') || 'no row'}`)
      continue
    }
    const taken = ledger.get(person) ?? []
    const good = taken.filter(({ failed }) => !failed)
    if (good.length > 1) comparison.acceptedTwice.push(`${person}: ${JSON.stringify(taken)}`)
    const expected = expectedStatus(taken)
    if (row.status === 'unknown') {
      if (good.length > 0) comparison.takenButUnknown++
      else {
        const cause = row.error_code ?? row.error_title ?? 'killed'
        comparison.unknownBy[cause] = (comparison.unknownBy[cause] ?? 0) + 1
      }
    } else if (row.status !== expected && !(expected === 'none' && row.status === 'failed')) {
      comparison.differences.push(
        `${person}: the log says ${row.status} (${row.error_code}, try ${row.attempts}), the ledger ${expected}: ${JSON.stringify(taken)}`,
      )
    }
  }
  return comparison
}

/** What the provider would swear to: the furthest that any message to this person came. */
function expectedStatus(taken: readonly { reported: string[]; failed: boolean }[]): string {
  if (taken.length === 0) return 'none'
  const reported = new Set(
    taken.filter(({ failed }) => !failed).flatMap((entry) => ['sent', ...entry.reported]),
  )
  return ['read', 'delivered', 'sent'].find((status) => reported.has(status)) ?? 'failed'
}
