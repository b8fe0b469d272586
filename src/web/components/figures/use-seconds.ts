import { useEffect, useState } from 'react'

/** The present moment, each second while `ticking`: ages and times left stay true between two answers. */
export function useSeconds(ticking: boolean): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!ticking) return
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [ticking])
  return now
}
