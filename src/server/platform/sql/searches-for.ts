import { type RawBuilder, sql } from 'kysely'

/** Fewer digits at the end of a number are shared by strangers. */
const endingDigits = 8

/** Whether a stored search names this person: by the end of a number, by an email, or by a whole address. */
export function searchesFor(
  search: RawBuilder<unknown>,
  { addresses, emails }: { addresses: readonly string[]; emails: readonly string[] },
): RawBuilder<boolean> {
  const endings = addresses.filter((one) => one.startsWith('+')).map((one) => one.slice(-endingDigits))
  return sql`(exists (select 1 from unnest(${endings}::text[]) ending
      where regexp_replace(${search}, '\\D', '', 'g') like '%' || ending)
    or exists (select 1 from unnest(${[...emails]}::text[]) email where position(email in lower(${search})) > 0)
    or ${search} = any(${[...addresses]}::text[]))`
}
