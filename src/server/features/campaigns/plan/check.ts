import type { Check, Checks } from '#contract/campaigns/parts.ts'
import type { KeptQuiet } from '#contract/campaigns/timing.ts'
import type { TrialInput } from '#contract/campaigns/trials.ts'
import type { DraftInput } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { isSampleEnough, type Sample, sampleLeads } from '#server/features/leads/leads.ts'
import {
  getSender,
  peopleWrittenTo,
  recentMessages,
  type Sender,
} from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { clockIn } from '#server/stored-text/clock.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { isPast, pastText } from '../model/moment.ts'
import { listAttributes } from './attributes.ts'
import {
  beginOf,
  clocksOf,
  readTheirClock,
  type TheirClock,
  type ZoneStart,
  zoneStarts,
} from './clocks/clocks.ts'
import { forecastOf } from './cost/cost.ts'
import { type AudienceCounts, countAmong, countAudience } from './count-audience.ts'
import { type Draft, problemOf, readDraft } from './draft.ts'
import { freeAt } from './free-window.ts'
import { firstVariable, suggestedSource, takesCustomMessage } from './variables.ts'

type Timing = {
  scheduled_at?: string | null | undefined
  timezone?: string | null | undefined
  by_their_clock?: boolean | undefined
  quiet?: KeptQuiet | null | undefined
  trial?: TrialInput | null | undefined
  /** A part of many leads is enough. */
  estimate?: boolean | undefined
}

/**
 * The pre-flight: everything a person wants to know before many others get a message. It stops nothing by itself;
 * what it calls `stop` the scheduling refuses too.
 */
export async function checkDraft(app: App, businessId: number, input: DraftInput & Timing): Promise<Checks> {
  const sample = input.estimate ? await sampleLeads(app, businessId) : undefined
  const checks = await checkWith(app, businessId, input, sample)
  const isEnough = isSampleEnough(sample, checks.selected)
  return isEnough ? checks : await checkWith(app, businessId, input, undefined)
}

async function checkWith(
  app: App,
  businessId: number,
  input: DraftInput & Timing,
  sample: Sample | undefined,
): Promise<Checks> {
  const read = await readDraft(app, businessId, input, { nobodyYet: true })
  const draft = { ...read, rules: { ...read.rules, sample } }
  const { sendable } = draft
  const [counts, { sender, problem }, attributes] = await Promise.all([
    countAudience(app, businessId, draft.rules),
    findUsable(app, businessId, input.phone_number_id ?? undefined),
    listAttributes(app, businessId),
  ])
  const { clock, isTheirs, problem: clockProblem } = await clockOf(app, businessId, input)
  const wanted = input.scheduled_at ? new Date(input.scheduled_at) : app.now()
  const starts = clockProblem ? [] : await zoneStarts(app, counts.prefixes, clock, wanted)
  const start = isTheirs ? beginOf(starts, app.now()) : wanted
  const { cost, forecast } = await forecastOf(
    app,
    businessId,
    sendable.category,
    counts.prefixes,
    start,
    await freeAt(app, businessId, draft.rules, start),
  )
  // What counts against the limit now no longer does after a day.
  const isSoon = start.getTime() < app.now().getTime() + dayMs
  // Counting a million takes seconds: it is done only where a limit asks for it.
  const written = sender && sender.messaging_limit !== null && isSoon ? await peopleWrittenTo(app, sender) : 0
  const known =
    sender && written > 0
      ? await countAmong(app, businessId, draft.rules, await recentMessages(app, sender))
      : 0
  const fresh = counts.will_receive - known
  const days = sender ? daysOverLimit(sender, fresh, written) : 0
  const first = firstVariable(sendable.variables)
  const perSecond = sender?.throughput_per_second ?? null
  const clocks = clocksOf(starts, app.now(), perSecond, partOf(input.trial, counts.will_receive))
  const seconds = perSecond ? Math.ceil(counts.will_receive / perSecond) : null
  return {
    estimated: sample !== undefined,
    selected: counts.selected,
    will_receive: counts.will_receive,
    left_out: counts.left_out,
    checks: [
      templateCheck(draft),
      numberCheck(sender, problem, draft, await qualityOf(app, businessId, sender)),
      audienceCheck(counts),
      ...variablesCheck(counts),
      ...(sender
        ? [limitCheck(sender, { fresh, known, written }, isSoon), durationCheck(seconds, days)]
        : []),
      ...(isTheirs || clockProblem
        ? theirTimeCheck(clockProblem, starts)
        : timeCheck(app, input.scheduled_at ?? null, clocks?.held ?? 0)),
      costCheck(cost),
    ],
    variables: sendable.variables.map((variable, index) => ({
      key: variable.key,
      label: variable.label,
      where: variable.where,
      suggested:
        draft.named[variable.key] ??
        suggestedSource(variable.name, variable === first, draft.customMessage ?? ' '),
      empty: counts.empty[index] ?? 0,
    })),
    attributes,
    takes_custom_message: takesCustomMessage(sendable.variables, draft.mapping),
    template_name: sendable.template_name,
    category: sendable.category,
    sender: sender
      ? { phone_number_id: sender.phone_number_id, phone: sender.phone, name: sender.verified_name }
      : null,
    seconds,
    cost,
    forecast,
    clocks,
  }
}

function templateCheck(draft: Draft): Check {
  const problem = problemOf(draft)
  if (!problem) return { name: 'template', state: 'ok', sentence: t('campaigns.check.approved') }
  const state = problem.field === 'template_id' ? 'stop' : 'turn'
  return { name: 'template', state, sentence: readText(problem.reason) }
}

/** The number that would send, or the sentence that says why none can. */
async function findUsable(
  app: App,
  businessId: number,
  phoneNumberId: string | undefined,
): Promise<{ sender: Sender | undefined; problem: string }> {
  try {
    return { sender: await getSender(app, businessId, phoneNumberId), problem: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { sender: undefined, problem: error.message }
  }
}

const qualities = ['GREEN', 'YELLOW', 'RED'] as const

async function qualityOf(app: App, businessId: number, sender: Sender | undefined): Promise<string> {
  if (!sender) return 'UNKNOWN'
  const row = await app.db
    .selectFrom('phone_numbers')
    .select('quality_rating')
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', sender.phone_number_id)
    .executeTakeFirst()
  return row?.quality_rating ?? 'UNKNOWN'
}

function numberCheck(
  sender: Sender | undefined,
  problem: string,
  { sendable }: Draft,
  quality: string,
): Check {
  const name = 'number'
  if (!sender) return { name, state: 'stop', sentence: problem }
  if (sendable.waba_id && sendable.waba_id !== sender.waba_id) {
    return {
      name,
      state: 'stop',
      sentence: t('campaigns.check.otherAccount'),
    }
  }
  if (sender.status !== 'CONNECTED') {
    return {
      name,
      state: 'turn',
      sentence: t('campaigns.check.numberStatus', { status: sender.status.toLowerCase() }),
    }
  }
  const state = quality === 'RED' || quality === 'YELLOW' ? 'turn' : 'ok'
  return {
    name,
    state,
    sentence: t(`campaigns.check.quality.${qualities.find((one) => one === quality) ?? 'UNKNOWN'}`),
  }
}

function audienceCheck({ selected, will_receive, left_out }: AudienceCounts): Check {
  const name = 'audience'
  if (selected === 0) return { name, state: 'stop', sentence: t('campaigns.check.nobodyIn') }
  const us = left_out.find(({ reason }) => reason === 'us_marketing')?.count ?? 0
  const withUs = (text: string): string =>
    us ? t('campaigns.check.withUs', { text, us: t('campaigns.check.usLeftOut', { count: us }) }) : text
  if (will_receive === 0) {
    return { name, state: 'stop', sentence: withUs(t('campaigns.check.none', { count: selected })) }
  }
  return {
    name,
    state: us ? 'turn' : 'ok',
    sentence: withUs(t('campaigns.check.can', { count: will_receive })),
  }
}

function variablesCheck({ left_out }: AudienceCounts): Check[] {
  const missing = left_out.find(({ reason }) => reason === 'missing_value')
  if (!missing) return []
  const sentence = t('campaigns.check.noValue', { count: missing.count })
  return [{ name: 'variables', state: 'turn', sentence }]
}

const dayMs = 86_400_000

/** How many days more than the first a campaign takes because of the 24 h limit. */
function daysOverLimit({ messaging_limit }: Sender, fresh: number, written: number): number {
  if (messaging_limit === null) return 0
  const over = fresh - Math.max(0, messaging_limit - written)
  return over > 0 ? Math.ceil(over / messaging_limit) : 0
}

function timeCheck(app: App, scheduledAt: string | null, held: number): Check[] {
  if (scheduledAt && isPast(app.now(), new Date(scheduledAt)))
    return [{ name: 'time', state: 'stop', sentence: pastText() }]
  if (held === 0) return []
  return [{ name: 'time', state: 'turn', sentence: t('campaigns.check.afterQuiet', { count: held }) }]
}

/** What is said of the clocks, or why it cannot be so. */
async function clockOf(
  app: App,
  businessId: number,
  input: Timing,
): Promise<{ clock: TheirClock; isTheirs: boolean; problem: string | null }> {
  const zone = input.timezone ?? (await getBusiness(app, businessId)).timezone
  const atAnyHour: TheirClock = { time: null, zone, quiet: null }
  try {
    const clock = (await readTheirClock(app, input, zone)) ?? atAnyHour
    return { clock, isTheirs: clock.time !== null, problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { clock: atAnyHour, isTheirs: false, problem: error.message }
  }
}

/** Which share of the audience a trial writes to at the start, and how much later its versions leave. */
function partOf(trial: TrialInput | null | undefined, people: number): { share: number; later: number[] } {
  if (!trial || people === 0) return { share: 1, later: [0] }
  const size = trial.kind === 'pilot' && trial.people ? trial.people : (people * (trial.percent ?? 100)) / 100
  const versions = trial.kind === 'test' ? trial.variants : []
  return {
    share: Math.min(1, size / people),
    later: [0, ...versions.map(({ later_minutes }) => later_minutes ?? 0)],
  }
}

function theirTimeCheck(problem: string | null, starts: readonly ZoneStart[]): Check[] {
  const name = 'time'
  if (problem) return [{ name, state: 'stop', sentence: problem }]
  if (starts.length > 0 && starts.every(({ nextDay }) => nextDay))
    return [{ name, state: 'stop', sentence: pastText() }]
  const later = starts.reduce((sum, { nextDay, count }) => sum + (nextDay ? count : 0), 0)
  if (later === 0) return []
  return [{ name, state: 'turn', sentence: t('campaigns.check.nextDay', { count: later }) }]
}

function limitCheck(
  { messaging_limit }: Sender,
  { fresh, known, written }: { fresh: number; known: number; written: number },
  isSoon: boolean,
): Check {
  const name = 'limit'
  if (messaging_limit === null) return { name, state: 'ok', sentence: t('campaigns.check.noLimit') }
  const left = Math.max(0, messaging_limit - written)
  const limit = messaging_limit
  if (fresh <= left) {
    return {
      name,
      state: 'ok',
      sentence: t('campaigns.check.limit.enough', { fresh, limit, used: written, known }),
    }
  }
  const over = fresh - left
  const days = Math.ceil(over / limit)
  return {
    name,
    state: 'turn',
    sentence: isSoon
      ? t('campaigns.check.limit.today', { left, limit, over, days })
      : t('campaigns.check.limit.daily', { limit, over, days }),
  }
}

function durationCheck(seconds: number | null, days: number): Check {
  const name = 'duration'
  if (days > 0) {
    const sentence = t('campaigns.check.doneDays', { count: days })
    return { name, state: 'turn', sentence }
  }
  if (seconds === null) return { name, state: 'ok', sentence: t('campaigns.check.noSpeedLimit') }
  return { name, state: 'ok', sentence: doneAfter(seconds) }
}

function costCheck({ amount, currency, price_list, unpriced }: Checks['cost']): Check {
  const name = 'cost'
  if (amount === null) return { name, state: 'unknown', sentence: t('campaigns.check.costUnknown') }
  const sentence = price_list
    ? t('campaigns.check.costListed', { amount, currency, date: clockIn('UTC').day(new Date(price_list)) })
    : t('campaigns.check.costOwn', { amount, currency })
  if (unpriced === 0) return { name, state: 'ok', sentence }
  return {
    name,
    state: 'ok',
    sentence: t('campaigns.check.costWithout', { text: sentence, count: unpriced }),
  }
}

function doneAfter(seconds: number): string {
  if (seconds < 45) return t('campaigns.check.doneHalf')
  if (seconds < 90) return t('campaigns.check.doneMinutes', { count: 1 })
  if (seconds < 5400) return t('campaigns.check.doneMinutes', { count: Math.round(seconds / 60) })
  return t('campaigns.check.doneHours', { count: Math.round(seconds / 3600) })
}
