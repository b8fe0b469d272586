import {
  IconCalendarEvent,
  IconHelpCircle,
  IconMessage2,
  IconPackage,
  IconStar,
  IconUserPlus,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { ReadyMadeKey } from '#contract/chatbot/flows.ts'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useCreateFlow, useReadyMade } from '../chatbot.queries.ts'

const icons: Record<ReadyMadeKey, TablerIcon> = {
  greeting: IconMessage2,
  order_status: IconPackage,
  appointment: IconCalendarEvent,
  faq: IconHelpCircle,
  lead: IconUserPlus,
  feedback: IconStar,
}

/** Flows that are ready: a press makes a draft of one and opens it. */
export function ReadyMade() {
  const ready = useReadyMade()
  const create = useCreateFlow()
  const navigate = useNavigate()
  // Awaited: this list goes as soon as there is a flow.
  const start = async (key: ReadyMadeKey, name: string) => {
    try {
      const { flow } = await create.mutateAsync({ body: { name, ready_made: key } })
      void navigate(`/chatbot/flows/${flow.id}`)
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') }))
    }
  }
  return (
    <ul className="ready" aria-label={t('chatbot.flows.readyTitle')}>
      {ready.map(({ key, name, description }) => (
        <li key={key}>
          <button type="button" disabled={create.isPending} onClick={() => void start(key, name)}>
            <Icon of={icons[key]} />
            <b>{name}</b>
            <small>{description}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
