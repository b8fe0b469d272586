import type { CampaignAudience, Missed } from '#contract/campaigns/audience.ts'
import type { CampaignDraft } from '#contract/campaigns/drafts.ts'
import { wallClock } from '#web/format/time.ts'
import { sameShape } from '#web/shell/form-drafts.ts'
import { trialStateOf } from '../trial/trial-input.ts'
import { type DraftState, fillingOf, firstDraft } from './draft-state.ts'

const missedWays: readonly Missed[] = ['failed', 'not_read', 'cancelled']

/** A new campaign with what the address names: a template, a tag, a segment, picked leads, or people of an earlier campaign. */
export function startFromAddress(params: URLSearchParams, zone: string): DraftState {
  const idOf = (name: string) => Number(params.get(name)) || null
  const tag = params.get('tag')
  const picked = (params.get('leads') ?? '')
    .split(',')
    .map(Number)
    .filter(Number.isSafeInteger)
    .filter(Boolean)
  const silentCampaign = idOf('unanswered')
  const missedCampaign = idOf('missed')
  const segmentId = idOf('segment')
  const as = missedWays.filter((one) => (params.get('as') ?? missedWays.join()).split(',').includes(one))
  return {
    ...firstDraft(zone, new Date()),
    templateId: idOf('template'),
    silentCampaign,
    picked: new Set(picked),
    ...(picked.length && { way: 'hand' as const }),
    ...(segmentId && { way: 'segment' as const, segmentId }),
    ...(tag && { way: 'tag' as const, tags: [tag] }),
    ...(silentCampaign && { way: 'silent' as const }),
    ...(missedCampaign && { way: 'missed' as const, missed: { campaignId: missedCampaign, as } }),
  }
}

/** The part of the address that says what a form is about: its draft is saved under this name. */
export function formName(params: URLSearchParams): string {
  const about = ['edit', 'copy', 'draft', 'template', 'tag', 'segment', 'leads', 'unanswered', 'missed', 'as']
  const named = about.flatMap((name) => (params.has(name) ? [`${name}=${params.get(name)}`] : []))
  return ['campaign', ...named].join(' ')
}

/** The form of a campaign that is edited, or of a copy of it. */
export function startFromCampaign(campaign: CampaignDraft, copy: boolean, now: Date): DraftState {
  const zone = campaign.timezone
  const first = firstDraft(zone, now)
  const clock = wallClock(new Date(campaign.scheduled_at), zone)
  const later = !campaign.starts_now && (!copy || new Date(campaign.scheduled_at) > now)
  return {
    ...first,
    templateId: campaign.template_id,
    phoneNumberId: campaign.phone_number_id,
    name: copy ? '' : campaign.name,
    ...peopleOf(campaign.audience, campaign.audience_text),
    fillings: Object.fromEntries(
      Object.entries(campaign.parameters).map(([key, source]) => [key, fillingOf(source)]),
    ),
    customMessage: campaign.custom_message ?? '',
    countClicks: campaign.count_clicks,
    trial: campaign.trial ? trialStateOf(campaign.trial, first.trial) : first.trial,
    // It was about the people of then: for a copy it is made again.
    consentStated: !copy && campaign.consent_statement !== null,
    consentText: campaign.consent_statement ?? '',
    when: later ? 'later' : 'now',
    byTheirClock: campaign.by_their_clock,
    isQuiet: campaign.quiet !== null,
    quietFrom: campaign.quiet?.from ?? first.quietFrom,
    quietTo: campaign.quiet?.to ?? first.quietTo,
    quietCountries: campaign.quiet?.countries ?? [],
    ...(later && clock && { date: clock.date, time: clock.time }),
  }
}

type People = Pick<
  DraftState,
  | 'way'
  | 'segmentId'
  | 'tags'
  | 'notTags'
  | 'search'
  | 'picked'
  | 'unticked'
  | 'silentCampaign'
  | 'missed'
  | 'kept'
>

/** How the form shows this audience. API callers may name audiences that the form cannot show. */
function peopleOf(audience: CampaignAudience, words: string): Partial<People> {
  const { exclude_lead_ids, exclude_tags, ...named } = audience
  const less = { notTags: exclude_tags ?? [], unticked: new Set(exclude_lead_ids) }
  const given = (Object.keys(named) as (keyof typeof named)[]).filter((key) => named[key] !== undefined)
  const [only] = given
  if (given.length === 1) {
    if (only === 'tags') return { way: 'tag', tags: named.tags ?? [], ...less }
    if (only === 'segment_id') return { way: 'segment', segmentId: named.segment_id ?? null, ...less }
    if (only === 'search') return { way: 'search', search: named.search ?? '', ...less }
    if (only === 'lead_ids' && !exclude_tags && !exclude_lead_ids)
      return { way: 'hand', picked: new Set(named.lead_ids) }
    if (only === 'read_not_answered')
      return { way: 'silent', silentCampaign: named.read_not_answered ?? null, ...less }
    if (only === 'not_reached' && named.not_reached) {
      const { campaign_id, as } = named.not_reached
      return { way: 'missed', missed: { campaignId: campaign_id, as }, ...less }
    }
  }
  return { way: 'kept', kept: { audience: named, words }, ...less }
}

/** The form as plain JSON. */
export const writeForm = (draft: DraftState): Record<string, unknown> => ({
  ...draft,
  picked: [...draft.picked],
  unticked: [...draft.unticked],
})

/** A form saved in this browser or on the server; null where it is invalid. */
export function readForm(kept: unknown, start: DraftState): DraftState | null {
  const plain = sameShape(kept, writeForm(start))
  if (!plain) return null
  const ids = (value: unknown) =>
    new Set((value as unknown[]).filter((id): id is number => Number.isSafeInteger(id)))
  return { ...(plain as DraftState), picked: ids(plain.picked), unticked: ids(plain.unticked) }
}
