import {
  IconCalendarTime,
  IconCheck,
  IconExternalLink,
  IconMapPin,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A message as a business sends it, in its own language whatever the reader's is. */
export type Example = {
  lang: string
  who: string
  business: string
  message: ReactNode
  footer?: string
  time: string
  buttons: readonly (readonly [TablerIcon, string])[]
}

export const examples = {
  orders: {
    lang: 'es',
    who: 'Papelería y Regalos Doña Lupita, San Miguel de Allende',
    business: 'Doña Lupita',
    message: (
      <>
        Hola <b>Guadalupe</b>, tu pedido <b>#4471</b> sale hoy a las 16:30.
      </>
    ),
    time: '15:02',
    buttons: [[IconMapPin, 'Ver en el mapa']],
  },
  reminders: {
    lang: 'id',
    who: 'Klinik Gigi Senyum Sehat, Sidoarjo',
    business: 'Senyum Sehat',
    message: (
      <>
        Halo Bu <b>Sulastri</b>, kami tunggu besok Selasa pukul 10.00 dengan drg. Retno. Bisa datang?
      </>
    ),
    time: '08:00',
    buttons: [
      [IconCheck, 'Saya datang'],
      [IconCalendarTime, 'Ganti jadwal'],
    ],
  },
  promotions: {
    lang: 'en',
    who: 'Kulkarni Mithai and Namkeen, Pune',
    business: 'Kulkarni Mithai',
    message: (
      <>
        Hello <b>Meenakshi</b>, orders for <b>wedding hampers</b> are open until 5 December.
      </>
    ),
    footer: 'Reply STOP to opt out',
    time: '09:00',
    buttons: [[IconExternalLink, 'See hampers']],
  },
  leads: {
    lang: 'pt-BR',
    who: 'Ateliê Flor de Maracujá, São Paulo',
    business: 'Flor de Maracujá',
    message: (
      <>
        Oi, <b>Renata</b>! O curso de aquarela ainda tem três lugares. Quer que eu guarde um?
      </>
    ),
    time: '10:12',
    buttons: [[IconCheck, 'Quero']],
  },
} satisfies Record<string, Example>
