import { useQuery } from '@tanstack/react-query'
import { type Erasure, privacy } from '#contract/privacy.ts'
import { Section } from '#web/components/page.tsx'
import { Status } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDateTime } from '#web/format/time.ts'
import { queryFor } from '#web/net/api.ts'

/** Who erased somebody and when; nothing about the person. */
export function ErasuresList({ zone }: { zone: string }) {
  const list = useQuery({
    ...queryFor(privacy.erasures),
    refetchInterval: ({ state }) =>
      state.data?.erasures.some(({ status }) => status === 'running') ? 2000 : false,
  })
  const erasures = list.data?.erasures ?? []
  if (erasures.length === 0) return null
  return (
    <Section title="Erased people" aside={`Times in ${zone}`}>
      <p className="sm t2">Nothing about these people is kept but a code that keeps them opted out.</p>
      <div className="leads-table mt3">
        <DataTable label="Erased people" columns={columnsFor(zone)} rows={erasures} keyOf={({ id }) => id} />
      </div>
    </Section>
  )
}

function columnsFor(zone: string): readonly Column<Erasure>[] {
  return [
    { key: 'at', title: 'Erased', className: 'num nw', cell: ({ at }) => formatDateTime(at, zone) },
    { key: 'by', title: 'By', phone: 'wide', cell: ({ by }) => by },
    {
      key: 'status',
      title: 'Status',
      cell: ({ status }) =>
        status === 'done' ? (
          <Status tone="delivered">Done</Status>
        ) : (
          <Status tone="sent">Looking through webhooks</Status>
        ),
    },
    {
      key: 'messages',
      title: 'Messages',
      phone: 'away',
      className: 'num',
      cell: ({ messages }) => formatNumber(messages),
    },
    {
      key: 'webhooks',
      title: 'Webhooks',
      phone: 'away',
      className: 'num',
      cell: ({ webhooks }) => formatNumber(webhooks),
    },
  ]
}
