import { useDebouncedValue } from '@mantine/hooks'
import { Link, useLocation } from 'react-router'
import { PersonCard } from '#web/components/forms/person-card.tsx'
import { t } from '#web/messages/t.ts'
import { useFirstPeople } from '../campaigns.queries.ts'
import type { DraftState } from './draft-state.ts'
import type { DraftCall } from './use-draft.ts'

const cards = 6

/** The first people of an audience; unticked ones are left out. */
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
  // Unticked people stay visible, so that they can be ticked again.
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
        <h3 className="h3">{t('campaigns.form.people.title')}</h3>
        <span className="row n">
          {draft.unticked.size ? (
            <span className="sm t3">
              {t('campaigns.form.people.unticked', { count: draft.unticked.size })}
            </span>
          ) : null}
          {total ? (
            <Link className="sm" to={`?${all}`} preventScrollReset>
              {t('campaigns.form.people.seeAll', { count: total })}
            </Link>
          ) : null}
        </span>
      </div>
      <div className="people mt3">
        {people.map((person) => (
          <PersonCard
            key={person.id}
            name={person.name || person.phone || t('campaigns.noName')}
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
