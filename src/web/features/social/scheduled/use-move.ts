import { useState } from 'react'
import { toast } from '#web/components/toast.tsx'
import { formatMoment, instantOf, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { askAgain } from '../compose/use-publish.tsx'
import { type CalendarEntry, useMovePost } from '../social.queries.ts'

/** @param exact a time of that day; else the post keeps its time of day. */
export type Move = (post: CalendarEntry, day: string, exact?: string) => void

/** Moves a post to another day at the same time of day, with a way back. It stands there at once. */
export function useMove(zone: string) {
  const move = useMovePost()
  const [moving, setMoving] = useState<ReadonlyMap<number, string>>(new Map())
  const put = (id: number, at: string | null) =>
    setMoving((now) => {
      const next = new Map(now)
      if (at) next.set(id, at)
      else next.delete(id)
      return next
    })

  const send = async (id: number, at: string, done: (before: string | null) => void) => {
    put(id, at)
    try {
      let answer: { before: string | null }
      try {
        answer = await move.mutateAsync({ id, at })
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'duplicate')) throw error
        if (!(await askAgain(error.earlierPosts, zone))) return
        answer = await move.mutateAsync({ id, at, again: true })
      }
      done(answer.before)
    } catch (error) {
      toast.error(
        sentenceFor(error, {
          failed: t('social.scheduled.moveFailed'),
          unreachable: t('social.scheduled.moveFailed'),
        }),
      )
    } finally {
      put(id, null)
    }
  }

  const moveTo: Move = (post, day, exact) => {
    const clock = wallClock(post.at, zone)
    if (!clock || (clock.date === day && !exact)) return
    const at = exact ?? instantOf(day, clock.time, zone)
    if (!at || Date.parse(at) <= Date.now()) return toast.error(t('social.scheduled.past'))
    void send(post.id, at, (before) =>
      toast.success(t('social.scheduled.moved', { time: formatMoment(at, zone) }), {
        id: `moved ${post.id}`,
        ...(before && {
          undo: {
            run: () =>
              void send(post.id, before, () =>
                toast.success(t('social.scheduled.movedBack', { time: formatMoment(before, zone) })),
              ),
          },
        }),
      }),
    )
  }
  return { moveTo, moving }
}
