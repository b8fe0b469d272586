import type { Translated } from '#contract/messages/shape.ts'
import type { trial as english } from '../../en/campaigns/trial.ts'

export const trial: Translated<typeof english> = {
  variantStopped: 'La versión {variant} está detenida. Las demás continúan y tú decides sobre el resto.',
  versionHolds: 'La versión {variant} no se puede enviar.',
  noLink:
    'La versión {variant} no tiene un enlace cuyos clics se cuenten. Elige otra medida o una plantilla con enlace.',
  noLinkPilot: 'Este mensaje no tiene un enlace cuyos clics se cuenten. Elige otra medida.',
  measuring: 'La primera parte está enviada. Los resultados se comparan {date}',
  goesOnWith: 'Se envía la versión {variant} al resto',
  goesOn: 'Piloto terminado: se envía al resto',
  choose: 'Elige la versión para el resto.',
  nothingToDecide: 'Ahora nada espera tu decisión. Vuelve a cargar la campaña.',
  goesAt: 'Ganó la versión {variant}. El resto la recibe {date}',
  goesNow: 'Se envía al resto a la hora que ganó',
  waitsForTime: 'El resto espera la hora que ganó.',
  waitsForVersion: 'La siguiente versión de la prueba espera su hora.',
  waits: 'La primera parte está enviada. El resto espera los resultados.',
  asks: {
    owner: 'La primera parte está enviada. Mira los resultados y decide sobre el resto.',
    bounds: 'El piloto no cumplió tus límites.',
    unclear: 'Ninguna versión va claramente por delante. Elige la versión para el resto.',
    stopped: 'Una versión se detuvo durante la prueba. Elige la versión para el resto.',
  },
  missed: {
    nobody: 'No se envió ni un mensaje del piloto.',
    read: 'El {percent, number}% lo leyó ({count, number} de {of, number}): quieres al menos el {limit, number}%.',
    clicked:
      'El {percent, number}% hizo clic ({count, number} de {of, number}): quieres al menos el {limit, number}%.',
    replied:
      'El {percent, number}% respondió ({count, number} de {of, number}): quieres al menos el {limit, number}%.',
    converted:
      'El {percent, number}% compró o convirtió ({count, number} de {of, number}): quieres al menos el {limit, number}%.',
    failed:
      'El {percent, number}% falló ({count, number} de {of, number}): tu límite es el {limit, number}%.',
    blocked:
      'El {percent, number}% te bloqueó ({count, number} de {of, number}): tu límite es el {limit, number}%.',
    optedOut:
      'El {percent, number}% se dio de baja ({count, number} de {of, number}): tu límite es el {limit, number}%.',
    next: 'Mira los resultados y decide sobre el resto.',
  },
}
