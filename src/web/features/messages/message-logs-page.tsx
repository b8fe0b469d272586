import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useZone } from '#web/session/me.ts'
import { rangeOf, useLogFilters } from './log-filters.ts'
import { MessageArchive } from './message-archive.tsx'
import { MessageLogs } from './message-logs.tsx'
import { useMessageSummary } from './messages.queries.ts'

/** Meta Message Logs: every message, found by campaign, status, cause, person and day. */
export default function MessageLogsPage() {
  const zone = useZone()
  const filters = useLogFilters(zone)
  const [saving, setSaving] = useState(false)
  const [refreshed, setRefreshed] = useState(0)
  const save = async () => {
    setSaving(true)
    try {
      await download(messages.exportCsv, 'message-logs.csv', { query: filters.query })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('messages.logs.exportFailed') }))
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <PageHeader
        title={t('messages.logs.title')}
        lede={<Lede zone={zone} />}
        actions={
          <>
            <MessageArchive />
            <Button
              icon={<Icon of={IconRefresh} size="small" />}
              onClick={() => setRefreshed((count) => count + 1)}
            >
              {t('app.refresh')}
            </Button>
            <Button
              icon={<Icon of={IconDownload} size="small" />}
              busy={saving && t('messages.logs.exporting')}
              onClick={() => void save()}
            >
              {t('messages.logs.exportCsv')}
            </Button>
          </>
        }
      />
      <MessageLogs filters={filters} zone={zone} refreshed={refreshed} />
    </>
  )
}

/** Today's messages, and how many failed. */
function Lede({ zone }: { zone: string }) {
  const range = rangeOf('today', zone, new Date())
  const today = useMessageSummary(range)
  if (!today) return <>{t('messages.logs.lede')}</>
  const { by_status: by } = today
  const failed = by.failed ?? 0
  const unknown = by.unknown ?? 0
  // As the dashboard counts them: skipped people got no message.
  const taken = (by.sent ?? 0) + (by.delivered ?? 0) + (by.read ?? 0)
  if (taken + failed + unknown === 0) return <>{t('messages.logs.noneToday')}</>
  const counts = { count: taken, b: tags.b }
  if (failed && unknown) return <>{t.rich('messages.logs.todayBoth', { ...counts, failed, unknown })}</>
  if (failed) return <>{t.rich('messages.logs.todayFailed', { ...counts, failed })}</>
  if (unknown) return <>{t.rich('messages.logs.todayUnknown', { ...counts, unknown })}</>
  return <>{t.rich('messages.logs.todayFine', counts)}</>
}
