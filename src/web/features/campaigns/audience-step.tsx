import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import type { Checks } from '#contract/campaign-parts.ts'
import { leads } from '#contract/leads.ts'
import { queryFor } from '#web/api.ts'
import { Books } from '#web/components/books.tsx'
import { Label } from '#web/components/field.tsx'
import { Section } from '#web/components/page.tsx'
import { Segmented } from '#web/components/segmented.tsx'
import { Tag } from '#web/components/tag.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { AudienceCards } from './audience-cards.tsx'
import { type AudienceWay, consentWordsMin, type DraftState } from './draft-state.ts'
import { LeadPicker } from './lead-picker.tsx'
import type { DraftCall } from './use-draft.ts'

const ways: readonly { value: AudienceWay; name: string }[] = [
  { value: 'hand', name: 'Picked by hand' },
  { value: 'tag', name: 'By tag' },
  { value: 'search', name: 'By search' },
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
  const choices = draft.silentCampaign
    ? [...ways, { value: 'silent' as const, name: 'Read, not answered' }]
    : ways
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
          <p className="t2">Those who read the earlier message and have not written to you since.</p>
        ) : null}
        {draft.way === 'hand' ? (
          <LeadPicker picked={draft.picked} onChange={(picked) => onChange({ picked })} />
        ) : null}
      </div>
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
  const tags = useQuery(queryFor(leads.tags))
  const rest = (tags.data?.tags ?? []).filter(({ tag }) => !draft.tags.includes(tag))
  return (
    <div className="row picked-tags">
      {draft.tags.map((tag) => (
        <Tag
          key={tag}
          name={tag}
          onRemove={() =>
            onChange({ tags: draft.tags.filter((other) => other !== tag), unticked: new Set() })
          }
        />
      ))}
      {rest.length ? (
        <select
          className="in sm add-tag"
          aria-label="Add tag"
          value=""
          onChange={({ currentTarget: { value } }) =>
            value && onChange({ tags: [...draft.tags, value], unticked: new Set() })
          }
        >
          <option value="">Add tag</option>
          {rest.map(({ tag, leads: count }) => (
            <option key={tag} value={tag}>
              {tag} ({formatNumber(count)})
            </option>
          ))}
        </select>
      ) : null}
      {tags.data && tags.data.tags.length === 0 ? (
        <p className="t2">
          No lead has a tag yet. <Link to="/lead-generator">Add leads</Link> with one.
        </p>
      ) : null}
    </div>
  )
}

function SearchChoice({ draft, onChange }: StepProps) {
  return (
    <label className="f">
      <span className="lab">Name, phone or email contains</span>
      <input
        className="in"
        type="search"
        maxLength={200}
        value={draft.search}
        onChange={({ currentTarget: { value } }) => onChange({ search: value, unticked: new Set() })}
      />
    </label>
  )
}

const totals: Record<AudienceWay, string> = {
  tag: 'In these tags',
  search: 'Found',
  hand: 'Picked',
  silent: 'Read it',
}
/** Told even where there are none: that nobody is left out is news too. */
const always = ['no_consent', 'opted_out', 'unusable_number', 'duplicate'] as const
const names = {
  no_consent: 'No consent',
  opted_out: 'Opted out',
  unusable_number: 'Unusable number',
  duplicate: 'Duplicate',
  unreachable: 'Not on WhatsApp',
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
  const more = (['unreachable', 'missing_value'] as const).filter((reason) => count(reason) > 0)
  return (
    <div aria-live="polite">
      <Books
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
  const words = useId()
  const without = checks.left_out.find(({ reason }) => reason === 'no_consent')?.count ?? 0
  if (!without && !draft.consentStated) return null
  const tooShort = draft.consentStated && draft.consentWords.trim().length < consentWordsMin
  return (
    <div className="well mt4">
      <label className="ck">
        <input
          type="checkbox"
          checked={draft.consentStated}
          onChange={({ currentTarget: { checked } }) => onChange({ consentStated: checked })}
        />
        <span>
          <span className="b">
            {without ? `${counted(without, 'person has', 'people have')} no consent on record. ` : ''}They
            gave me permission to write to them
          </span>
          <span className="sm t3 blk">
            Kept with this campaign, with your name and the time. Those who opted out are left out all the
            same.
          </span>
        </span>
      </label>
      {draft.consentStated ? (
        <div className="mt3">
          <label className="lab" htmlFor={words}>
            <Label count={draft.consentWords.length} of={500}>
              How they gave it
            </Label>
          </label>
          <input
            id={words}
            className="in"
            maxLength={500}
            placeholder="Signed the card at our counter in October"
            value={draft.consentWords}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${words}-hint`}
            onChange={({ currentTarget: { value } }) => onChange({ consentWords: value })}
          />
          <p id={`${words}-hint`} className={error ? 'hint err' : 'hint'}>
            {error ?? (tooShort ? 'In a sentence; until then they stay left out.' : null)}
          </p>
        </div>
      ) : null}
    </div>
  )
}
