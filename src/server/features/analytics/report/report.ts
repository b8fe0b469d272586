import {
  type Analytics,
  type AnalyticsQuery,
  type Counts,
  MessageCategory,
} from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import { explanationFor } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { passingCodes } from '#server/providers/meta/errors/error-catalogue.ts'
import { readAds, readConversions, readConverted } from './conversions.ts'
import { readCost } from './cost.ts'
import { noCounts, readChoices, readLeadLines, readLines, readState } from './figures.ts'
import { readList } from './list.ts'
import { readNumbers } from './numbers.ts'
import { isHourly, type Period, periodOf } from './period.ts'
import { readTests } from './versions.ts'

/** All cards of a period, from figures that are kept: no message is looked at. */
export async function getAnalytics(app: App, businessId: number, query: AnalyticsQuery): Promise<Analytics> {
  const period = await periodOf(app, businessId, query)
  const [lines, choices, leadLines, state, converted, conversions, ads, costs, tests, numbers, list] =
    await Promise.all([
      readLines(app, businessId, query, period),
      readChoices(app, businessId, period),
      readLeadLines(app, businessId, period),
      readState(app, businessId),
      readConverted(app, businessId, query, period),
      readConversions(app, businessId, query, period),
      readAds(app, businessId, query, period),
      readCost(app, businessId, query, period),
      readTests(app, businessId, query, period),
      readNumbers(app, businessId, query, period),
      readList(app, businessId),
    ])
  const of = (card: (typeof lines)[number]['card']) => lines.filter((line) => line.card === card)
  return {
    period: {
      from: period.from,
      to: period.to,
      before_from: period.beforeFrom,
      before_to: period.beforeTo,
      timezone: period.timezone,
    },
    as_of: state.as_of?.toISOString() ?? null,
    counting: state.counting,
    drift: state.drift_at && { blocks: state.drifts, last_at: state.drift_at.toISOString() },
    choices: {
      campaigns: named(choices, 'campaign'),
      templates: named(choices, 'template'),
      categories: choices.flatMap(({ column, value }) => (column === 'category' ? categoryOf(value) : [])),
      countries: choices.flatMap(({ column, value }) => (column === 'country' ? value : [])),
      numbers: named(choices, 'number'),
    },
    total: countsOf(of('total').find(({ now }) => now)),
    before: countsOf(of('total').find(({ now }) => !now)),
    ...converted,
    cost: costs.cost,
    cost_by_country: costs.cost_by_country,
    steps: steps(of('steps'), period, isHourly(query, period)),
    hours: of('hours')
      .map((line) => ({
        weekday: line.weekday!,
        hour: line.their_hour!,
        delivered: line.delivered,
        read: line.read,
      }))
      .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    templates: of('templates')
      .map((line) => ({
        template: line.template_name!,
        category: categoryOf(line.category),
        ...countsOf(line),
        cost: costs.costOfTemplate.get(`${line.template_name} ${line.category}`) ?? null,
      }))
      .sort((a, b) => b.sent - a.sent || (a.template < b.template ? -1 : 1)),
    failures: failures(of('failures'), period),
    ...leadCards(leadLines, period),
    list,
    conversions,
    ads,
    tests,
    numbers,
  }
}

const categoryOf = (category: string | null): MessageCategory =>
  MessageCategory.catch('SERVICE').parse(category)

const named = (choices: Awaited<ReturnType<typeof readChoices>>, column: string) =>
  choices
    .filter((choice) => choice.column === column)
    .map(({ value, name }) => ({ value, name: name ?? value }))

function countsOf(line: Counts | undefined): Counts {
  if (!line) return noCounts
  const { sent, delivered, read, clicked, replied, opted_out, failed, blocked, unknown } = line
  return { sent, delivered, read, clicked, replied, opted_out, failed, blocked, unknown }
}

/** Each day or hour of the period, those without a message too. */
function steps(
  lines: readonly ({ day: string | null; hour: number | null } & Counts)[],
  { dates }: Period,
  hourly: boolean,
): Analytics['steps'] {
  const byTime = new Map(lines.map((line) => [nameOf(line.day!, line.hour), line]))
  const all = dates.flatMap((day) =>
    hourly ? Array.from({ length: 24 }, (_, hour) => nameOf(day, hour)) : [day],
  )
  return all.map((at) => ({ at, ...countsOf(byTime.get(at)) }))
}

const nameOf = (day: string, hour: number | null): string =>
  hour === null ? day : `${day}T${String(hour).padStart(2, '0')}`

/** Messages that failed by what they failed of, the most frequent first. */
function failures(
  lines: readonly { failure: string | null; day: string | null; now: boolean; failed: number }[],
  { from, days }: Period,
): Analytics['failures'] {
  const causes = new Map<string, { count: number; before: number; days: number[] }>()
  for (const { failure, day, now, failed } of lines) {
    if (failure === null || failed === 0) continue
    const cause = causes.get(failure) ?? { count: 0, before: 0, days: Array.from({ length: days }, () => 0) }
    causes.set(failure, cause)
    if (!now) cause.before += failed
    else {
      cause.count += failed
      const at = (Date.parse(day!) - Date.parse(from)) / 86_400_000
      cause.days[at] = (cause.days[at] ?? 0) + failed
    }
  }
  return [...causes]
    .map(([failure, cause]) => ({ ...causeOf(failure), ...cause }))
    .sort((a, b) => b.count - a.count || b.before - a.before)
}

type Cause = Pick<Analytics['failures'][number], 'code' | 'explanation' | 'advice' | 'passes'>

function causeOf(failure: string): Cause {
  const code = /^\d+$/.test(failure) ? Number(failure) : null
  const { explanation, advice } = explanationFor({
    status: 'failed',
    reason: code === null && failure !== '' ? failure : null,
    error_code: code,
    error_title: null,
  })
  const passes = code !== null && passingCodes.includes(code)
  return { code, explanation: explanation ?? t('messages.errors.noReason'), advice, passes }
}

function leadCards(
  lines: Awaited<ReturnType<typeof readLeadLines>>,
  { dates }: Period,
): Pick<Analytics, 'leads' | 'consent'> {
  const sources = new Map<string, { count: number; before: number }>()
  const byDay = new Map(
    dates.map((day) => {
      const none: Analytics['consent']['days'][number] = { day, leads: 0, opted_in: 0, opted_out: 0 }
      return [day, none] as const
    }),
  )
  const consent = { opted_in: 0, opted_in_before: 0, opted_out: 0, opted_out_before: 0 }
  for (const { kind, what, day, now, count } of lines) {
    if (day !== null) {
      const at = byDay.get(day)
      if (!at) continue
      if (kind === 'leads') at.leads += count
      else if (what === 'opted_in' || what === 'opted_out') at[what] += count
    } else if (kind === 'leads') {
      const source = sources.get(what!) ?? { count: 0, before: 0 }
      sources.set(what!, source)
      source[now ? 'count' : 'before'] += count
    } else if (what === 'opted_in' || what === 'opted_out') {
      consent[now ? what : (`${what}_before` as const)] += count
    }
  }
  return {
    leads: [...sources].map(([source, counts]) => ({ source, ...counts })).sort((a, b) => b.count - a.count),
    consent: { ...consent, days: [...byDay.values()] },
  }
}
