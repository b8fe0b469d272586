import { Link } from 'react-router'
import { SkipReason } from '#contract/campaigns/parts.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { usePeoplePages } from '../campaigns.queries.ts'
import type { DraftCall } from './use-draft.ts'

const titles: Record<string, { title: string; says: string }> = {
  will_receive: { title: 'Will receive', says: 'They get the message.' },
  no_consent: { title: 'No consent', says: 'Nothing on record says that they want your messages.' },
  opted_out: { title: 'Opted out', says: 'They asked not to be written to.' },
  unusable_number: { title: 'Unusable number', says: 'This template needs a phone number.' },
  duplicate: { title: 'Duplicate', says: 'The same person by another number or user ID.' },
  deleted: { title: 'Deleted lead', says: 'You deleted them before the message was sent.' },
  changed_number: { title: 'Changed number', says: 'They have another number now.' },
  unreachable: { title: 'Not on WhatsApp', says: 'WhatsApp could not reach this number.' },
  us_marketing: { title: 'US number', says: 'Marketing isn’t delivered to US numbers.' },
  missing_value: {
    title: 'No value',
    says: 'A variable of the template would be empty. Give it a fallback.',
  },
}

/** The people behind a number of the audience. */
export function PeoplePanel({
  outcome,
  input,
  onClose,
}: {
  outcome: string | null
  input: DraftCall | null
  onClose: () => void
}) {
  const known =
    outcome === 'will_receive'
      ? ('will_receive' as const)
      : SkipReason.options.find((reason) => reason === outcome)
  const body = { ...input, outcome: known, limit: 50 }
  const list = usePeoplePages(body, known !== undefined && input?.audience !== undefined)
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  const words = titles[known ?? '']
  return (
    <SidePanel
      opened={known !== undefined && input?.audience !== undefined}
      onClose={onClose}
      title={words?.title ?? ''}
      under={words?.says}
    >
      {list.isError ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <SkeletonLines lines={6} label="Loading people" /> : null}
      <ul className="lines">
        {people.map((person) => (
          <li key={person.id}>
            <Link className="row-a b" to={`/lead-generator/${person.id}`}>
              {person.name || 'No name'}
            </Link>
            <div className="sm t3 num">
              {person.phone ? formatPhone(person.phone) : 'No phone number'}
              {person.tags.length ? `, ${person.tags.join(', ')}` : ''}
            </div>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          size="small"
          className="mt3"
          busy={list.isFetchingNextPage && 'Loading...'}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </SidePanel>
  )
}
