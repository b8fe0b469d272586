import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { messageStatusName, messageTone, Status } from '#web/components/status.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { formatAmounts, formatNumber } from '#web/format/number.ts'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useExportSegment, usePeople } from './segments.queries.ts'

/** The people of a segment, the newest first. */
export function SegmentPeople({
  rules,
  total,
  exportId,
}: {
  rules: SegmentRules | null
  total: number | undefined
  /** The saved segment whose people these are; null while it has other rules. */
  exportId: number | null
}) {
  const list = usePeople(rules)
  const save = useExportSegment()
  const zone = useZone()
  const rows = list.data?.pages.flatMap(({ leads }) => leads) ?? []
  const spent = Map.groupBy(list.data?.pages.flatMap((page) => page.spent) ?? [], ({ lead_id }) => lead_id)
  return (
    <Section
      title={t('segments.people')}
      aside={
        <span className="row n">
          {total === undefined || rows.length === 0 ? null : (
            <span className="sm t3">
              {t('segments.shown', { shown: formatNumber(rows.length), total: formatNumber(total) })}
            </span>
          )}
          {exportId === null || rows.length === 0 ? null : (
            <Button
              size="small"
              icon={<Icon of={IconDownload} size="small" />}
              busy={save.isPending && t('segments.exporting')}
              onClick={() => save.mutate(exportId)}
            >
              {t('segments.export')}
            </Button>
          )}
        </span>
      }
    >
      {rules === null ? (
        <p className="t2">{t('segments.finishFirst')}</p>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.data ? (
        <DataTable
          label={t('segments.people')}
          rows={rows}
          stale={list.isPlaceholderData}
          keyOf={({ id }) => id}
          empty={<p className="t2">{t('segments.nobody')}</p>}
          columns={[
            {
              key: 'name',
              title: t('segments.texts.name'),
              phone: 'wide',
              cell: (lead) => (
                <Link className="row-a" to={`/lead-generator/${lead.id}`}>
                  {lead.name || t('segments.noName')}
                </Link>
              ),
            },
            {
              key: 'phone',
              title: t('segments.texts.phone'),
              className: 'num t2 nw',
              cell: ({ phone, username }) => (phone ? formatPhone(phone) : username ? `@${username}` : ''),
            },
            {
              key: 'consent',
              title: t('segments.kinds.consent'),
              cell: ({ consent }) => t(`segments.consents.${consent}`),
            },
            {
              key: 'last',
              title: t('segments.lastMessage'),
              className: 'nw',
              cell: ({ last_message: last }) =>
                last ? (
                  <Status tone={messageTone(last.status)}>
                    {t('segments.messageAt', {
                      status: messageStatusName(last.status),
                      day: formatDate(last.at, zone),
                    })}
                  </Status>
                ) : (
                  <span className="t3">{t('segments.noMessage')}</span>
                ),
            },
            {
              key: 'spent',
              title: t('segments.spent'),
              right: true,
              className: 'num nw',
              cell: ({ id }) => (
                <NamedFigure name={t('segments.spent')}>{formatAmounts(spent.get(id) ?? [])}</NamedFigure>
              ),
            },
          ]}
        />
      ) : (
        <SkeletonRows label={t('segments.loadingPeople')} />
      )}
      {list.hasNextPage ? (
        <div className="mt3">
          <Button
            kind="quiet"
            busy={list.isFetchingNextPage && t('segments.loadingPeople')}
            onClick={() => void list.fetchNextPage()}
          >
            {t('segments.more')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
