import type { Translated } from '#contract/messages/shape.ts'
import type { team as english } from '../../en/accounts/team.ts'

export const team: Translated<typeof english> = {
  alreadyMember: 'Esta pessoa já está na sua equipe.',
  tooManyToday: 'Você criou {count, plural, one {# convite} other {# convites}} hoje. Tente de novo amanhã.',
  tooManyOpen:
    'Você tem {count, plural, one {# convite aberto} other {# convites abertos}}. Revogue algum primeiro.',
  tooManyTries: 'Tentativas demais. Tente de novo em {minutes, plural, one {# minuto} other {# minutos}}.',
  unknown: 'Este link de convite não é válido. Confira se você tem o link inteiro.',
  used: 'Este convite já foi usado. Peça um novo.',
  revoked: 'Este convite foi revogado. Peça um novo.',
  expired: 'Este convite expirou. Peça um novo.',
  otherEmail: 'Este convite é para {email}. Use esse e-mail.',
  emailOfMember: 'Você já está nesta equipe. Faça login.',
  emailElsewhere: 'Este e-mail já tem uma conta aqui. Use outro e-mail.',
  emailElsewhereBound: 'Este e-mail já tem uma conta aqui. Peça um convite para outro e-mail.',
  operatorStays: 'O operador desta instalação não pode ser removido.',
  lastStays: 'Só você está na equipe. A última pessoa não pode sair.',
  revokedDone: 'Convite revogado.',
  removedDone: 'A pessoa saiu da equipe.',
  mail: {
    subject: '{name} convida você para {business}',
    invites: '{name} convida você para a equipe de {business} no Tidings.',
    open: 'Abra este link e escolha uma senha:',
    until: 'O link funciona uma vez, por {days, plural, one {# dia} other {# dias}}.',
    ignore: 'Você não conhece {name}? Então ignore este e-mail.',
  },
}
