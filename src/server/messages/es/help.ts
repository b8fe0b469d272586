import type { Translated } from '#contract/messages/shape.ts'
import type { help as english } from '../en/help.ts'

export const help: Translated<typeof english> = {
  mail: {
    subject: 'Solicitud de ayuda {id}',
    from: 'De {email}, {time}.',
  },
}
