import type { CampaignAudience, Missed } from '#contract/campaigns/audience.ts'
import type { VariablePlan } from '#contract/campaigns/parts.ts'
import type { ParameterSource } from '#contract/campaigns.ts'
import { formatAhead, formatDate, formatTime, instantOf, wallClock } from '#web/format/time.ts'

/**
 * How the audience is named. `silent`: people who read an earlier campaign and did not answer; `missed`: people whom one
 * did not reach; `kept`: as an edited or copied campaign has it, where no other way can say it.
 */
export type AudienceWay = 'tag' | 'search' | 'hand' | 'silent' | 'missed' | 'kept'

/**
 * What fills one variable: a choice of the menu, a fixed text, and what stands in for an empty value. `leaveOut`:
 * whoever has no value is left out, by the owner's word.
 */
export type Filling = { choice: string; text: string; fallback: string; leaveOut?: boolean }

/** The form of the Campaign Manager. */
export type DraftState = {
  templateId: number | null
  phoneNumberId: string | null
  name: string
  way: AudienceWay
  tags: readonly string[]
  /** Whoever has one of these is left out. */
  notTags: readonly string[]
  search: string
  picked: ReadonlySet<number>
  unticked: ReadonlySet<number>
  silentCampaign: number | null
  missed: { campaignId: number; as: readonly Missed[] } | null
  kept: { audience: CampaignAudience; words: string } | null
  fillings: Readonly<Record<string, Filling>>
  customMessage: string
  consentStated: boolean
  consentWords: string
  when: 'now' | 'later'
  date: string
  time: string
  zone: string
}

/** Tomorrow at nine: nobody is woken by it. */
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
    picked: new Set(),
    unticked: new Set(),
    silentCampaign: null,
    missed: null,
    kept: null,
    fillings: {},
    customMessage: '',
    consentStated: false,
    consentWords: '',
    when: 'now',
    date: tomorrow?.date ?? '',
    time: '09:00',
    zone,
  }
}

/** The people that the form names; undefined while it names nobody. */
export function audienceOf(draft: DraftState): CampaignAudience | undefined {
  const less = {
    ...(draft.notTags.length && { exclude_tags: [...draft.notTags] }),
    ...(draft.unticked.size && { exclude_lead_ids: [...draft.unticked] }),
  }
  const { way, tags, search, silentCampaign, missed, kept, picked } = draft
  if (way === 'tag') return tags.length ? { tags: [...tags], ...less } : undefined
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

/** The menu's choice of what is the same for everybody. */
export const customMessageChoice = 'field:custom_message'

/** What the menu of a variable shows for a source: `field:name`, `attribute:city`, `text`. */
export function fillingOf(source: VariablePlan['suggested']): Filling {
  if (!source) return { choice: '', text: '', fallback: '' }
  if ('text' in source) return { choice: 'text', text: source.text, fallback: '' }
  const choice = 'field' in source ? `field:${source.field}` : `attribute:${source.attribute}`
  return { choice, text: '', fallback: source.fallback ?? '' }
}

type FieldName = Extract<ParameterSource, { field: string }>['field']

/** The choice of a menu as the server takes it; null while nothing usable is chosen. */
export function sourceOf({ choice, text, fallback }: Filling): ParameterSource | null {
  if (choice === 'text') return text.trim() ? { text: text.trim() } : null
  const [kind, name] = [choice.slice(0, choice.indexOf(':')), choice.slice(choice.indexOf(':') + 1)]
  const more = fallback.trim() ? { fallback: fallback.trim() } : {}
  if (kind === 'field') return { field: name as FieldName, ...more }
  return kind === 'attribute' ? { attribute: name, ...more } : null
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
 * The variables that somebody has no value for, and of which the owner has not said what that person reads. The custom
 * message is everybody's: without one nobody gets anything, which the checks say.
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

/** Whether the message has a place for the custom message: a gap of that name, or one that it was chosen for. */
export function hasCustomMessage(
  variables: readonly Pick<VariablePlan, 'key'>[],
  parameters: Record<string, ParameterSource>,
): boolean {
  return (
    variables.some(({ key }) => key === 'custom_message') ||
    Object.values(parameters).some((source) => 'field' in source && source.field === 'custom_message')
  )
}

/** The shortest sentence that says how people gave consent; the server wants as much. */
export const consentWordsMin = 10

/** When it starts: ISO 8601 with the zone's offset, null for now; undefined while date and time are no time. */
export function startOf({ when, date, time, zone }: DraftState): string | null | undefined {
  return when === 'now' ? null : (instantOf(date, time, zone) ?? undefined)
}

/** As long as somebody may take to press the button; the server takes as much. */
const graceMs = 120_000

/** What is wrong with the time, said where it is chosen; undefined when nothing is. */
export function timeFault(draft: DraftState, now: Date): string | undefined {
  const start = startOf(draft)
  if (start === null) return undefined
  if (start === undefined) return 'Choose a date and a time.'
  if (new Date(start).getTime() < now.getTime() - graceMs)
    return 'This time is in the past. Choose a later one, or send now.'
  return undefined
}

/** `Tue 24 Nov 2026 at 09:00` and ` (Asia/Kolkata), in 4 days`: the two halves of the sentence in the action bar. */
export function startWords(draft: DraftState, now: Date): { moment: string; rest: string } | null {
  const start = startOf(draft)
  if (start === undefined) return null
  if (start === null) return { moment: 'now', rest: '' }
  return {
    moment: `${formatDate(start, draft.zone)} at ${formatTime(start, draft.zone)}`,
    rest: ` (${draft.zone}), ${formatAhead(start, now)}`,
  }
}
