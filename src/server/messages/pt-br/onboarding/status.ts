import type { Translated } from '#contract/messages/shape.ts'
import type { status as english } from '../../en/onboarding/status.ts'

export const status: Translated<typeof english> = {
  afterConnecting: 'A Meta informa isto quando você conecta uma conta.',
  afterChoosing: 'A Meta informa isto quando você escolhe um número.',
  name: {
    verified: 'Nome verificado: {name}',
    none: 'A Meta ainda não deu um nome ao número.',
    inReview: 'A Meta está analisando {name, select, none {o nome} other {{name}}}.',
    declined:
      'A Meta recusou {name, select, none {o nome} other {o nome {name}}}. Escolha outro no WhatsApp Manager.',
    add: 'Dê um nome de exibição ao número no WhatsApp Manager.',
  },
  permission: {
    login: 'Entre com o Facebook ou cole um token de acesso.',
    missing: 'Falta: {scopes}. Reconecte e permita.',
  },
  number: {
    notVerified: 'Não verificado: {number, select, none {o número} other {{number}}}. Peça um código à Meta.',
    notRegistered:
      '{number, select, none {O número} other {{number}}} está verificado, mas ainda não está registrado para envio.',
  },
  terms: {
    later: 'Você aceita na janela da Meta.',
    rejected: 'A Meta rejeitou a conta na análise. Recorra no WhatsApp Manager.',
  },
  chosen: {
    choose: 'Seu login tem várias contas ou números. Escolha qual o Tidings pode usar.',
    addNumber: 'A conta não tem número de telefone. Adicione um no WhatsApp Manager.',
    syncKey: 'Sua chave de API está salva. Clique em Sincronizar para conectar a conta dela.',
    later: 'Você escolhe durante o login.',
  },
  documents: {
    later: 'A Meta pode pedir documentos. Envie-os na Meta, não aqui.',
    verified: 'A Meta verificou sua empresa.',
    pending: 'A Meta está conferindo seus documentos.',
    rejected:
      'A Meta não aceitou seus documentos. Envie de novo em Configurações do negócio, Central de Segurança.',
    none: 'A Meta não pede nenhum agora. Verificar sua empresa aumenta o limite diário.',
  },
  word: {
    reconnect: 'Reconexão necessária',
    blocked: 'Parado pela Meta',
    lowQuality: 'Qualidade baixa',
    connected: 'Conectado',
    notVerified: 'Ainda não verificado',
    notRegistered: 'Ainda não registrado',
    FLAGGED: 'Sinalizado',
    RESTRICTED: 'Restrito',
    BANNED: 'Banido',
    RATE_LIMITED: 'Limite atingido',
    MIGRATED: 'Movido para outra conta',
    DELETED: 'Excluído',
    DISCONNECTED: 'Desconectado',
    PENDING: 'Pendente',
    UNKNOWN: 'Desconhecido',
    UNVERIFIED: 'Não verificado',
  },
  notice: {
    nothingSent: '{name} não pode enviar mensagens.',
    ended: 'A conexão terminou.',
    waiting:
      'Em espera: {campaigns, plural, =0 {} one {# campanha} other {# campanhas}}{both, select, yes { e } other {}}{messages, plural, =0 {} one {# mensagem} other {# mensagens}}.',
    whatToDo: 'Ver o que fazer',
    renew: 'Renovar acesso',
    ending:
      'O acesso a {name} termina {days, plural, =1 {em menos de 24 horas} one {em # dia} other {em # dias}}. Depois você não pode enviar.',
    over: 'O acesso a {name} terminou. Você não pode enviar.',
  },
  remedy: {
    login: 'Entre com o Facebook de novo. Depois, as mensagens em espera são enviadas.',
    token:
      'Gere um novo token de usuário do sistema na Meta e cole-o. Depois, as mensagens em espera são enviadas.',
    key: 'Salve uma nova chave de API do provedor em Configurações da conta, ou remova a antiga. Depois, as mensagens em espera são enviadas.',
  },
  remedyAction: {
    login: 'Entrar de novo',
    token: 'Colar um novo token',
    key: 'Salvar uma nova chave',
  },
}
