import { type RawBuilder, sql } from 'kysely'
import type { App, Db } from '#server/app.ts'
import { sharedAddresses } from '#server/features/leads/leads.ts'

/** Numbers of Mexico, Argentina and Brazil, which are written in two ways. */
export const twoSpellings = ['+52%', '+54%', '+55%']

/**
 * Mexico, Argentina and Brazil have numbers that are written with and without a mobile digit and reach one person:
 * +52 1 …, +54 9 …, +55 DD 9 …. Everywhere else one number is one person, and leads hold each number once.
 */
export function samePerson(phone: string): RawBuilder<string> {
  return sql`regexp_replace(regexp_replace(${sql.ref(phone)},
    '^(\\+52)1(\\d{10})$|^(\\+54)9(\\d{10})$', '\\1\\3\\2\\4'), '^(\\+55\\d{2})9(\\d{8})$', '\\1\\2')`
}

/** Whether a business has any leads of whom several may be one person. */
export function maySeveralBeOne(businessId: number): RawBuilder<boolean> {
  const starts = twoSpellings.map(
    (start) =>
      sql`exists (select 1 from leads where business_id = ${businessId} and phone like ${sql.lit(start)})`,
  )
  return sql`(${sql.join([sql`exists (select 1 from shared)`, ...starts], sql` or `)})`
}

/** The same, asked by itself. */
export async function severalAreOne(app: App, businessId: number): Promise<boolean> {
  const { rows } = await sql<{ several: boolean }>`
    with shared as materialized (${sharedPeople(app.db, businessId)})
    select ${maySeveralBeOne(businessId)} as several`.execute(app.db)
  return rows[0]?.several ?? false
}

/** Addresses of people who may be several leads of this audience. */
export function sharedPeople(db: Db, businessId: number) {
  return db
    .selectFrom(
      sql<{ address: string; person_id: number; gone: boolean }>`${sharedAddresses(businessId)}`.as('s'),
    )
    .select(['s.address', 's.person_id', 's.gone'])
}
