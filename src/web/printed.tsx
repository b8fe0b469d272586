import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatMoment } from './format/time.ts'
import { useBusinessName, useZone } from './session/me.ts'

/** On paper alone: whose it is and when it was printed. */
export function Printed() {
  const business = useBusinessName()
  const zone = useZone()
  const [at, setAt] = useState<Date | null>(null)
  useEffect(() => {
    // The browser takes the page as it is when these listeners end.
    const begin = () => flushSync(() => setAt(new Date()))
    const end = () => setAt(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return at ? (
    <p className="printed sm t3">
      {business} · {formatMoment(at, zone)}
    </p>
  ) : null
}
