import { type RefObject, useEffect, useState } from 'react'

/** So far ahead of what is seen that it has mostly loaded by then. */
const ahead = '600px'

/** Whether an entry has come near to what is seen of the conversation; once it has, it stays so. */
export function useNear(entry: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = entry.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      // The margin counts from the scroller, which would else cut off what is above.
      { root: element.closest('.tline'), rootMargin: `${ahead} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [entry, isNear])
  return isNear
}
