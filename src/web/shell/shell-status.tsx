import { useLocation } from 'react-router'
import type { Connection } from '#contract/onboarding.ts'
import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import type { Tone } from '#web/components/status.tsx'
import { t } from '#web/messages/t.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { NumberState } from '#web/shell/number-state.tsx'
import { PracticeStrip } from '#web/shell/practice-strip.tsx'

const tones: Record<NonNullable<Connection['number']>['state'], Tone> = {
  ready: 'delivered',
  waiting: 'wait',
  attention: 'yours',
  stopped: 'failed',
}

/** In the header of every screen: the sending number and its state. Nothing until it is known. */
export function HeaderNumber() {
  const connection = useConnection()
  if (!connection) return null
  const { number } = connection
  if (!number) return <NumberState to="/meta/waba-setup" tone="wait" word={t('app.header.notConnected')} />
  return (
    <NumberState
      to="/meta/onboarding-status"
      tone={tones[number.state]}
      phone={number.phone}
      word={number.word}
    />
  )
}

/** The strip of test mode. Before the answer, the page's own attribute decides, so that nothing moves down later. */
export function Practice() {
  const isPractice = useConnection()?.practice ?? 'practice' in document.documentElement.dataset
  return isPractice ? <PracticeStrip to="/meta/waba-setup#real" /> : null
}

/** What the owner should know on every screen, each with its fix. */
export function Notices() {
  const { pathname } = useLocation()
  // The screen of social accounts says it itself, at the account.
  const notices = (useConnection()?.notices ?? []).filter(
    ({ to }) => !(to === pathname && to.startsWith('/social/')),
  )
  if (notices.length === 0) return null
  return (
    <section className="notices" aria-label={t('app.header.notices')}>
      {notices.map((notice) => (
        <Banner
          key={notice.id}
          kind={notice.kind}
          action={
            <LinkButton size="small" to={notice.to}>
              {notice.action}
            </LinkButton>
          }
        >
          {notice.sentence}
        </Banner>
      ))}
    </section>
  )
}
