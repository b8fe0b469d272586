import { Checkbox, TextInput } from '@mantine/core'
import { useLocation } from 'react-router'
import type { Missed } from '#contract/campaigns/audience.ts'
import type { Checks } from '#contract/campaigns/parts.ts'
import { Figures } from '#web/components/figures/figures.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Section } from '#web/components/page.tsx'
import { counted } from '#web/format/number.ts'
import { AudienceCards } from './audience-cards.tsx'
import { type AudienceWay, consentWordsMin, type DraftState } from './draft-state.ts'
import { LeadPicker } from './lead-picker.tsx'
import { TagsField } from './tags-field.tsx'
import type { DraftCall } from './use-draft.ts'

const ways: readonly { value: AudienceWay; name: string }[] = [
  { value: 'tag', name: 'By tag' },
  { value: 'search', name: 'By search' },
  { value: 'hand', name: 'Picked by hand' },
]

/** Who gets it: named by hand, tag or search, counted, and said to have given permission where nothing is on record. */
export function AudienceStep({
  draft,
  checks,
  input,
  error,
  consentError,
  onChange,
}: {
  draft: DraftState
  checks: Checks | undefined
  input: DraftCall | null
  error?: string
  consentError?: string
  onChange: (changes: Partial<DraftState>) => void
}) {
  const choices = [
    ...ways,
    ...(draft.silentCampaign ? [{ value: 'silent' as const, name: 'Read, not answered' }] : []),
    ...(draft.missed ? [{ value: 'missed' as const, name: 'Not reached' }] : []),
    ...(draft.kept ? [{ value: 'kept' as const, name: 'As before' }] : []),
  ]
  return (
    <Section number={2} title="Who gets it">
      <Segmented
        className="mt1"
        label="Audience by"
        choices={choices}
        value={draft.way}
        onChange={(way) => onChange({ way, unticked: new Set() })}
      />
      <div className="mt3">
        {draft.way === 'tag' ? <TagChoice draft={draft} onChange={onChange} /> : null}
        {draft.way === 'search' ? <SearchChoice draft={draft} onChange={onChange} /> : null}
        {draft.way === 'silent' ? (
          <p className="t2">People who read the earlier message and have not written to you since.</p>
        ) : null}
        {draft.way === 'missed' ? <MissedChoice draft={draft} onChange={onChange} /> : null}
        {draft.way === 'kept' ? <p className="t2">{draft.kept?.words}</p> : null}
        {draft.way === 'hand' ? (
          <LeadPicker picked={draft.picked} onChange={(picked) => onChange({ picked })} />
        ) : null}
      </div>
      {draft.way === 'hand' ? null : (
        <div className="mt3">
          <TagsField
            label="Not tagged"
            placeholder="Leave nobody out by tag"
            value={draft.notTags}
            onChange={(notTags) => onChange({ notTags, unticked: new Set() })}
          />
        </div>
      )}
      {error ? <p className="hint err mt3">{error}</p> : null}
      {checks && checks.selected > 0 ? <Breakdown draft={draft} checks={checks} /> : null}
      {checks ? (
        <ConsentStatement draft={draft} checks={checks} error={consentError} onChange={onChange} />
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
      label="Tags"
      placeholder="Choose tags"
      value={draft.tags}
      onChange={(tags) => onChange({ tags, unticked: new Set() })}
    />
  )
}

const missedNames: Record<Missed, string> = {
  failed: 'Failed',
  not_read: 'Delivered, not read',
  cancelled: 'Cancelled',
}

/** How the earlier message missed them. */
function MissedChoice({ draft, onChange }: StepProps) {
  const { missed } = draft
  if (!missed) return null
  return (
    <Checkbox.Group
      label="People whom the earlier campaign did not reach"
      value={[...missed.as]}
      onChange={(as) => onChange({ missed: { ...missed, as }, unticked: new Set() })}
    >
      <div className="row">
        {(Object.keys(missedNames) as Missed[]).map((one) => (
          <Checkbox key={one} value={one} label={missedNames[one]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function SearchChoice({ draft, onChange }: StepProps) {
  return (
    <TextInput
      label="Name, phone or email contains"
      type="search"
      maxLength={200}
      value={draft.search}
      onChange={({ currentTarget: { value } }) => onChange({ search: value, unticked: new Set() })}
    />
  )
}

const totals: Record<AudienceWay, string> = {
  tag: 'In these tags',
  search: 'Found',
  hand: 'Picked',
  silent: 'Read it',
  missed: 'Not reached',
  kept: 'Chosen',
}
/** Told even where there are none: that nobody is left out is news too. */
const always = ['no_consent', 'opted_out', 'unusable_number', 'duplicate'] as const
const names = {
  no_consent: 'No consent',
  opted_out: 'Opted out',
  unusable_number: 'Unusable number',
  duplicate: 'Duplicate',
  changed_number: 'Changed number',
  unreachable: 'Not on WhatsApp',
  us_marketing: 'US number',
  missing_value: 'No value',
} as const

function Breakdown({ draft, checks }: { draft: DraftState; checks: Checks }) {
  const { search } = useLocation()
  const people = (outcome: string) => {
    const query = new URLSearchParams(search)
    query.set('people', outcome)
    return `?${query}`
  }
  const count = (reason: keyof typeof names) =>
    checks.left_out.find((left) => left.reason === reason)?.count ?? 0
  const more = (['changed_number', 'unreachable', 'us_marketing', 'missing_value'] as const).filter(
    (reason) => count(reason) > 0,
  )
  return (
    <div aria-live="polite">
      <Figures
        total={{ name: totals[draft.way], count: checks.selected }}
        parts={[
          { name: 'Will receive', count: checks.will_receive, to: people('will_receive') },
          ...[...always, ...more].map((reason) => ({
            name: names[reason],
            count: count(reason),
            to: people(reason),
          })),
        ]}
      />
    </div>
  )
}

function ConsentStatement({
  draft,
  checks,
  error,
  onChange,
}: StepProps & { checks: Checks; error: string | undefined }) {
  const without = checks.left_out.find(({ reason }) => reason === 'no_consent')?.count ?? 0
  if (!without && !draft.consentStated) return null
  const tooShort = draft.consentStated && draft.consentWords.trim().length < consentWordsMin
  return (
    <div className="well mt4">
      <Checkbox
        checked={draft.consentStated}
        onChange={({ currentTarget: { checked } }) => onChange({ consentStated: checked })}
        label={
          <>
            <span className="b">
              {without ? `${counted(without, 'person has', 'people have')} no consent on record. ` : ''}They
              gave me permission to write to them
            </span>
            <span className="sm t3 blk">
              Kept with this campaign, with your name and the time. Those who opted out are left out all the
              same.
            </span>
          </>
        }
      />
      {draft.consentStated ? (
        <TextInput
          className="mt3"
          label={
            <Label count={draft.consentWords.length} of={500}>
              How they gave it
            </Label>
          }
          maxLength={500}
          placeholder="Signed the card at our counter in October"
          value={draft.consentWords}
          description={tooShort && !error ? 'In a sentence; until then they stay left out.' : undefined}
          error={error}
          onChange={({ currentTarget: { value } }) => onChange({ consentWords: value })}
        />
      ) : null}
    </div>
  )
}
