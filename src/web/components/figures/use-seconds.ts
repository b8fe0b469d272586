import { useEffect, useState } from 'react'

/** The current time, each second while `ticking`, so that ages and times left stay true between answers. */
export function useSeconds(ticking: boolean): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!ticking) return
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [ticking])
  return now
}
