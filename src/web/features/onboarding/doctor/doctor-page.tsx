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
import { formatMoment } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useDoctor } from '../onboarding.queries.ts'
import { roundOf, spoken } from './doctor-panel.tsx'
import { Remedy } from './doctor-remedy.tsx'
import '../onboarding.css'

export default function DoctorPage() {
  const { report, text, last, examine, checking } = useDoctor()
  const zone = useZone()
  // Opening the screen checks the connection.
  const checkNow = useEffectEvent(() => examine.mutate())
  useEffect(() => checkNow(), [])
  return (
    <>
      <PageHeader
        title={t('onboarding.doctor.title')}
        crumbs={[{ to: '/meta/onboarding-status', name: t('onboarding.status.title') }]}
        lede={report ? lede(report) : t('onboarding.doctor.checkingConnection')}
        actions={
          <Button
            icon={<Icon of={IconRefresh} />}
            onClick={() => examine.mutate()}
            busy={checking && t('onboarding.doctor.checking')}
          >
            {t('onboarding.doctor.checkAgain')}
          </Button>
        }
      />
      {last.isError ? <ErrorState error={last.error} onRetry={() => last.refetch()} /> : null}
      {!report && !last.isError ? (
        <SkeletonLines lines={8} label={t('onboarding.doctor.checkingConnection')} />
      ) : null}
      {report ? (
        <>
          <p className="sm t3 mt2" role="status">
            {checking
              ? t('onboarding.doctor.checking')
              : t('onboarding.doctor.checked', {
                  moment: formatMoment(report.checked_at, zone, 'seconds'),
                })}
          </p>
          <div className="onb-doctor mt4">
            <Groups report={report} onFixed={() => examine.mutate()} />
          </div>
        </>
      ) : null}
      {text ? (
        <Section
          title={t('onboarding.doctor.report')}
          aside={<CopyButton text={text} name={t('onboarding.doctor.copyReport')} />}
        >
          <p className="t2">{t('onboarding.doctor.reportHelp')}</p>
          <section
            className="well onb-report mono mt4"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label={t('onboarding.doctor.reportText')}
          >
            {text}
          </section>
        </Section>
      ) : null}
    </>
  )
}

function lede({ checks }: DoctorReport) {
  const count = (wanted: DoctorCheck['state']) => checks.filter(({ state }) => state === wanted).length
  const [bad, attention] = [count('bad'), count('attention')]
  // Known only after the provider itself confirmed a connected number.
  const isSending = checks.some(({ id, state }) => id.startsWith('connected ') && state === 'good')
  if (bad > 0) return t.rich('onboarding.doctor.lede.bad', { count: bad, b: tags.b })
  if (attention > 0) {
    const key = isSending ? 'sendingAttention' : 'attention'
    return t.rich(`onboarding.doctor.lede.${key}`, { count: attention, b: tags.b })
  }
  return isSending ? t('onboarding.doctor.lede.good') : t('onboarding.doctor.lede.unknown')
}

/** Findings grouped by subject: the account, each number, the webhooks. */
function Groups({ report, onFixed }: { report: DoctorReport; onFixed: () => void }) {
  const first = report.checks.find(
    ({ state, remedy }) => remedy && (state === 'bad' || state === 'attention'),
  )
  const groups = new Map<string, DoctorCheck[]>()
  for (const check of report.checks) {
    const isInstall = check.id.startsWith('install ')
    const name = check.subject ?? t(`onboarding.doctor.${isInstall ? 'install' : 'general'}`)
    groups.set(name, [...(groups.get(name) ?? []), check])
  }
  return [...groups].map(([name, checks]) => (
    <Section key={name} title={name}>
      <Checklist
        spoken={spoken()}
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
