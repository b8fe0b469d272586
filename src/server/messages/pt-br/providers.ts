import type { Translated } from '#contract/messages/shape.ts'
import type { providers as english } from '../en/providers.ts'
import { accountErrors } from './providers/account.ts'
import { deliveryErrors } from './providers/delivery.ts'
import { generalErrors } from './providers/general.ts'
import { numberErrors } from './providers/number.ts'
import { otherProductErrors } from './providers/other-products.ts'
import { templateErrors } from './providers/template.ts'

export const providers: Translated<typeof english> = {
  errors: {
    ...accountErrors,
    ...numberErrors,
    ...deliveryErrors,
    ...templateErrors,
    ...otherProductErrors,
    ...generalErrors,
  },
}
