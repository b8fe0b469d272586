import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { DoctorCheck, DoctorReport } from '#contract/onboarding.ts'
import { Checklist } from '#web/components/checklist.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { counted } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/session/me.ts'
import { useDoctor } from './doctor.queries.ts'
import { roundOf, spokenFor } from './doctor-panel.tsx'
import { Remedy } from './doctor-remedy.tsx'
import '../onboarding.css'

export default function DoctorPage() {
  const { report, text, last, examine, checking } = useDoctor()
  const zone = useZone()
  // Who opens this screen wants to know how it is now.
  const checkNow = useEffectEvent(() => examine.mutate())
  useEffect(() => checkNow(), [])
  return (
    <>
      <PageHeader
        title="Doctor"
        crumbs={[{ to: '/meta/onboarding-status', name: 'WABA Onboarding Status' }]}
        lede={report ? <Lede report={report} /> : 'Your connection is being checked.'}
        actions={
          <Button
            icon={<Icon of={IconRefresh} />}
            onClick={() => examine.mutate()}
            busy={checking && 'Checking...'}
          >
            Check again
          </Button>
        }
      />
      {last.isError ? <ErrorState error={last.error} onRetry={() => last.refetch()} /> : null}
      {!report && !last.isError ? <SkeletonLines lines={8} label="Checking the connection" /> : null}
      {report ? (
        <>
          <p className="sm t3 mt2" role="status">
            {checking ? 'Checking now …' : `Checked ${formatMoment(report.checked_at, zone, 'seconds')}.`}
          </p>
          <div className="onb-doctor mt4">
            <Groups report={report} onFixed={() => examine.mutate()} />
          </div>
        </>
      ) : null}
      {text ? (
        <Section title="Report" aside={<CopyButton text={text} name="Copy report" />}>
          <p className="t2">
            For a support thread. It names ids and numbers, and holds no token, no PIN and no secret.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className="well onb-report mono mt4" tabIndex={0} aria-label="Report as text">
            {text}
          </section>
        </Section>
      ) : null}
    </>
  )
}

function Lede({ report }: { report: DoctorReport }) {
  const bad = report.checks.filter(({ state }) => state === 'bad').length
  // Known only where the provider itself was asked: it said that a number is connected.
  const isSending = report.checks.some(({ id, state }) => id.startsWith('connected ') && state === 'good')
  const attention = report.checks.filter(({ state }) => state === 'attention').length
  if (bad > 0) {
    return (
      <>
        <b>{counted(bad, 'thing', 'things')}</b> to fix: messages may not be sent, or delivery reports may not
        arrive.
      </>
    )
  }
  if (attention > 0) {
    return (
      <>
        {isSending ? 'Messages are sent. ' : null}
        <b>{counted(attention, 'thing', 'things')}</b> {attention === 1 ? 'needs' : 'need'} your attention.
      </>
    )
  }
  if (!isSending) return <>Nothing wrong was found, but not everything could be checked now.</>
  return <>Everything works: messages are sent and delivery reports arrive.</>
}

/** Findings under what they are about: the account, each number, the events. */
function Groups({ report, onFixed }: { report: DoctorReport; onFixed: () => void }) {
  const first = report.checks.find(
    ({ state, remedy }) => remedy && (state === 'bad' || state === 'attention'),
  )
  const groups = new Map<string, DoctorCheck[]>()
  for (const check of report.checks) {
    const name = check.subject ?? 'Events and connection'
    groups.set(name, [...(groups.get(name) ?? []), check])
  }
  return [...groups].map(([name, checks]) => (
    <Section key={name} title={name}>
      <Checklist
        spoken={spokenFor}
        items={checks.map((check) => ({
          name: check.title,
          state: roundOf[check.state],
          note: check.meaning ? (
            <>
              {check.finding}
              <br />
              {check.meaning}
            </>
          ) : (
            check.finding
          ),
          action:
            check.remedy && check.state !== 'good' ? (
              <Remedy remedy={check.remedy} yours={check === first} onFixed={onFixed} />
            ) : undefined,
        }))}
      />
    </Section>
  ))
}
