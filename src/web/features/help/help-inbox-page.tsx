import { useEffect, useRef } from 'react'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { Badge } from '#web/components/status.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useHelpInbox, useMarkHelpRead } from './help.queries.ts'
import '#web/features/help/help.css'

/** Messages to the support, for the operator of the install. Opening the screen marks them as read. */
export default function HelpInboxPage() {
  const zone = useZone()
  const inbox = useHelpInbox()
  const marked = useRef(false)
  const mark = useMarkHelpRead()
  const messages = inbox.data?.pages.flatMap((page) => page.messages) ?? []
  const newest = messages[0]
  useEffect(() => {
    if (!newest || marked.current) return
    marked.current = true
    mark.mutate(String(newest.id))
  }, [newest, mark])
  return (
    <>
      <PageHeader title={t('help.inbox.title')} lede={t('help.inbox.lede')} />
      {inbox.isError ? <ErrorState error={inbox.error} onRetry={() => inbox.refetch()} /> : null}
      {inbox.isPending ? <SkeletonLines lines={8} label={t('help.inbox.loading')} /> : null}
      {inbox.data && messages.length === 0 ? (
        <Empty title={t('help.inbox.emptyTitle')}>{t('help.inbox.empty')}</Empty>
      ) : null}
      <ul className="help-inbox" hidden={messages.length === 0}>
        {messages.map(({ id, name, email, message, created_at, read }) => (
          <li key={id}>
            <p className="help-from">
              <b>{name}</b> <a href={`mailto:${email}`}>{email}</a>
              <time className="sm t3" dateTime={created_at}>
                {formatMoment(created_at, zone)}
              </time>
              {read ? null : <Badge tone="yours">{t('help.inbox.new')}</Badge>}
            </p>
            <p className="help-text">{message}</p>
          </li>
        ))}
      </ul>
      <ShowMore list={inbox} older />
    </>
  )
}
