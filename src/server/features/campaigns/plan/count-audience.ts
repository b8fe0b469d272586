import { sql } from 'kysely'
import type { LeftOut } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { isUsAddress, type Sample, scaled } from '#server/features/leads/leads.ts'
import type { recentMessages } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { type AudienceRules, audienceRows, lackColumn, prefixSql, skipReasons } from './audience.ts'
import { severalAreOne } from './doubles.ts'
import { lacksSql } from './variables.ts'

export type AudienceCounts = {
  selected: number
  will_receive: number
  left_out: LeftOut[]
  empty: number[]
  /** How the numbers of those who will receive it begin: what they cost depends on it. */
  prefixes: { prefix: string | null; count: number }[]
}

/** How many of an audience get a message, how many not and why; and for each variable, for how many it is empty. */
export async function countAudience(
  app: App,
  businessId: number,
  rules: AudienceRules,
): Promise<AudienceCounts> {
  const emptyCounts = lacksSql(rules.filling, rules.customMessage, 'l').map((lacks, index) => {
    if (typeof lacks === 'boolean') return lacks ? sql<number>`count(*)` : sql<number>`0`
    return sql<number>`count(*) filter (where ${sql.ref(lackColumn(index))})`
  })
  const noDoubles = !(await severalAreOne(app, businessId))
  const rows = await audienceRows(app.db, businessId, rules, { counted: true, noDoubles, usLater: true })
    .selectFrom((inner) =>
      inner
        .selectFrom('people')
        .selectAll()
        .select(prefixSql('phone', 'bsuid').as('prefix'))
        // A fence: without it the planner expects a group for each person, and sorts them all.
        .offset(sql.lit(0))
        .as('one'),
    )
    .select(['outcome', 'prefix'])
    .select(sql<number>`count(*)`.as('count'))
    .select(
      (emptyCounts.length
        ? sql<number[]>`array[${sql.join(emptyCounts)}]::int[]`
        : sql<number[]>`'{}'::int[]`
      ).as('empty'),
    )
    .groupBy(['outcome', 'prefix'])
    .execute()
    .then((found) => found.map((row) => scaledRow(rules.sample, refusedThere(rules, row))))
  const of = (outcome: string): number =>
    rows.reduce((sum, row) => sum + (row.outcome === outcome ? row.count : 0), 0)
  return {
    selected: rows.reduce((sum, { count }) => sum + count, 0),
    will_receive: of('will_receive'),
    left_out: skipReasons
      .map((reason) => ({ reason, label: t(`campaigns.leftOut.${reason}`), count: of(reason) }))
      .filter(({ count }) => count > 0),
    empty: rules.filling.map((_, index) => rows.reduce((sum, { empty }) => sum + (empty[index] ?? 0), 0)),
    prefixes: rows
      .filter(({ outcome }) => outcome === 'will_receive')
      .map(({ prefix, count }) => ({ prefix, count })),
  }
}

/** What is asked for after the USA. */
const afterUs: readonly string[] = [
  'will_receive',
  ...skipReasons.slice(skipReasons.indexOf('us_marketing') + 1),
]

/** Marketing to people in the USA is told from how their addresses begin: once for all who begin alike. */
const refusedThere = <Row extends { outcome: string; prefix: string | null }>(
  { isMarketing }: AudienceRules,
  row: Row,
): Row =>
  isMarketing && row.prefix && isUsAddress(row.prefix) && afterUs.includes(row.outcome)
    ? { ...row, outcome: 'us_marketing' }
    : row

const scaledRow = <Row extends { count: number; empty: number[] }>(
  sample: Sample | undefined,
  row: Row,
): Row => ({
  ...row,
  count: scaled(sample, row.count),
  empty: row.empty.map((count) => scaled(sample, count)),
})

/** How many of those who would get a message were written to by one of these. */
export async function countAmong(
  app: App,
  businessId: number,
  rules: AudienceRules,
  recent: Awaited<ReturnType<typeof recentMessages>>,
): Promise<number> {
  const noDoubles = !(await severalAreOne(app, businessId))
  const { count } = await audienceRows(app.db, businessId, rules, { counted: true, noDoubles })
    .selectFrom('people')
    .select(sql<number>`count(*)`.as('count'))
    .where('outcome', '=', 'will_receive')
    .where(
      sql<boolean>`coalesce(phone, bsuid) collate "C" = any(array(${recent.select('recipient_phone').distinct()}))`,
    )
    .executeTakeFirstOrThrow()
  return scaled(rules.sample, count)
}
