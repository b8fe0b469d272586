import type { Translated } from '#contract/messages/shape.ts'
import type { help as english } from '../en/help.ts'

export const help: Translated<typeof english> = {
  mail: {
    subject: 'सहायता अनुरोध {id}',
    from: '{email} से, {time} पर।',
  },
}
