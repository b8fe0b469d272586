import { sql } from 'kysely'
import { conditionsOf, type SegmentRules } from '#contract/growth/segment-rules.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'

/** Names of what rules point to. */
export type Named = {
  campaigns: Map<number, string>
  forms: Map<number, string>
  sequences: Map<number, string>
  /** As people read them, by their provider's id. */
  numbers: Map<string, string>
  /** Headlines of ads and posts, by their provider's id. */
  ads: Map<string, string>
}

/** Looks up campaigns, forms, sequences, numbers and ads that these rules name. */
export async function namesIn(app: App, businessId: number, all: readonly SegmentRules[]): Promise<Named> {
  const { campaigns, forms, sequences, numbers, ads } = idsIn(all)
  const [named, formed, sequenced, senders, headlines] = await Promise.all([
    campaigns.length === 0
      ? []
      : app.db
          .selectFrom('campaigns')
          .select(['id', 'name'])
          .where('business_id', '=', businessId)
          .where('id', 'in', campaigns)
          .execute(),
    forms.length === 0
      ? []
      : app.db
          .selectFrom('optin_forms')
          .select(['id', 'name'])
          .where('business_id', '=', businessId)
          .where('id', 'in', forms)
          .execute(),
    sequences.length === 0
      ? []
      : app.db
          .selectFrom('sequences')
          .select(['id', 'name'])
          .where('business_id', '=', businessId)
          .where('id', 'in', sequences)
          .execute(),
    numbers.length === 0
      ? []
      : app.db
          .selectFrom('phone_numbers')
          .select(['phone_number_id', 'display_phone_number'])
          .where('business_id', '=', businessId)
          .where('phone_number_id', 'in', numbers)
          .execute(),
    headlinesOf(app, businessId, ads),
  ])
  return {
    campaigns: new Map(named.map(({ id, name }) => [id, name])),
    forms: new Map(formed.map(({ id, name }) => [id, name])),
    sequences: new Map(sequenced.map(({ id, name }) => [id, name])),
    numbers: new Map(senders.map((one) => [one.phone_number_id, one.display_phone_number])),
    ads: new Map(headlines.map(({ ad_id, headline }) => [ad_id, headline])),
  }
}

/** The last one of each. */
async function headlinesOf(
  app: App,
  businessId: number,
  ads: readonly string[],
): Promise<{ ad_id: string; headline: string }[]> {
  if (ads.length === 0) return []
  const { rows } = await sql<{ ad_id: string; headline: string }>`
    select ad_id, v.headline from unnest(${ads}::text[]) ad_id
    cross join lateral (
      select headline from ad_visits where business_id = ${businessId} and source_id = ad_id
      order by at desc limit 1) v
    where v.headline is not null`.execute(app.db)
  return rows
}

/** @throws AppError `not_found` for a campaign, form or sequence that is not this business's. */
export async function requireNamed(app: App, businessId: number, rules: SegmentRules): Promise<Named> {
  const { campaigns, forms, sequences } = idsIn([rules])
  const named = await namesIn(app, businessId, [rules])
  if (named.campaigns.size < campaigns.length) throw notFound('campaign')
  if (named.forms.size < forms.length) throw notFound('optinForm')
  if (named.sequences.size < sequences.length) throw notFound('sequence')
  return named
}

type Ids = { campaigns: number[]; forms: number[]; sequences: number[]; numbers: string[]; ads: string[] }

function idsIn(all: readonly SegmentRules[]): Ids {
  const conditions = all.flatMap(conditionsOf)
  const campaigns = conditions.flatMap((one) => ('campaign_id' in one ? (one.campaign_id ?? []) : []))
  const forms = conditions.flatMap((one) => ('form_id' in one ? (one.form_id ?? []) : []))
  const sequences = conditions.flatMap((one) => ('sequence_id' in one ? (one.sequence_id ?? []) : []))
  const numbers = conditions.flatMap((one) => ('phone_number_id' in one ? (one.phone_number_id ?? []) : []))
  const ads = conditions.flatMap((one) => ('ad_id' in one ? (one.ad_id ?? []) : []))
  return {
    campaigns: [...new Set(campaigns)],
    forms: [...new Set(forms)],
    sequences: [...new Set(sequences)],
    numbers: [...new Set(numbers)],
    ads: [...new Set(ads)],
  }
}
