import { e164Pattern } from '#contract/e164.ts'

/**
 * Keeps a spreadsheet from running a cell as a formula: a quote in front makes it text
 * (https://owasp.org/www-community/attacks/CSV_Injection). A phone number is harmless and stays readable.
 */
export function disarm(cell: string): string {
  return /^[=+\-@\t\r\n]/.test(cell) && !e164Pattern.test(cell) ? `'${cell}` : cell
}
