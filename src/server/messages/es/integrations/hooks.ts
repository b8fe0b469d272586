import type { Translated } from '#contract/messages/shape.ts'
import type { hooks as english } from '../../en/integrations/hooks.ts'

export const hooks: Translated<typeof english> = {
  address: {
    invalid: 'Escribe una dirección completa, como https://example.com/hooks.',
    https: 'Usa una dirección que empiece por https://.',
    notListed: 'Esta instalación solo abre los sitios que permite quien la opera.',
    notPublic: 'Esta dirección no está en la internet pública. Usa otra.',
  },
  tooMany: 'Tienes {count, number} webhooks. Quita uno primero.',
  removed: 'Webhook quitado.',
  off: 'Este webhook está desactivado. Actívalo primero.',
  stillWaiting: 'Esta llamada sigue en espera. Se hace sola.',
  mail: {
    subject: 'Se desactivó un webhook',
    off: 'Hola, {name}: Tidings no pudo entregar eventos a {url} y ha desactivado este webhook.',
    do: 'Corrige la dirección, activa el webhook y envía de nuevo las llamadas fallidas: {link}',
  },
}
