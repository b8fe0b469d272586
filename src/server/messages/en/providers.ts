import { accountErrors } from './providers/account.ts'
import { deliveryErrors } from './providers/delivery.ts'
import { generalErrors } from './providers/general.ts'
import { numberErrors } from './providers/number.ts'
import { otherProductErrors } from './providers/other-products.ts'
import { templateErrors } from './providers/template.ts'

export const providers = {
  /** What Meta's error codes mean, by code and subcode, and failures without a code. */
  errors: {
    ...accountErrors,
    ...numberErrors,
    ...deliveryErrors,
    ...templateErrors,
    ...otherProductErrors,
    ...generalErrors,
  },
} as const
