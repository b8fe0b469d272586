import type { Clock } from '../account/moment.ts'
import type { Warning } from './warnings.ts'

/** SPAM, CHILD_ENDANGERMENT as people read it. */
const inWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ')

/** `April 17, 2027` as the business's own clock prints days; what is no date stays as Meta wrote it. */
function dayOf(text: string, clock: Clock): string {
  const at = Date.parse(`${text} 12:00 UTC`)
  return Number.isNaN(at) ? text : clock.day(new Date(at))
}

const stop = (text: string): string => text.trim().replace(/[.\s]*$/, '.')

/** One warning: what Meta said, and what to do. */
export function warningWords(
  { kind, details }: Warning,
  account: string,
  clock: Clock,
): { finding: string; advice: string } {
  switch (kind) {
    case 'disable_scheduled':
      return {
        finding: details.date
          ? `Meta will disable ${account} on ${dayOf(details.date, clock)}.`
          : `Meta plans to disable ${account}.`,
        advice: 'See the reason in WhatsApp Manager and ask for a review before that day.',
      }
    case 'violation':
      return {
        finding: `Meta reports a policy violation on ${account}: ${inWords(details.type ?? 'unknown')}.`,
        advice: 'See it in WhatsApp Manager and stop what it names. More violations can end the account.',
      }
    case 'alert':
      return {
        finding: `Meta warns about ${account}: ${stop(details.description ?? inWords(details.type ?? 'no details'))}`,
        advice: 'See what Meta asks for in WhatsApp Manager.',
      }
    case 'pin_reset':
      return {
        finding: `Someone asked Meta to reset the PIN of ${details.number ? `+${details.number}` : account}.`,
        advice: 'If it was not you, cancel it in WhatsApp Manager now.',
      }
  }
}
