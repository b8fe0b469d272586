import type { Translated } from '#contract/messages/shape.ts'
import type { links as english } from '../../en/messages/links.ts'

export const links: Translated<typeof english> = {
  unknown: {
    title: 'Enlace no encontrado',
    text: 'Comprueba que copiaste el enlace completo o pide uno nuevo al negocio.',
  },
  gone: {
    title: 'El enlace ya no funciona',
    text: 'El negocio que lo envió lo ha eliminado.',
  },
  busy: {
    title: 'Demasiados intentos',
    text: 'Espera unos segundos y vuelve a abrir el enlace.',
  },
  away: {
    title: 'No se puede abrir el enlace',
    text: 'Hay un problema de nuestro lado. Inténtalo de nuevo en unos segundos.',
  },
}
