import {
  IconCalendarTime,
  IconCheck,
  IconExternalLink,
  IconMapPin,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { PhoneFrame } from '#web/components/phone-preview.tsx'

type UseCase = {
  name: string
  title: string
  says: string
  who: string
  business: string
  message: ReactNode
  footer?: string
  time: string
  buttons: readonly (readonly [TablerIcon, string])[]
}

const useCases: readonly UseCase[] = [
  {
    name: 'Order Updates',
    title: 'Where is my order',
    says: 'Packed, on its way, at the door: tell people before they ask. With the order number, and a button that opens the map.',
    who: 'Papelería y Regalos Doña Lupita, San Miguel de Allende',
    business: 'Doña Lupita',
    message: (
      <span lang="es">
        Hola <b>Guadalupe</b>, tu pedido <b>#4471</b> sale hoy a las 16:30.
      </span>
    ),
    time: '15:02',
    buttons: [[IconMapPin, 'Ver en el mapa']],
  },
  {
    name: 'Appointment Reminders',
    title: 'Fewer empty chairs',
    says: 'A reminder the day before, with two buttons: coming, or another time. You see who answered, and who to call.',
    who: 'Klinik Gigi Senyum Sehat, Sidoarjo',
    business: 'Senyum Sehat',
    message: (
      <span lang="id">
        Halo Bu <b>Sulastri</b>, kami tunggu besok Selasa pukul 10.00 dengan drg. Retno. Bisa datang?
      </span>
    ),
    time: '08:00',
    buttons: [
      [IconCheck, 'Saya datang'],
      [IconCalendarTime, 'Ganti jadwal'],
    ],
  },
  {
    name: 'Promotional Campaigns',
    title: 'An offer worth opening',
    says: 'A picture, three lines and one button. Only people who agreed get it, at the time you choose.',
    who: 'Kulkarni Mithai and Namkeen, Pune',
    business: 'Kulkarni Mithai',
    message: (
      <span>
        Hello <b>Meenakshi</b>, orders for <b>wedding hampers</b> are open until 5 December.
      </span>
    ),
    footer: 'Reply STOP to opt out',
    time: '09:00',
    buttons: [[IconExternalLink, 'See hampers']],
  },
  {
    name: 'Lead Generation',
    title: 'From a question to a customer',
    says: 'Someone writes to your number. They appear in your leads at once, with the name they use on WhatsApp.',
    who: 'Ateliê Flor de Maracujá, São Paulo',
    business: 'Flor de Maracujá',
    message: (
      <span lang="pt-BR">
        Oi, <b>Renata</b>! O curso de aquarela ainda tem três lugares. Quer que eu guarde um?
      </span>
    ),
    time: '10:12',
    buttons: [[IconCheck, 'Quero']],
  },
]

/** Four use cases; the chosen one shows its description and the message that it sends. */
export function UseCases() {
  const [chosen, setChosen] = useState(1)
  const move = (to: number) => {
    const next = (to + useCases.length) % useCases.length
    setChosen(next)
    document.getElementById(`use-case-tab-${next}`)?.focus()
  }
  return (
    <div className="cases">
      <div className="list" role="tablist" aria-label="Use cases" aria-orientation="vertical">
        {useCases.map((useCase, index) => (
          <button
            key={useCase.name}
            type="button"
            role="tab"
            id={`use-case-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`use-case-panel-${index}`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
              event.preventDefault()
              move(index + (event.key === 'ArrowDown' ? 1 : -1))
            }}
          >
            {useCase.name}
            <span className="flag" />
          </button>
        ))}
      </div>
      {useCases.map((useCase, index) => (
        <div
          key={useCase.name}
          className="case-v"
          role="tabpanel"
          id={`use-case-panel-${index}`}
          aria-labelledby={`use-case-tab-${index}`}
          data-away={index === chosen ? undefined : true}
        >
          <div>
            <h3 className="h2 case-t">{useCase.title}</h3>
            <p className="t2 mt3">{useCase.says}</p>
            <p className="sm t3 mt4">{useCase.who}</p>
          </div>
          <PhoneFrame business={useCase.business} day="Today">
            <div className="msg">
              <div className="bd">{useCase.message}</div>
              <div className="ft">
                <span>{useCase.footer}</span>
                <span>{useCase.time}</span>
              </div>
              {useCase.buttons.map(([icon, words]) => (
                <div className="bt" key={words}>
                  <Icon of={icon} size="small" />
                  {words}
                </div>
              ))}
            </div>
          </PhoneFrame>
        </div>
      ))}
    </div>
  )
}
