import type { Translated } from '#contract/messages/shape.ts'
import type { sequences as english } from '../../en/growth/sequences.ts'

export const sequences: Translated<typeof english> = {
  noNumber: 'Conecte um número do WhatsApp. Depois disso estas mensagens são enviadas.',
  otherAccount:
    'O modelo “{template}” é de outra conta do WhatsApp que a do número. Escolha outro número ou modelo.',
  nowMarketing:
    'O WhatsApp agora conta {template} como marketing: as mensagens podem custar mais. Se concordar, pause a sequência e retome. Para enviar outro modelo, edite a etapa: só quem entrar depois o recebe. Quem já está nela espera até você retomar.',
  otherVariables:
    'As variáveis numeradas de {template} mudaram de lugar. Confira na etapa o que as preenche e salve se mudar algo. Depois pause a sequência e retome. Quem já está nela espera até você retomar e recebe os valores atuais da etapa.',
  alsoMarketing: 'O WhatsApp agora também conta {templates} como marketing. Confira e retome de novo.',
  step: 'Etapa {number, number}: {sentence}',
  editedMeanwhile: 'Esta sequência foi alterada enquanto isso. Recarregue e faça sua alteração de novo.',
  tooMany: 'Uma empresa tem no máximo {most, number} sequências. Exclua uma que você não usa.',
  inUse: 'Há pessoas nesta sequência. Pause e retire-as primeiro.',
  notRunning: 'Inicie a sequência antes de adicionar pessoas.',
}
