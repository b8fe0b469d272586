import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LeftOut } from '#contract/campaigns/parts.ts'
import type { App, Db } from '#server/app.ts'
import { isUsAddress, type Sample, scaled } from '#server/features/leads/leads.ts'
import type { recentMessages } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { fence, useTwoCores } from '#server/platform/sql/two-cores.ts'
import { type AudienceRules, audienceRows, lackColumn, prefixSql, skipReasons } from './audience.ts'
import type { Prefixes } from './cost/cost.ts'
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
  const grouped = (db: Db) =>
    audienceRows(db, businessId, rules, { counted: true, noDoubles, usLater: true })
      .selectFrom((inner) =>
        inner
          .selectFrom('people')
          .selectAll()
          .select(prefixSql('phone', 'bsuid').as('prefix'))
          // A fence: without it the planner expects a group for each person, and sorts them all.
          .offset(fence)
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
  const found = await counting(app, rules, grouped)
  const rows = found.map((row) => scaledRow(rules.sample, refusedThere(rules, row)))
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
  const addresses = sql`${recent.select('recipient_phone as address').distinct()}`
  const noDoubles = !(await severalAreOne(app, businessId))
  const { count } = await counting(app, rules, (db) =>
    receiversAmong(db, businessId, rules, addresses, noDoubles)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
  )
  return scaled(rules.sample, count)
}

/** The same by how their numbers begin, of people with one of these addresses. */
export async function countAt(
  app: App,
  businessId: number,
  rules: AudienceRules,
  addresses: readonly string[],
): Promise<Prefixes> {
  const noDoubles = !(await severalAreOne(app, businessId))
  const rows = await counting(app, rules, (db) =>
    receiversAmong(db, businessId, rules, sql`select unnest(${addresses}::text[]) as address`, noDoubles)
      .select([
        prefixSql('people.phone', 'people.bsuid').as('prefix'),
        sql<number>`count(*)::int`.as('count'),
      ])
      .groupBy('prefix')
      .execute(),
  )
  return rows.map((row) => ({ ...row, count: scaled(rules.sample, row.count) }))
}

/**
 * Those of an audience who would get a message and have one of these addresses.
 * @param addresses a query with the column `address`.
 * @param noDoubles as `severalAreOne` says: other leads then change nothing for theirs, and are not looked at.
 */
function receiversAmong(
  db: Db,
  businessId: number,
  rules: AudienceRules,
  addresses: RawBuilder<unknown>,
  noDoubles: boolean,
) {
  // As arrays they are looked up by their keys, whatever the planner believes about their number; in the order of those keys.
  const theirs = sql<{ id: number }>`(
    with known as materialized (${addresses})
    select id from leads where business_id = ${businessId} and phone = any(array(select address collate "default" from known))
    union all
    select id from leads where business_id = ${businessId} and phone is null
      and bsuid = any(array(select address collate "default" from known)))`
  const narrowed = noDoubles ? { ...rules, only: sql<SqlBool>`leads.id = any(array${theirs})` } : rules
  return audienceRows(db, businessId, narrowed, { counted: true, noDoubles })
    .selectFrom('people')
    .$if(!noDoubles, (all) => all.innerJoin(theirs.as('theirs'), 'theirs.id', 'people.id'))
    .where('people.outcome', '=', 'will_receive')
}

/** Of a whole audience: a person waits for it. */
async function counting<Found>(
  app: App,
  { sample }: AudienceRules,
  count: (db: Db) => Promise<Found>,
): Promise<Found> {
  if (sample) return await count(app.db)
  return await app.transaction(async (tx) => {
    await useTwoCores(tx.db)
    return await count(tx.db)
  })
}
