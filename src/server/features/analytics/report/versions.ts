import { sql } from 'kysely'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import { readConvertedVersions } from './conversions.ts'
import { condition, keptFigures, noCounts, sums } from './figures.ts'
import type { Period } from './period.ts'

/** A/B tests of a period are at most so many: the last ones. */
const mostTests = 20

type Line = Omit<Analytics['tests'][number]['versions'][number], 'converted'> & {
  campaign_id: number
  name: string
  measure: Analytics['tests'][number]['measure']
  winner: number | null
}

/** The versions of A/B tests side by side, the last test first: only the people who were in a version count. */
export async function readTests(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  period: Period,
): Promise<Analytics['tests']> {
  const { rows } = await sql<Line>`
    with f as materialized (
      select campaign_id, variant, ${sums} from ${keptFigures(businessId, filter)}
      where variant is not null
        and day between ${period.from}::date and ${period.to}::date and ${condition(filter)}
      group by 1, 2
    ),
    last as (select distinct campaign_id from f order by 1 desc limit ${sql.lit(mostTests)})
    select f.*, c.name, t.measure, t.winner, coalesce(p.title, '') as template,
      coalesce(x.later_minutes, 0) as later_minutes
    from last join f using (campaign_id)
    join campaigns c on c.business_id = ${businessId} and c.id = f.campaign_id
    join campaign_trials t on t.business_id = ${businessId} and t.campaign_id = f.campaign_id and t.kind = 'test'
    left join campaign_variants x on x.business_id = ${businessId} and x.campaign_id = f.campaign_id
      and x.variant = f.variant
    left join templates p on p.business_id = ${businessId} and p.id = x.template_id
    order by f.campaign_id desc, f.variant`.execute(app.db)
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ campaign_id }) => campaign_id))]
  const converted = await readConvertedVersions(app, businessId, filter, period, ids)
  return [...Map.groupBy(rows, (row) => row.campaign_id)].map(([campaign_id, lines]) => ({
    campaign_id,
    name: lines[0]!.name,
    measure: lines[0]!.measure,
    winner: lines[0]!.winner,
    versions: lines.map((line) => ({
      variant: line.variant,
      template: line.template,
      later_minutes: line.later_minutes,
      ...(Object.fromEntries(
        Object.keys(noCounts).map((name) => [name, line[name as keyof typeof noCounts]]),
      ) as typeof noCounts),
      converted: converted.get(`${campaign_id} ${line.variant}`) ?? 0,
    })),
  }))
}
