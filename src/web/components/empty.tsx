import type { ReactNode } from 'react'
import '../look/empty.css'

/**
 * When there is nothing yet: the sentence as heading, one that teaches, the marigold action and perhaps a quiet
 * sample. `level` is 2 under a page title.
 */
export function Empty({
  title,
  children,
  actions,
  level = 2,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  level?: 2 | 3
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="empty">
      <svg className="hang" viewBox="0 0 260 92" fill="none" aria-hidden="true">
        <path d="M4 10Q130 46 256 10" stroke="var(--field)" strokeWidth="1.5" />
        <path
          d="M58 22.4l22 4v30l-11.4-6L56 53z"
          fill="var(--canvas)"
          stroke="var(--line-2)"
          strokeWidth="1.25"
          transform="rotate(2 68 30)"
        />
        <path d="M119 28h22v44l-11-9-11 9z" stroke="var(--field)" strokeWidth="1.5" strokeDasharray="3 4" />
        <path
          d="M182 26.2l22-4.4v32l-12-5-10 8z"
          fill="var(--canvas)"
          stroke="var(--line-2)"
          strokeWidth="1.25"
        />
      </svg>
      <Heading className="h2">{title}</Heading>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="row mt4 empty-acts">{actions}</div> : null}
    </div>
  )
}
