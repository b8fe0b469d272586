import type { Translated } from '#contract/messages/shape.ts'
import type { inboxSide as english } from '../../en/inbox/side.ts'

export const inboxSide: Translated<typeof english> = {
  edit: 'Cambiar {name}',
  empty: 'Añadir',
  name: 'Nombre',
  tags: 'Etiquetas del lead',
  addTag: 'Añade una etiqueta',
  manage: 'Gestionar',
  cameFrom: 'Vino de',
  anAd: 'Un anuncio o una publicación',
  campaigns: 'Campañas',
  received: '{count, plural, one {{shown} recibida} other {{shown} recibidas}}',
  replied: 'Respondió después de {time}',
  notes: 'Notas',
  noteBy: '{by}, {time}',
  held: 'Su última respuesta no fue clara. Le preguntamos.',
  allChanges: 'Ver todos los cambios',
  record: 'Registrar consentimiento',
  optOut: 'Dar de baja',
}
