import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { queryFor, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useZone } from '#web/session/me.ts'
import { rangeOf, useLogFilters } from './log-filters.ts'
import { MessageLogs } from './message-logs.tsx'

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
      toast.error(sentenceFor(error, { failed: 'The file could not be made. Try again.' }))
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <PageHeader
        title="Meta Message Logs"
        lede={<Lede zone={zone} />}
        actions={
          <>
            <Button
              icon={<Icon of={IconRefresh} size="small" />}
              onClick={() => setRefreshed((count) => count + 1)}
            >
              Refresh
            </Button>
            <Button
              icon={<Icon of={IconDownload} size="small" />}
              busy={saving && 'Saving...'}
              onClick={() => void save()}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <MessageLogs filters={filters} zone={zone} refreshed={refreshed} />
    </>
  )
}

/** The news: today's messages, and what did not arrive. */
function Lede({ zone }: { zone: string }) {
  const range = rangeOf('today', zone, new Date())
  const today = useQuery({
    ...queryFor(messages.summary, { query: range }),
    queryKey: ['messages today', range.from],
    refetchInterval: 30_000,
  })
  if (!today.data) return <>Each message with the person it was for and what became of it.</>
  const { by_status: by } = today.data
  const failed = by.failed ?? 0
  const unknown = by.unknown ?? 0
  // As the dashboard counts them: who was left out got no message.
  const taken = (by.sent ?? 0) + (by.delivered ?? 0) + (by.read ?? 0)
  if (taken + failed + unknown === 0) return <>No message has been sent today.</>
  return (
    <>
      <b>{counted(taken, 'message', 'messages')}</b> sent today
      {failed || unknown ? ': ' : ', and all of them are fine.'}
      {failed ? `${formatNumber(failed)} failed` : ''}
      {failed && unknown ? ', ' : ''}
      {unknown ? `${formatNumber(unknown)} without an answer yet` : ''}
      {failed || unknown ? '.' : ''}
    </>
  )
}
