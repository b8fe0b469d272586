import { Checkbox, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useLocation } from 'react-router'
import type { Missed } from '#contract/campaigns/audience.ts'
import type { Checks } from '#contract/campaigns/parts.ts'
import { Figures } from '#web/components/figures/figures.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Section } from '#web/components/page.tsx'
import { useSegment, useSegments } from '#web/features/segments/segments.ts'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useCampaignChecks } from '../campaigns.queries.ts'
import { AudienceCards } from './audience-cards.tsx'
import { type AudienceWay, consentTextMin, type DraftState } from './draft-state.ts'
import { LeadPicker } from './lead-picker.tsx'
import { TagsField } from './tags-field.tsx'
import type { DraftCall } from './use-draft.ts'

const ways: readonly AudienceWay[] = ['tag', 'segment', 'search', 'hand']

/** Who gets it: chosen by hand, tag or search, with counts and a statement of consent where none is on record. */
export function AudienceStep({
  draft,
  checks,
  isStale,
  input,
  error,
  consentError,
  onChange,
}: {
  draft: DraftState
  checks: Checks | undefined
  /** The checks are of the form before its last change. */
  isStale: boolean
  input: DraftCall | null
  error?: string
  consentError?: string
  onChange: (changes: Partial<DraftState>) => void
}) {
  const offered: AudienceWay[] = [
    ...ways,
    ...(draft.silentCampaign ? ['silent' as const] : []),
    ...(draft.missed ? ['missed' as const] : []),
    ...(draft.kept ? ['kept' as const] : []),
  ]
  // A statement of consent is about the people it was made for.
  const choose = (changes: Partial<DraftState>) =>
    onChange({ ...changes, unticked: new Set(), consentStated: false })
  const choices = offered.map((value) => ({ value, name: t(`campaigns.form.audience.ways.${value}`) }))
  return (
    <Section number={2} title={t('campaigns.form.audience.title')}>
      <Segmented
        className="mt1"
        label={t('campaigns.form.audience.by')}
        choices={choices}
        value={draft.way}
        onChange={(way) => choose({ way })}
      />
      <div className="mt3">
        {draft.way === 'tag' ? <TagChoice draft={draft} onChange={choose} /> : null}
        {draft.way === 'segment' ? <SegmentChoice draft={draft} onChange={choose} /> : null}
        {draft.way === 'search' ? <SearchChoice draft={draft} onChange={choose} /> : null}
        {draft.way === 'silent' ? <p className="t2">{t('campaigns.form.audience.silent')}</p> : null}
        {draft.way === 'missed' ? <MissedChoice draft={draft} onChange={choose} /> : null}
        {draft.way === 'kept' ? <p className="t2">{draft.kept?.words}</p> : null}
        {draft.way === 'hand' ? (
          <LeadPicker picked={draft.picked} onChange={(picked) => choose({ picked })} />
        ) : null}
      </div>
      {draft.way === 'hand' ? null : (
        <div className="mt3">
          <TagsField
            label={t('campaigns.form.audience.notTagged')}
            placeholder={t('campaigns.form.audience.notTaggedHint')}
            value={draft.notTags}
            quiet
            onChange={(notTags) => choose({ notTags })}
          />
        </div>
      )}
      {error ? <p className="hint err mt3">{error}</p> : null}
      {checks && checks.selected > 0 ? <Breakdown draft={draft} checks={checks} isStale={isStale} /> : null}
      {checks ? (
        <ConsentStatement
          draft={draft}
          checks={checks}
          input={input}
          error={consentError}
          onChange={onChange}
        />
      ) : null}
      {draft.way !== 'hand' && input?.audience ? (
        <AudienceCards draft={draft} input={input} total={checks?.will_receive} onChange={onChange} />
      ) : null}
    </Section>
  )
}

type StepProps = { draft: DraftState; onChange: (changes: Partial<DraftState>) => void }

function TagChoice({ draft, onChange }: StepProps) {
  return (
    <TagsField
      label={t('campaigns.form.audience.tags')}
      placeholder={t('campaigns.form.audience.chooseTags')}
      value={draft.tags}
      onChange={(tags) => onChange({ tags })}
    />
  )
}

/** A saved segment; its sentence says who is in it. */
function SegmentChoice({ draft, onChange }: StepProps) {
  const query = useSegments()
  const listed = query.data?.segments ?? []
  // What a report made for this campaign is in no list.
  const isListed = draft.segmentId === null || listed.some(({ id }) => id === draft.segmentId)
  const other = useSegment(query.data && !isListed ? draft.segmentId : null).data?.segment
  const segments = other ? [other, ...listed] : listed
  if (query.data && segments.length === 0) {
    return (
      <p className="t2">{t.rich('campaigns.form.audience.noSegments', { link: linkTo('/segments/new') })}</p>
    )
  }
  const chosen = segments.find(({ id }) => id === draft.segmentId)
  return (
    <Select
      label={t('campaigns.form.audience.segment')}
      placeholder={t('campaigns.form.audience.chooseSegment')}
      description={chosen?.sentence}
      data={segments.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={draft.segmentId === null ? null : String(draft.segmentId)}
      searchable
      allowDeselect={false}
      onChange={(id) => onChange({ segmentId: Number(id) || null })}
    />
  )
}

const missedWays: readonly Missed[] = ['failed', 'not_read', 'cancelled']

/** How the earlier message missed them. */
function MissedChoice({ draft, onChange }: StepProps) {
  const { missed } = draft
  if (!missed) return null
  return (
    <Checkbox.Group
      label={t('campaigns.form.audience.missedLabel')}
      value={[...missed.as]}
      onChange={(as) => onChange({ missed: { ...missed, as } })}
    >
      <div className="row">
        {missedWays.map((one) => (
          <Checkbox key={one} value={one} label={t(`campaigns.form.audience.missed.${one}`)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function SearchChoice({ draft, onChange }: StepProps) {
  return (
    <TextInput
      label={t('campaigns.form.audience.searchLabel')}
      type="search"
      maxLength={200}
      value={draft.search}
      onChange={({ currentTarget: { value } }) => onChange({ search: value })}
    />
  )
}

/** Shown even where the count is 0. */
const always = ['no_consent', 'opted_out', 'unusable_number', 'duplicate'] as const
/** Shown where there are some. */
const sometimes = [
  'changed_number',
  'unreachable',
  'us_marketing',
  'awaits_confirmation',
  'had_enough',
  'missing_value',
] as const
type Reason = (typeof always)[number] | (typeof sometimes)[number]

function Breakdown({ draft, checks, isStale }: { draft: DraftState; checks: Checks; isStale: boolean }) {
  const { search } = useLocation()
  const people = (outcome: string) => {
    const query = new URLSearchParams(search)
    query.set('people', outcome)
    return `?${query}`
  }
  const count = (reason: Reason) => checks.left_out.find((left) => left.reason === reason)?.count ?? 0
  const more = sometimes.filter((reason) => count(reason) > 0)
  return (
    <div aria-live="polite" aria-busy={isStale}>
      {checks.estimated ? <p className="hint mt3">{t('campaigns.form.audience.estimated')}</p> : null}
      <Figures
        total={{ name: t(`campaigns.form.audience.totals.${draft.way}`), count: checks.selected }}
        parts={[
          {
            name: t('campaigns.form.audience.willReceive'),
            count: checks.will_receive,
            to: people('will_receive'),
          },
          ...[...always, ...more].map((reason) => ({
            name: t(`campaigns.form.reasons.${reason}.title`),
            count: count(reason),
            to: people(reason),
          })),
        ]}
      />
    </div>
  )
}

const withoutConsent = ({ left_out }: Checks): number =>
  left_out.find(({ reason }) => reason === 'no_consent')?.count ?? 0

/** How many people get it by the statement alone: those who would be left out without it. */
function useCovered(input: DraftCall | null, stated: boolean): number | undefined {
  const body = { template_id: 0, ...input, consent_statement: null, estimate: true }
  const [text] = useDebouncedValue(JSON.stringify(body), 350)
  const bare = useCampaignChecks(JSON.parse(text) as typeof body, stated && input !== null)
  return stated && bare.data && !bare.isPlaceholderData ? withoutConsent(bare.data.checks) : undefined
}

function ConsentStatement({
  draft,
  checks,
  input,
  error,
  onChange,
}: StepProps & { checks: Checks; input: DraftCall | null; error: string | undefined }) {
  const covered = useCovered(input, draft.consentStated)
  const without = covered ?? withoutConsent(checks)
  if (!without && !draft.consentStated) return null
  const tooShort = draft.consentStated && draft.consentText.trim().length < consentTextMin
  return (
    <div className="well mt4">
      <Checkbox
        checked={draft.consentStated}
        onChange={({ currentTarget: { checked } }) => onChange({ consentStated: checked })}
        label={
          <>
            <span className="b">
              {without
                ? t('campaigns.form.audience.consent.missing', { count: without })
                : t('campaigns.form.audience.consent.stated')}
            </span>
            <span className="sm t3 blk">{t('campaigns.form.audience.consent.note')}</span>
          </>
        }
      />
      {draft.consentStated ? (
        <TextInput
          className="mt3"
          label={
            <Label count={draft.consentText.length} of={500}>
              {t('campaigns.form.audience.consent.how')}
            </Label>
          }
          maxLength={500}
          placeholder={t('campaigns.form.audience.consent.example')}
          value={draft.consentText}
          description={tooShort && !error ? t('campaigns.form.audience.consent.tooShort') : undefined}
          error={error}
          onChange={({ currentTarget: { value } }) => onChange({ consentText: value })}
        />
      ) : null}
    </div>
  )
}
