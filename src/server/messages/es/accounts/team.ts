import type { Translated } from '#contract/messages/shape.ts'
import type { team as english } from '../../en/accounts/team.ts'

export const team: Translated<typeof english> = {
  alreadyMember: 'Esta persona ya está en tu equipo.',
  tooManyToday:
    'Hoy creaste {count, plural, one {# invitación} other {# invitaciones}}. Inténtalo de nuevo mañana.',
  tooManyOpen:
    'Tienes {count, plural, one {# invitación abierta} other {# invitaciones abiertas}}. Revoca alguna primero.',
  tooManyTries:
    'Demasiados intentos. Inténtalo de nuevo en {minutes, plural, one {# minuto} other {# minutos}}.',
  unknown: 'Este enlace de invitación no es válido. Comprueba que tienes el enlace completo.',
  used: 'Esta invitación ya se usó. Pide una nueva.',
  revoked: 'Esta invitación se revocó. Pide una nueva.',
  expired: 'Esta invitación ha caducado. Pide una nueva.',
  otherEmail: 'Esta invitación es para {email}. Usa ese correo.',
  emailOfMember: 'Ya estás en este equipo. Inicia sesión.',
  emailElsewhere: 'Este correo ya tiene una cuenta aquí. Usa otro correo.',
  emailElsewhereBound: 'Este correo ya tiene una cuenta aquí. Pide una invitación para otro correo.',
  operatorStays: 'No se puede quitar al operador de esta instalación.',
  lastStays: 'Solo estás tú en el equipo. La última persona no puede irse.',
  revokedDone: 'Invitación revocada.',
  removedDone: 'La persona ya no está en el equipo.',
  mail: {
    subject: '{name} te invita a {business}',
    invites: '{name} te invita al equipo de {business} en Tidings.',
    open: 'Abre este enlace y elige una contraseña:',
    until: 'El enlace funciona una vez, durante {days, plural, one {# día} other {# días}}.',
    ignore: '¿No conoces a {name}? Entonces ignora este correo.',
  },
}
