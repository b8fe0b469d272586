import type { Translated } from '#contract/messages/shape.ts'
import type { privacy as english } from '../en/privacy.ts'

export const privacy: Translated<typeof english> = {
  confirmErase: 'Confirme que quer apagar os dados desta pessoa para sempre.',
}
