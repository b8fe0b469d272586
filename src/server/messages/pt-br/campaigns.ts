import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'
import { history } from './campaigns/history.ts'
import { plan } from './campaigns/plan.ts'
import { trial } from './campaigns/trial.ts'

export const campaigns: Translated<typeof english> = {
  ...history,
  ...plan,
  trial,
  check: {
    withUs: '{text}. {us}',
    limit: {
      enough:
        '{fresh, number} de {limit, number} dentro do limite de 24 h{used, plural, =0 {} one {, # usado} other {, # usados}}{known, plural, =0 {} one {; # pessoa que já recebeu hoje não conta de novo} other {; # pessoas que já receberam hoje não contam de novo}}',
      today:
        'Só restam {left, number} dos {limit, number} de hoje: os outros {over, number} esperam e saem sozinhos, em cerca de {days, plural, one {mais um dia} other {mais # dias}}',
      daily:
        '{limit, number} pessoas por dia neste número: as outras {over, number} esperam e saem sozinhas, em cerca de {days, plural, one {mais um dia} other {mais # dias}}',
    },
    costListed: 'Cerca de {amount, number} {currency}, pela tabela de preços da Meta de {date}',
    costOwn: 'Cerca de {amount, number} {currency}, pelos preços que você informou',
    approved: 'Modelo aprovado',
    quality: {
      GREEN: 'Número saudável, qualidade alta',
      YELLOW: 'A qualidade do número está caindo: algumas pessoas o bloqueiam ou denunciam',
      RED: 'A qualidade do número está baixa: muitas pessoas o bloqueiam ou denunciam',
      UNKNOWN: 'Número conectado, ainda sem avaliação',
    },
    otherAccount: 'O modelo pertence a outra conta do WhatsApp que este número.',
    numberStatus: 'O WhatsApp diz que o status deste número é {status}',
    nobodyIn: 'Não há ninguém neste público',
    usLeftOut:
      'Marketing não é entregue a números dos EUA: {count, plural, one {# pessoa} other {# pessoas}} de fora',
    none: '{count, plural, one {Esta pessoa não pode receber} other {Nenhuma destas # pessoas pode receber}}',
    can: '{count, plural, one {# pessoa pode receber} other {# pessoas podem receber}}',
    noValue:
      '{count, plural, one {# pessoa não tem} other {# pessoas não têm}} valor para uma variável: dê um texto alternativo',
    noLimit: 'Este número não tem limite de 24 h',
    noSpeedLimit: 'Sem limite de velocidade',
    doneDays:
      'Termina cerca de {count, plural, one {# dia} other {# dias}} após o início, por causa do limite de 24 h',
    doneHalf: 'Termina cerca de meio minuto após o início',
    doneMinutes: 'Termina cerca de {count, plural, one {# minuto} other {# minutos}} após o início',
    doneHours: 'Termina cerca de {count, plural, one {# hora} other {# horas}} após o início',
    afterQuiet:
      '{count, plural, one {# pessoa está no horário de silêncio nessa hora: recebe quando ele terminar} other {# pessoas estão no horário de silêncio nessa hora: recebem quando ele terminar}}',
    nextDay:
      'Para {count, plural, one {# pessoa} other {# pessoas}} esse horário já passou nesse dia: recebem no dia seguinte',
    costUnknown: 'Custo desconhecido: sua lista não tem preço para esse dia',
    costWithout: '{text}, sem {count, plural, one {# mensagem} other {# mensagens}} de preço desconhecido',
  },
  test: {
    noValues: 'Ninguém neste público tem valor para cada variável. Dê a cada uma um texto alternativo.',
    sent: 'Teste enviado.',
    unknown: 'O WhatsApp não disse se aceitou o teste. Veja seu telefone antes de enviar outro.',
    waiting: 'O teste está esperando o envio. Veja seu telefone em instantes.',
  },
  errors: {
    nobody: 'Ninguém pode receber esta campanha: {reasons}. Escolha outras pessoas.',
    nobodyConsented:
      'Ninguém pode receber esta campanha: {reasons}. Registre como deram consentimento, ou declare isso para esta campanha.',
    bothAudiences: 'Indique as pessoas como leads ou como público, não os dois.',
    noLeads: 'Nenhum lead selecionado.',
    tooManyDrafts: 'Já há {count, number} rascunhos. Exclua alguns primeiro.',
    noTime: 'Escolha a data e a hora que o relógio de cada pessoa deve mostrar.',
    clockTrial: 'Um piloto ou teste A/B precisa que todos comecem ao mesmo tempo. Escolha um dos dois.',
    quietTime: '{time} está no horário de silêncio, de {from} a {to}. Escolha outro horário.',
    past: 'Este horário já passou. Escolha outro ou envie agora.',
    tooFar: 'Falta mais de um ano. Escolha um horário anterior.',
    editedMeanwhile: 'Esta campanha foi editada nesse meio-tempo. Recarregue-a e faça sua mudança de novo.',
    startedAlready: 'Esta campanha já começou ou terminou, por isso não pode ser alterada. Duplique-a.',
    otherAccount:
      '{template} pertence a outra conta do WhatsApp que {number}. Escolha um número da conta dele.',
    nothingToUndo: 'Não há mais nada para desfazer. Você pode pausar ou cancelar a campanha.',
    cancelled: 'Esta campanha foi cancelada. Agende outra para as pessoas que ela não alcançou.',
    noRetry: 'Não há ninguém para quem tentar de novo ajude.',
    noDecision: 'Nenhuma mensagem precisa da sua decisão agora. O WhatsApp já respondeu ou ainda tem tempo.',
    notAgain: 'Esta mensagem não pode ser enviada de novo. Recarregue os registros para ver o motivo.',
    otherVariables:
      'O modelo agora tem outras variáveis. Envie como nova mensagem em Enviar mensagem do WhatsApp.',
    unknownPage: 'Esta página da lista não existe. Comece pela primeira.',
    status: {
      paused:
        'Esta campanha está {status, select, Scheduled {agendada} Running {em andamento} Paused {pausada} Completed {concluída} Failed {com falha} other {cancelada}}, por isso não pode ser pausada.',
      resumed:
        'Esta campanha está {status, select, Scheduled {agendada} Running {em andamento} Paused {pausada} Completed {concluída} Failed {com falha} other {cancelada}}, por isso não pode ser retomada.',
      cancelled:
        'Esta campanha está {status, select, Scheduled {agendada} Running {em andamento} Paused {pausada} Completed {concluída} Failed {com falha} other {cancelada}}, por isso não pode ser cancelada.',
    },
  },
  done: {
    prices: 'Preços salvos',
    scheduled: 'Campanha agendada com sucesso!',
    resent: 'A mensagem é enviada de novo.',
  },
  failures: {
    writtenOff: 'O WhatsApp nunca disse se as aceitou',
    writtenOffAdvice: 'Você as deu como perdidas. Não se sabe se chegaram.',
    notSent: 'Não foi possível enviar',
    notSentAdvice: 'Abra as pessoas para ver o que houve com cada uma.',
  },
  waiting: {
    retryLater: 'As pessoas restantes serão tentadas mais tarde, como o WhatsApp pede.',
    unanswered: 'Esperando o WhatsApp responder às últimas mensagens.',
    othersFirst: 'Outras mensagens deste número são enviadas antes.',
    notSending:
      'O Tidings não está enviando deste número. Ele tenta de novo em um minuto; se continuar, reinicie o Tidings.',
  },
}
