import type { Translated } from '#contract/messages/shape.ts'
import type { otherProductErrors as english } from '../../en/providers/other-products.ts'

export const otherProductErrors: Translated<typeof english> = {
  code138000: {
    sentence: 'Esto trata de llamadas de WhatsApp.',
    advice: 'Tidings no usa esto. Mira en WhatsApp Manager.',
  },
  code139000: {
    sentence: 'Un formulario de WhatsApp tiene un problema.',
    advice: 'Corrige el formulario en WhatsApp Manager.',
  },
  code139100: {
    sentence: 'No se pudo bloquear a algunas de estas personas.',
    advice: 'Solo se puede bloquear a quien te escribió en las últimas 24 horas.',
  },
  code139101: {
    sentence: 'La lista de personas bloqueadas está llena.',
    advice: 'Primero quita a alguien de la lista.',
  },
  code139102: {
    sentence: 'La lista de personas bloqueadas se está cambiando en otro lugar.',
    advice: 'No hay que hacer nada: lo reintentamos.',
  },
  code139103: {
    sentence: 'WhatsApp no pudo cambiar la lista de personas bloqueadas.',
    advice: 'No hay que hacer nada: lo reintentamos.',
  },
  code147001: {
    sentence: 'WhatsApp no aceptó el nombre de tu empresa.',
    advice: 'Elige otro nombre en WhatsApp Manager.',
  },
  code1752041: {
    sentence: 'Esto ya se pidió.',
    advice: 'No hay que hacer nada.',
  },
  code200005: {
    sentence: 'WhatsApp aún no tiene cifras de plantillas de tu cuenta.',
    advice: 'Nada ayuda: llegan con más mensajes.',
  },
  code200006: {
    sentence: 'Las cifras de plantillas no se pueden volver a desactivar.',
    advice: 'No hay que hacer nada.',
  },
  code200007: {
    sentence: 'Las cifras de plantillas no están activadas en tu cuenta.',
    advice: 'Actívalas en WhatsApp Manager.',
  },
  code2388001: {
    sentence: 'No funcionó mover el número de teléfono a esta cuenta.',
    advice: 'Inténtalo de nuevo en WhatsApp Manager.',
  },
  code2494100: {
    sentence: 'El número se está moviendo y no se puede usar por un momento.',
    advice: 'No hay que hacer nada: lo reintentamos en unos minutos.',
  },
  code2593079: {
    sentence: 'No funcionó el traspaso de la cuenta.',
    advice: 'Inténtalo de nuevo en WhatsApp Manager.',
  },
  code2593107: {
    sentence:
      'Los contactos y el historial de la app del teléfono solo se pueden traer una vez, y ya se hizo.',
    advice: 'No hay que hacer nada, salvo desconectar el número y conectarlo de nuevo.',
  },
  code2593108: {
    sentence:
      'Los contactos y el historial de la app del teléfono solo se pueden traer durante el día siguiente a conectar.',
    advice: 'Desconecta el número y conéctalo de nuevo para traerlos.',
  },
}
