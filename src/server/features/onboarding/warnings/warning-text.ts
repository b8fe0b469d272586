import { type StoredClock, type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import type { Warning } from './warnings.ts'

/** SPAM, CHILD_ENDANGERMENT without underscores: Meta's own terms. */
const readable = (code: string): string => code.toLowerCase().replaceAll('_', ' ')

/** `April 17, 2027` as a day of the business's clock; what is no date stays as Meta wrote it. */
function dayOf(text: string, clock: StoredClock) {
  const at = Date.parse(`${text} 12:00 UTC`)
  return Number.isNaN(at) ? text : clock.day(new Date(at))
}

const withStop = (text: string): string => text.trim().replace(/[.\s]*$/, '.')

/** A warning of Meta, and what to do about it. */
export function warningTexts(
  { kind, details }: Warning,
  account: string,
  clock: StoredClock,
): { finding: StoredText; advice: StoredText } {
  switch (kind) {
    case 'disable_scheduled':
      return {
        finding: details.date
          ? textOf('onboarding.warnings.disableOn', { account, date: dayOf(details.date, clock) })
          : textOf('onboarding.warnings.disable', { account }),
        advice: textOf('onboarding.warnings.disableAdvice'),
      }
    case 'violation':
      return {
        finding: textOf('onboarding.warnings.violation', {
          account,
          type: readable(details.type ?? 'unknown'),
        }),
        advice: textOf('onboarding.warnings.violationAdvice'),
      }
    case 'alert':
      return {
        finding: textOf('onboarding.warnings.alert', {
          account,
          description: withStop(details.description ?? readable(details.type ?? '–')),
        }),
        advice: textOf('onboarding.warnings.alertAdvice'),
      }
    case 'pin_reset':
      return {
        finding: textOf('onboarding.warnings.pinReset', {
          account: details.number ? `+${details.number}` : account,
        }),
        advice: textOf('onboarding.warnings.pinResetAdvice'),
      }
  }
}
