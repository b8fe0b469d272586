import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type ArchivedMonth, messages } from '#contract/messages.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatExact } from '#web/format/number.ts'
import { formatMonth } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useMessageArchive } from './messages.queries.ts'

/** A button that is there where messages are in the archive, and the panel with their months. */
export function MessageArchive() {
  const months = useMessageArchive()
  const [isOpen, setOpen] = useState(false)
  if (!months || months.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('messages.archive.button')}</Button>
      <SidePanel opened={isOpen} onClose={() => setOpen(false)} title={t('messages.archive.title')}>
        <p className="t2 mb4">{t('messages.archive.help')}</p>
        <DataTable
          label={t('messages.archive.title')}
          columns={columns()}
          rows={months}
          keyOf={({ month }) => month}
        />
      </SidePanel>
    </>
  )
}

const nameOf = ({ month }: ArchivedMonth): string => formatMonth(`${month}-01`)

const columns = (): Column<ArchivedMonth>[] => [
  { key: 'month', title: t('messages.archive.month'), cell: nameOf },
  {
    key: 'messages',
    title: t('messages.archive.messages'),
    cell: ({ messages: count }) => formatExact(count),
    right: true,
    className: 'num',
  },
  { key: 'download', title: '', cell: (row) => <DownloadMonth row={row} />, right: true, phone: 'wide' },
]

function DownloadMonth({ row }: { row: ArchivedMonth }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await download(messages.exportArchive, `messages ${row.month}.csv`, { params: { month: row.month } })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('messages.logs.exportFailed') }))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button
      icon={<Icon of={IconDownload} size="small" />}
      busy={saving && t('messages.logs.exporting')}
      onClick={() => void save()}
      aria-label={t('messages.archive.download', { month: nameOf(row) })}
    >
      {t('messages.logs.exportCsv')}
    </Button>
  )
}
