import type { CampaignAudience, Missed } from '#contract/campaigns/audience.ts'
import type { VariablePlan } from '#contract/campaigns/parts.ts'
import type { TrialMeasure } from '#contract/campaigns/trials.ts'
import type { ParameterSource } from '#contract/campaigns.ts'
import { linksIn } from '#contract/text/links.ts'
import { instantOf, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/**
 * How the audience is chosen. `silent`: people who read an earlier campaign and did not answer; `missed`: people whom
 * one did not reach; `kept`: the audience of an edited or copied campaign that the form cannot show otherwise.
 */
export type AudienceWay = 'tag' | 'segment' | 'search' | 'hand' | 'silent' | 'missed' | 'kept'

/**
 * What fills one variable: a choice of the menu, a fixed text, and the fallback for an empty value. `leaveOut`:
 * the user chose to skip people without a value.
 */
export type Filling = { choice: string; text: string; fallback: string; leaveOut?: boolean }

/** A pilot or an A/B test as the form has it; what belongs to the other kind is kept. */
export type TrialState = {
  kind: 'none' | 'pilot' | 'test'
  people: number
  percent: number
  /** What the size of a pilot is given in. */
  pilotIn: 'people' | 'percent'
  measure: TrialMeasure
  afterMinutes: number
  pilotDecide: 'owner' | 'bounds'
  testDecide: 'owner' | 'clear' | 'best'
  minRate: number | null
  maxFailed: number | null
  maxBlocked: number | null
  maxOptedOut: number | null
  /** The versions beside the campaign's own. */
  variants: readonly {
    templateId: number | null
    fillings: Readonly<Record<string, Filling>>
    customMessage: string
    /** After version A; absent in a form that was put aside before there was this choice. */
    laterMinutes?: number
  }[]
}

const noTrial: TrialState = {
  kind: 'none',
  people: 100,
  percent: 20,
  pilotIn: 'people',
  measure: 'read',
  afterMinutes: 240,
  pilotDecide: 'owner',
  testDecide: 'clear',
  minRate: null,
  maxFailed: null,
  maxBlocked: null,
  maxOptedOut: null,
  variants: [],
}

/** The form of the Campaign Manager. */
export type DraftState = {
  templateId: number | null
  phoneNumberId: string | null
  name: string
  way: AudienceWay
  tags: readonly string[]
  /** People with one of these are left out. */
  notTags: readonly string[]
  search: string
  segmentId: number | null
  picked: ReadonlySet<number>
  unticked: ReadonlySet<number>
  silentCampaign: number | null
  missed: { campaignId: number; as: readonly Missed[] } | null
  kept: { audience: CampaignAudience; words: string } | null
  fillings: Readonly<Record<string, Filling>>
  customMessage: string
  /** Addresses in the text become tracked links. */
  countClicks: boolean
  /** A part of the audience gets it first. */
  trial: TrialState
  consentStated: boolean
  consentText: string
  when: 'now' | 'later'
  date: string
  time: string
  zone: string
  /** The time is meant by each person's own clock. */
  byTheirClock: boolean
  /** Nothing is sent between these times of a person's own clock. */
  isQuiet: boolean
  quietFrom: string
  quietTo: string
  /** Absent in a form that was put aside before there was this choice. */
  quietCountries?: readonly QuietCountry[]
}

/** Other quiet hours of a country. */
export type QuietCountry = { country: string; from: string; to: string }

/** An empty form; a later start is tomorrow at 9:00. */
export function firstDraft(zone: string, now: Date): DraftState {
  const tomorrow = wallClock(new Date(now.getTime() + 86_400_000), zone)
  return {
    templateId: null,
    phoneNumberId: null,
    name: '',
    way: 'tag',
    tags: [],
    notTags: [],
    search: '',
    segmentId: null,
    picked: new Set(),
    unticked: new Set(),
    silentCampaign: null,
    missed: null,
    kept: null,
    fillings: {},
    customMessage: '',
    countClicks: false,
    trial: noTrial,
    consentStated: false,
    consentText: '',
    when: 'now',
    date: tomorrow?.date ?? '',
    time: '09:00',
    zone,
    byTheirClock: false,
    isQuiet: false,
    quietFrom: '21:00',
    quietTo: '08:00',
    quietCountries: [],
  }
}

/** The audience that the form names; undefined while it names nobody. */
export function audienceOf(draft: DraftState): CampaignAudience | undefined {
  const less = {
    ...(draft.notTags.length && { exclude_tags: [...draft.notTags] }),
    ...(draft.unticked.size && { exclude_lead_ids: [...draft.unticked] }),
  }
  const { way, tags, search, segmentId, silentCampaign, missed, kept, picked } = draft
  if (way === 'tag') return tags.length ? { tags: [...tags], ...less } : undefined
  if (way === 'segment') return segmentId ? { segment_id: segmentId, ...less } : undefined
  if (way === 'search') return search ? { search, ...less } : undefined
  if (way === 'silent') return silentCampaign ? { read_not_answered: silentCampaign, ...less } : undefined
  if (way === 'missed') {
    return missed?.as.length
      ? { not_reached: { campaign_id: missed.campaignId, as: [...missed.as] }, ...less }
      : undefined
  }
  if (way === 'kept') return kept ? { ...kept.audience, ...less } : undefined
  return picked.size ? { lead_ids: [...picked] } : undefined
}

/** The choice of the menu for the custom message. */
export const customMessageChoice = 'field:custom_message'

/** What the menu of a variable shows for a source: `field:name`, `attribute:city`, `text`. */
export function fillingOf(source: VariablePlan['suggested']): Filling {
  if (!source) return { choice: '', text: '', fallback: '' }
  if ('text' in source) return { choice: 'text', text: source.text, fallback: '' }
  const choice = 'field' in source ? `field:${source.field}` : `attribute:${source.attribute}`
  return { choice, text: '', fallback: source.fallback ?? '' }
}

type FieldName = Extract<ParameterSource, { field: string }>['field']

/**
 * The choice of a menu as the server takes it; null while nothing is chosen. An empty text is sent and refused: left
 * out, the server would fill the variable with what it suggests.
 */
export function sourceOf({ choice, text, fallback }: Filling): ParameterSource | null {
  if (choice === 'text') return { text: text.trim() }
  const [kind, name] = [choice.slice(0, choice.indexOf(':')), choice.slice(choice.indexOf(':') + 1)]
  const more = fallback.trim() ? { fallback: fallback.trim() } : {}
  if (kind === 'field') return { field: name as FieldName, ...more }
  return kind === 'attribute' ? { attribute: name, ...more } : null
}

/** The variables whose fixed text is not written yet. */
export function unwrittenTexts(parameters: Record<string, ParameterSource>): string[] {
  return Object.keys(parameters).filter((key) => isUnwritten(parameters[key]!))
}

const isUnwritten = (source: ParameterSource): boolean => 'text' in source && source.text === ''

/** For the checks and the preview of a form that is being filled in: dots where a text is not written yet. */
export function withDots(parameters: Record<string, ParameterSource>): Record<string, ParameterSource> {
  const dotted = ([key, source]: [string, ParameterSource]) => [
    key,
    isUnwritten(source) ? { text: '…' } : source,
  ]
  return Object.fromEntries(Object.entries(parameters).map(dotted))
}

/** The call's `parameters`: only of variables that the chosen template has, and that are filled. */
export function parametersOf(
  fillings: DraftState['fillings'],
  variables: readonly Pick<VariablePlan, 'key'>[],
): Record<string, ParameterSource> {
  const mapping: Record<string, ParameterSource> = {}
  for (const { key } of variables) {
    const source = fillings[key] ? sourceOf(fillings[key]) : null
    if (source) mapping[key] = source
  }
  return mapping
}

/**
 * The variables that are empty for some people and have no fallback. The custom message is not among them: it is the
 * same for everybody, and the checks report when it is missing.
 */
export function unsettledGaps(
  fillings: DraftState['fillings'],
  plans: readonly Pick<VariablePlan, 'key' | 'suggested' | 'empty'>[],
): string[] {
  return plans
    .filter(({ key, suggested, empty }) => {
      const { choice, fallback, leaveOut } = fillings[key] ?? fillingOf(suggested)
      return empty > 0 && !['', 'text', customMessageChoice].includes(choice) && !fallback.trim() && !leaveOut
    })
    .map(({ key }) => key)
}

/** Whether the message has a place for the custom message: a variable of that name, or one that it was chosen for. */
export function hasCustomMessage(
  variables: readonly Pick<VariablePlan, 'key'>[],
  parameters: Record<string, ParameterSource>,
): boolean {
  return (
    variables.some(({ key }) => key === 'custom_message') ||
    Object.values(parameters).some((source) => 'field' in source && source.field === 'custom_message')
  )
}

/** Whether the owner wrote a web address into the text. */
export const hasLink = (draft: DraftState, parameters: Record<string, ParameterSource>): boolean =>
  linksIn(draft.customMessage).length > 0 ||
  Object.values(parameters).some((source) => 'text' in source && linksIn(source.text).length > 0)

/** The least characters of the consent statement; the server's limit. */
export const consentTextMin = 10

/** When it starts: ISO 8601 with the zone's offset, null for now; undefined while date or time is invalid. */
export function startOf({ when, date, time, zone }: DraftState): string | null | undefined {
  return when === 'now' ? null : (instantOf(date, time, zone) ?? undefined)
}

/** The start as the API takes it. */
export const timingOf = (draft: DraftState) => {
  const isTheirs = draft.when === 'later' && draft.byTheirClock
  return {
    scheduled_at: startOf(draft) ?? null,
    timezone: draft.zone,
    by_their_clock: isTheirs,
    quiet: draft.isQuiet
      ? {
          from: draft.quietFrom,
          to: draft.quietTo,
          ...(draft.quietCountries?.length && { countries: [...draft.quietCountries] }),
        }
      : null,
  }
}

/** How far in the past a start may be; the server's limit. */
const graceMs = 120_000

/** What is wrong with the chosen time, if anything. */
export function timeFault(draft: DraftState, now: Date): string | undefined {
  const start = startOf(draft)
  if (start === null) return undefined
  if (start === undefined) return t('campaigns.form.says.chooseTime')
  // By the clocks of people elsewhere it may be still ahead: the checks say so.
  if (draft.byTheirClock) return undefined
  if (new Date(start).getTime() < now.getTime() - graceMs) return t('campaigns.form.says.past')
  return undefined
}
