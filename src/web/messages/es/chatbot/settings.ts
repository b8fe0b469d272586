export const settings = {
  title: 'Cuándo espera el bot',
  lede: 'Quien responde pausa el bot en esa conversación.',
  pause: 'El bot vuelve',
  pauseChoice:
    '{choice, select, closed {Cuando se cierre la conversación} hour {Una hora después de la respuesta} four {4 horas después de la respuesta} day {Un día después de la respuesta} other {{minutes, number} minutos después de la respuesta}}',
  session: 'Un flujo sin respuesta termina después de',
  hours: '{count, plural, one {# hora} other {# horas}}',
  saved: 'Guardado.',
}
