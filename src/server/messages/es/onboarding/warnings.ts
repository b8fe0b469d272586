import type { Translated } from '#contract/messages/shape.ts'
import type { warnings as english } from '../../en/onboarding/warnings.ts'

export const warnings: Translated<typeof english> = {
  title: {
    disable_scheduled: 'La cuenta se deshabilitará',
    violation: 'Infracción de políticas',
    alert: 'Alerta de Meta',
    pin_reset: 'Solicitud de restablecer el PIN',
  },
  disableOn: 'Meta deshabilitará {account} el {date}.',
  disable: 'Meta planea deshabilitar {account}.',
  disableAdvice: 'Consulta el motivo en WhatsApp Manager y pide una revisión antes.',
  violation: 'Meta informa una infracción de políticas en {account}: {type}.',
  violationAdvice: 'Consúltala en WhatsApp Manager y corrígela. Más infracciones pueden cerrar la cuenta.',
  alert: 'Meta advierte sobre {account}: {description}',
  alertAdvice: 'Consulta lo que pide Meta en WhatsApp Manager.',
  pinReset: 'Alguien pidió a Meta restablecer el PIN de {account}.',
  pinResetAdvice: 'Si no fuiste tú, cancélalo ahora en WhatsApp Manager.',
  reported: 'Informado: {date}.',
}
