import type { Translated } from '#contract/messages/shape.ts'
import type { hooks as english } from '../../en/integrations/hooks.ts'

export const hooks: Translated<typeof english> = {
  address: {
    invalid: 'Informe um endereço completo, como https://example.com/hooks.',
    https: 'Use um endereço que comece com https://.',
    notListed: 'Esta instalação abre apenas os sites que o operador permite.',
    notPublic: 'Este endereço não está na internet pública. Use outro.',
  },
  tooMany: 'Você tem {count, number} webhooks. Remova um primeiro.',
  removed: 'Webhook removido.',
  off: 'Este webhook está desativado. Ative-o primeiro.',
  stillWaiting: 'Esta chamada ainda está na fila. Ela é feita sozinha.',
  mail: {
    subject: 'Um webhook foi desativado',
    off: 'Olá, {name}. O Tidings não conseguiu entregar eventos para {url} e desativou este webhook.',
    do: 'Corrija o endereço, ative o webhook e envie de novo as chamadas com falha: {link}',
  },
}
