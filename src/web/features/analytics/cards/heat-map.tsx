import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { type CellsOf, FollowUpMenu } from '#web/features/segments/segments.ts'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { weekdayName } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { type Cell, cellsOf, fewest, twoDigits } from '../analytics-text.ts'
import { bySureRead } from '../ranks.ts'
import { Card } from './card.tsx'
import './heat-map.css'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** How strong the five steps are, in percent. */
const strengths = [8, 28, 50, 75, 100]

/** Which hours are read, by the recipients' clock: 7 weekdays by 24 hours, empty where there are too few messages. */
export function HeatMap({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const of = cellsOf(report.period, query)
  const again = (cell: Cell) => of && <Again of={of} cell={cell} />
  const enough = report.hours.filter(({ delivered }) => delivered >= fewest)
  const best = enough.toSorted(bySureRead)
  return (
    <Card
      title={t('analytics.hours.title')}
      card="hours"
      query={query}
      table={
        <DataTable
          label={t('analytics.tableOf', { card: t('analytics.hours.title') })}
          rows={report.hours.toSorted(bySureRead)}
          keyOf={({ weekday, hour }) => `${weekday} ${hour}`}
          scrollHeight={report.hours.length > 40 ? 420 : undefined}
          empty={<p className="t2">{t('analytics.nothing')}</p>}
          columns={[
            { key: 'hour', title: t('analytics.hours.hour'), phone: 'wide', cell: hourName },
            {
              key: 'share',
              title: t('analytics.counts.read'),
              right: true,
              className: 'num',
              cell: ({ read, delivered }) => formatPercent(read, delivered),
            },
            {
              key: 'count',
              title: t('analytics.counts.delivered'),
              right: true,
              className: 'num',
              cell: ({ delivered }) => formatNumber(delivered),
            },
            ...(of
              ? [
                  {
                    key: 'again',
                    title: <span className="sr">{t('segments.again')}</span>,
                    phone: 'wide' as const,
                    right: true,
                    cell: again,
                  },
                ]
              : []),
          ]}
        />
      }
    >
      <Grid cells={report.hours} best={best[0]} again={again} />
      <p className="hint">
        {t('analytics.hours.few', { count: fewest })}{' '}
        {best[1] ? t('analytics.hours.next', { hour: hourName(best[1]), ...shareOf(best[1]) }) : null}
      </p>
    </Card>
  )
}

/** Who got a message in that hour of theirs, by what they did with it. */
function Again({ of, cell: { weekday, hour, delivered, read } }: { of: CellsOf; cell: Cell }) {
  return (
    <FollowUpMenu
      of={{ ...of, their_hour: { weekday, hour } }}
      what={hourName({ weekday, hour })}
      cells={[
        ...(delivered > read ? (['not_read'] as const) : []),
        ...(read > 0 ? (['not_answered', 'answered'] as const) : []),
      ]}
    />
  )
}

const rate = ({ read, delivered }: Cell): number => (delivered === 0 ? 0 : read / delivered)
const hourName = ({ weekday, hour }: Pick<Cell, 'weekday' | 'hour'>): string =>
  t('analytics.hours.name', {
    weekday: weekdayName(weekday, 'short'),
    from: `${twoDigits(hour)}:00`,
    to: `${twoDigits((hour + 1) % 24)}:00`,
  })
const shareOf = ({ read, delivered }: Cell) => ({ percent: formatPercent(read, delivered), count: delivered })

type Grid = { cells: readonly Cell[]; best: Cell | undefined; again: (cell: Cell) => ReactNode }

/** Arrow keys move between cells; each cell says its own figures. A press keeps one, so that its people can be written to. */
function Grid({ cells, best, again }: Grid) {
  const [at, setAt] = useState({ weekday: best?.weekday ?? 1, hour: best?.hour ?? 9 })
  const [kept, setKept] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const byHour = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const rates = cells.filter(({ delivered }) => delivered >= fewest).map(rate)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  const strength = (cell: Cell): number =>
    strengths[high === low ? 2 : Math.min(4, Math.floor(((rate(cell) - low) / (high - low)) * 5))] ?? 50
  const keep = (name: string) => setKept(name === kept ? undefined : name)
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key]
    if (!by) return
    event.preventDefault()
    const next = { weekday: ((at.weekday - 1 + by[0]! + 7) % 7) + 1, hour: (at.hour + by[1]! + 24) % 24 }
    setAt(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.weekday} ${next.hour}"]`)?.focus()
  }
  const keptCell = kept === undefined ? undefined : byHour.get(kept)
  const pointed = keptCell ?? byHour.get(`${at.weekday} ${at.hour}`) ?? { ...at, delivered: 0, read: 0 }
  return (
    <>
      <div className="an-heat-top">
        <p className="an-now" aria-hidden="true">
          <b>{hourName(pointed)}</b>{' '}
          {pointed.delivered > 0 ? t('analytics.hours.share', shareOf(pointed)) : t('analytics.hours.none')}
        </p>
        {keptCell ? again(keptCell) : null}
        {rates.length > 0 ? (
          <span className="sm t2 row n">
            {formatPercent(low, 1)}
            <i className="an-ramp" />
            {formatPercent(high, 1)}
          </span>
        ) : null}
      </div>
      <section
        className="an-heat-box"
        aria-label={t('analytics.tableOf', { card: t('analytics.hours.title') })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
        tabIndex={0}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked by arrow keys */}
        <table className="an-heat" role="grid" ref={table} onKeyDown={move}>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  <span className={hour % 6 === 0 || hour === 23 ? undefined : 'an-away'}>
                    {twoDigits(hour)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday, 'short')}</th>
                {hours.map((hour) => {
                  const cell = byHour.get(`${weekday} ${hour}`) ?? { weekday, hour, delivered: 0, read: 0 }
                  const few = cell.delivered < fewest
                  return (
                    <td
                      key={hour}
                      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
                      role="gridcell"
                      data-at={`${weekday} ${hour}`}
                      tabIndex={at.weekday === weekday && at.hour === hour ? 0 : -1}
                      className={`${few ? 'an-few' : ''}${cell === best ? ' an-best' : ''}${cell === keptCell ? ' an-kept' : ''}`}
                      style={few ? undefined : ({ '--k': strength(cell) } as CSSProperties)}
                      aria-label={t('analytics.hours.cell', { hour: hourName(cell), ...shareOf(cell) })}
                      aria-selected={cell === keptCell}
                      onClick={() => keep(`${weekday} ${hour}`)}
                      onKeyDown={(event) => {
                        if (event.key !== 'Enter' && event.key !== ' ') return
                        event.preventDefault()
                        keep(`${weekday} ${hour}`)
                      }}
                      onFocus={() => setAt({ weekday, hour })}
                      onMouseEnter={() => setAt({ weekday, hour })}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
