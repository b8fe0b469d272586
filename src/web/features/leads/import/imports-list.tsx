import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { Section } from '#web/components/page.tsx'
import { Status, type Tone } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDateTime } from '#web/format/time.ts'
import { queryFor } from '#web/net/api.ts'
import { importPath, isMoving } from './import.queries.ts'

const maxImports = 5

/** The last uploads and searches, what came of them, and the way to their undo. */
export function ImportsList({ zone }: { zone: string }) {
  const list = useQuery({
    ...queryFor(leads.listImports, { query: { limit: maxImports } }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isMoving) ? 3_000 : false),
  })
  const navigate = useNavigate()
  const imports = list.data?.imports ?? []
  if (imports.length === 0) return null
  return (
    <Section title="Uploads and searches" aside={`Times in ${zone}`}>
      <div className="leads-table">
        <DataTable
          label="Uploads and searches"
          columns={columnsFor(zone)}
          rows={imports}
          keyOf={({ id }) => id}
          onOpen={({ id }) => navigate(importPath(id))}
        />
      </div>
    </Section>
  )
}

const words: Record<LeadImport['status'], [Tone, string]> = {
  ready: ['wait', 'Not started'],
  running: ['sent', 'Running'],
  done: ['delivered', 'Done'],
  cancelling: ['wait', 'Being cancelled'],
  cancelled: ['cancelled', 'Cancelled'],
  failed: ['failed', 'Failed'],
  undoing: ['wait', 'Being undone'],
  undone: ['cancelled', 'Undone'],
}

/** The state of an import, flag and word. */
export function ImportState({ status }: { status: LeadImport['status'] }) {
  const [tone, word] = words[status]
  return <Status tone={tone}>{word}</Status>
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
      title: 'File or search',
      className: 'b',
      phone: 'wide',
      cell: ({ id, file_name }) => <Link to={importPath(id)}>{file_name}</Link>,
    },
    { key: 'tag', title: 'Tag', className: 't2', phone: 'away', cell: ({ tag }) => tag },
    {
      key: 'at',
      title: 'When',
      className: 'num nw t2',
      cell: ({ started_at, created_at }) => formatDateTime(started_at ?? created_at, zone),
    },
    number('created', 'Created'),
    number('updated', 'Updated'),
    number('skipped', 'Skipped'),
    number('rejected', 'Rejected'),
    { key: 'status', title: 'Status', cell: ({ status }) => <ImportState status={status} /> },
  ]
}
