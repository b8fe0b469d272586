import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Enough of a sender to know whose limit it shares. */
export type LimitHolder = { waba_id: string; portfolio_id: string | null }

/**
 * The numbers that share a 24 h limit: all of a portfolio, whichever business here they belong to; of an account
 * whose portfolio is not known, its own. Source: …/whatsapp/messaging-limits.
 */
export async function numbersSharingLimit(
  app: App,
  { waba_id, portfolio_id }: LimitHolder,
): Promise<string[]> {
  const rows = await app.db
    .selectFrom('phone_numbers as n')
    .innerJoin('whatsapp_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'n.business_id').onRef('a.waba_id', '=', 'n.waba_id'),
    )
    .select('n.phone_number_id')
    .distinct()
    .where((row) =>
      portfolio_id === null ? row('n.waba_id', '=', waba_id) : row('a.portfolio_id', '=', portfolio_id),
    )
    .execute()
  return rows.map(({ phone_number_id }) => phone_number_id)
}

/**
 * How many different people all numbers of a limit have written to in the last 24 hours. Meta counts only those
 * outside a conversation that they began, so ours is the higher count.
 */
export async function peopleWrittenTo(app: App, holder: LimitHolder): Promise<number> {
  const { count } = await (await recentMessages(app, holder))
    .select(sql<number>`count(distinct recipient_phone)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** What all numbers of a limit sent in the last 24 hours: another message to these people takes nothing of it. */
export async function recentMessages(app: App, holder: LimitHolder) {
  return (
    app.db
      .selectFrom('messages')
      // Messages are claimed just before they are sent; that column has an index by time.
      .where('claimed_at', '>', sql<Date>`now() - interval '24 hours'`)
      .where('status', 'in', ['sending', 'unknown', 'sent', 'delivered', 'read'])
      .where('phone_number_id', 'in', await numbersSharingLimit(app, holder))
  )
}
