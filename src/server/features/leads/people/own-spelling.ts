import { sql } from 'kysely'
import type { Db } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { phoneVariants } from '../phone/phone.ts'

/**
 * The phones among these of which the business has the other spelling alone, with the one that its lead has. One that is
 * given in both spellings stays.
 */
export async function ownSpellings(
  db: Db,
  businessId: number,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const given = new Set(phones)
  const others = [...given].flatMap((phone) => {
    const [, other] = phoneVariants(phone)
    return other === undefined || given.has(other) ? [] : [{ phone, other }]
  })
  if (others.length === 0) return new Map()
  const { rows } = await sql<{ phone: string }>`
    select phone from leads where ${isOfBusiness(businessId)}
      and phone = any(${others.flatMap(({ phone, other }) => [phone, other])}::text[])`.execute(db)
  const known = new Set(rows.map(({ phone }) => phone))
  const alone = others.filter(({ phone, other }) => known.has(other) && !known.has(phone))
  return new Map(alone.map(({ phone, other }) => [phone, other]))
}
