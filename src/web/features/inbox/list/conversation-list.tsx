import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ConversationView } from '#contract/conversations.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { type ListFilter, useConversationCounts, useConversations } from '../inbox.queries.ts'
import { ConversationLine } from './conversation-line.tsx'

const rowHeight = 84

/** The views, a search, and the conversations of one view; what was chosen stands in the address. */
export function ConversationList({ open }: { open: number | undefined }) {
  const [address, setAddress] = useSearchParams()
  const view = ConversationView.catch('open').parse(address.get('view') ?? 'open')
  const [typed, setTyped] = useState(address.get('search') ?? '')
  const search = useDeferredValue(typed.trim())
  const only = address.get('only')
  const filter: ListFilter = {
    view,
    search: search || undefined,
    label: address.get('label') ? [address.get('label')!] : undefined,
    unread: only === 'unread',
    closing: only === 'closing',
  }
  const put = (name: string, value: string | null) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <section className="ib-list" aria-label={t('inbox.conversations')}>
      <div className="ib-h">
        <h1>{t('inbox.title')}</h1>
        <TextInput
          className="mt2"
          type="search"
          aria-label={t('inbox.search')}
          placeholder={t('inbox.search')}
          leftSection={<Icon of={IconSearch} size="small" />}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </div>
      <Views view={view} />
      <fieldset className="ib-only">
        <legend className="sr">{t('inbox.filters')}</legend>
        {(['unread', 'closing'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="ib-btn"
            aria-pressed={only === name}
            onClick={() => put('only', only === name ? null : name)}
          >
            {t(`inbox.only.${name}`)}
          </button>
        ))}
        {filter.label ? (
          <button type="button" className="ib-btn" aria-pressed onClick={() => put('label', null)}>
            {t('inbox.only.label', { label: filter.label[0] ?? '' })}
          </button>
        ) : null}
      </fieldset>
      <Lines filter={filter} open={open} />
    </section>
  )
}

function Views({ view }: { view: ConversationView }) {
  const counts = useConversationCounts()
  return (
    <nav className="ib-views" aria-label={t('inbox.views')}>
      {ConversationView.options.map((name) => (
        <Link
          key={name}
          to={{ search: name === 'open' ? '' : `?view=${name}` }}
          aria-current={name === view ? 'page' : undefined}
        >
          {t(`inbox.view.${name}`)}
          {counts && name !== 'closed' ? (
            <span className="num">{counts[name] >= 1000 ? '1000+' : counts[name]}</span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}

function Lines({ filter, open }: { filter: ListFilter; open: number | undefined }) {
  const list = useConversations(filter)
  const lines = list.data?.pages.flatMap((page) => page.conversations) ?? []
  const scroller = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    if (last >= lines.length - 5 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, lines.length, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (list.isError && lines.length === 0) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.isPending) return <SkeletonLines lines={10} label={t('inbox.loading')} />
  if (lines.length === 0) return <NoLines filter={filter} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className="cv" ref={scroller} tabIndex={0} aria-label={t('inbox.conversations')}>
      <ul style={{ height: rows.getTotalSize() }}>
        {items.map((item) => {
          const line = lines[item.index]
          return line ? (
            <li
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <ConversationLine conversation={line} current={line.id === open} />
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

function NoLines({ filter }: { filter: ListFilter }) {
  const connection = useConnection()
  if (filter.search || filter.label || filter.unread || filter.closing) {
    return <p className="ib-empty">{t('inbox.noMatch')}</p>
  }
  if (filter.view !== 'open') return <p className="ib-empty">{t(`inbox.none.${filter.view}`)}</p>
  return (
    <Empty
      title={t('inbox.emptyTitle')}
      actions={
        connection?.accounts.length === 0 ? (
          <LinkButton kind="yours" to="/meta/waba-setup">
            {t('inbox.connect')}
          </LinkButton>
        ) : (
          <Button kind="default" onClick={() => window.location.reload()}>
            {t('inbox.reload')}
          </Button>
        )
      }
    >
      {t('inbox.empty')}
    </Empty>
  )
}
