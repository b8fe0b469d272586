import type { Erasure } from '#contract/privacy.ts'
import { Section } from '#web/components/page.tsx'
import { Status } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useErasures } from '../leads.queries.ts'

/** Who erased a person and when; nothing about the person. */
export function ErasuresList({ zone }: { zone: string }) {
  const erasures = useErasures()
  if (erasures.length === 0) return null
  return (
    <Section title={t('leads.person.erasures')} aside={t('leads.timesIn', { zone })}>
      <p className="sm t2">{t('leads.person.erasuresHint')}</p>
      <div className="leads-table mt3">
        <DataTable
          label={t('leads.person.erasures')}
          columns={columnsFor(zone)}
          rows={erasures}
          keyOf={({ id }) => id}
        />
      </div>
    </Section>
  )
}

function columnsFor(zone: string): readonly Column<Erasure>[] {
  return [
    {
      key: 'at',
      title: t('leads.person.erasedAt'),
      className: 'num nw',
      cell: ({ at }) => formatDateTime(at, zone),
    },
    { key: 'by', title: t('leads.person.erasedBy'), phone: 'wide', cell: ({ by }) => by },
    {
      key: 'status',
      title: t('leads.fields.status'),
      cell: ({ status }) =>
        status === 'done' ? (
          <Status tone="delivered">{t('leads.person.erasureDone')}</Status>
        ) : (
          <Status tone="sent">{t('leads.person.erasureRunning')}</Status>
        ),
    },
    {
      key: 'messages',
      title: t('leads.person.messages'),
      phone: 'away',
      className: 'num',
      cell: ({ messages }) => formatNumber(messages),
    },
    {
      key: 'webhooks',
      title: t('leads.person.webhooks'),
      phone: 'away',
      className: 'num',
      cell: ({ webhooks }) => formatNumber(webhooks),
    },
  ]
}
