import type { Translated } from '#contract/messages/shape.ts'
import type { withdrawal as english } from '../../en/social/withdrawal.ts'

export const withdrawal: Translated<typeof english> = {
  notSigned: 'Nosso aplicativo na rede não assinou esta solicitação.',
  old: 'Esta solicitação é antiga demais ou o horário está errado.',
  unknownCode: 'Nenhuma solicitação tem este código. Confira o endereço.',
  title: 'Exclusão de dados',
  deleted:
    'Excluímos o que o {network} nos deu de {count, plural, one {# conta conectada} other {# contas conectadas}}: acesso, nomes, imagens e números.',
  nothing: 'Não guardamos dados do {network} desta conta.',
  kept: 'O que foi publicado fica na rede até ser excluído lá.',
  code: 'Código de confirmação',
  doneAt: 'Concluído (UTC)',
}
