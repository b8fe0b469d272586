import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/**
 * How many people a portfolio has written to in the last 24 hours: they count against its limit, all its numbers
 * together. Source: …/whatsapp/messaging-limits.
 */
export async function peopleWrittenTo(
  app: App,
  businessId: number,
  { phone_number_id, portfolio_id }: { phone_number_id: string; portfolio_id: string | null },
): Promise<number> {
  const since = new Date(app.now().getTime() - 24 * 3600_000)
  const numbers = app.db
    .selectFrom('phone_numbers as n')
    .innerJoin('whatsapp_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'n.business_id').onRef('a.waba_id', '=', 'n.waba_id'),
    )
    .select('n.phone_number_id')
    .where('n.business_id', '=', businessId)
    .where((number) =>
      number.or([
        number('n.phone_number_id', '=', phone_number_id),
        number('a.portfolio_id', '=', portfolio_id),
      ]),
    )
  const { count } = await app.db
    .selectFrom('messages')
    .select(sql<number>`count(distinct recipient_phone)`.as('count'))
    .where('business_id', '=', businessId)
    .where('claimed_at', '>', since)
    .where('status', 'in', ['sending', 'unknown', 'sent', 'delivered', 'read'])
    .where('phone_number_id', 'in', numbers)
    .executeTakeFirstOrThrow()
  return count
}
