import type { Translated } from '#contract/messages/shape.ts'
import type { account as english } from '../../en/onboarding/account.ts'

export const account: Translated<typeof english> = {
  title: '{count, plural, one {Conta conectada} other {Contas conectadas}}',
  wabaId: 'ID da WABA <id>{wabaId}</id>',
  tokenUntil:
    '{kind, select, system_user {Token de usuário do sistema, válido} business {Token do cadastro da Meta, válido} other {Login com Facebook, válido}} até {date}',
  tokenLasting:
    '{kind, select, system_user {Token de usuário do sistema} business {Token do cadastro da Meta} other {Login com Facebook}}, não expira',
  state: {
    reconnect: 'Reconexão necessária',
    blocked: 'Parada pela Meta',
    connected: 'Conectada',
  },
  disconnect: 'Desconectar',
  disconnecting: 'Desconectando...',
  disconnected: 'Conta desconectada.',
  disconnectFailed: 'Não foi possível desconectar.',
  disconnectTitle: 'Desconectar {name}?',
  disconnectText:
    'O token é apagado e os números param de enviar. As campanhas em andamento param. Mensagens, modelos e relatórios ficam.',
  disconnectConfirm: 'Desconectar conta',
  disconnectCancel: 'Manter conectada',
  noNumber:
    'Esta conta não tem número de telefone. Adicione um no WhatsApp Manager e clique em Sincronizar acima.',
  marketing: {
    now: 'Os modelos de marketing usam {endpoint, select, messages {a API de Nuvem} other {a Marketing Messages API}}.',
    use: 'Usar {endpoint, select, messages {a API de Nuvem} other {a Marketing Messages API}}',
    changed:
      'Agora os modelos de marketing usam {endpoint, select, messages {a API de Nuvem} other {a Marketing Messages API}}.',
  },
  saving: 'Salvando...',
  serverError: 'Erro do servidor. Tente de novo.',
  number: {
    sendsByDefault: 'Envia por padrão',
    makeDefault: 'Tornar padrão',
    quality: {
      GREEN: 'Qualidade alta',
      YELLOW: 'Qualidade média',
      RED: 'Qualidade baixa',
    },
    speed: '{rate} mensagens por segundo',
    noSpeedLimit: 'Sem limite de velocidade',
    dailyLimit: '{count} pessoas novas por dia',
    noDailyLimit: 'Sem limite diário',
    onBusinessApp: 'Também no app WhatsApp Business',
    state: {
      CONNECTED: 'Conectado',
      notVerified: 'Ainda não verificado',
      notRegistered: 'Ainda não registrado',
      PENDING: 'Pendente',
      DISCONNECTED: 'Desconectado',
      BANNED: 'Banido',
      RESTRICTED: 'Restrito',
      FLAGGED: 'Sinalizado',
      RATE_LIMITED: 'Limite atingido',
      MIGRATED: 'Movido para outra conta',
      DELETED: 'Excluído',
      UNVERIFIED: 'Não verificado',
      UNKNOWN: 'Desconhecido',
    },
    needs: {
      code: 'Verificar',
      registration: 'Registrar',
      pin: 'Inserir PIN',
    },
  },
  window: {
    notNow: 'Agora não',
  },
  register: {
    title: 'Registre o número',
    pinTitle: 'Insira o PIN',
    help: 'Para enviar, o número precisa de um PIN de seis dígitos. Se não tiver, deixe em branco: o Tidings cria um.',
    pinHelp: 'Este número já tem um PIN de seis dígitos da confirmação em duas etapas. Insira esse PIN.',
    pin: 'PIN',
    tries: 'A Meta permite dez tentativas em 72 horas.',
    forgot:
      'Esqueceu? Desative a confirmação em duas etapas no WhatsApp Manager, em Números de telefone. Depois tente de novo.',
    submit: 'Registrar número',
    busy: 'Registrando...',
    done: 'O número está registrado e pode enviar.',
    failed: 'Não foi possível registrar o número.',
  },
  verify: {
    title: 'Verifique o número',
    help: 'A Meta envia ao número um código de seis dígitos por SMS ou ligação.',
    sms: 'Enviar código por SMS',
    call: 'Ligar para o número',
    sending: 'Enviando...',
    sent: 'O código está a caminho.',
    code: 'Código',
    submit: 'Verificar número',
    busy: 'Verificando...',
    done: 'O número está verificado e pode enviar.',
    registerNext: 'O número está verificado. Agora registre-o.',
    failed: 'Não foi possível verificar o número.',
  },
}
