import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import '../look/flag.css'

/**
 * The colours of a message's status, and `yours` for what waits for the person. The greys differ by texture:
 * `sending`, `unknown`, `skipped`, `cancelled`; `wait` is every other status.
 */
export type Tone =
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'wait'
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'skipped'
  | 'cancelled'
  | 'yours'

/** The flag alone, where a word stands beside it. */
export function Flag({ tone }: { tone: Tone }) {
  return <span className={`flag is-${tone}`} aria-hidden="true" />
}

/** A status in a table or a line of text: flag and word. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="st">
      <Flag tone={tone} />
      {children}
    </span>
  )
}

/** A status once in a header: soft fill, flag, word. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge is-${tone}`}>
      <span className="flag" />
      {children}
    </span>
  )
}

/** A word of the provider, printed as it gives it: `PENDING`. */
export function OutlineBadge({ children }: { children: ReactNode }) {
  return <span className="badge out">{children}</span>
}

const messageTones: Record<string, Tone> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  error: 'failed',
  queued: 'queued',
  sending: 'sending',
  unknown: 'unknown',
  skipped: 'skipped',
  cancelled: 'cancelled',
}

/** The tone of a message's status, in any casing: sent blue, delivered green, read violet, failed or error red, else grey. */
export function messageTone(status: string): Tone {
  return messageTones[status.toLowerCase()] ?? 'wait'
}

/** The name of a message's status: `Delivered`. */
export const messageStatusName = (status: string): string => t('app.messageStatus', { status })

const campaignTones: Record<string, Tone> = {
  running: 'sent',
  completed: 'delivered',
  failed: 'failed',
  paused: 'yours',
  cancelled: 'wait',
  scheduled: 'wait',
}

/** The tone of a campaign's status: Running blue, Completed green, Failed red, Paused marigold (your turn), else grey. */
export function campaignTone(status: string): Tone {
  return campaignTones[status.toLowerCase()] ?? 'wait'
}
