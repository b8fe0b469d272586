import type { Translated } from '#contract/messages/shape.ts'
import type { account as english } from '../../en/onboarding/account.ts'

export const account: Translated<typeof english> = {
  reason: {
    tokenExpired: 'O token de acesso expirou.',
    tokenWithdrawn:
      'O token de acesso foi retirado na Meta, por exemplo, por uma nova senha ou um papel perdido.',
    tokenUnknown: 'A Meta não conhece este token de acesso.',
    noToken: 'Esta conta não tem token de acesso.',
    disconnectedByOwner: 'Você desconectou esta conta.',
    replacedTestPhone: 'O telefone de teste agora usa a conta que você conectou.',
    appRemoved: 'Este app foi removido da conta do WhatsApp na Meta. Reconecte para enviar.',
    deleted: 'A conta do WhatsApp foi excluída na Meta.',
    disabled:
      'A Meta desativou esta conta do WhatsApp. Veja o motivo no WhatsApp Manager e peça uma análise.',
    restrictedUntil:
      'A Meta restringiu esta conta até: {date}. Ela não pode iniciar conversas. Depois os envios são retomados.',
    restricted:
      'A Meta restringiu esta conta. Ela não pode iniciar conversas agora. Veja o motivo no WhatsApp Manager.',
    payment:
      'O WhatsApp não consegue cobrar você. Corrija a forma de pagamento no WhatsApp Manager e retome os envios.',
    locked: 'O WhatsApp bloqueou sua conta. Veja o motivo no WhatsApp Manager e peça uma análise.',
    rulesBroken: 'O WhatsApp bloqueou sua conta por violar as regras. Veja até quando no WhatsApp Manager.',
    reviewRejected:
      'A Meta rejeitou esta conta do WhatsApp na análise. Veja o motivo no WhatsApp Manager e recorra.',
  },
  metaSays: 'A Meta diz: {words}',
  sender: {
    none: 'Nenhum número do WhatsApp está conectado. Conecte um primeiro em Configuração da WABA.',
    disconnected: '{number} não está mais conectado. Reconecte-o em Configuração da WABA.',
    ended: 'A conexão com o WhatsApp terminou.',
    noToken: 'Este número não tem token de acesso. Reconecte em Configuração da WABA.',
  },
  key: {
    unreached:
      'A Meta aceita esta chave, mas ela não pode usar {name} (ID da WABA {wabaId}). Dê acesso ao usuário do sistema na Meta ou desconecte a conta.',
    forgotten: 'A Meta não aceita mais a chave de API de Configurações da conta. A chave foi removida.',
    inTheWay:
      'A chave de API de Configurações da conta prevalece sobre este login, mas não pode usar esta conta. Remova a chave ou dê acesso a ela na Meta.',
    removed: 'A chave foi removida. Nenhuma conta está conectada.',
    stopped: '{name} não pode enviar.',
    reconnect: 'Reconecte-a.',
    back: '{count, plural, one {Esta conta pode} other {Estas contas podem}} enviar de novo: {names}. As mensagens em espera são enviadas agora.',
    used: 'A Meta aceita a chave. {count, plural, one {Esta conta agora envia} other {Estas contas agora enviam}} com ela: {names}.',
    notUsed:
      '{count, plural, one {Esta conta agora envia} other {Estas contas agora enviam}} sem a chave: {names}.',
    choose: 'A Meta aceita a chave. Ela tem várias contas ou números.',
    notConnected: 'A chave está salva, mas nenhuma conta está conectada. {reason}',
    connected:
      'A Meta aceita a chave. {known, select, yes {{name}} other {Sua conta}} está conectada com ela.',
  },
  taken: 'Outra empresa daqui usa esta conta do WhatsApp. Desconecte-a lá primeiro.',
  numberTaken: 'Outra empresa daqui usa um número desta conta do WhatsApp. Desconecte-o lá primeiro.',
  noLogin: 'Não há login para conectar. Primeiro entre com o Facebook ou cole um token.',
  noLoginToChoose:
    'Ainda não há login para escolher. Primeiro entre com o Facebook ou cole um token de acesso.',
  onBusinessApp: 'Este número é usado no app WhatsApp Business. Não precisa de registro.',
  wrongCode: 'Este código está errado ou é antigo demais. Confira ou peça um novo.',
  missingIds: 'Falta o ID da WABA ou do número de telefone.',
  disconnected: 'Conta desconectada.',
}
