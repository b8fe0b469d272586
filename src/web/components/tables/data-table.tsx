import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { t } from '../../messages/t.ts'
import { Button } from '../forms/button.tsx'
import { SkeletonRows } from '../skeleton.tsx'
import type { Sort } from './table-address.ts'
import { CardsOrder, SortButton, type SortKind } from './table-order.tsx'
import '../../look/table.css'

export type Column<Row> = {
  key: string
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** The header sorts by this column: by its words from A on first, by its times from the newest on. */
  sortable?: SortKind
  /** Numbers stand at the right. */
  right?: boolean
  /** Classes of the cells: `num nw t2`. */
  className?: string
  /** On a phone, where a row is a card: left out, or over the whole width. */
  phone?: 'away' | 'wide'
  width?: string
}

export type Selection = {
  selected: ReadonlySet<string | number>
  onChange: (selected: ReadonlySet<string | number>) => void
}

export type TableProps<Row> = {
  /** Names the table for those who hear it: `Leads`. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The name of a row, for its checkbox. */
  nameOf?: (row: Row) => string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  selection?: Selection
  /** A press anywhere on the row. The same must be reachable by keyboard: a link or a button in a cell. */
  onOpen?: (row: Row) => void
  /** The row whose details are open. */
  openKey?: string | number | null
  /** The first rows are on their way. */
  loading?: boolean
  /** Other rows are on their way; these stay meanwhile. */
  stale?: boolean
  /** In place of the rows where there are none. */
  empty?: ReactNode
  /** For thousands of rows at once: the height of the part in sight, in px. Only rows in sight are drawn. */
  scrollHeight?: number
}

/** Hairlines, no frame; rows become cards under 640 px. */
export function DataTable<Row>(props: TableProps<Row>) {
  if (props.loading) return <SkeletonRows label={t('app.table.loading', { label: props.label })} />
  if (props.rows.length === 0) return props.empty ?? null
  return (
    <>
      <CardsOrder {...props} />
      {props.scrollHeight ? (
        <ScrolledTable {...props} scrollHeight={props.scrollHeight} />
      ) : (
        <PlainTable {...props} />
      )}
    </>
  )
}

function PlainTable<Row>(props: TableProps<Row>) {
  return (
    <section
      className="tw"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
      tabIndex={0}
      aria-label={t('app.table.region', { label: props.label })}
      aria-busy={props.stale}
    >
      <table className="cards">
        <Head {...props} />
        <tbody>
          {props.rows.map((row) => (
            <Line key={props.keyOf(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const rowHeight = 45

function ScrolledTable<Row>(props: TableProps<Row> & { scrollHeight: number }) {
  const frame = useRef<HTMLElement>(null)
  const lines = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const visible = lines.getVirtualItems()
  const above = visible[0]?.start ?? 0
  const below = lines.getTotalSize() - (visible.at(-1)?.end ?? 0)
  const span = props.columns.length + (props.selection ? 1 : 0)
  return (
    <section
      ref={frame}
      className="tw tall"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('app.table.region', { label: props.label })}
      aria-busy={props.stale}
      style={{ '--tall': `${props.scrollHeight / 16}rem` } as CSSProperties}
    >
      <table className="cards" aria-rowcount={props.rows.length}>
        <Head {...props} />
        <tbody>
          <Spacer height={above} span={span} />
          {visible.map((line) => {
            const row = props.rows[line.index]
            return row === undefined ? null : (
              <Line
                key={props.keyOf(row)}
                row={row}
                {...props}
                index={line.index}
                measure={lines.measureElement}
              />
            )
          })}
          <Spacer height={below} span={span} />
        </tbody>
      </table>
    </section>
  )
}

function Spacer({ height, span }: { height: number; span: number }) {
  return height > 0 ? (
    <tr className="spacer">
      <td colSpan={span} style={{ height }} />
    </tr>
  ) : null
}

function Head<Row>({ columns, rows, keyOf, sort, onSort, selection }: TableProps<Row>) {
  const keys = rows.map(keyOf)
  const all = selection !== undefined && keys.every((key) => selection.selected.has(key))
  const some = selection !== undefined && keys.some((key) => selection.selected.has(key))
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className="pick">
            <Checkbox
              aria-label={t('app.table.selectAll')}
              checked={all}
              indeterminate={some && !all}
              onChange={() =>
                selection.onChange(
                  all ? without(selection.selected, keys) : withKeys(selection.selected, keys),
                )
              }
            />
          </th>
        ) : null}
        {columns.map((column) => {
          const sorted = sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined
          return (
            <th
              key={column.key}
              scope="col"
              className={
                [column.right ? 'r' : '', column.phone === 'away' ? 'hide-s' : ''].join(' ').trim() ||
                undefined
              }
              aria-sort={sorted}
              style={column.width ? { width: column.width } : undefined}
            >
              {column.sortable && onSort ? (
                <SortButton column={column} sorted={sorted} onSort={onSort} />
              ) : (
                column.title
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function Line<Row>({
  row,
  columns,
  keyOf,
  nameOf,
  selection,
  onOpen,
  openKey,
  index,
  measure,
}: TableProps<Row> & { row: Row; index?: number; measure?: (element: Element | null) => void }) {
  const key = keyOf(row)
  const picked = selection?.selected.has(key) ?? false
  const classes = [onOpen ? 'go' : '', picked || openKey === key ? 'on' : ''].filter(Boolean).join(' ')
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 1}
      className={classes || undefined}
      onClick={(event) => {
        if (!onOpen || (event.target as Element).closest('a, button, input, label, select, .pick')) return
        // Selecting text to copy it does not open the row.
        if (!window.getSelection()?.toString()) onOpen(row)
      }}
    >
      {selection ? (
        <td className="pick">
          <Checkbox
            aria-label={t('app.table.select', { name: String(nameOf?.(row) ?? key) })}
            checked={picked}
            onChange={() =>
              selection.onChange(
                picked ? without(selection.selected, [key]) : withKeys(selection.selected, [key]),
              )
            }
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.key}
          data-w={column.phone === 'wide' ? true : undefined}
          className={
            [column.className ?? '', column.right ? 'r num' : '', column.phone === 'away' ? 'hide-s' : '']
              .join(' ')
              .trim() || undefined
          }
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

type Keys = ReadonlySet<string | number>
const withKeys = (set: Keys, keys: readonly (string | number)[]): Keys => new Set([...set, ...keys])
const without = (set: Keys, keys: readonly (string | number)[]): Keys =>
  new Set([...set].filter((key) => !keys.includes(key)))

/** Under a table: what is in sight of how much, and the way on and back. */
const rangeWords = (more: boolean, isEstimate: boolean) =>
  more ? 'app.table.rangeOfMore' : isEstimate ? 'app.table.rangeOfAbout' : 'app.table.rangeOf'

export function Pager({
  page,
  size,
  count,
  total,
  more = false,
  isEstimate = false,
  nextCursor,
  onNext,
  onPrevious,
}: {
  /** 0 on the first page. */
  page: number
  /** Rows a page. */
  size: number
  /** Rows on this page. */
  count: number
  /** Rows altogether, where the server says. */
  total?: number | undefined
  /** There are more than `total`: the server counts so far and no further. */
  more?: boolean | undefined
  /** There are about `total`: two digits of it are said. */
  isEstimate?: boolean
  nextCursor: string | null | undefined
  onNext: (cursor: string) => void
  onPrevious: () => void
}) {
  const pager = useRef<HTMLElement>(null)
  if (count === 0 && page === 0) return null
  /** The next page is read from its beginning. */
  const toTop = () => {
    const rows = pager.current?.previousElementSibling
    if (!rows) return
    rows.scrollTop = 0
    if (rows.getBoundingClientRect().top < 0) rows.scrollIntoView({ block: 'start' })
  }
  const from = page * size + 1
  const range = { from, to: from + count - 1 }
  const says =
    total === undefined
      ? t('app.table.range', range)
      : t(rangeWords(more, isEstimate), {
          ...range,
          total: isEstimate ? Number(total.toPrecision(2)) : total,
        })
  return (
    <nav className="pager" ref={pager} aria-label={t('app.table.pages')}>
      {/* A page that did not come, or has been emptied meanwhile: the way back stays. */}
      <span aria-live="polite">{count === 0 ? null : says}</span>
      {page > 0 || nextCursor ? (
        <span className="row n pager-acts">
          <Button
            size="small"
            disabled={page === 0}
            onClick={() => {
              toTop()
              onPrevious()
            }}
          >
            {t('app.table.previous')}
          </Button>
          <Button
            size="small"
            disabled={!nextCursor}
            onClick={() => {
              toTop()
              if (nextCursor) onNext(nextCursor)
            }}
          >
            {t('app.table.next')}
          </Button>
        </span>
      ) : null}
    </nav>
  )
}
