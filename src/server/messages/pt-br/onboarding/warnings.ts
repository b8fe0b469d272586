import type { Translated } from '#contract/messages/shape.ts'
import type { warnings as english } from '../../en/onboarding/warnings.ts'

export const warnings: Translated<typeof english> = {
  title: {
    disable_scheduled: 'A conta será desativada',
    violation: 'Violação de política',
    alert: 'Alerta da Meta',
    pin_reset: 'Pedido de redefinição do PIN',
  },
  disableOn: 'A Meta vai desativar {account} em {date}.',
  disable: 'A Meta planeja desativar {account}.',
  disableAdvice: 'Veja o motivo no WhatsApp Manager e peça uma análise antes disso.',
  violation: 'A Meta informa uma violação de política em {account}: {type}.',
  violationAdvice: 'Veja no WhatsApp Manager e corrija. Mais violações podem encerrar a conta.',
  alert: 'A Meta avisa sobre {account}: {description}',
  alertAdvice: 'Veja o que a Meta pede no WhatsApp Manager.',
  pinReset: 'Alguém pediu à Meta para redefinir o PIN de {account}.',
  pinResetAdvice: 'Se não foi você, cancele agora no WhatsApp Manager.',
  reported: 'Informado: {date}.',
}
