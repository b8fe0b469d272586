import type { Translated } from '#contract/messages/shape.ts'
import type { sequences as english } from '../en/sequences.ts'

export const sequences: Translated<typeof english> = {
  clock: 'Escribe la hora así: 09:30.',
  noMessage: 'Añade al menos un mensaje.',
  tagMissing: 'Escribe la etiqueta.',
  segmentMissing: 'Elige el segmento.',
  handOverLast: 'Deja “Pasar al equipo” como último paso.',
  laterStep: 'Elige un paso posterior de la secuencia.',
  noPath: 'Ningún camino llega a este paso. Quítalo o haz que otro paso siga en él.',
  quietCountries: 'Las horas de silencio de un país necesitan el reloj de cada persona.',
  stopsAtOnce: 'Esta etiqueta inicia la secuencia. Elige otra para salir de ella.',
}
