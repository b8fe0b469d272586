import { t } from '../messages/t.ts'
import { formatPhone } from '../text/phone-text.ts'
import type { OptinReceipt } from './optin-proofs.ts'

/** Those have lines of their own. */
const named = ['name', 'phone', 'message', 'button', 'details']

/** What a receipt is called. */
export const receiptTitle = ({ outcome }: Pick<OptinReceipt, 'outcome'>): string =>
  t(outcome === 'opted_out' ? 'receipt.titleOut' : outcome === 'none' ? 'receipt.titleNone' : 'receipt.title')

/**
 * The lines of a receipt, in the reader's language.
 * @param moment its time in words, by the business's clock.
 */
export function receiptLines(receipt: OptinReceipt, moment: string): { name: string; value: string }[] {
  const { id, at, address, answers, outcome, way, form, version } = receipt
  const others = Object.entries(answers).filter(([field]) => !named.includes(field))
  const lines: [string, string | null | undefined][] = [
    [t('receipt.business'), receipt.business],
    [t('receipt.number'), String(id)],
    [t('receipt.when'), `${moment}, ${at}`],
    [t('receipt.phone'), formatPhone(address)],
    [t('receipt.askedName'), answers.name],
    ...others.map(([field, value]): [string, string] => [
      field === 'email' ? t('receipt.email') : field,
      value,
    ]),
    [t('receipt.outcome'), t('receipt.outcomeText', { outcome })],
    [t('receipt.way'), t('receipt.wayText', { way })],
    [t('receipt.recordedBy'), receipt.by],
    [t('receipt.details'), answers.details],
    [t('receipt.atPage'), receipt.page],
    [t('receipt.theirMessage'), answers.message],
    [t('receipt.form'), form && version ? `${form}, ${t('receipt.version', { version })}` : form],
    [t('receipt.network'), receipt.network],
    [t('receipt.browser'), receipt.user_agent],
    [t('receipt.wamid'), receipt.wamid],
  ]
  return lines.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}
