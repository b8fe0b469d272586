import type { CatalogueRow, Explanation, Waits } from './error-explanation.ts'
import { accountRows } from './error-rows-account.ts'
import { deliveryRows } from './error-rows-delivery.ts'
import { numberRows } from './error-rows-number.ts'
import { otherProductRows } from './error-rows-other-products.ts'
import { templateRows } from './error-rows-template.ts'

/**
 * Looks up what Meta's error codes mean for a message; the rows are in `error-rows-*.ts`. Pure. Source:
 * developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes.
 */

/** All rows, in no order that matters. */
export const errorCatalogue: readonly CatalogueRow[] = [
  ...accountRows,
  ...numberRows,
  ...deliveryRows,
  ...templateRows,
  ...otherProductRows,
]

const exact = new Map<string, CatalogueRow>()
const ranges: CatalogueRow[] = []
for (const row of errorCatalogue) {
  if (row.to !== undefined) ranges.push(row)
  else exact.set(row.subcode === undefined ? `${row.code}` : `${row.code}/${row.subcode}`, row)
}

/** Of messages that failed for a reason that passes: sent later, they may arrive. */
export const passingCodes: readonly number[] = errorCatalogue
  .filter(({ action, againAfterSeconds }) => againAfterSeconds !== undefined || /^(retry|pause)/.test(action))
  .map(({ code }) => code)

/** Meta reports template creation errors as code 100 with the telling number in the subcode. */
const INVALID_PARAMETER = 100

/** What Meta said: any part may be missing. */
export type ReportedError = {
  code?: number | undefined
  subcode?: number | undefined
  /** Of the answer; absent for an error that came by webhook. */
  httpStatus?: number | undefined
  /** Meta's `is_transient`. */
  transient?: boolean | undefined
  title?: string | undefined
}

/** The row for a code, or undefined when Meta has invented a new one. */
export function findCatalogueRow(code: number, subcode?: number): CatalogueRow | undefined {
  const refined = subcode === undefined ? undefined : exact.get(`${code}/${subcode}`)
  if (refined) return refined
  if (code === INVALID_PARAMETER && subcode !== undefined) {
    const bySubcode = exact.get(`${subcode}`)
    if (bySubcode && subcode > 1_000_000) return bySubcode
  }
  return exact.get(`${code}`) ?? ranges.find((row) => code >= row.code && code <= row.to!)
}

/** Explains any error: by its row, else by its HTTP class. Never throws, never returns nothing. */
export function explainError(error: ReportedError): Explanation {
  const row = error.code === undefined ? undefined : findCatalogueRow(error.code, error.subcode)
  return row ?? explainByHttpClass(error)
}

const briefly: Waits = { seconds: [5, 30, 120], afterwards: 'fail' }
const whileThrottled: Waits = { seconds: [5, 15, 60, 300], afterwards: 'repeat' }

function explainByHttpClass({ httpStatus, transient, title }: ReportedError): Explanation {
  const said = { title: title ?? 'Unknown error' }
  if (httpStatus === 429) {
    return {
      ...said,
      action: 'pause_number',
      waits: whileThrottled,
      fault: 'provider',
      text: 'slowDown',
    }
  }
  if (transient || (httpStatus !== undefined && httpStatus >= 500)) {
    return {
      ...said,
      action: 'retry',
      waits: briefly,
      fault: 'provider',
      text: 'providerFault',
      mayHaveBeenAccepted: true,
    }
  }
  if (httpStatus === 401) {
    return {
      ...said,
      action: 'stop_account',
      fault: 'owner',
      text: 'accessEnded',
    }
  }
  if (httpStatus === 403) {
    return {
      ...said,
      action: 'fail',
      fault: 'owner',
      text: 'notAllowed',
    }
  }
  return {
    ...said,
    action: 'fail',
    fault: 'provider',
    text: 'refused',
  }
}
