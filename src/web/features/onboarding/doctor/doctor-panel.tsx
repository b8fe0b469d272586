import { Link } from 'react-router'
import type { DoctorCheck } from '#contract/onboarding.ts'
import { type CheckItem, Checklist } from '#web/components/checklist.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatNear } from '#web/format/time.ts'
import { useZone } from '#web/session/me.ts'
import '../onboarding.css'
import { useDoctor } from './doctor.queries.ts'

/** How a finding looks in the list. What could not be checked is later. */
export const roundOf: Record<DoctorCheck['state'], CheckItem['state']> = {
  good: 'done',
  attention: 'turn',
  bad: 'broken',
  unknown: 'later',
}

/** The same in words, for who sees no colour. */
export const spokenFor: Record<CheckItem['state'], string> = {
  done: 'Good',
  turn: 'Needs attention',
  broken: 'Bad',
  later: 'Not checked',
}

const gravity = { bad: 0, attention: 1, unknown: 2, good: 3 } as const
/** Beside the checklist there is room for so many; the doctor's own screen has all. */
const maxChecks = 7

/** Beside the checklist: what the last check found, the worst first. */
export function DoctorPanel() {
  const { report, last, examine, checking } = useDoctor()
  const zone = useZone()
  const checks = [...(report?.checks ?? [])].sort((a, b) => gravity[a.state] - gravity[b.state])
  const twice = new Set(
    checks.map(({ title }) => title).filter((title, at, all) => all.indexOf(title) !== at),
  )
  const again = (
    <Button kind="quiet" size="small" onClick={() => examine.mutate()} busy={checking && 'Checking...'}>
      {report ? 'Check again' : 'Check now'}
    </Button>
  )
  return (
    <Section first title="Doctor" aside={again}>
      {last.isPending ? <SkeletonLines lines={5} label="Loading the last check" /> : null}
      {report ? (
        <>
          <p className="sm t3">
            Checked {formatNear(report.checked_at, zone, new Date(), 'seconds')} ({zone})
          </p>
          <div className="onb-doctor mt2">
            <Checklist
              spoken={spokenFor}
              items={checks.slice(0, maxChecks).map((check) => ({
                // With several numbers the same check stands there several times.
                name:
                  twice.has(check.title) && check.subject ? `${check.title}, ${check.subject}` : check.title,
                state: roundOf[check.state],
                note: check.finding,
              }))}
            />
          </div>
          <p className="sm mt3">
            <Link to="/meta/doctor">
              {checks.length > maxChecks
                ? `All ${checks.length} checks, and what to do`
                : 'What to do about them'}
            </Link>
          </p>
        </>
      ) : last.isSuccess ? (
        <p className="t2">
          The doctor checks the whole connection: token, permissions, number, limits, and whether events
          arrive. It does so by itself once a day.
        </p>
      ) : null}
    </Section>
  )
}
