import { TextInput } from '@mantine/core'
import { IconSearch, IconSettings } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useConversationCounts, useConversations } from '../inbox.queries.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ConversationLine } from './conversation-line.tsx'
import { addressOf, type FilterSwitch, filterOf } from './filter-address.ts'
import { FilterButton } from './filter-button.tsx'
import { FoundCampaigns } from './found-campaigns.tsx'
import { linesOf } from './line-pages.ts'
import { useListKeys, useSearchKey, useSearchKeys } from './list-keys.ts'
import { NewConversation } from './new-conversation.tsx'
import { notePagesInSight } from './refresh-lines.ts'
import { SavedViews } from './saved-views.tsx'
import { type Selection, useSelection } from './selection.ts'
import { useStaysPut } from './stays-put.ts'
import { useTypedSearch } from './typed-search.ts'

const rowHeight = 84
const views = ['open', 'mine', 'unassigned', 'snoozed', 'closed', 'all'] as const
const switches: readonly FilterSwitch[] = ['unread', 'unanswered', 'closing']

/** The views, a search, and the conversations of one view; what was chosen stands in the address. */
export function ConversationList({ open }: { open: number | undefined }) {
  const [address, setAddress] = useSearchChoice()
  const filter = filterOf(address)
  const found = useTypedSearch(filter.search)
  const shown = { ...filter, search: found.search }
  const saved = Number(address.get('saved')) || undefined
  const withSaved = (next: ConversationFilter) => {
    const to = addressOf(next)
    if (saved) to.set('saved', String(saved))
    return to
  }
  const put = (next: ConversationFilter) => {
    found.willWrite(next.search)
    setAddress(withSaved(next))
  }
  // The address follows the words, so that a view can keep them and a reload finds them.
  // Between a click and the conversation: the address of the list would take the place of the conversation's.
  const opening = useRef<number>(undefined)
  useEffect(() => {
    if (opening.current === open) opening.current = undefined
    if ((filter.search ?? '') === (found.search ?? '')) return
    const timer = setTimeout(() => {
      if (opening.current === undefined) put({ ...filter, search: found.search })
    }, searchSettlesMs)
    return () => clearTimeout(timer)
  })
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  const [shownFor, setShownFor] = useState<string>()
  const keys = useSearchKeys((found.typed.trim() || undefined) !== shownFor)
  return (
    <section className="ib-list" aria-label={t('inbox.conversations')}>
      <div className="ib-h">
        <div className="ib-t">
          <h1>{t('inbox.title')}</h1>
          <span className="row n ib-tools">
            <FilterButton filter={shown} onChange={put} />
            <SavedViews filter={shown} current={saved} />
            <Link
              className="btn quiet icon"
              to="/conversations/settings"
              aria-label={t('inboxSettings.title')}
            >
              <Icon of={IconSettings} />
            </Link>
            <NewConversation />
          </span>
        </div>
        <TextInput
          ref={field}
          className="mt2"
          type="search"
          aria-keyshortcuts="Control+K Meta+K"
          aria-label={t('inbox.search')}
          placeholder={t('inbox.search')}
          maxLength={200}
          leftSection={<Icon of={IconSearch} size="small" />}
          value={found.typed}
          onChange={({ currentTarget: { value } }) => {
            opening.current = undefined
            keys.forget()
            found.type(value)
          }}
          onKeyDown={keys.onKeyDown}
          // Who goes elsewhere meanwhile is not called back.
          onBlur={keys.forget}
        />
      </div>
      <Views current={filter.view ?? (found.search ? 'all' : 'open')} onTake={found.forget} />
      <FoundCampaigns filter={shown} onTake={put} />
      <Lines
        filter={shown}
        address={withSaved(shown).toString()}
        open={open}
        onShown={setShownFor}
        onOpen={(id) => {
          opening.current = id === open ? undefined : id
          found.willWrite(shown.search)
        }}
        tools={switches.map((name) => (
          <button
            key={name}
            type="button"
            className="ib-btn"
            aria-pressed={filter[name] === true}
            onClick={() => put({ ...shown, [name]: filter[name] ? undefined : true })}
          >
            {t(`inbox.only.${name}`)}
          </button>
        ))}
      />
    </section>
  )
}

const searchSettlesMs = 400

function Views({ current, onTake }: { current: (typeof views)[number]; onTake: () => void }) {
  const counts = useConversationCounts()
  return (
    <nav className="ib-views" aria-label={t('inbox.views')}>
      {views.map((name) => (
        <Link
          key={name}
          to={{ search: name === 'open' ? '' : `?view=${name}` }}
          preventScrollReset
          aria-current={name === current ? 'page' : undefined}
          onClick={onTake}
        >
          {t(`inbox.view.${name}`)}
          {counts && name !== 'closed' && name !== 'all' ? (
            <span className="num">{counts[name] >= 1000 ? '1000+' : counts[name]}</span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}

function Lines({
  filter,
  address,
  open,
  onShown,
  onOpen,
  tools,
}: {
  filter: ConversationFilter
  /** Of the filter, for the conversations that are opened from it: what the router renders may be older. */
  address: string
  open: number | undefined
  /** Told the words whose lines are shown, once they are. */
  onShown: (search: string | undefined) => void
  onOpen: (id: number) => void
  tools: React.ReactNode
}) {
  const list = useConversations(filter)
  const lines = useMemo(() => linesOf(list.data), [list.data])
  const selection = useSelection(
    lines.map(({ id }) => id),
    String(addressOf(filter)),
  )
  useSelectionKeys(selection, open)
  const isShown = !list.isPending && !list.isPlaceholderData
  useEffect(() => {
    if (isShown) onShown(filter.search)
  }, [isShown, onShown, filter.search])
  const hasChosen = selection.all || selection.ids.size > 0
  return (
    <>
      {hasChosen ? (
        <BulkBar selection={selection} filter={filter} hasMore={list.hasNextPage} />
      ) : (
        <fieldset className="ib-only">
          <legend className="sr">{t('inbox.filters')}</legend>
          {tools}
        </fieldset>
      )}
      {list.isError && lines.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonLines lines={10} label={t('inbox.loading')} />
      ) : lines.length === 0 ? (
        <NoLines filter={filter} />
      ) : (
        <Rows list={list} lines={lines} address={address} open={open} onOpen={onOpen} selection={selection} />
      )}
    </>
  )
}

/** X chooses the open conversation, Escape chooses none. */
function useSelectionKeys({ ids, all, toggle, clear }: Selection, open: number | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (target.matches('textarea, select, [contenteditable], input:not([type="checkbox"])')) return
      if (target.closest('[role="dialog"], [role="menu"]')) return
      if (event.key === 'x' && open !== undefined) toggle(open, false)
      if (event.key === 'Escape' && (all || ids.size > 0)) clear()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

function Rows({
  list,
  lines,
  address,
  open,
  onOpen,
  selection,
}: {
  list: ReturnType<typeof useConversations>
  lines: NonNullable<ReturnType<typeof useConversations>['data']>['pages'][number]['conversations']
  address: string
  open: number | undefined
  onOpen: (id: number) => void
  selection: Selection
}) {
  const scroller = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The same function while the lines are the same: another one has all of them measured again.
    getItemKey: useCallback((index: number) => lines[index]?.id ?? index, [lines]),
    overscan: 8,
  })
  useStaysPut(scroller, lines, rows)
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const first = items[0]?.index ?? 0
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    if (data) notePagesInSight(data.pages, first, last)
  }, [data, first, last])
  useListKeys({ list, lines, address, open, onOpen, show: (index) => rows.scrollToIndex(index) })
  useEffect(() => {
    if (last >= lines.length - 5 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, lines.length, hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <section
      className={selection.all || selection.ids.size > 0 ? 'cv is-choosing' : 'cv'}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      aria-label={t('inbox.conversations')}
    >
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
              <ConversationLine
                conversation={line}
                address={address}
                current={line.id === open}
                onOpen={onOpen}
                chosen={selection.all || selection.ids.has(line.id)}
                onChoose={(range) => selection.toggle(line.id, range)}
              />
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

function NoLines({ filter: { view = 'open', ...filter } }: { filter: ConversationFilter }) {
  const connection = useConnection()
  if (Object.values(filter).some(Boolean)) return <p className="ib-empty">{t('inbox.noMatch')}</p>
  if (view !== 'open' && view !== 'all') return <p className="ib-empty">{t(`inbox.none.${view}`)}</p>
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
