import type { ReactNode } from 'react'
import { Brand } from '#web/components/brand.tsx'
import { Ledger } from '#web/components/figures/figures.tsx'
import { Garland } from '#web/components/figures/garland.tsx'
import type { Tone } from '#web/components/status.tsx'
import '#web/features/accounts/auth.css'
import '#web/look/public.css'

const parts: { tone: Tone; name: string; count: number }[] = [
  { tone: 'read', name: 'Read', count: 2_871 },
  { tone: 'delivered', name: 'Delivered', count: 1_804 },
  { tone: 'sent', name: 'Sent', count: 163 },
  { tone: 'failed', name: 'Failed, with the reason', count: 97 },
  { tone: 'skipped', name: 'Left out, by their own wish', count: 45 },
]

/** The page around login and signup: the form at the left, what the product promises at the right. */
export function AuthFrame({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="pub auth">
      <main className="auth-f">
        <Brand to="/" />
        {note ? <div className="auth-note">{note}</div> : null}
        {children}
      </main>
      <aside className="auth-a" aria-label="What Tidings does">
        <Garland shape="panel" />
        <p className="quote">
          4,980 planned.
          <br />
          4,980 accounted for.
        </p>
        <Ledger parts={parts} total={{ name: 'Planned', count: 4_980 }} />
      </aside>
    </div>
  )
}
