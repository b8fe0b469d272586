import { useLocation } from 'react-router'
import type { Connection } from '#contract/onboarding.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import type { Tone } from '#web/components/status.tsx'
import { t } from '#web/messages/t.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useConfirmationMail } from '#web/session/confirm-email.queries.ts'
import { useMe } from '#web/session/me.ts'
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
  const me = useMe().data
  const isUnconfirmed = me?.email_confirmed === false
  if (notices.length === 0 && !isUnconfirmed) return null
  return (
    <section className="notices" aria-label={t('app.header.notices')}>
      {isUnconfirmed ? <Unconfirmed email={me.user.email} /> : null}
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

/** The person has not opened the link that was mailed to them. */
function Unconfirmed({ email }: { email: string }) {
  const mail = useConfirmationMail()
  return (
    <Banner
      kind="yours"
      action={
        <Button
          size="small"
          onClick={() => mail.mutate()}
          busy={mail.isPending && t('security.confirmEmail.sending')}
        >
          {t('security.confirmEmail.again')}
        </Button>
      }
    >
      {t('security.confirmEmail.notice', { email })}
    </Banner>
  )
}
