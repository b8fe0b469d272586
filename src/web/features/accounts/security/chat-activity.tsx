import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ChatActivity } from '#contract/conversations/activity.ts'
import { conversations } from '#contract/conversations.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, keyOf } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'

/** Who sent, noted, assigned, labelled and closed in which conversation. */
export function ChatActivityList({ userId }: { userId: number | undefined }) {
  const zone = useZone()
  const query = { user_id: userId }
  const log = useInfiniteQuery({
    queryKey: keyOf(conversations.activity, { query }),
    queryFn: ({ pageParam, signal }) =>
      call(conversations.activity, { query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  if (log.isError) return <ErrorState error={log.error} onRetry={() => log.refetch()} />
  if (!log.data) return <SkeletonRows label={t('activity.loading')} />
  return (
    <>
      <DataTable
        label={t('activity.groups.conversations')}
        columns={[
          {
            key: 'what',
            title: t('activity.what'),
            phone: 'wide',
            cell: (one) => <Link to={`/conversations/${one.conversation.id}`}>{sentenceOf(one)}</Link>,
          },
          {
            key: 'when',
            title: t('activity.when'),
            className: 't2 nw',
            phone: 'wide',
            cell: ({ at }) => <time dateTime={at}>{formatMoment(at, zone)}</time>,
          },
        ]}
        rows={log.data.pages.flatMap(({ activities }) => activities)}
        keyOf={({ key }: ChatActivity) => key}
        empty={<Empty title={t('activity.emptyFilter')}>{t('activity.emptyText')}</Empty>}
      />
      <ShowMore list={log} older />
    </>
  )
}

const sentenceOf = ({ kind, by, conversation: { name, address }, subject }: ChatActivity): string =>
  t(`activity.chat.${kind}`, {
    by,
    name: name || formatPhone(address),
    subject: subject ?? t('activity.nobody'),
  })
