import type { Translated } from '#contract/messages/shape.ts'
import type { setup as english } from '../../en/onboarding/setup.ts'

export const setup: Translated<typeof english> = {
  title: 'Configuração do WhatsApp Business',
  lede: 'Conecte sua conta do WhatsApp Business (WABA). Você entra na Meta e volta para cá.',
  returned: 'Você voltou da Meta. Lendo sua conta.',
  syncing: 'Sincronizando',
  tabs: {
    label: 'Registro',
    new: 'Novo registro',
    existing: 'Já registrada',
  },
  connected: '<b>{name}</b> está conectada. Registre de novo para adicionar outra conta ou renovar o acesso.',
  viewStatus: 'Ver status',
  business: 'Sua empresa',
  aside: 'Outras formas e progresso',
  token: {
    title: 'Tem um token?',
    help: 'Cole o token de usuário do sistema do seu app da Meta. Sem login nem revisão.',
    paste: 'Colar um token',
  },
  form: {
    businessName: 'Nome da empresa',
    phone: 'Número de telefone',
    phoneHelp: 'O número que envia, com o sinal de mais e o código do país. Sem espaços.',
    existingPhoneHelp: 'O número que já está registrado no WhatsApp Business.',
    category: 'Categoria',
    categoryPlaceholder: 'O que você faz',
    register: 'Registrar empresa',
    connect: 'Conectar número',
    redirecting: 'Redirecionando para a Meta...',
    failed: 'Não foi possível salvar os dados da empresa.',
    session: 'Sessão inválida. Entre de novo.',
    fixErrors: 'Corrija os erros acima.',
  },
  live: {
    title: 'Ativar o envio real',
    testMode:
      'Esta instalação está em modo de teste: um sandbox substitui a Meta e nenhuma mensagem sai desta máquina. Conectar uma conta não encerra o modo de teste; definir <code>META_APP_ID</code> encerra.',
    operator: 'Para enviar mensagens reais, crie um app na Meta, insira os dados aqui e reinicie.',
    notOperator:
      'Para enviar mensagens reais, peça ao operador desta instalação que a conecte a um app da Meta.',
    steps: {
      app: 'Em <b>developers.facebook.com</b>, crie um app do tipo Empresa. Adicione o produto WhatsApp.',
      address: 'Dê a esta instalação um endereço https público. Defina-o em <code>PUBLIC_URL</code>.',
      secrets:
        'Defina <code>META_APP_ID</code> e <code>META_APP_SECRET</code> (App settings, Basic). Para a janela de login, defina também <code>META_CONFIG_ID</code>. Depois reinicie.',
      enter: 'Insira estes valores na Meta. A primeira conexão também configura o webhook.',
      connect: 'Volte aqui. Cole um token de usuário do sistema ou entre com o Facebook.',
    },
    guide: 'Guia completo: <code>docs/connecting-meta.md</code>',
    addresses: 'Valores para a Meta',
    webhook: 'Endereço do webhook',
    verifyToken: 'Token de verificação',
    redirect: 'Redirecionamento de login',
    domain: 'Domínio permitido',
    copy: 'Copiar: {name}',
  },
}
