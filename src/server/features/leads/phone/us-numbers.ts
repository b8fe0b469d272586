import { type RawBuilder, sql } from 'kysely'
import { AreaCodes } from './data.schema.ts'
import areaCodes from './us-area-codes.json' with { type: 'json' }

/**
 * Area codes of the USA in the +1 plan, which Canada, the Caribbean and the US territories share. Numbers without a
 * place (toll-free, personal) are nobody's. Made from libphonenumber's large data; a test compares them.
 */
export const usAreaCodes: readonly string[] = AreaCodes.parse(areaCodes)

const known = new Set(usAreaCodes)

/** Whether an address is of somebody in the USA: a phone, or a user id, which begins with its country. */
export function isUsAddress(address: string): boolean {
  return address.startsWith('+1') ? known.has(address.slice(2, 5)) : address.startsWith('US.')
}

/** The same in SQL; the codes are a constant of the statement. */
export function isUsAddressSql(address: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`case when starts_with(${address}, '+1')
    then substr(${address}, 3, 3) = any(${sql.lit(`{${usAreaCodes.join(',')}}`)}::text[])
    else starts_with(${address}, 'US.') end`
}
