import { sql } from 'kysely'
import type { FoundCampaign } from '#contract/conversations/filter.ts'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { searchTokens } from '../search-text.ts'

/** Texts of so many campaigns are read for a search, the newest first, and so many are offered. */
const mostRead = 300
const mostOffered = 3

/**
 * Campaigns whose text, or name, has all words of a search. What they sent is in no index of texts: each person would
 * cost its sending, and a word of it would find everybody who got it.
 */
export async function findCampaigns(
  app: App,
  businessId: number,
  search: string,
): Promise<{ campaigns: FoundCampaign[] }> {
  const words = searchTokens(search)
  if (words.length === 0) return { campaigns: [] }
  /** Of a campaign or one of its variants: the template, and the values that are the same for everybody. */
  const textOf = (name: 'c' | 'v') => {
    const of = sql.table(name)
    return sql`concat_ws(' ', ${of}.custom_message, (
      select string_agg(part ->> 'text', ' ') from message_contents m,
        jsonb_array_elements(case jsonb_typeof(m.components) when 'array' then m.components else '[]' end) part
      where m.business_id = ${businessId} and m.id = ${of}.content_id), (
      select string_agg(value ->> 'text', ' ') from jsonb_each(${of}.mapping)))`
  }
  const { rows } = await sql<{ id: number; name: string; started_at: Date; text: string }>`
    select c.id, c.name, c.started_at, concat_ws(' ', c.name, ${textOf('c')}, (
      select string_agg(${textOf('v')}, ' ')
      from campaign_variants v
      where v.business_id = c.business_id and ${onNodeOf(businessId, 'v.business_id')} and v.campaign_id = c.id)) as text
    from (
      select * from campaigns where business_id = ${businessId} and started_at is not null
      order by scheduled_at desc, id desc limit ${mostRead}) c
    order by c.scheduled_at desc, c.id desc`.execute(app.db)
  const found = rows.filter(({ text }) => hasAll(text, words)).slice(0, mostOffered)
  return {
    campaigns: found.map(({ id, name, started_at }) => ({
      id: Number(id),
      name,
      at: started_at.toISOString(),
    })),
  }
}

/** Each word as a whole, or as its beginning: the last one may be unfinished. */
function hasAll(text: string, words: readonly string[]): boolean {
  const tokens = searchTokens(text)
  return words.every((word) => tokens.some((token) => token.startsWith(word)))
}
