import { Link } from 'react-router'
import { SkipReason } from '#contract/campaigns/parts.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { t } from '#web/messages/t.ts'
import { usePeoplePages } from '../campaigns.queries.ts'
import type { DraftCall } from './use-draft.ts'

/** The people behind one figure of the audience. */
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
  return (
    <SidePanel
      opened={known !== undefined && input?.audience !== undefined}
      onClose={onClose}
      title={known ? t(`campaigns.form.reasons.${known}.title`) : ''}
      under={known && t(`campaigns.form.reasons.${known}.help`)}
    >
      {list.isError ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <SkeletonLines lines={6} label={t('campaigns.form.people.loading')} /> : null}
      <ul className="lines">
        {people.map((person) => (
          <li key={person.id}>
            <Link className="row-a b" to={`/lead-generator/${person.id}`}>
              {person.name || t('campaigns.noName')}
            </Link>
            <div className="sm t3 num">
              {[person.phone ? formatPhone(person.phone) : t('campaigns.noPhone'), ...person.tags].join(', ')}
            </div>
          </li>
        ))}
      </ul>
      <ShowMore list={list} className="mt3" />
    </SidePanel>
  )
}
