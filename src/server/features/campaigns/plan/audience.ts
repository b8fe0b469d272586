import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CampaignAudience, Missed } from '#contract/campaigns/audience.ts'
import { SkipReason } from '#contract/campaigns/parts.ts'
import { currentLocale } from '#contract/messages/language.ts'
import type { App, Db } from '#server/app.ts'
import {
  audienceQuery,
  awaitingConfirmation,
  isUsAddressSql,
  prefixLength,
  resolveLeads,
  type Sample,
  userIdForm,
  withCurrentTags,
} from '#server/features/leads/leads.ts'
import { getSendingSettings, hadEnoughSql } from '#server/features/messages/messages.ts'
import { type FoundSegment, findSegment, segmentName } from '#server/features/segments/segments.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { fence } from '#server/platform/sql/two-cores.ts'
import { commaList, either, listed } from '#server/stored-text/read-text.ts'
import { campaignMessages } from '../model/rows.ts'
import { maySeveralBeOne, samePerson, sharedPeople, twoSpellings } from './doubles.ts'
import { type Filling, lacksSql, valuesSql } from './variables.ts'

/** What decides who of an audience gets a message. */
export type AudienceRules = {
  audience: CampaignAudience
  /** The people of its `segment_id` at this moment. */
  segment: FoundSegment | undefined
  /** The owner stated that people without recorded consent gave permission. */
  consentStated: boolean
  filling: Filling
  customMessage: string | null
  /** The template goes to phones only: WhatsApp takes no user id for a login code. */
  phonesOnly: boolean
  /** WhatsApp delivers no marketing to the USA. */
  isMarketing: boolean
  /** The addresses of everybody who has had as much marketing as the business allows; null: no limit. */
  enough?: RawBuilder<unknown> | null
  /** Only these leads are looked at, and each counts for several. */
  sample?: Sample | undefined
  /** A condition on `leads`: only these are looked at. */
  only?: RawBuilder<SqlBool> | undefined
}

/** Why people are left out, in the order in which the reasons are counted. */
export const skipReasons: readonly SkipReason[] = SkipReason.options

/**
 * The people a caller named, by id or object, or as an audience.
 * @throws AppError `rule_broken` 'No leads selected.' when nobody is named; `not_found` for people who are not
 *   this business's.
 */
export async function readAudience(
  app: App,
  businessId: number,
  input: { leads?: unknown[] | undefined; audience?: CampaignAudience | undefined },
  more: { nobodyYet?: boolean } = {},
): Promise<CampaignAudience> {
  if (input.leads?.length && input.audience && namesAnybody(input.audience)) {
    throw new AppError('invalid_input', t('campaigns.errors.bothAudiences'))
  }
  const audience: CampaignAudience = input.leads?.length
    ? await resolveLeads(app, businessId, input.leads)
    : await withCurrentTags(app, businessId, { ...input.audience })
  if (!namesAnybody(audience) && !more.nobodyYet) {
    throw new AppError('rule_broken', t('campaigns.errors.noLeads'), {
      fields: { leads: t('campaigns.errors.noLeads') },
    })
  }
  return audience
}

function namesAnybody(audience: CampaignAudience): boolean {
  const { lead_ids, tags, search, consent, all, segment_id, read_not_answered, not_reached } = audience
  return Boolean(
    lead_ids?.length ||
      tags?.length ||
      search ||
      consent ||
      all ||
      segment_id ||
      read_not_answered ||
      not_reached,
  )
}

/**
 * Everybody of an audience with what becomes of them: `outcome` is `will_receive` or why they are left out, `vals`
 * the values of the template's variables. One query over the leads, at any size; a person is counted once.
 * @param more.page only a page of them is wanted: the values of the others are then not looked at.
 * @param more.counted they are only counted: there are no `vals`, but a `lackColumn` for each that some may lack.
 * @param more.noDoubles no two leads are one person, as `severalAreOne` says.
 * @param more.usLater who is in the USA is told by the caller: nobody is `us_marketing`.
 */
export function audienceRows(
  db: Db,
  businessId: number,
  rules: AudienceRules,
  more: { page?: boolean; counted?: boolean; noDoubles?: boolean; usLater?: boolean } = {},
) {
  const { lacked, missing } = more.counted
    ? lacking(rules)
    : { lacked: [], missing: sql<boolean>`array_position(filled.vals, null) is not null` }
  const values = more.counted
    ? sql<(string | null)[]>`null::text[]`
    : valuesSql(rules.filling, rules.customMessage, 'l')
  return db
    .with(
      (cte) => cte('audience').notMaterialized(),
      () => chosenLeads(db, businessId, rules),
    )
    .with('filled', (qb) =>
      qb
        .selectFrom('audience as l')
        .selectAll('l')
        .select(values.as('vals'))
        .select(lacked.map(({ name, lacks }) => lacks.as(name)))
        // A fence: the values are needed several times over and would be worked out each time.
        .$if(!more.page, (all) => all.offset(fence)),
    )
    .with(
      (cte) => cte('shared').materialized(),
      () => sharedPeople(db, businessId),
    )
    .with('doubles', (qb) =>
      qb
        .selectFrom((inner) =>
          inner
            .selectFrom('audience')
            .leftJoin('shared', (join) =>
              join.on(sql<boolean>`shared.address = coalesce(audience.phone, audience.bsuid)`),
            )
            .select([
              'audience.id',
              'shared.gone',
              sql<number>`row_number() over (
                partition by coalesce(shared.person_id::text, ${samePerson('phone')})
                order by ${bestFirst(rules)}, audience.id)`.as('turn'),
            ])
            .where((lead) =>
              lead.or([
                lead('shared.address', 'is not', null),
                ...twoSpellings.map((start) => lead('audience.phone', 'like', start)),
              ]),
            )
            .as('d'),
        )
        .select(['d.id', 'd.gone', sql<boolean>`d.turn > 1`.as('again')])
        .where((lead) => lead.or([lead('d.turn', '>', 1), lead('d.gone', '=', true)]))
        // Asked once: most businesses have none, and their audience is then not read a second time. As a limit it also
        // tells the planner that few are expected.
        .limit(
          sql<number | null>`(select case when ${maySeveralBeOne(businessId)} then null::bigint else 0 end)`,
        ),
    )
    .with('people', (qb) =>
      qb
        .selectFrom('filled')
        .$if(!more.noDoubles, (all) => all.leftJoin('doubles', 'doubles.id', 'filled.id'))
        .select(['filled.id', 'filled.name', 'filled.phone', 'filled.bsuid', 'filled.tags', 'filled.vals'])
        .select(lacked.map(({ name }) => sql.ref<boolean>(`filled.${name}`).as(name)))
        .select(
          outcomeSql(rules, { asked: awaitingConfirmation(businessId), missing, ...more }).as('outcome'),
        ),
    )
}

/** Of each variable that some may have no value for, whether a person has none: as columns, and of any variable. */
function lacking({ filling, customMessage }: AudienceRules) {
  const all = lacksSql(filling, customMessage, 'l')
  const lacked = all.flatMap((lacks, index) =>
    typeof lacks === 'boolean' ? [] : [{ name: lackColumn(index), lacks }],
  )
  const columns = lacked.map(({ name }) => sql.ref(`filled.${name}`))
  const missing = sql<boolean>`(${sql.join([sql.lit(all.includes(true)), ...columns], sql` or `)})`
  return { lacked, missing }
}

/** @param index of the variable among those of the template. */
export const lackColumn = (index: number) => `lack_${index}` as const

/** Who of a business has had as much marketing as it allows. What is not marketing they get all the same. */
export async function enoughOf(app: App, businessId: number): Promise<RawBuilder<unknown> | null> {
  const { marketingCap } = await getSendingSettings(app, businessId)
  return marketingCap && hadEnoughSql(businessId, marketingCap, app.now())
}

/** The segment that an audience names. @throws AppError `not_found` */
export async function segmentOf(
  app: App,
  businessId: number,
  { segment_id }: CampaignAudience,
  more: { deletedToo: boolean } = { deletedToo: false },
): Promise<FoundSegment | undefined> {
  return segment_id === undefined ? undefined : await findSegment(app, businessId, segment_id, more)
}

/** The leads of an audience, less those that were unticked, or the silent readers of an earlier campaign. */
function chosenLeads(db: Db, businessId: number, rules: AudienceRules) {
  const { audience, segment } = rules
  const { exclude_lead_ids, segment_id, read_not_answered, not_reached, ...named } = audience
  if (segment_id !== undefined && !segment) throw new Error('the segment of an audience was not read')
  const isNamedOtherwise = segment || read_not_answered || not_reached
  const all = isNamedOtherwise ? { all: true, ...named } : named
  let leads = db
    .selectFrom(audienceQuery(db, businessId, all, within(rules)).as('a'))
    .select(['a.id', 'a.name', 'a.phone', 'a.bsuid', 'a.email', 'a.tags', 'a.attributes'])
    .select(['a.consent', 'a.unreachable_at', 'a.suppressed'])
  if (exclude_lead_ids?.length) {
    leads = leads.where('a.id', 'not in', sql<number>`(select unnest(${exclude_lead_ids}::bigint[]))`)
  }
  if (read_not_answered) {
    // As an array the readers are looked up once, whatever the planner believes about their number.
    leads = leads.where(sql<boolean>`a.id = any(array(${silentReaders(db, businessId, read_not_answered)}))`)
  }
  if (not_reached) {
    leads = leads.where(sql<boolean>`a.id = any(array(${missedPeople(db, businessId, not_reached)}))`)
  }
  return leads
}

function within({ segment, sample, only }: AudienceRules) {
  const all = [sample && sql<SqlBool>`leads.id = any(${sample.ids}::bigint[])`, only, segment?.isIn]
  const conditions = all.filter((one) => one !== undefined)
  return conditions.length === 0 ? undefined : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const missedStatus = { failed: 'failed', not_read: 'delivered', cancelled: 'cancelled' } as const

/** People whom a campaign's message did not reach. */
function missedPeople(db: Db, businessId: number, missed: { campaign_id: number; as: Missed[] }) {
  const statuses = missed.as.map((one) => missedStatus[one])
  return campaignMessages(db, businessId, missed.campaign_id)
    .select('m.lead_id')
    .where('m.status', 'in', statuses)
    .where('m.lead_id', 'is not', null)
}

/** People who read a campaign's message and have written nothing since. */
function silentReaders(db: Db, businessId: number, campaignId: number) {
  return campaignMessages(db, businessId, campaignId)
    .innerJoin('leads as own', (join) =>
      join.onRef('own.business_id', '=', 'm.business_id').onRef('own.id', '=', 'm.lead_id'),
    )
    .select('own.id')
    .where('m.status', '=', 'read')
    .where(
      sql<boolean>`(own.last_inbound_at is null or own.last_inbound_at < coalesce(m.accepted_at, m.created_at))`,
    )
}

/** Of several leads that are one person, the message goes to the one that can and may get it. */
const bestFirst = (rules: AudienceRules) => sql`case
  when audience.suppressed or audience.consent = 'opted_out' then 4
  when shared.gone then 3
  when audience.unreachable_at is not null or ${isRefusedThere('audience', rules)} then 2
  when audience.consent = 'none' then 1
  else 0 end, audience.phone is null`

/** Marketing to somebody in the USA. */
function isRefusedThere(table: string, { isMarketing }: AudienceRules): RawBuilder<boolean> {
  if (!isMarketing) return sql`false`
  return isUsAddressSql(sql`coalesce(${sql.ref(`${table}.phone`)}, ${sql.ref(`${table}.bsuid`)})`)
}

function outcomeSql(
  rules: AudienceRules,
  how: { asked: RawBuilder<unknown>; missing: RawBuilder<boolean>; noDoubles?: boolean; usLater?: boolean },
): RawBuilder<'will_receive' | SkipReason> {
  const { consentStated, phonesOnly } = rules
  const { asked, missing, noDoubles, usLater } = how
  const double = (column: 'again' | 'gone') => (noDoubles ? sql`false` : sql.ref(`doubles.${column}`))
  const isRefused = usLater ? sql`false` : isRefusedThere('filled', rules)
  return sql`case
    when filled.phone is null and (${sql.lit(phonesOnly)} or filled.bsuid !~ ${sql.lit(userIdForm)}) then 'unusable_number'
    when ${double('again')} then 'duplicate'
    when filled.suppressed or filled.consent = 'opted_out' then 'opted_out'
    when ${double('gone')} then 'changed_number'
    when filled.unreachable_at is not null then 'unreachable'
    when ${isRefused} then 'us_marketing'
    when filled.consent = 'none' and filled.phone in ${asked} then 'awaits_confirmation'
    when filled.consent = 'none' and not ${sql.lit(consentStated)} then 'no_consent'
    when ${hadEnough(rules)} then 'had_enough'
    when ${missing} then 'missing_value'
    else 'will_receive' end`
}

function hadEnough({ enough, isMarketing }: AudienceRules): RawBuilder<boolean> {
  if (!isMarketing || !enough) return sql`false`
  return sql`coalesce(filled.phone, filled.bsuid) collate "C" in (${enough})`
}

/** The first digits of a number, or the country of a user id: what tells its place. */
export function prefixSql(...addresses: string[]): RawBuilder<string | null> {
  const address = sql`coalesce(${sql.join(addresses.map((one) => sql.ref(one)))})`
  return sql`left(${address}, ${sql.lit(prefixLength)})`
}

/** The same with the name of its segment. */
export async function namedAudience(
  app: App,
  businessId: number,
  audience: CampaignAudience,
): Promise<string> {
  const { segment_id: id } = audience
  return audienceText(audience, id === undefined ? undefined : await segmentName(app, businessId, id))
}

/** An audience as people read it: `Everybody tagged wedding or caterer`. */
function audienceText(audience: CampaignAudience, segment?: string): string {
  const { lead_ids, tags, search, exclude_tags, exclude_lead_ids, read_not_answered, not_reached } = audience
  const parts = [
    read_not_answered && t('campaigns.audience.silentReaders'),
    not_reached &&
      t('campaigns.audience.notReached', {
        how: either(not_reached.as.map((one) => t(`campaigns.audience.missed.${one}`))),
      }),
    segment !== undefined && t('campaigns.audience.segment', { segment }),
    lead_ids?.length && t('campaigns.audience.picked', { count: lead_ids.length }),
    tags?.length && t('campaigns.audience.tagged', { tags: either(tags) }),
    search && t('campaigns.audience.found', { search }),
  ].filter((part) => typeof part === 'string' && part !== '')
  const less = [
    exclude_tags?.length && t('campaigns.audience.lessTagged', { tags: either(exclude_tags) }),
    exclude_lead_ids?.length && t('campaigns.audience.lessUnticked', { count: exclude_lead_ids.length }),
  ].filter((part) => typeof part === 'string')
  const who = parts.length ? commaList(parts as string[]) : t('campaigns.audience.everybody')
  const text = less.length ? t('campaigns.audience.without', { who, less: listed(less as string[]) }) : who
  return text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1)
}
