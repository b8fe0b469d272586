import type { ReactNode } from 'react'
import '../look/banner.css'

const kinds = { good: ' good-b', yours: ' yours-b', error: ' bad-b', waiting: '' }

/**
 * A hung banner: one sentence, one action. `good` is green, `yours` waits for the person (marigold), `error` is red,
 * `waiting` waits by itself (grey). An error is read out at once.
 */
export function Banner({
  kind,
  children,
  action,
}: {
  kind: keyof typeof kinds
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={`ban${kinds[kind]}`} role={kind === 'error' ? 'alert' : undefined}>
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}
