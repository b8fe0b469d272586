import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useCreateFlow } from '../chatbot.queries.ts'
import { ReadyMade } from './ready-made.tsx'

/** An empty flow with a name, or one that is ready. */
export function NewFlow({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const create = useCreateFlow()
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setFault(t('chatbot.flows.nameNeeded'))
    create.mutate(
      { body: { name: name.trim() } },
      {
        onSuccess: ({ flow }) => void navigate(`/chatbot/flows/${flow.id}`),
        onError: (error) => setFault(sentenceFor(error, { failed: t('chatbot.notSaved') })),
      },
    )
  }
  return (
    <Window opened={opened} onClose={onClose} title={t('chatbot.flows.newTitle')} size="40rem">
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('chatbot.flows.newName')}
          data-autofocus
          value={name}
          maxLength={80}
          error={fault}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setFault(undefined)
          }}
        />
        <div className="acts">
          <Button kind="ink" type="submit" busy={create.isPending && t('chatbot.flows.creating')}>
            {t('chatbot.flows.create')}
          </Button>
        </div>
      </form>
      <h3 className="mt4 mb2">{t('chatbot.flows.fromScratch')}</h3>
      {opened ? <ReadyMade /> : null}
    </Window>
  )
}
