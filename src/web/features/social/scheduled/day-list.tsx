import type { CalendarEntry } from '../social.queries.ts'
import { dayName } from './calendar-days.ts'
import { groupByDay } from './calendar-grid.tsx'
import { PostChip } from './post-chip.tsx'

/** The days that have posts, one below the other. */
export function DayList({
  posts,
  zone,
  today,
}: {
  posts: readonly CalendarEntry[]
  zone: string
  today: string
}) {
  return (
    <div className="day-list">
      {[...groupByDay(posts, zone, ({ at }) => at)].map(([day, list]) => (
        <section key={day} aria-label={dayName(day)} className={day < today ? 'past' : undefined}>
          <h3 className={day === today ? 'is-today' : undefined}>{dayName(day)}</h3>
          <div className="day-all">
            {list.map((post) => (
              <PostChip key={post.id} post={post} zone={zone} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
