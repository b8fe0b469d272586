import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A screen shows itself after this long, whatever is still on its way, in ms. */
const patienceMs = 3_000
/** What a screen asks for only once it has a first answer is asked for within this, in ms. */
const quietMs = 50

const onItsWay = { predicate: ({ state, meta }: Query) => state.status === 'pending' && !meta?.follows }

/**
 * Whether the screen at `path` still waits for its first answers. Until they are here its parts stay hidden, but for
 * title and skeletons: nothing that one reads or is about to press moves when an answer comes.
 */
export function useArriving(path: string): boolean {
  const queries = useQueryClient()
  const [arrived, setArrived] = useState('')
  const pending = useIsFetching(onItsWay)
  const arriving = arrived !== path

  useEffect(() => {
    if (!arriving || pending > 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The answers are drawn first, however slow the device: what they lead to is asked for then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => {
          if (queries.isFetching(onItsWay) === 0) setArrived(path)
        }, quietMs)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [arriving, pending, path, queries])

  useEffect(() => {
    if (!arriving) return
    const timer = setTimeout(() => setArrived(path), patienceMs)
    return () => clearTimeout(timer)
  }, [arriving, path])
  return arriving
}
