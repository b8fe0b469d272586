import type { DoctorReport } from '#contract/onboarding.ts'
import type { Clock } from '../account/moment.ts'

const marks = { good: 'ok  ', attention: 'warn', bad: 'BAD ', unknown: '?   ' } as const

/**
 * The report as text, to be pasted into a support thread. It is made of findings alone, none of which holds a token,
 * a PIN or a secret; long runs of letters that look like a token are taken out all the same.
 */
export function reportText(report: DoctorReport, clock: Clock): string {
  const lines = report.checks.map(({ title, subject, state, finding, meaning }) => {
    const of = subject ? ` (${subject})` : ''
    const note = meaning && state !== 'good' ? `\n       ${meaning}` : ''
    return `[${marks[state]}] ${title}${of}: ${finding}${note}`
  })
  const text = [
    'Tidings connection report',
    `Checked ${clock.moment(new Date(report.checked_at))}: ${report.verdict}`,
    '',
    ...lines,
  ].join('\n')
  return text.replace(/\bEAA[\w-]{20,}|\b[\w-]{60,}\b/g, '[taken out]')
}
