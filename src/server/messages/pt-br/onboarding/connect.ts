import type { Translated } from '#contract/messages/shape.ts'
import type { connect as english } from '../../en/onboarding/connect.ts'

export const connect: Translated<typeof english> = {
  synced: 'Status da configuração sincronizado.',
  redirecting: 'Redirecionando para a Meta...',
  saved: 'Dados da empresa salvos.',
  assigned: 'A conta está atribuída e conectada.',
  step: {
    token: 'O token é válido até {date}.',
    tokenLasting: 'O token é válido e não expira.',
    permissions: 'O token pode enviar mensagens e gerenciar a conta.',
    account: 'Conta: {name}.',
    noNumber: 'A conta não tem número de telefone. Adicione um no WhatsApp Manager e clique em Sincronizar.',
    number: 'Número: {number}, {name, select, none {ainda sem nome} other {{name}}}.',
    notVerified: '{number} ainda não está verificado. Peça um código à Meta e insira-o aqui.',
    registered: '{number} está registrado e pode enviar.',
    subscribed: 'Relatórios de entrega e respostas chegam aqui.',
  },
  unreachedAccount:
    'Este acesso não pode usar a conta do WhatsApp {wabaId}. Confira o ID ou compartilhe a conta com o usuário do sistema na Meta.',
  noAccount:
    'Este acesso não tem conta do WhatsApp. Insira o ID da conta ou compartilhe uma com o usuário do sistema na Meta.',
  foreignNumber: 'O número de telefone {phoneNumberId} não pertence a esta conta do WhatsApp.',
  notStarted: 'Este login não começou aqui ou já terminou. Comece de novo em Configuração da WABA.',
  noCode: 'A Meta não enviou nenhum código. Comece de novo em Configuração da WABA.',
  oldCode:
    'A Meta não aceita mais o código deste login. Ele dura 30 segundos e funciona uma vez. Comece de novo.',
  closed: 'Você fechou o login ou não permitiu. Nada foi conectado.',
  outdated: '{words} {advice}',
  shortToken:
    'Este token expira em um dia e a Meta não dá um mais longo. Entre de novo ou cole um token de usuário do sistema.',
  otherApp: 'Este token pertence a outro app da Meta. Gere um para o app {appId}.',
  newToken: 'Gere um novo na Meta e conecte com ele.',
  copyToken: 'Copie de novo, inteiro e sem espaços.',
  missingScopes:
    'Falta a este acesso a permissão {scopes}. Permita quando a Meta pedir ou marque ao gerar o token.',
  testOnly: 'Contas de teste só existem no modo de teste. Conecte sua própria conta.',
  alreadyConnected: '{name} já está conectada.',
  hosted: {
    configuration:
      'O cadastro na página da Meta precisa de uma configuração de Login for Business. Defina META_CONFIG_ID ou conecte de outra forma.',
    operatorToken:
      'O cadastro na página da Meta precisa do token de usuário do sistema do operador. A primeira pessoa que se cadastrou o salva em Configurações da conta, Chave de API do provedor.',
    operatorRefused:
      'A Meta recusou o token de usuário do sistema do operador. O operador salva um novo em Configurações da conta, Chave de API do provedor.',
  },
}
