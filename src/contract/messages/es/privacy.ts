import type { Translated } from '#contract/messages/shape.ts'
import type { privacy as english } from '../en/privacy.ts'

export const privacy: Translated<typeof english> = {
  confirmErase: 'Confirma que quieres borrar para siempre los datos de esta persona.',
}
