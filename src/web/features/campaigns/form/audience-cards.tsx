import { useDebouncedValue } from '@mantine/hooks'
import { Link, useLocation } from 'react-router'
import { PersonCard } from '#web/components/forms/person-card.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { useFirstPeople } from '../campaigns.queries.ts'
import type { DraftState } from './draft-state.ts'
import type { DraftCall } from './use-draft.ts'

const cards = 6

/** The first people of an audience; whoever is unticked stays out. */
export function AudienceCards({
  draft,
  input,
  total,
  onChange,
}: {
  draft: DraftState
  input: DraftCall
  total: number | undefined
  onChange: (changes: Partial<DraftState>) => void
}) {
  const { search } = useLocation()
  // Those who were unticked stay in sight, so that they can be ticked again.
  const { exclude_lead_ids: _, ...audience } = input.audience ?? {}
  const [rested] = useDebouncedValue(
    { ...input, audience, limit: cards, outcome: 'will_receive' as const },
    350,
  )
  const list = useFirstPeople(rested, Object.keys(rested.audience).length > 0)
  const people = list.data?.people ?? []
  if (people.length === 0) return null
  const all = new URLSearchParams(search)
  all.set('people', 'will_receive')
  return (
    <>
      <div className="sec-h mt6">
        <h3 className="h3">People</h3>
        <span className="row n">
          {draft.unticked.size ? (
            <span className="sm t3">{counted(draft.unticked.size, 'person', 'people')} unticked</span>
          ) : null}
          {total ? (
            <Link className="sm" to={`?${all}`}>
              See all {formatNumber(total)}
            </Link>
          ) : null}
        </span>
      </div>
      <div className="people mt3">
        {people.map((person) => (
          <PersonCard
            key={person.id}
            name={person.name || person.phone || 'No name'}
            phone={person.phone}
            tags={person.tags}
            checked={!draft.unticked.has(person.id)}
            onChange={(on) => {
              const unticked = new Set(draft.unticked)
              if (on) unticked.delete(person.id)
              else unticked.add(person.id)
              onChange({ unticked })
            }}
          />
        ))}
      </div>
    </>
  )
}
