import type { Translated } from '#contract/messages/shape.ts'
import type { inboxSettings as english } from '../../en/inbox/settings.ts'

export const inboxSettings: Translated<typeof english> = {
  title: 'Ajustes de la bandeja',
  lede: 'Los comparte todo tu equipo.',
  acts: 'Acciones',
  edit: 'Editar',
  delete: 'Eliminar',
  save: 'Guardar',
  replies: {
    help: 'Escribe / en el campo del mensaje para usar una.',
    text: 'Texto',
    add: 'Añadir respuesta rápida',
    change: 'Cambiar respuesta rápida',
    editLabel: 'Editar /{shortcut}',
    deleteLabel: 'Eliminar /{shortcut}',
    deleted: '/{shortcut} eliminada.',
    none: 'Aún no hay respuestas rápidas',
    noneText: 'Guarda textos que envías a menudo.',
    search: 'Buscar respuestas rápidas',
    noMatch: 'Ninguna respuesta rápida coincide.',
    variables: 'Variables',
    variablesHelp: 'Una variable toma el valor de la persona. Tras la barra, escribe qué poner si no lo hay.',
  },
  labels: {
    help: 'Ordenan las conversaciones. Solo las ve tu equipo.',
    name: 'Nombre',
    colour: 'Color',
    colours:
      '{colour, select, grey {Gris} red {Rojo} orange {Naranja} green {Verde} blue {Azul} other {Violeta}}',
    count: '{count, plural, one {# conversación} other {# conversaciones}}',
    add: 'Añadir una etiqueta',
    change: 'Cambiar etiqueta',
    editLabel: 'Editar {name}',
    deleteLabel: 'Eliminar {name}',
    deleted: 'Etiqueta {name} eliminada.',
    none: 'Aún no hay etiquetas.',
    saved: 'Etiqueta guardada.',
    mergeHint: 'El nombre de otra etiqueta une las dos.',
    mergeTitle: '¿Unir {name} con {into}?',
    mergeText:
      '{count, plural, one {# conversación recibe la otra etiqueta.} other {# conversaciones reciben la otra etiqueta.}} No puedes deshacerlo.',
    merge: 'Unir etiquetas',
  },
}
