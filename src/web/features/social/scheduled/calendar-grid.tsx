import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { Window } from '#web/components/panel.tsx'
import { formatDateTime, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { weekdayNames } from '../compose/weekdays.ts'
import type { CalendarEntry } from '../social.queries.ts'
import { dayName, listDay, shortDay } from './calendar-days.ts'
import { DragGhost, FreeChip, KeyGhost, MovableChip, PostChip, slotTime } from './post-chip.tsx'
import { useKeyMove } from './use-key-move.ts'
import type { Move } from './use-move.ts'

/** Posts that a cell of the month shows; the others open with "+n". */
const mostInCell = 3

/** A free slot lies in the cell of its day, and wins under the pointer. */
const atPointerOrBox: CollisionDetection = (args) => {
  const under = pointerWithin(args)
  const slot = under.find(({ id }) => slotTime(id))
  if (slot) return [slot]
  return under.length > 0 ? under : rectIntersection(args).filter(({ id }) => !slotTime(id))
}

const needsSomebody = (post: CalendarEntry) => ['failed', 'unknown', 'awaiting_owner'].includes(post.status)

/** The first of a day, and before them what waits for the person: that is never behind "+n". */
function shownOf(all: readonly CalendarEntry[]): CalendarEntry[] {
  const urgent = all.filter(needsSomebody)
  const others = all.filter((post) => !needsSomebody(post))
  return [...urgent, ...others].slice(0, mostInCell)
}

const timeOf = (one: CalendarEntry | string) => (typeof one === 'string' ? one : one.at)

/** A month or a week: posts by day, dragged from day to day. */
export function CalendarGrid({
  days,
  month,
  posts,
  free,
  zone,
  today,
  onMove,
}: {
  days: readonly string[]
  /** `2026-11`; days of other months are faint. Null: a week, which shows all posts. */
  month: string | null
  posts: readonly CalendarEntry[]
  free: readonly string[]
  zone: string
  today: string
  onMove: Move
}) {
  const [active, setActive] = useState<CalendarEntry | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
  )
  const keys = useKeyMove(days, today, zone, onMove)
  const byDay = groupByDay(posts, zone, ({ at }) => at)
  const freeByDay = groupByDay(free, zone, (at) => at)
  const time = active ? timeIn(active.at, zone) : undefined

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={atPointerOrBox}
      accessibility={{
        announcements: announcements(zone, today),
        screenReaderInstructions: { draggable: t('social.scheduled.drag.instructions') },
      }}
      onDragStart={({ active: { data } }) => setActive(data.current?.post ?? null)}
      onDragOver={({ over: cell }) => setOver(cell ? String(cell.id) : null)}
      onDragCancel={() => {
        setActive(null)
        setOver(null)
      }}
      onDragEnd={({ over: cell }) => {
        const at = cell ? slotTime(cell.id) : undefined
        if (active && cell) onMove(active, at ? (wallClock(at, zone)?.date ?? '') : String(cell.id), at)
        setActive(null)
        setOver(null)
      }}
    >
      <div className={`cal${month ? '' : ' week'}`}>
        {weekdayNames().map(({ day, name }) => (
          <div className="wd" key={day} aria-hidden="true">
            {name}
          </div>
        ))}
        {days.map((day) => {
          const all = byDay.get(day) ?? []
          const shown = month ? shownOf(all) : all
          const slots = (freeByDay.get(day) ?? []).slice(0, month ? 1 : 6)
          const isOther = month !== null && !day.startsWith(month)
          return (
            <Cell
              key={day}
              day={day}
              today={today}
              other={isOther}
              first={days[0] === day}
              held={keys.held?.day === day}
            >
              {keys.held?.day === day ? (
                <KeyGhost
                  post={keys.held.post}
                  when={`${shortDay(day)}, ${timeIn(keys.held.post.at, zone)}`}
                />
              ) : null}
              {[...shown, ...slots]
                .sort((one, other) => Date.parse(timeOf(one)) - Date.parse(timeOf(other)))
                .map((one) =>
                  typeof one === 'string' ? (
                    <FreeChip key={one} at={one} zone={zone} />
                  ) : one.editable ? (
                    <MovableChip key={one.id} post={one} zone={zone} day={day} keys={keys} />
                  ) : (
                    <PostChip key={one.id} post={one} zone={zone} />
                  ),
                )}
              {all.length > shown.length ? (
                <button type="button" className="more" onClick={() => setOpen(day)}>
                  {t('social.scheduled.more', { count: all.length - shown.length })}
                </button>
              ) : null}
            </Cell>
          )
        })}
      </div>
      <p className="sr" role="status">
        {keys.says}
      </p>
      <DragOverlay dropAnimation={null}>
        {active ? (
          <DragGhost
            post={active}
            when={
              over && time && !slotTime(over)
                ? `${shortDay(over)}, ${time}`
                : formatDateTime((over && slotTime(over)) ?? active.at, zone)
            }
          />
        ) : null}
      </DragOverlay>
      <Window
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open ? t('social.scheduled.dayPosts', { day: dayName(open) }) : ''}
      >
        <div className="day-all">
          {(open ? (byDay.get(open) ?? []) : []).map((post) => (
            <PostChip key={post.id} post={post} zone={zone} />
          ))}
        </div>
      </Window>
    </DndContext>
  )
}

function Cell({
  day,
  today,
  other,
  first,
  held,
  children,
}: {
  day: string
  today: string
  other: boolean
  first: boolean
  /** A post that is moved by keys would go here. */
  held: boolean
  children: ReactNode
}) {
  const { setNodeRef, isOver } = useDroppable({ id: day })
  const isPast = day < today
  const number = first || day.endsWith('-01') ? shortDay(day) : String(Number(day.slice(8)))
  return (
    <section
      ref={setNodeRef}
      aria-label={dayName(day)}
      className={`d${isPast ? ' past' : ''}${other ? ' oth' : ''}${day === today ? ' today' : ''}${
        isOver || held ? (isPast ? ' refuse' : ' over') : ''
      }`}
    >
      <div className="dn">
        <b>
          <span className="hide-narrow">{number}</span>
          <span className="only-narrow">{listDay(day)}</span>
        </b>
        {day === today ? <span className="hol">{t('app.today')}</span> : null}
      </div>
      {children}
    </section>
  )
}

const timeIn = (at: string, zone: string): string => wallClock(at, zone)?.time ?? ''

export function groupByDay<T>(list: readonly T[], zone: string, at: (one: T) => string): Map<string, T[]> {
  const days = new Map<string, T[]>()
  for (const one of list) {
    const day = wallClock(at(one), zone)?.date
    if (!day) continue
    const known = days.get(day)
    if (known) known.push(one)
    else days.set(day, [one])
  }
  return days
}

function announcements(zone: string, today: string): Announcements {
  const startOf = (post: CalendarEntry | undefined) => (post ? formatDateTime(post.at, zone) : '')
  return {
    onDragStart: ({ active }) =>
      t('social.scheduled.drag.start', { time: startOf(active.data.current?.post) }),
    onDragOver: ({ over }) => {
      if (!over) return undefined
      const at = slotTime(over.id)
      if (at) return t('social.scheduled.drag.over', { day: formatDateTime(at, zone) })
      const day = dayName(String(over.id))
      return String(over.id) < today
        ? t('social.scheduled.drag.overPast', { day })
        : t('social.scheduled.drag.over', { day })
    },
    onDragEnd: ({ over }) =>
      over
        ? t('social.scheduled.drag.end', {
            day: slotTime(over.id) ? formatDateTime(slotTime(over.id) ?? '', zone) : dayName(String(over.id)),
          })
        : undefined,
    onDragCancel: ({ active }) =>
      t('social.scheduled.drag.cancel', { time: startOf(active.data.current?.post) }),
  }
}
