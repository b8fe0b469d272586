import type { Translated } from '#contract/messages/shape.ts'
import type { retention as english } from '../../en/accounts/retention.ts'

export const retention: Translated<typeof english> = {
  title: 'Por quanto tempo as coisas são guardadas',
  help: 'Para todas as empresas desta instalação. Só você, que a opera, pode mudar isso. O que for mais antigo é apagado a cada noite e não pode ser recuperado.',
  loading: 'Carregando por quanto tempo as coisas são guardadas',
  messages: 'Mensagens que podem ser buscadas',
  messagesHelp:
    'Os meses mais antigos passam para o arquivo: fora da busca, ainda nos registros, exportações e totais.',
  message_archives: 'Arquivo de mensagens',
  message_archivesHelp: 'Apaga para sempre os números e os valores pessoais. Os totais ficam.',
  webhooks: 'Webhooks salvos',
  webhooksHelp:
    'O que a Meta enviou, como chegou. Status, respostas, descadastros e suas provas ficam, assim como webhooks que esperam ser aplicados.',
  chat_files: 'Arquivos das conversas',
  chat_filesHelp:
    'Imagens, vídeos, mensagens de voz e documentos. As mensagens ficam e dizem que o arquivo foi removido.',
  hook_deliveries: 'Registro de entregas de webhooks de saída',
  hook_deliveriesHelp:
    'Quais chamadas saíram e o que foi respondido. Por endereço ficam no máximo os últimos 1.000 sucessos e 10.000 falhas.',
  usual: 'Normal: {days, plural, =0 {para sempre} one {# dia} other {# dias}}',
  usualDeliveries: 'Normal: 7 dias, falhas 30',
  forever: 'Para sempre',
  days: '{days, plural, one {# dia} other {# dias}}',
  since:
    'Webhook mais antigo: {day} ({weeks, plural, one {# semana} other {# semanas}}). São apagados por semanas inteiras.',
  last: 'Última remoção {time}: {count, plural, one {# entrada} other {# entradas}}, {bytes}',
  noLast: 'Nada foi removido ainda.',
  lastArchived: 'Último arquivamento {time}: {count, plural, one {# mensagem} other {# mensagens}}',
  noLastArchived: 'Nada foi arquivado ainda.',
  other:
    'O registro de atividade fica enquanto existir a empresa. Exportações são apagadas depois de 6 horas. O Tidings não guarda as linhas do log do servidor.',
  save: 'Salvar',
  saving: 'Salvando...',
  saved: 'Salvo. Vale a partir da próxima noite.',
  failed: 'Não funcionou. Tente de novo.',
  confirmTitle: 'Guardar menos?',
  confirmText:
    'Na noite seguinte, o que for mais antigo é arquivado ou apagado. Não dá para desfazer: {what}.',
  confirmYes: 'Guardar menos',
}
