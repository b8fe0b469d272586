import type { Translated } from '#contract/messages/shape.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translated<typeof english> = {
  testPhone: {
    none: 'Esta instalação não tem telefone de teste.',
    notStarted: 'Envie primeiro uma mensagem de teste ao telefone de teste.',
    notReady: 'O número de teste ainda não está pronto. Tente de novo em instantes.',
    leadName: 'Telefone de teste',
  },
  turn: {
    signups: 'Conta do WhatsApp {account}',
    signupsMore: 'Conta do WhatsApp {account} e mais {count, number}',
    signupsReason: 'Alguém se cadastrou na página da Meta e está esperando. Diga de quem é a conta.',
    assign: 'Atribuir conta',
    blocked: 'Nada pode ser enviado.',
    unregistered: 'Nada pode ser enviado até o número ser registrado.',
    needs: {
      code: 'Verificar',
      registration: 'Registrar',
      pin: 'Inserir PIN',
    },
    paused: 'Você a pausou. Retome ou cancele.',
    openCampaign: 'Abrir campanha',
    single: 'Mensagens avulsas',
    unknown:
      '{count, plural, one {O WhatsApp não respondeu a # mensagem. Decida se quer enviá-la de novo.} other {O WhatsApp não respondeu a # mensagens. Decida se quer enviá-las de novo.}}',
    decide: 'Decidir',
    wentBack: 'O banco de dados voltou para {date}',
    wentBackMessages:
      '{unknown, plural, =0 {Nenhuma mensagem em dúvida.} one {# mensagem pode ter sido enviada e não é enviada de novo.} other {# mensagens podem ter sido enviadas e não são enviadas de novo.}}',
    wentBackMissing:
      'Falta nesta máquina o registro do que foi enviado depois. As campanhas esperam por você.',
    wentBackHeld: '{count, plural, one {# campanha espera por você.} other {# campanhas esperam por você.}}',
    wentBackOptOuts:
      '{count, plural, one {# descadastro ou possível descadastro foi recuperado.} other {# descadastros e possíveis descadastros foram recuperados.}}',
    seeMessages: 'Ver mensagens',
    botStopped: 'O chatbot parou porque dava voltas. Responda a esta pessoa.',
    openConversation: 'Abrir conversa',
    openTemplate: 'Abrir modelo',
    rejected:
      '{count, plural, one {# linha foi rejeitada. Corrija e importe de novo.} other {# linhas foram rejeitadas. Corrija e importe de novo.}}',
    seeRows: 'Ver linhas',
    next: 'Próximo passo',
    addLeads: 'Seu número está conectado. Agora adicione as pessoas para quem quer escrever.',
    addCustomers: 'Adicionar seus clientes',
    write: 'Seus clientes estão aqui. Escolha um modelo e envie a eles.',
    writeMessage: 'Escrever sua mensagem',
  },
}
