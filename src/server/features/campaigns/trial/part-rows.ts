import { type RawBuilder, sql } from 'kysely'
import { variantsMax } from '#contract/campaigns/trials.ts'
import type { App } from '#server/app.ts'
import { createContent } from '#server/features/messages/messages.ts'
import { audienceRows } from '../plan/audience.ts'
import type { Draft } from '../plan/draft.ts'
import { sendableWithLinks } from '../plan/text-links.ts'
import type { StoredTrial } from './trials.ts'

type Target = { businessId: number; campaignId: number; contentId: number }

/**
 * Everybody of an audience as rows of the outbox, with the version that each of the part gets. Who is in the part and in
 * which version follows from the campaign and the person's address alone, and is kept in the row before anything leaves.
 * @param contents what each version sends, in their order.
 * @param quietEnd of an `address`: the end of the quiet hours that the person has now. The rest is asked when it is its turn.
 */
export function partRows(
  app: App,
  { businessId, campaignId, contentId }: Target,
  draft: Draft,
  { kind, people, percent, variants }: StoredTrial,
  contents: readonly number[],
  quietEnd: RawBuilder<Date | null>,
) {
  const versions = kind === 'test' ? [draft, ...draft.versions] : [draft]
  const size =
    people !== null
      ? sql`${people}::bigint`
      : // Each version has at least one person.
        sql`greatest(${versions.length}::bigint, ceil(receivers * ${percent}::int / 100.0)::bigint)`
  const isIn = sql`(turn <= ${size})`
  const valuesOf = versions.map(({ filling }, index) => {
    const before = versions.slice(0, index).reduce((sum, version) => sum + version.filling.length, 0)
    return { from: before + 1, to: before + filling.length }
  })
  const chosen = <T>(one: (index: number) => T, rest: T) => sql`case variant
    ${sql.join(
      versions.map((_, index) => sql`when ${sql.lit(index + 1)} then ${one(index)}`),
      sql` `,
    )} else ${rest} end`
  const slice = ({ from, to }: { from: number; to: number }) => sql`vals[${sql.lit(from)}:${sql.lit(to)}]`
  const values = chosen((index) => slice(valuesOf[index]!), slice(valuesOf[0]!))
  const ranked = audienceRows(app.db, businessId, draft.rules)
    .selectFrom('people')
    .select(['id', 'vals', 'outcome'])
    .select(sql<string>`coalesce(phone, bsuid)`.as('address'))
    .select(sql<number>`count(*) filter (where outcome = 'will_receive') over ()`.as('receivers'))
    .select(
      sql<number | null>`case when outcome = 'will_receive' then row_number() over (
        partition by outcome = 'will_receive'
        order by md5(${String(campaignId)} || ' ' || coalesce(phone, bsuid)), id) end`.as('turn'),
    )
  const dueOf = (index: number) => {
    const later = variants[index]?.later_minutes ?? 0
    return later > 0
      ? sql`${app.now()}::timestamptz + make_interval(mins => ${sql.lit(later)})`
      : sql`null::timestamptz`
  }
  return sql`(
    select id as lead_id, address as recipient_phone, array_replace(${values}, null, '') as variables,
      case when outcome = 'will_receive' then 'queued' else 'skipped' end as status,
      nullif(outcome, 'will_receive') as reason, variant, turn,
      ${chosen((index) => sql`${contents[index] ?? contentId}::bigint`, sql`${contentId}::bigint`)} as content_id,
      case when variant is not null then greatest(${chosen(dueOf, sql`null::timestamptz`)}, ${quietEnd}) end as due_at
    from (select *, case when ${isIn} then (turn - 1) % ${sql.lit(Math.min(versions.length, variantsMax))} + 1 end as variant
      from ${ranked} as ranked) as assigned)`
}

/**
 * What each version of an A/B test sends, as its template is now. The campaign's own version has a content beside the
 * campaign's, so that it can be stopped without the rest. A pilot sends the campaign's.
 */
export async function createVersions(
  tx: App,
  { businessId, campaignId }: Target,
  draft: Draft,
  trial: StoredTrial,
  countClicks: boolean,
): Promise<number[]> {
  if (trial.kind === 'pilot') return []
  const contents: number[] = []
  for (const [index, version] of [draft, ...draft.versions].entries()) {
    const content = await createContent(
      tx,
      businessId,
      sendableWithLinks(version.sendable, version, countClicks),
    )
    contents.push(content)
    await tx.db
      .updateTable('campaign_variants')
      .set({
        content_id: content,
        mapping: JSON.stringify(version.mapping),
        custom_message: version.customMessage,
      })
      .where('business_id', '=', businessId)
      .where('campaign_id', '=', campaignId)
      .where('variant', '=', index + 1)
      .execute()
  }
  return contents
}
