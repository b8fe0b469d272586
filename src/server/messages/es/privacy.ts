import type { Translated } from '#contract/messages/shape.ts'
import type { privacy as english } from '../en/privacy.ts'

export const privacy: Translated<typeof english> = {
  archiveShorter: 'Los mensajes archivados no se pueden guardar menos tiempo que los que se pueden buscar.',
}
