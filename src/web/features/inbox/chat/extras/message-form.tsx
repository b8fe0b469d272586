import { type ReactNode, useState } from 'react'
import { OutgoingMessage } from '#contract/conversations/outgoing.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import type { Send } from '#web/offline/outbox.ts'

type Message = Send['message']
/** The sentence for a field, by its path: `rows.1.title`. */
export type Faults = Readonly<Record<string, string>>

/** A window that makes one message. What WhatsApp would refuse is said at its field before anything is sent. */
export function MessageForm({
  title,
  help,
  message,
  onClose,
  onSend,
  children,
}: {
  title: string
  help: string
  message: () => Message
  onClose: () => void
  onSend: (message: Message) => void
  children: (faults: Faults) => ReactNode
}) {
  const [faults, setFaults] = useState<Faults>({})
  const submit = () => {
    const read = OutgoingMessage.safeParse(message())
    if (read.success) return onSend(read.data)
    setFaults(Object.fromEntries(read.error.issues.map((issue) => [issue.path.join('.'), issue.message])))
  }
  return (
    <Window opened onClose={onClose} title={title}>
      <form
        className="xtra"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="sm t2">{help}</p>
        {children(faults)}
        <div className="acts">
          <Button kind="quiet" type="button" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button kind="yours" type="submit">
            {t('inbox.send')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
