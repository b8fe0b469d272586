import type { Translated } from '#contract/messages/shape.ts'
import type { apiKeys as english } from '../../en/accounts/api-keys.ts'

export const apiKeys: Translated<typeof english> = {
  unknown:
    'Esta chave de API é desconhecida, expirou ou foi revogada. Crie outra nas configurações da conta.',
  noKeys: 'Chaves de API não podem fazer isto. Entre na conta.',
  scope: 'Falta a esta chave de API a permissão {scope}.',
  limit: 'Esta chave de API fez mais de {count, number} chamadas em um minuto. Espere um momento.',
  tooMany: 'Você tem {count, number} chaves de API. Revogue uma primeiro.',
  revoked: 'Chave de API revogada.',
}
