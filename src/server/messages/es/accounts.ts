import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  emailTakenLogin: 'Ya existe una cuenta con este correo. Inicia sesión.',
  emailTaken: 'Ya existe una cuenta con este correo.',
  emailOfAnother: 'Otra cuenta usa este correo.',
  wrongCredentials: 'No se pudo iniciar sesión. Revisa tus datos de acceso.',
  operatorOnly: 'Solo el operador de esta instalación puede hacer esto.',
  tooManyLogins:
    'Demasiados intentos fallidos. Inténtalo en {minutes, plural, one {# minuto} other {# minutos}}.',
  login: 'Inicia sesión.',
  sessionExpired: 'La sesión venció. Inicia sesión de nuevo.',
  settingsSaved: '¡Configuración actualizada!',
}
