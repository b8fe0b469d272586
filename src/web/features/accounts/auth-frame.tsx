import type { ReactNode } from 'react'
import { Brand } from '#web/components/brand.tsx'
import { Ledger } from '#web/components/figures/figures.tsx'
import { Garland } from '#web/components/figures/garland.tsx'
import type { Tone } from '#web/components/status.tsx'
import { t } from '#web/messages/t.ts'
import '#web/features/accounts/auth.css'
import '#web/look/public.css'

const parts = (): { tone: Tone; name: string; count: number }[] => [
  { tone: 'read', name: t('accounts.promise.parts.read'), count: 2_871 },
  { tone: 'delivered', name: t('accounts.promise.parts.delivered'), count: 1_804 },
  { tone: 'sent', name: t('accounts.promise.parts.sent'), count: 163 },
  { tone: 'failed', name: t('accounts.promise.parts.failed'), count: 97 },
  { tone: 'skipped', name: t('accounts.promise.parts.optedOut'), count: 45 },
]

/** The parts below add up to it. */
const planned = 4_980

/** The page around login and signup: the form at the left, what the product promises at the right. */
export function AuthFrame({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="pub auth">
      <main className="auth-f">
        <Brand to="/" />
        {note ? <div className="auth-note">{note}</div> : null}
        {children}
      </main>
      <aside className="auth-a" aria-label={t('accounts.promise.label')}>
        <Garland shape="panel" />
        <p className="quote">
          {t('accounts.promise.planned', { count: planned })}
          <br />
          {t('accounts.promise.accounted', { count: planned })}
        </p>
        <Ledger parts={parts()} total={{ name: t('accounts.promise.parts.total'), count: planned }} />
      </aside>
    </div>
  )
}
