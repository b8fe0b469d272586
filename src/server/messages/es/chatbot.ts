import type { Translated } from '#contract/messages/shape.ts'
import type { chatbot as english } from '../en/chatbot.ts'

export const chatbot: Translated<typeof english> = {
  tooManyRules: 'Tienes {most, number} reglas, el máximo posible. Elimina una primero.',
  tooManyFlows: 'Tienes {most, number} flujos, el máximo posible.',
  tooManySecrets: 'Tienes {most, number} secretos, el máximo posible.',
  rulesChanged: 'Las reglas han cambiado mientras tanto. Cárgalas de nuevo.',
  ruleChanged: 'Alguien cambió esta regla mientras tanto. Ciérrala, ábrela de nuevo y repite tu cambio.',
  aiChanged: 'Estos ajustes han cambiado mientras tanto. Vuelve a cargar la página y repite tu cambio.',
  flowChanged: 'Otra persona ha guardado este flujo. Cárgalo de nuevo.',
  flowHasProblems: 'Este flujo tiene problemas. Corrígelos y después publícalo.',
  aiEndpoint: 'Escribe una dirección que empiece por https://.',
  aiPrices: 'Indica los dos precios para limitar el coste.',
  aiLimitTooLow: 'Una respuesta puede costar {amount}. Indica más.',
  aiMissing: 'Rellena esto antes de activar las respuestas de IA.',
  aiUnknown: 'No lo sé. Alguien de nuestro equipo te responderá aquí.',
  aiFailed: 'Ahora mismo no puedo responder a eso. Alguien de nuestro equipo te responderá aquí.',
  unknownPage: 'Esta página no existe. Vuelve a la primera.',
}
