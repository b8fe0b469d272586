import type { Translated } from '#contract/messages/shape.ts'
import type { privacy as english } from '../en/privacy.ts'

export const privacy: Translated<typeof english> = {
  archiveShorter:
    'As mensagens arquivadas não podem ser guardadas por menos tempo que as que podem ser buscadas.',
}
