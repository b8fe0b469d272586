import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/**
 * So many leads as an import leaves them: numbers in no order, tags, further columns, one in a hundred opted out, and
 * of those one in ten on the suppression list. Up to ten million.
 */
export async function fillLeads(app: App, businessId: number, people: number): Promise<void> {
  await app.transaction(async ({ db }) => {
    await sql`set local statement_timeout = '15min'`.execute(db)
    // 7,368,787 has no factor in common with ten million: the products are all different and far apart. The
    // sandbox treats the ending as an ordinary number.
    await sql`
      insert into leads (business_id, name, phone, email, tags, attributes, consent)
      select ${businessId}::bigint, 'Asha ' || n, '+91' || lpad((n * 7368787 % 10000000)::text, 7, '0') || '144',
        'asha' || n || '@example.com', array['imported', 'list ' || n % 10],
        jsonb_build_object('Order', 'A-' || n, 'City', 'Pune'), case when n % 100 = 0 then 'opted_out' else 'opted_in' end
      from generate_series(1, ${people}::bigint) as n
      where n > (select count(*) from leads where business_id = ${businessId})`.execute(db)
    await sql`
      insert into suppressions (business_id, address, reason)
      select business_id, phone, 'reply' from leads
      where business_id = ${businessId} and consent = 'opted_out' and id % 1000 = 0
      on conflict do nothing`.execute(db)
    await sql`analyze leads, suppressions`.execute(db)
  })
}
