import type { Translated } from '#contract/messages/shape.ts'
import type { bulk as english } from '../../en/leads/bulk.ts'

export const bulk: Translated<typeof english> = {
  label: 'Leads seleccionados',
  selected: '{count, plural, one {<b>#</b> seleccionado} other {<b>#</b> seleccionados}}',
  selectAll: 'Seleccionar los {total, number}',
  clear: 'Quitar',
  message: 'Enviar campaña',
  messageByTag:
    'Son demasiados para elegirlos uno a uno en una campaña. Ponles una etiqueta propia y elígela en la campaña.',
  tag: 'Etiquetar',
  export: 'Exportar',
  delete: 'Eliminar',
  deleteTitle: '{count, plural, one {¿Eliminar # lead?} other {¿Eliminar # leads?}}',
  deleteConsequence:
    'Desaparecen de tus listas y audiencias. Los mensajes enviados quedan en los registros. Quienes se dieron de baja siguen de baja, aunque los añadas otra vez. Puedes deshacerlo durante {days, plural, one {# día} other {# días}}.',
  deleteConfirm: '{count, plural, one {Eliminar lead} other {Eliminar leads}}',
  keep: '{count, plural, one {Conservarlo} other {Conservarlos}}',
  tagTitle: '{count, plural, one {Etiquetar # lead} other {Etiquetar # leads}}',
  tagMissing: 'Escribe una etiqueta.',
  addTag: 'Añadir etiqueta',
  removeTag: 'Quitar etiqueta',
  tagging: 'Etiquetando...',
  consentTitle:
    '{count, plural, one {Registrar el consentimiento de # lead} other {Registrar el consentimiento de # leads}}',
  consentLede:
    'Las campañas llegarán a estas personas, salvo a quienes se dieron de baja. Guardamos tu texto como prueba.',
  deleted: '{count, plural, one {# lead eliminado} other {# leads eliminados}}',
  tagged: '{count, plural, one {# lead etiquetado como {tag}} other {# leads etiquetados como {tag}}}',
  untagged: '{count, plural, one {{tag} quitada de # lead} other {{tag} quitada de # leads}}',
  consented:
    '{count, plural, one {Consentimiento registrado para # lead} other {Consentimiento registrado para # leads}}',
  started: 'Empezó. Puedes seguirlo encima de la lista.',
  working: {
    delete: 'Eliminando',
    tag: 'Etiquetando',
    untag: 'Quitando la etiqueta',
    consent: 'Registrando el consentimiento',
    undo: 'Deshaciendo',
  },
  done: '{done, number} de {count, plural, one {# lead} other {# leads}}',
  stop: 'Detener y deshacer',
  earlier: '{count, plural, one {Deshacer un cambio anterior} other {Deshacer uno de # cambios anteriores}}',
  earlierTitle: 'Cambios que puedes deshacer',
  undoOf: 'Deshacer: {change}',
  undone: '{count, plural, one {Se deshizo en # lead.} other {Se deshizo en # leads.}}',
  kept: '{count, plural, one {# lead cambió después y queda como está.} other {# leads cambiaron después y quedan como están.}}',
}
