import type { DoctorReport } from '#contract/onboarding.ts'
import { t } from '#server/messages/t.ts'
import type { Clock } from '#server/stored-text/clock.ts'

const marks = { good: 'ok  ', attention: 'warn', bad: 'BAD ', unknown: '?   ' } as const

/**
 * The report as text for support. Findings hold no token, PIN or secret; long runs of letters that look like a token
 * are removed all the same.
 */
export function reportText(report: DoctorReport, clock: Clock): string {
  const lines = report.checks.map(({ title, subject, state, finding, meaning }) => {
    const of = subject ? ` (${subject})` : ''
    const note = meaning && state !== 'good' ? `\n       ${meaning}` : ''
    return `[${marks[state]}] ${title}${of}: ${finding}${note}`
  })
  const text = [
    t('onboarding.doctor.report.title'),
    t('onboarding.doctor.report.checked', {
      date: clock.moment(new Date(report.checked_at)),
      verdict: report.verdict,
    }),
    '',
    ...lines,
  ].join('\n')
  return text.replace(/\bEAA[\w-]{20,}|\b[\w-]{60,}\b/g, t('onboarding.doctor.report.removed'))
}
