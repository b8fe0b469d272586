import type { Translated } from '#contract/messages/shape.ts'
import type { subscription as english } from '../en/subscription.ts'

export const subscription: Translated<typeof english> = {
  title: 'Suscripción',
  loading: 'Cargando el uso',
  lede: '<b>{count, plural, one {# mensaje} other {# mensajes}}</b> desde el {date}, con el plan <b>{plan}</b>. No tiene límite.',
  ledeLimit:
    '<b>{count, plural, one {# mensaje} other {# mensajes}}</b> desde el {date}, con el plan <b>{plan}</b>. Su límite es {limit, number} al mes.',
  month: 'Mensajes de este mes',
  asOf: 'A las {time} ({zone})',
  limits: 'Uso y límites',
  messages: 'Mensajes',
  leads: 'Leads',
  campaigns: 'Campañas',
  posts: 'Publicaciones',
  plans: 'Planes',
  note: 'Es tu propio servidor, así que aquí no pagas nada. WhatsApp te cobra los mensajes entregados.',
  usedNoLimit: '{used, number}, sin límite',
  usedOf: '{used, number} de {limit, number}',
  noLimit: 'Sin límite',
  yours: 'El tuyo',
  plan: 'Plan',
  table: 'Tabla de planes',
  monthly: 'Mensajes al mes',
}
