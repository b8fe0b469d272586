import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { SequenceSummary } from '#contract/growth/sequences.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { Status } from '#web/components/status.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { shownState, stateTone, stoppedCount, triggerText } from './sequence-words.ts'
import { useOptinForms, useSegments, useSequences } from './sequences.queries.ts'

/** Messages that follow each other by themselves. */
export default function SequencesPage() {
  const list = useSequences()
  const add = (
    <LinkButton kind="yours" icon={<Icon of={IconPlus} size="small" />} to="/sequences/new">
      {t('sequences.add')}
    </LinkButton>
  )
  const rows = list.data?.sequences
  return (
    <>
      <PageHeader
        title={t('sequences.title')}
        lede={t('sequences.lede')}
        actions={rows && rows.length === 0 ? null : add}
      />
      {rows ? (
        <SequenceTable rows={rows} add={add} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('sequences.loading')} />
      )}
    </>
  )
}

function SequenceTable({ rows, add }: { rows: readonly SequenceSummary[]; add: React.ReactNode }) {
  const navigate = useNavigate()
  const forms = useOptinForms()
  const segments = useSegments()
  return (
    <DataTable
      label={t('sequences.title')}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate(`/sequences/${id}`)}
      empty={
        <Empty title={t('sequences.emptyTitle')} actions={add}>
          {t('sequences.empty')}
        </Empty>
      }
      columns={[
        {
          key: 'name',
          title: t('sequences.sequence'),
          phone: 'wide',
          cell: (one) => (
            <>
              <Link className="row-a" to={`/sequences/${one.id}`}>
                {one.name}
              </Link>
              <div className="sm t3">
                {t('sequences.begins', {
                  trigger: triggerText(one.trigger, { forms, segments }),
                  count: one.messages,
                })}
              </div>
            </>
          ),
        },
        {
          key: 'state',
          title: t('sequences.state'),
          phone: 'wide',
          cell: (one) => {
            const state = shownState(one)
            return (
              <>
                <Status tone={stateTone[state]}>{t('sequences.stateName', { state })}</Status>
                {one.waits ? <div className="sm warn">{one.waits.sentence}</div> : null}
              </>
            )
          },
        },
        ...(['started', 'waiting', 'goal', 'stopped', 'finished'] as const).map((key) => ({
          key,
          title: t(`sequences.totals.${key}`),
          right: true,
          className: 'num',
          cell: ({ totals }: SequenceSummary) => (
            <NamedFigure name={t(`sequences.totals.${key}`)}>
              {formatNumber(key === 'stopped' ? stoppedCount(totals) : totals[key])}
            </NamedFigure>
          ),
        })),
      ]}
    />
  )
}
