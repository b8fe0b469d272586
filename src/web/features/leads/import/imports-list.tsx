import { Link, useNavigate } from 'react-router'
import type { LeadImport } from '#contract/leads/imports.ts'
import { Section } from '#web/components/page.tsx'
import { Status, type Tone } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useImports } from '../leads.queries.ts'
import { importPath } from './import-state.ts'

const maxImports = 5

/** The last uploads and searches with their results. */
export function ImportsList({ zone }: { zone: string }) {
  const navigate = useNavigate()
  const imports = useImports(maxImports)
  if (imports.length === 0) return null
  return (
    <Section title={t('leads.imports.list.title')} aside={t('leads.timesIn', { zone })}>
      <div className="leads-table">
        <DataTable
          label={t('leads.imports.list.title')}
          columns={columnsFor(zone)}
          rows={imports}
          keyOf={({ id }) => id}
          onOpen={({ id }) => navigate(importPath(id))}
        />
      </div>
    </Section>
  )
}

const tones: Record<LeadImport['status'], Tone> = {
  ready: 'wait',
  running: 'sent',
  done: 'delivered',
  cancelling: 'wait',
  cancelled: 'cancelled',
  failed: 'failed',
  undoing: 'wait',
  undone: 'cancelled',
}

/** The status of an import; one that waits for others does not run yet. */
export function ImportState({ status, waits }: Pick<LeadImport, 'status' | 'waits'>) {
  if (status === 'running' && waits) return <Status tone="wait">{t('leads.imports.result.waiting')}</Status>
  return <Status tone={tones[status]}>{t(`leads.imports.list.states.${status}`)}</Status>
}

function columnsFor(zone: string): readonly Column<LeadImport>[] {
  const number = (
    key: 'created' | 'updated' | 'skipped' | 'rejected',
    title: string,
  ): Column<LeadImport> => ({
    key,
    title,
    right: true,
    phone: 'away',
    cell: ({ counts }) => formatNumber(counts[key]),
  })
  return [
    {
      key: 'file',
      title: t('leads.imports.list.file'),
      className: 'b',
      phone: 'wide',
      cell: ({ id, file_name }) => <Link to={importPath(id)}>{file_name}</Link>,
    },
    { key: 'tag', title: t('leads.fields.tag'), className: 't2', phone: 'away', cell: ({ tag }) => tag },
    {
      key: 'at',
      title: t('leads.imports.list.when'),
      className: 'num nw t2',
      cell: ({ started_at, created_at }) => formatDateTime(started_at ?? created_at, zone),
    },
    number('created', t('leads.imports.preview.created')),
    number('updated', t('leads.imports.preview.updated')),
    number('skipped', t('leads.imports.preview.skipped')),
    number('rejected', t('leads.imports.preview.rejectedCount')),
    {
      key: 'status',
      title: t('leads.fields.status'),
      cell: ({ status, waits }) => <ImportState status={status} waits={waits} />,
    },
  ]
}
