import type { Translated } from '#contract/messages/shape.ts'
import type { templateErrors as english } from '../../en/providers/template.ts'

export const templateErrors: Translated<typeof english> = {
  code131059: {
    sentence: 'La lista de plantillas cambió mientras se leía.',
    advice: 'No hay que hacer nada: la leemos otra vez desde el principio.',
  },
  code131063: {
    sentence: 'Tu cuenta de WhatsApp acepta publicidad solo por una vía propia, para mensajes de marketing.',
    advice: 'Cambia la cuenta a esa vía y envía de nuevo.',
  },
  code131064: {
    sentence: 'WhatsApp encontró publicidad en plantillas de otro tipo y bajó tu límite.',
    advice: 'Pon tus plantillas en la categoría correcta en WhatsApp Manager.',
  },
  code132000: {
    sentence: 'La plantilla tiene otras variables que las que rellenamos.',
    advice: 'Actualiza las plantillas, abre la campaña y rellena otra vez sus variables.',
  },
  code132001: {
    sentence: 'WhatsApp no tiene una plantilla aprobada con este nombre en este idioma.',
    advice: 'Actualiza las plantillas y elige una aprobada.',
  },
  code132005: {
    sentence: 'Con los valores de esta persona, el texto es demasiado largo.',
    advice: 'Usa valores más cortos para esta persona.',
  },
  code132007: {
    sentence: 'WhatsApp considera que esta plantilla incumple sus reglas.',
    advice: 'Cambia el texto y envía la plantilla otra vez a revisión.',
  },
  code132008: {
    sentence: 'WhatsApp no aceptó uno de los valores de esta persona.',
    advice: 'Revisa los valores de esta persona.',
  },
  code132012: {
    sentence: 'Un valor es de otro tipo que el que espera la plantilla.',
    advice: 'Actualiza las plantillas y rellena otra vez las variables; quizá falta una imagen arriba.',
  },
  code132015: {
    sentence: 'WhatsApp pausó esta plantilla porque no gustó a la gente.',
    advice: 'Espera a que WhatsApp la reanude, o usa otra plantilla. El resto se puede enviar entonces.',
  },
  code132016: {
    sentence: 'WhatsApp desactivó esta plantilla para siempre.',
    advice: 'Crea una plantilla nueva.',
  },
  code132018: {
    sentence: 'WhatsApp no aceptó uno de los valores de esta persona.',
    advice: 'Revisa los valores de esta persona: ninguno puede estar vacío ni tener saltos de línea.',
  },
  code132068: {
    sentence: 'El formulario del botón de esta plantilla está bloqueado.',
    advice: 'Corrige el formulario en WhatsApp Manager, o usa otra plantilla.',
  },
  code132069: {
    sentence: 'El formulario del botón de esta plantilla no funciona bien, así que WhatsApp lo retiene.',
    advice: 'Corrige el formulario en WhatsApp Manager, o usa otra plantilla.',
  },
  code134100: {
    sentence: 'Así solo se puede enviar publicidad.',
    advice: 'El fallo es nuestro: por favor, avísanos.',
  },
  code134101: {
    sentence: 'WhatsApp aún está preparando esta plantilla.',
    advice: 'No hay que hacer nada: lo reintentamos en diez minutos.',
  },
  code134102: {
    sentence: 'WhatsApp no puede usar tus plantillas para publicidad por ahora.',
    advice: 'Mira en WhatsApp Manager qué te pide.',
  },
  code141002: {
    sentence: 'Esta plantilla no está aprobada.',
    advice: 'Espera a que se apruebe, o usa otra plantilla.',
  },
  code2388019: {
    sentence: 'Tu cuenta tiene tantas plantillas como WhatsApp permite.',
    advice: 'Elimina las plantillas que ya no usas.',
  },
  code2388024: {
    sentence: 'Ya hay una plantilla con este nombre en este idioma.',
    advice: 'Elige otro nombre.',
  },
  code2388318: {
    sentence: 'WhatsApp creó esta plantilla por su cuenta, así que no se puede cambiar.',
    advice: 'Crea una plantilla propia con el texto que quieras.',
  },
  code2388330: {
    sentence: 'WhatsApp creó esta plantilla por su cuenta, así que no se puede eliminar.',
    advice: 'No hay que hacer nada: Tidings no la usa.',
  },
  code139200: {
    sentence: 'WhatsApp bloqueó el envío sin plantilla en esta cuenta.',
    advice: 'Envía una plantilla aprobada en su lugar.',
  },
  code2388039: {
    sentence: 'WhatsApp no aceptó el texto de esta plantilla.',
    advice: 'Cambia el texto y envía la plantilla otra vez a revisión.',
  },
  code2388040: {
    sentence: 'Un texto de esta plantilla es demasiado largo.',
    advice: 'Acórtalo y envía la plantilla otra vez a revisión.',
  },
  code2388047: {
    sentence: 'WhatsApp no aceptó el encabezado de esta plantilla.',
    advice: 'No pongas saltos de línea, emojis ni formato en el encabezado.',
  },
  code2388072: {
    sentence: 'WhatsApp no aceptó el texto principal de esta plantilla.',
    advice: 'Cambia el texto y envía la plantilla otra vez a revisión.',
  },
  code2388073: {
    sentence: 'WhatsApp no aceptó el pie de esta plantilla.',
    advice: 'No pongas saltos de línea, emojis ni variables en el pie.',
  },
  code2388293: {
    sentence: 'Hay demasiadas variables para un texto tan corto.',
    advice: 'Escribe más palabras alrededor de las variables, o usa menos.',
  },
  code2388299: {
    sentence: 'Un texto no puede empezar ni terminar con una variable.',
    advice: 'Pon una palabra antes de la primera variable y después de la última.',
  },
}
