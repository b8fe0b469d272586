import { Link } from 'react-router'
import type { DoctorCheck } from '#contract/onboarding.ts'
import { type CheckItem, Checklist } from '#web/components/checklist.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatNear } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import '../onboarding.css'
import { useDoctor } from '../onboarding.queries.ts'

/** How a finding looks in the list. What could not be checked is later. */
export const roundOf: Record<DoctorCheck['state'], CheckItem['state']> = {
  good: 'done',
  attention: 'turn',
  bad: 'broken',
  unknown: 'later',
}

/** The same as text, for screen readers. */
export const spoken = (): Record<CheckItem['state'], string> => ({
  done: t('onboarding.doctor.state.done'),
  turn: t('onboarding.doctor.state.turn'),
  broken: t('onboarding.doctor.state.broken'),
  later: t('onboarding.doctor.state.later'),
})

const gravity = { bad: 0, attention: 1, unknown: 2, good: 3 } as const
/** Beside the checklist there is room for this many; the doctor's screen shows all. */
const maxChecks = 7

/** Beside the checklist: the findings of the last check, the worst first. */
export function DoctorPanel() {
  const { report, last, examine, checking } = useDoctor()
  const zone = useZone()
  const checks = [...(report?.checks ?? [])].sort((a, b) => gravity[a.state] - gravity[b.state])
  const twice = new Set(
    checks.map(({ title }) => title).filter((title, at, all) => all.indexOf(title) !== at),
  )
  const again = (
    <Button
      kind="quiet"
      size="small"
      onClick={() => examine.mutate()}
      busy={checking && t('onboarding.doctor.checking')}
    >
      {report ? t('onboarding.doctor.checkAgain') : t('onboarding.doctor.checkNow')}
    </Button>
  )
  return (
    <Section first title={t('onboarding.doctor.title')} aside={again}>
      {last.isPending ? <SkeletonLines lines={5} label={t('onboarding.doctor.loading')} /> : null}
      {report ? (
        <>
          <p className="sm t3">
            {t('onboarding.doctor.checkedInZone', {
              moment: formatNear(report.checked_at, zone, new Date(), 'seconds'),
              zone,
            })}
          </p>
          <div className="onb-doctor mt2">
            <Checklist
              spoken={spoken()}
              items={checks.slice(0, maxChecks).map((check) => ({
                // With several numbers the same check occurs several times.
                name:
                  twice.has(check.title) && check.subject
                    ? t('onboarding.doctor.titleOf', { title: check.title, subject: check.subject })
                    : check.title,
                state: roundOf[check.state],
                note: check.finding,
              }))}
            />
          </div>
          <p className="sm mt3">
            <Link to="/meta/doctor">
              {checks.length > maxChecks
                ? t('onboarding.doctor.all', { count: checks.length })
                : t('onboarding.doctor.whatToDo')}
            </Link>
          </p>
        </>
      ) : last.isSuccess ? (
        <p className="t2">{t('onboarding.doctor.help')}</p>
      ) : null}
    </Section>
  )
}
