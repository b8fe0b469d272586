import type { Translated } from '#contract/messages/shape.ts'
import type { apiKeys as english } from '../../en/accounts/api-keys.ts'

export const apiKeys: Translated<typeof english> = {
  unknown:
    'Esta clave de API es desconocida, venció o fue revocada. Crea otra en Configuración de la cuenta.',
  noKeys: 'Las claves de API no pueden hacer esto. Inicia sesión.',
  scope: 'A esta clave de API le falta el permiso {scope}.',
  limit: 'Esta clave de API hizo más de {count, number} llamadas en un minuto. Espera un momento.',
  tooMany: 'Tienes {count, number} claves de API. Revoca una primero.',
  revoked: 'Clave de API revocada.',
}
