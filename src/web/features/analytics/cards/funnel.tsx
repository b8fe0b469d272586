import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import type { Analytics, AnalyticsQuery, Counts } from '#contract/analytics/analytics.ts'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { type Cell, FollowUp } from '#web/features/segments/segments.ts'
import { formatList } from '#web/format/list.ts'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import {
  cellsOf,
  changeOf,
  countName,
  partOf,
  pointsOf,
  type Step,
  steps,
  writtenText,
} from '../analytics-text.ts'
import { Card } from './card.tsx'
import './funnel.css'

/** In px: the flag of everybody, and the point of a flag. */
const tallest = 176
const point = 16
/** A step that anybody reached is seen. */
const lowest = 4

const tones: Record<Step, string> = {
  sent: ' an-step-sent',
  delivered: ' an-step-delivered',
  read: ' an-step-read',
  clicked: '',
  replied: '',
  converted: '',
}

/** How many messages came how far: a flag for each step, as high as its share of what was sent. */
export function Funnel({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const total = { ...report.total, converted: report.converted }
  const before = { ...report.before, converted: report.converted_before }
  return (
    <Card
      title={t('analytics.funnel.title')}
      card="funnel"
      query={query}
      first
      table={<FunnelTable report={report} />}
    >
      <Flags report={report} />
      <div className="an-beside">
        {(['failed', 'blocked', 'unknown', 'opted_out'] as const).map((name) => (
          <div key={name}>
            {t.rich(`analytics.funnel.beside.${name}`, {
              ...tags,
              count: total[name],
              share: formatPercent(total[name], name === 'opted_out' ? total.delivered : attempted(total)),
            })}{' '}
            <span className="t3 sm">{changeOf(total[name], before[name])}</span>
          </div>
        ))}
      </div>
      <WriteAgain report={report} query={query} />
    </Card>
  )
}

/** Hover and arrow keys show the figures of a step. */
function Flags({ report: { period, ...report } }: { report: Analytics }) {
  const [at, setAt] = useState<Step>('sent')
  const [pointed, setPointed] = useState<Step>()
  const list = useRef<HTMLOListElement>(null)
  const total = { ...report.total, converted: report.converted }
  const before = { ...report.before, converted: report.converted_before }
  const most = Math.max(total.sent, 1)
  const height = (step: Step): number =>
    total[step] === 0 ? 0 : Math.max(lowest, Math.round((total[step] / most) * tallest))
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setPointed(undefined)
    const last = steps.length - 1
    const now = steps.indexOf(at)
    const { ArrowLeft, ArrowRight } = { ArrowLeft: now - 1, ArrowRight: now + 1 }
    const to = { ArrowLeft, ArrowUp: ArrowLeft, ArrowRight, ArrowDown: ArrowRight, Home: 0, End: last }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[Math.min(last, Math.max(0, to))]?.focus()
  }
  const linesOf = (step: Step): string[] => {
    const part = partOf[step]
    const shares = part === null || part === 'sent' ? (['sent'] as const) : ([part, 'sent'] as const)
    return [
      ...(part === null ? [] : shares).map((of) =>
        t('analytics.funnel.share', { part: of, percent: formatPercent(total[step], total[of]) }),
      ),
      t('analytics.tip', { name: t('analytics.before'), count: before[step] }),
    ]
  }
  return (
    <ol className="an-bunt" ref={list} onKeyDown={move}>
      {steps.map((step, index) => {
        const part = partOf[step]
        const style = {
          '--h': `${height(step)}px`,
          '--w': `${height(part ?? step)}px`,
          '--n': `${Math.min(point, height(step) / 2)}px`,
          '--nw': `${Math.min(point, height(part ?? step) / 2)}px`,
          '--p': `${(total[step] / most) * 100}%`,
        } as CSSProperties
        const title = t('analytics.tip', { name: countName(step), count: total[step] })
        const lines = linesOf(step)
        return (
          <li
            key={step}
            className={`an-step${tones[step]}`}
            onPointerEnter={() => setPointed(step)}
            onPointerLeave={() => setPointed(undefined)}
          >
            <div className="an-hd">
              <span className="an-hd-name">{countName(step)}</span>
              <b className="an-hd-count">{formatNumber(total[step])}</b>
            </div>
            <button
              type="button"
              className="an-col"
              style={style}
              tabIndex={at === step ? 0 : -1}
              aria-label={formatList([title, ...lines])}
              onFocus={() => {
                setAt(step)
                setPointed(step)
              }}
              onBlur={() => setPointed(undefined)}
              onClick={() => setPointed(step)}
            >
              <i className="an-was" />
              <i className="an-is" />
            </button>
            {pointed === step ? (
              <div
                className={`an-tip an-step-tip${index > steps.length / 2 ? ' an-tip-end' : ''}`}
                aria-hidden="true"
              >
                <b>{title}</b>
                {lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </div>
            ) : null}
            <div className="an-pc">
              {part
                ? t.rich(`analytics.funnel.of.${part}`, {
                    ...tags,
                    percent: formatPercent(total[step], total[part]),
                  })
                : null}
              <span className="t3 sm an-change">
                {part
                  ? pointsOf([total[step], total[part]], [before[step], before[part]])
                  : changeOf(total[step], before[step])}
              </span>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const attempted = ({ sent, failed, unknown }: Counts): number => sent + failed + unknown

const rows = [...steps, 'failed', 'blocked', 'unknown', 'opted_out'] as const

function FunnelTable({ report }: { report: Analytics }) {
  const { period } = report
  const total = { ...report.total, converted: report.converted }
  const before = { ...report.before, converted: report.converted_before }
  return (
    <DataTable
      label={t('analytics.tableOf', { card: t('analytics.funnel.title') })}
      rows={rows}
      keyOf={(name) => name}
      columns={[
        { key: 'step', title: t('analytics.funnel.step'), phone: 'wide', cell: (name) => countName(name) },
        {
          key: 'now',
          title: t('analytics.span', { from: formatDay(period.from), to: formatDay(period.to) }),
          right: true,
          className: 'num',
          cell: (name) => formatNumber(total[name]),
        },
        {
          key: 'before',
          title: t('analytics.span', {
            from: formatDay(period.before_from),
            to: formatDay(period.before_to),
          }),
          right: true,
          className: 'num t2',
          cell: (name) => formatNumber(before[name]),
        },
        {
          key: 'change',
          title: t('analytics.change.title'),
          className: 't2',
          cell: (name) => changeOf(total[name], before[name]),
        },
      ]}
    />
  )
}

/** Campaigns for the people of a step, where a segment can say who they are. */
function WriteAgain({ report: { total, period }, query }: { report: Analytics; query: AnalyticsQuery }) {
  const of = cellsOf(period, query)
  const days = writtenText(period, query)
  if (of === null || total.sent === 0) return null
  const cells: Cell[] = (
    [
      ['not_delivered', total.sent - total.delivered],
      ['not_read', total.delivered - total.read],
      ['not_clicked', total.clicked],
      ['not_converted', total.clicked],
      ['not_answered', total.replied],
      ['answered', total.replied],
      ['failed_for_now', total.failed],
    ] as const
  ).flatMap(([cell, messages]) => (messages > 0 ? [{ cell, people: null }] : []))
  return (
    <details className="an-again">
      <summary>{t('analytics.follow.title')}</summary>
      {days === null ? null : <p className="sm t3">{days}</p>}
      <FollowUp of={of} cells={cells} />
    </details>
  )
}
