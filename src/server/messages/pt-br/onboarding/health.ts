import type { Translated } from '#contract/messages/shape.ts'
import type { health as english } from '../../en/onboarding/health.ts'

export const health: Translated<typeof english> = {
  alert: {
    lane_stopped: 'Nenhuma mensagem está sendo enviada de {number}.',
    token_dying: 'O acesso à conta do WhatsApp {account} termina em breve.',
    token_dead: 'O acesso à conta do WhatsApp {account} terminou.',
    webhook_silence: 'Não chegam relatórios de entrega do WhatsApp.',
    disk_full: 'O disco de {machine} está quase cheio: {gb, number} GB livres.',
    database_lagging:
      'O banco de dados está {seconds, plural, one {# segundo} many {# segundos} other {# segundos}} atrasado.',
  },
  remedy: {
    lane_stopped: 'Suas mensagens estão seguras. Abra o diagnóstico para ver o que fazer.',
    token_dying: 'Conecte a conta de novo para poder continuar enviando mensagens.',
    token_dead: 'Conecte a conta de novo para poder enviar mensagens.',
    webhook_silence: 'Abra o diagnóstico: ele verifica o endereço ao qual o WhatsApp informa.',
    disk_full: 'Apague backups e registros antigos ou use um disco maior. Um disco cheio para tudo.',
    database_lagging: 'Verifique o servidor do banco de dados: a carga, o disco e as réplicas.',
  },
  check: {
    title: {
      sending: 'Envio',
      processes: 'Processos',
      database: 'Banco de dados',
      webhooks: 'Webhooks',
      disk: 'Disco',
      unknown: 'Mensagens desconhecidas',
    },
    sending: {
      good: 'Nenhum número está parado.',
    },
    processes: {
      good: '{count, plural, one {# processo em execução.} many {# processos em execução.} other {# processos em execução.}}',
    },
    database: {
      good: 'Responde em {ms, number} ms.',
      comparing: 'Não está no estado em que estava. O envio espera.',
      comparingMeans: 'O que foi enviado está sendo comparado. Leva até um minuto.',
    },
    webhooks: {
      good: 'Todos os webhooks foram aplicados.',
      late: '{count, plural, one {# webhook espera} many {# webhooks esperam} other {# webhooks esperam}}; o mais antigo, há {seconds, number} s.',
      lateMeans:
        'Verifique se há um processo de trabalho em execução. Relatórios e respostas aparecem com atraso.',
      failed:
        '{count, plural, one {# webhook dos últimos 3 dias não pôde ser aplicado.} many {# webhooks dos últimos 3 dias não puderam ser aplicados.} other {# webhooks dos últimos 3 dias não puderam ser aplicados.}}',
      failedMeans:
        'Podem conter descadastros. O Tidings tenta de novo a cada hora. Abra-os em Webhooks salvos.',
    },
    disk: {
      good: '{gb, number} GB livres.',
      full: 'Quase cheio: {gb, number} GB livres.',
    },
    unknown: {
      good: '{count, plural, =0 {Nenhuma mensagem tem status desconhecido.} one {# mensagem tem status desconhecido.} many {# mensagens têm status desconhecido.} other {# mensagens têm status desconhecido.}}',
      many: '{count, number} mensagens têm status desconhecido.',
      manyMeans: 'Muitas de uma vez indicam um problema no caminho até o WhatsApp.',
    },
  },
  mail: {
    subject: '{count, number} problemas precisam da sua atenção',
    link: 'Veja o que fazer: {link}',
  },
  openDoctor: 'Abrir diagnóstico',
}
