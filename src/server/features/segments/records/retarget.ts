import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  type Deed,
  type SegmentCondition,
  type SegmentRules,
  scopeOf,
  type When,
} from '#contract/growth/segment-rules.ts'
import type { CampaignCell, Segment, segments } from '#contract/growth/segments.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { notFound } from '#server/platform/errors.ts'
import { currentRules } from '../rules/current-rules.ts'
import { namesIn, requireNamed } from '../rules/named.ts'
import { dayText, ruleText, scopeText } from '../rules/words.ts'
import { longestName, segmentForReport } from './records.ts'

type Wanted = BodyOf<typeof segments.retarget>

/** Who is in a cell: those of whom the first is true and the second is not. */
const cells: Record<Exclude<CampaignCell, 'undeliverable'>, { did: Deed; didNot?: Deed | 'converted' }> = {
  not_delivered: { did: 'sent', didNot: 'delivered' },
  not_read: { did: 'delivered', didNot: 'read' },
  not_clicked: { did: 'read', didNot: 'clicked' },
  clicked: { did: 'clicked' },
  not_converted: { did: 'clicked', didNot: 'converted' },
  not_answered: { did: 'read', didNot: 'answered' },
  answered: { did: 'answered' },
  failed_for_now: { did: 'failed_for_now', didNot: 'delivered' },
  failed: { did: 'failed', didNot: 'delivered' },
}

const undeliverableDays = 90

/**
 * The segment of people in one cell of a report. The same cell of the same report is one segment.
 * @throws AppError `not_found`
 */
export async function retarget(app: App, businessId: number, wanted: Wanted): Promise<Segment> {
  const { cell } = wanted
  const campaign = wanted.campaign_id === null ? null : await campaignOf(app, businessId, wanted.campaign_id)
  const rules = rulesOf(wanted, campaign?.day)
  const named = await namesIn(app, businessId, [rules])
  const of = [
    campaign?.name ?? (wanted.days ? undefined : sinceText(wanted.since)),
    wanted.tag,
    scopeText(wanted, named),
  ].filter(Boolean)
  const nameOf = (name: string) => t(`segments.cell.${cell}`, { name })
  // What is too long loses a part of whom it is about, and not what they did.
  const name = nameOf(shortened(of.join(', '), longestName - nameOf('').length))
  return await segmentForReport(app, businessId, name, rules)
}

/**
 * The segment of people whom a report counts by these rules, named for what they say. The same rules are one segment.
 * @throws AppError `not_found` for a campaign, form or sequence that is not this business's
 */
export async function reportSegment(app: App, businessId: number, given: SegmentRules): Promise<Segment> {
  const named = await requireNamed(app, businessId, given)
  const rules = await currentRules(app, businessId, given)
  return await segmentForReport(app, businessId, shortened(ruleText(rules, named), longestName), rules)
}

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

async function campaignOf(app: App, businessId: number, id: number): Promise<{ name: string; day: string }> {
  const campaign = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('businesses as b', 'b.id', 'c.business_id')
    .select('c.name')
    .select(
      sql<string>`(coalesce(c.started_at, c.scheduled_at) at time zone b.timezone)::date::text`.as('day'),
    )
    .where('c.business_id', '=', businessId)
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!campaign) throw notFound('campaign')
  return campaign
}

/** @param began the day on which the campaign did. */
function rulesOf(
  { campaign_id, since, tag, cell, ...scope }: Wanted,
  began: string | undefined,
): SegmentRules {
  if (cell === 'undeliverable')
    return { match: 'all', rules: [{ about: 'reachable', did: false, days: undeliverableDays }] }
  const { did, didNot } = cells[cell]
  const day = began ?? since ?? scope.days?.from
  const when: When | null = day === undefined ? null : { since: day }
  // What arrived has no error.
  const message = (deed: Deed, isDone: boolean): SegmentCondition => ({
    about: 'message',
    did: isDone,
    deed,
    campaign_id,
    link: null,
    // Messages of certain days are told by when they left, whenever it was that people did it.
    when: campaign_id === null && !scope.days ? when : null,
    // Without what is not said: rules are compared.
    ...scopeOf(isDone ? scope : { ...scope, code: undefined }),
  })
  const rest: SegmentCondition[] =
    didNot === undefined
      ? []
      : [didNot === 'converted' ? { about: 'converted', did: false, when } : message(didNot, false)]
  const tagged: SegmentCondition[] = tag === undefined ? [] : [{ about: 'tag', is: 'any', tags: [tag] }]
  return { match: 'all', rules: [message(did, true), ...rest, ...tagged] }
}

function sinceText(day: string | undefined): string | undefined {
  return day === undefined ? undefined : t('segments.when.since', { day: dayText(day) })
}
