import { type RawBuilder, sql } from 'kysely'

/**
 * The category that a message is counted in, in the words of `MessageCategory`: what WhatsApp charged, else what its
 * template was. WhatsApp has a word of its own for marketing by the Marketing Messages API, and for messages that cost
 * nothing since they followed an ad; their kind is the same. Where it separates words by hyphens or underscores is not
 * verified.
 */
export function billedCategorySql(
  charged: RawBuilder<unknown>,
  planned: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const word = sql`replace(upper(${charged}), '-', '_')`
  return sql<string | null>`coalesce(case ${word} when 'MARKETING_LITE' then 'MARKETING'
    when 'REFERRAL_CONVERSION' then 'SERVICE' else ${word} end, ${planned})`
}
