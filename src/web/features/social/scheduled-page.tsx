import {
  IconCalendarMonth,
  IconChevronLeft,
  IconChevronRight,
  IconLayoutGrid,
  IconPlus,
  IconUpload,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Platform, platformNames, platforms } from '#contract/social/social.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { useSeconds } from '#web/components/figures/use-seconds.ts'
import { Button, IconButton, LinkButton } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { Bone } from '#web/components/skeleton.tsx'
import { Pager } from '#web/components/tables/data-table.tsx'
import { usePages, useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableTools } from '#web/components/tables/table-tools.tsx'
import { formatDate, formatMoment, formatMonth, wallClock } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { networkIcons } from './accounts/network-icons.ts'
import { addDays, addMonths, monthDays, rangeOf, shortDay, weekDays } from './scheduled/calendar-days.ts'
import { CalendarGrid } from './scheduled/calendar-grid.tsx'
import { Cards } from './scheduled/cards.tsx'
import { DayList } from './scheduled/day-list.tsx'
import { ImportWindow } from './scheduled/import-window.tsx'
import { SeriesButton } from './scheduled/series-window.tsx'
import { useMove } from './scheduled/use-move.ts'
import { useAccounts, useCalendar, useImports, useQueue, useScheduled } from './social.queries.ts'
import './social.css'
import './scheduled/scheduled.css'

const views = ['month', 'week', 'list', 'cards'] as const
type View = (typeof views)[number]
const cardsPerPage = 24

const errors = () => ({
  failed: t('social.scheduled.failed'),
  unreachable: t('social.scheduled.unreachable'),
})

/** Scheduled Posts: a calendar, and the specification's grid of cards. */
export default function ScheduledPage() {
  const zone = useZone()
  const address = useTableAddress()
  const view = views.find((one) => one === address.filter('view')) ?? 'month'
  const platform = platforms.find((one) => one === address.filter('platform'))
  const account = Number(address.filter('account')) || undefined
  const filters = { ...(platform && { platform }), ...(account && { account_id: account }) }
  const first = useScheduled({ limit: 1 })
  const summary = first.data?.summary
  const [importing, setImporting] = useState(false)
  const running = useImports().data?.imports.find(({ state }) => state === 'running')
  const isEmpty = summary?.count === 0 && !platform && !account
  return (
    <>
      <PageHeader
        title={t('social.scheduled.title')}
        lede={
          summary?.next_at && summary.last_at
            ? t.rich('social.scheduled.summary', {
                ...tags,
                count: summary.count,
                last: formatDate(summary.last_at, zone),
                next: formatMoment(summary.next_at, zone),
              })
            : t('social.scheduled.lede')
        }
        actions={
          <>
            <Button icon={<Icon of={IconUpload} size="small" />} onClick={() => setImporting(true)}>
              {running
                ? t('social.scheduled.imports.progress', {
                    done: running.done + running.failed,
                    total: running.ready + running.done + running.failed,
                  })
                : t('social.scheduled.import')}
            </Button>
            <LinkButton kind="yours" to="/social/post" icon={<Icon of={IconPlus} size="small" />}>
              {t('social.scheduled.create')}
            </LinkButton>
          </>
        }
      />
      {view === 'cards' ? (
        <CardsView filters={filters} zone={zone} isEmpty={isEmpty} />
      ) : (
        <CalendarView view={view} filters={filters} zone={zone} isEmpty={isEmpty} />
      )}
      {importing ? <ImportWindow onClose={() => setImporting(false)} /> : null}
    </>
  )
}

type Filters = { platform?: Platform; account_id?: number }

/** Filters, the series and the choice of view; in front of it what the view needs. */
function Bar({ view, zone, children }: { view: View; zone: string; children?: ReactNode }) {
  const address = useTableAddress()
  const accounts = useAccounts().data?.accounts ?? []
  return (
    <>
      <div className="cal-t">
        {children}
        <span className="grow" />
        <span className="sm t3">{zone}</span>
        <Segmented
          label={t('social.scheduled.view')}
          choices={views.map((value) => ({
            value,
            name: (
              <span className="row n view-n">
                {value === 'month' ? <Icon of={IconCalendarMonth} size="small" /> : null}
                {value === 'cards' ? <Icon of={IconLayoutGrid} size="small" /> : null}
                {t(`social.scheduled.views.${value}`)}
              </span>
            ),
          }))}
          value={view}
          onChange={(value) => address.setFilter('view', value === 'month' ? null : value)}
        />
      </div>
      <TableTools>
        <TableFilter
          label={t('social.scheduled.network')}
          choices={[
            { value: '', name: t('social.scheduled.allNetworks') },
            ...platforms.map((value) => ({ value, name: platformNames[value] })),
          ]}
          value={address.filter('platform')}
          onChange={(value) => address.setFilter('platform', value)}
        />
        {accounts.length > 1 ? (
          <TableFilter
            label={t('social.scheduled.account')}
            choices={[
              { value: '', name: t('social.scheduled.allAccounts') },
              ...accounts.map(({ id, page_name, platform }) => ({
                value: String(id),
                name: `${page_name}, ${platformNames[platform]}`,
              })),
            ]}
            value={address.filter('account')}
            onChange={(value) => address.setFilter('account', value)}
          />
        ) : null}
        <SeriesButton />
      </TableTools>
    </>
  )
}

const Nothing = () => (
  <Empty
    title={t('social.scheduled.empty')}
    actions={<LinkButton to="/social/post">{t('social.scheduled.create')}</LinkButton>}
  >
    {t('social.scheduled.emptyText')}
  </Empty>
)

type ViewProps = { filters: Filters; zone: string; isEmpty: boolean }

function CardsView({ filters, zone }: ViewProps) {
  const pages = usePages(JSON.stringify(filters))
  const list = useScheduled({
    ...filters,
    limit: cardsPerPage,
    ...(pages.cursor && { cursor: pages.cursor }),
  })
  const posts = list.data?.posts
  return (
    <>
      <Bar view="cards" zone={zone} />
      {list.isError ? (
        <ErrorState error={list.error} words={errors()} onRetry={() => list.refetch()} />
      ) : null}
      {list.isPending ? <CardBones /> : null}
      {posts?.length === 0 ? <Nothing /> : null}
      {posts ? <Cards posts={posts} zone={zone} /> : null}
      {posts && posts.length > 0 ? (
        <Pager
          page={pages.page}
          size={cardsPerPage}
          count={posts.length}
          nextCursor={list.data?.next_cursor}
          onNext={(cursor) => pages.next(cursor)}
          onPrevious={pages.previous}
        />
      ) : null}
    </>
  )
}

const CardBones = () => (
  <div className="posts" role="status" aria-label={t('social.scheduled.loading')}>
    {['a', 'b', 'c'].map((key) => (
      <div className="post" key={key}>
        <Bone height={210} />
        <div className="in-p">
          <Bone width="60%" />
          <Bone />
          <Bone width="80%" />
        </div>
      </div>
    ))}
  </div>
)

function CalendarView({ view, filters, zone, isEmpty }: ViewProps & { view: Exclude<View, 'cards'> }) {
  const address = useTableAddress()
  const now = useSeconds(true)
  const today = wallClock(now, zone)?.date ?? ''
  const asked = address.filter('day')
  const anchor = /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today
  const days = view === 'week' ? weekDays(anchor) : monthDays(anchor)
  const calendar = useCalendar({ ...rangeOf(days, zone), ...filters, limit: 2000 }, today !== '')
  const queue = useQueue()
  const { moveTo, moving } = useMove(zone)
  const posts = (calendar.data ?? [])
    .map((post) => ({ ...post, at: moving.get(post.id) ?? post.at }))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const free = [
    ...new Set(
      (queue.data?.next_free ?? [])
        .filter(({ account_id }) => !filters.account_id || account_id === filters.account_id)
        .flatMap(({ times }) => times),
    ),
  ].sort()
  const go = (day: string) => address.setFilter('day', day === today ? null : day)
  const by = (step: number) => (view === 'week' ? addDays(anchor, step * 7) : addMonths(anchor, step))
  const heading =
    view === 'week'
      ? t('social.scheduled.week', {
          from: shortDay(days[0] ?? anchor),
          to: shortDay(days.at(-1) ?? anchor),
        })
      : t('social.scheduled.month', { month: formatMonth(anchor) })
  return (
    <>
      <Bar view={view} zone={zone}>
        <h2>{heading}</h2>
        <span className="row n cal-nav">
          <IconButton
            kind="default"
            size="small"
            label={t('social.scheduled.previous')}
            onClick={() => go(by(-1))}
          >
            <Icon of={IconChevronLeft} size="small" />
          </IconButton>
          <Button size="small" onClick={() => go(today)}>
            {t('app.today')}
          </Button>
          <IconButton
            kind="default"
            size="small"
            label={t('social.scheduled.next')}
            onClick={() => go(by(1))}
          >
            <Icon of={IconChevronRight} size="small" />
          </IconButton>
        </span>
      </Bar>
      {calendar.isError ? (
        <ErrorState error={calendar.error} words={errors()} onRetry={() => calendar.refetch()} />
      ) : null}
      {calendar.isPending ? (
        <div role="status" aria-label={t('social.scheduled.loading')}>
          <Bone height={560} />
        </div>
      ) : view === 'list' ? (
        posts.length > 0 ? (
          <DayList posts={posts} zone={zone} today={today} />
        ) : isEmpty ? (
          <Nothing />
        ) : (
          <p className="t3 none-here">{t('social.scheduled.noneHere')}</p>
        )
      ) : (
        <>
          <CalendarGrid
            days={days}
            month={view === 'month' ? anchor.slice(0, 7) : null}
            posts={posts}
            free={free}
            zone={zone}
            today={today}
            onMove={moveTo}
          />
          {posts.length === 0 && free.length === 0 ? (
            <div className="only-narrow">{isEmpty ? <Nothing /> : t('social.scheduled.noneHere')}</div>
          ) : null}
        </>
      )}
      <div className="row sp mt4 cal-foot">
        <div className="netk">
          {platforms.map((platform) => (
            <span key={platform} className={`n-${platform}`}>
              <Icon of={networkIcons[platform]} />
              {platformNames[platform]}
            </span>
          ))}
        </div>
        {view === 'list' ? null : (
          <span className="sm t3 hide-narrow">
            {t('social.scheduled.hint')} <span className="kbd">M</span>
          </span>
        )}
      </div>
    </>
  )
}
