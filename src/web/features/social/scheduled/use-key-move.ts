import { type KeyboardEvent, useEffect, useState } from 'react'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import type { CalendarEntry } from '../social.queries.ts'
import { addDays, dayName } from './calendar-days.ts'
import type { Move } from './use-move.ts'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A post that is moved by keys, and the day that it would go to. */
type Held = { post: CalendarEntry; day: string }

export type KeyMove = {
  held: Held | null
  /** What a screen reader says of the move. */
  says: string
  onKeyDown: (event: KeyboardEvent, post: CalendarEntry, day: string) => void
  cancel: () => void
  /** The post that was put down last and is drawn anew in its new cell: it gets the focus back. */
  placed: number | null
}

/**
 * M takes a post, the arrow keys go by days, Enter puts it down, Escape leaves it where it is. The day is counted, not
 * measured: a key that is pressed before the move is drawn counts as well.
 */
export function useKeyMove(days: readonly string[], today: string, zone: string, onMove: Move): KeyMove {
  const [held, setHeld] = useState<Held | null>(null)
  const [says, setSays] = useState('')
  const [placed, setPlaced] = useState<number | null>(null)
  // Its new cell has been drawn by now; where the cell has no room for it, the focus is not taken later.
  useEffect(() => {
    if (placed !== null) setPlaced(null)
  }, [placed])
  const timeOf = (post: CalendarEntry) => formatDateTime(post.at, zone)

  const take = (post: CalendarEntry, day: string) => {
    setHeld({ post, day })
    setSays(t('social.scheduled.drag.start', { time: timeOf(post) }))
  }
  const step = ({ post, day }: Held, by: number) => {
    const next = addDays(day, by)
    if (!days.includes(next)) return
    setHeld({ post, day: next })
    const words = { day: dayName(next) }
    setSays(
      next < today ? t('social.scheduled.drag.overPast', words) : t('social.scheduled.drag.over', words),
    )
  }
  const drop = ({ post, day }: Held) => {
    setHeld(null)
    setSays(t('social.scheduled.drag.end', { day: dayName(day) }))
    setPlaced(post.id)
    onMove(post, day)
  }
  const cancel = () => {
    if (!held) return
    setHeld(null)
    setSays(t('social.scheduled.drag.cancel', { time: timeOf(held.post) }))
  }

  return {
    held,
    says,
    cancel,
    placed,
    onKeyDown: (event, post, day) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const by = steps[event.key]
      if (!held) {
        // The letter, or its place on a keyboard of other letters.
        if (event.key.toLowerCase() !== 'm' && event.code !== 'KeyM') return
        take(post, day)
      } else if (by !== undefined) step(held, by)
      else if (event.key === 'Enter' || event.key === ' ') drop(held)
      else if (event.key === 'Escape') cancel()
      else return
      event.preventDefault()
    },
  }
}
