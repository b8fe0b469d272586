import { NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { Icon } from '../icon.tsx'
import { readSort, type Sort, writeSort } from './table-address.ts'

/** A column's two directions, and which one comes first. */
const directions = {
  words: { up: 'up', down: 'down', downFirst: false },
  time: { up: 'oldest', down: 'newest', downFirst: true },
} as const
export type SortKind = keyof typeof directions

type Sortable = { key: string; title: ReactNode; sortable?: SortKind }

/** The header of a column that sorts. A press turns the order round, or begins with the column's first direction. */
export function SortButton({
  column: { key, title, sortable = 'words' },
  sorted,
  onSort,
}: {
  column: Sortable
  sorted: 'ascending' | 'descending' | undefined
  onSort: (sort: Sort) => void
}) {
  const descending = sorted ? sorted === 'ascending' : directions[sortable].downFirst
  return (
    <button type="button" onClick={() => onSort({ key, descending })}>
      {title}
      {sorted ? <Icon of={sorted === 'descending' ? IconArrowDown : IconArrowUp} size="small" /> : null}
    </button>
  )
}

/** On a phone the rows are cards, without a header to press: the order is chosen here. */
export function CardsOrder({
  label,
  columns,
  sort,
  onSort,
}: {
  /** The table's name: `Leads`. */
  label: string
  columns: readonly Sortable[]
  sort?: Sort | null
  onSort?: (sort: Sort) => void
}) {
  const sortables = columns.filter(({ sortable }) => sortable)
  const choices = sortables.flatMap(({ key, title, sortable = 'words' }) => {
    const { up, down, downFirst } = directions[sortable]
    // Where nothing else sorts, there is no need to say by what.
    const named = (way: string) =>
      sortables.length > 1
        ? t('app.table.orderBy', { column: String(title), way })
        : t('app.table.order', { way })
    const both = [
      { value: writeSort({ key, descending: false }), label: named(up) },
      { value: writeSort({ key, descending: true }), label: named(down) },
    ]
    return downFirst ? both.reverse() : both
  })
  if (!onSort || choices.length === 0) return null
  return (
    <div className="cards-order">
      <span className="sm t3 nw">
        {t(sortables.length > 1 ? 'app.table.sortedBy' : 'app.table.orderTitle')}
      </span>
      <NativeSelect
        size="sm"
        data={choices}
        aria-label={t('app.table.orderOf', { label })}
        value={sort ? writeSort(sort) : ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = readSort(value)
          if (chosen) onSort(chosen)
        }}
      />
    </div>
  )
}
