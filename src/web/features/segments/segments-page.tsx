import { IconCopy, IconPlus, IconSend, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { Segment } from '#contract/growth/segments.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { IconButton, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { SegmentCount } from './segment-count.tsx'
import { useCopySegment, useRemoveSegment, useSegments } from './segments.queries.ts'
import './segments.css'

/** All segments, each in words and with its people. */
export default function SegmentsPage() {
  const list = useSegments()
  const rows = list.data?.segments ?? []
  const add = (
    <LinkButton kind="yours" icon={<Icon of={IconPlus} size="small" />} to="/segments/new">
      {t('segments.add')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={t('segments.title')}
        lede={t('segments.lede')}
        actions={rows.length > 0 ? add : undefined}
      />
      {list.data ? (
        <SegmentTable rows={rows} add={add} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('segments.loading')} />
      )}
    </>
  )
}

function SegmentTable({ rows, add }: { rows: readonly Segment[]; add: React.ReactNode }) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={t('segments.title')}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate(`/segments/${id}`)}
      empty={
        <Empty title={t('segments.emptyTitle')} actions={add}>
          {t('segments.empty')}
        </Empty>
      }
      columns={[
        {
          key: 'segment',
          title: t('segments.segment'),
          phone: 'wide',
          cell: ({ id, name, sentence }) => (
            <>
              <Link className="row-a" to={`/segments/${id}`}>
                {name}
              </Link>
              <p className="sm t3 seg-words">{sentence}</p>
            </>
          ),
        },
        {
          key: 'people',
          title: t('segments.people'),
          right: true,
          className: 'num',
          cell: (segment) => (
            <NamedFigure name={t('segments.people')}>
              <SegmentCount segment={segment} />
            </NamedFigure>
          ),
        },
        {
          key: 'use',
          title: t('segments.use'),
          className: 'sm t2 nw',
          cell: ({ campaigns, sequences }) => t('segments.usedBy', { campaigns, sequences }),
        },
        {
          key: 'acts',
          title: <span className="sr">{t('segments.actions')}</span>,
          right: true,
          className: 'nw',
          cell: (segment) => <Acts segment={segment} />,
        },
      ]}
    />
  )
}

function Acts({ segment: { id, name } }: { segment: Segment }) {
  const navigate = useNavigate()
  const copy = useCopySegment()
  const remove = useRemoveSegment()
  const ask = async () => {
    const yes = await confirm({
      title: t('segments.askDelete', { name }),
      consequence: t('segments.askConsequence'),
      confirm: t('segments.delete'),
    })
    if (yes) remove.mutate({ params: { id } }, { onSuccess: () => toast.success(t('segments.deleted')) })
  }
  return (
    <span className="row n seg-acts">
      <IconButton
        label={t('segments.sendTo', { name })}
        onClick={() => void navigate(`/campaigns?segment=${id}`)}
      >
        <Icon of={IconSend} size="small" />
      </IconButton>
      <IconButton label={t('segments.copy', { name })} onClick={() => copy.mutate({ params: { id } })}>
        <Icon of={IconCopy} size="small" />
      </IconButton>
      <IconButton label={t('segments.deleteOne', { name })} onClick={() => void ask()}>
        <Icon of={IconTrash} size="small" />
      </IconButton>
    </span>
  )
}
