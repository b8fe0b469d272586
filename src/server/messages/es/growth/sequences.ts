import type { Translated } from '#contract/messages/shape.ts'
import type { sequences as english } from '../../en/growth/sequences.ts'

export const sequences: Translated<typeof english> = {
  noNumber: 'Conecta un número de WhatsApp. Después se enviarán estos mensajes.',
  otherAccount:
    'La plantilla “{template}” es de otra cuenta de WhatsApp que el número. Elige otro número u otra plantilla.',
  nowMarketing:
    'WhatsApp cuenta ahora {template} como marketing: los mensajes pueden costar más. Si estás de acuerdo, pausa la secuencia y reanúdala. Para enviar otra plantilla, edita el paso: solo la reciben quienes entren después. Quienes ya están dentro esperan hasta que reanudes.',
  otherVariables:
    'Las variables numeradas de {template} cambiaron de lugar. Revisa en el paso qué las rellena y guárdalo si lo cambias. Después pausa la secuencia y reanúdala. Quienes ya están dentro esperan hasta que reanudes y reciben los valores actuales del paso.',
  alsoMarketing: 'WhatsApp cuenta ahora también {templates} como marketing. Revísalo y reanuda de nuevo.',
  step: 'Paso {number, number}: {sentence}',
  editedMeanwhile: 'Alguien cambió esta secuencia mientras tanto. Vuelve a cargarla y repite tu cambio.',
  tooMany: 'Una empresa tiene como máximo {most, number} secuencias. Elimina una que no uses.',
  inUse: 'Hay personas en esta secuencia. Ponla en pausa y sácalas primero.',
  notRunning: 'Inicia la secuencia antes de añadir personas.',
}
