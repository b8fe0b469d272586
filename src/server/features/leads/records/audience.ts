import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Audience } from '#contract/leads.ts'
import type { Db } from '#server/app.ts'
import { likePart, searchedDigits } from '../find/search-text.ts'

/**
 * The people of an audience as a query over `leads`: campaigns plan from it, the leads screen acts on it. A further
 * condition on `leads` narrows it.
 * Filters narrow each other; an audience that names nothing is nobody. It leaves nobody out by itself:
 * consent, suppression and reachability come as columns, so that the caller can say why a person is left out.
 */
export function audienceQuery(
  db: Db,
  businessId: number,
  audience: Audience,
  and: Expression<SqlBool> = sql<SqlBool>`true`,
) {
  return db
    .selectFrom('leads')
    .leftJoin('suppressions as by_phone', (join) =>
      join
        .onRef('by_phone.business_id', '=', 'leads.business_id')
        .on('by_phone.business_id', '=', businessId)
        .onRef('by_phone.address', '=', 'leads.phone'),
    )
    .leftJoin('suppressions as by_user_id', (join) =>
      join
        .onRef('by_user_id.business_id', '=', 'leads.business_id')
        .on('by_user_id.business_id', '=', businessId)
        .onRef('by_user_id.address', '=', 'leads.bsuid'),
    )
    .select([
      'leads.id',
      'leads.name',
      'leads.phone',
      'leads.bsuid',
      'leads.email',
      'leads.tags',
      'leads.attributes',
      'leads.consent',
      'leads.unreachable_at',
      sql<boolean>`(by_phone.address is not null or by_user_id.address is not null)`.as('suppressed'),
    ])
    .where('leads.business_id', '=', businessId)
    .where(inAudience(audience))
    .where(and)
}

/** The audience's filters as a condition on `leads`. */
export function inAudience(audience: Audience): Expression<SqlBool> {
  const { lead_ids, tags, search, exclude_tags, consent, all } = audience
  const conditions: Expression<SqlBool>[] = []
  if (lead_ids) conditions.push(sql<SqlBool>`leads.id = any(${lead_ids}::bigint[])`)
  if (tags?.length) conditions.push(sql<SqlBool>`leads.tags && ${tags}::text[]`)
  if (consent) conditions.push(sql<SqlBool>`leads.consent = ${consent}`)
  if (search) conditions.push(matches(search))
  if (conditions.length === 0 && !all) return sql<SqlBool>`false`
  if (exclude_tags?.length) conditions.push(sql<SqlBool>`not leads.tags && ${exclude_tags}::text[]`)
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Whether an audience says who is meant: without that, `inAudience` finds nobody. */
export function namesSomebody({ lead_ids, tags, search, consent, all }: Audience): boolean {
  if (lead_ids) return lead_ids.length > 0
  return Boolean(tags?.length || search || consent || all)
}

/** "Name, phone or email": the text anywhere in one of them; of a number, its digits however they are grouped. */
function matches(search: string): Expression<SqlBool> {
  const like = likePart(search.toLowerCase())
  const digits = searchedDigits(search)
  // To fold all the letters of a million names takes three times as long as to fold the 26 that were asked for.
  const isAscii = /^[\x20-\x7e]*$/.test(search)
  const isIn = (text: RawBuilder<unknown>) =>
    isAscii ? sql`lower(${text} collate "C") like ${like}` : sql`lower(${text}) like ${like}`
  // Both at once where the search cannot reach from one into the other: that takes two thirds of the time.
  const inText = search.includes('\n')
    ? sql<SqlBool>`${isIn(sql`leads.name`)} or ${isIn(sql`leads.email`)}`
    : isIn(sql`(leads.name || coalesce(e'\\n' || leads.email, ''))`)
  if (digits === undefined) return sql<SqlBool>`(${inText})`
  return sql<SqlBool>`(${inText} or leads.phone like ${likePart(digits)})`
}
