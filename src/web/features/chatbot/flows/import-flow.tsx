import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FlowFile } from '#contract/chatbot/flow.ts'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useImportFlow } from '../chatbot.queries.ts'

const maxBytes = 1_000_000

/** A flow from a file that another install, or this one, exported. */
export function ImportFlow({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [fault, setFault] = useState('')
  const take = useImportFlow()
  const navigate = useNavigate()
  const read = async (file: File) => {
    setFault('')
    const content = await file.text().then(parsed)
    const flow = FlowFile.safeParse(content)
    if (!flow.success)
      return setFault(content === undefined ? t('chatbot.flows.notJson') : t('chatbot.flows.notFlow'))
    take.mutate(
      { body: { file: flow.data } },
      {
        onSuccess: (answer) => {
          toast.success(t('chatbot.flows.imported'))
          void navigate(`/chatbot/flows/${answer.flow.id}`)
        },
        onError: (error) => setFault(sentenceFor(error, { failed: t('chatbot.notSaved') })),
      },
    )
  }
  return (
    <Window opened={opened} onClose={onClose} title={t('chatbot.flows.import')}>
      <DropZone
        label={t('chatbot.flows.import')}
        accept=".json,application/json"
        maxBytes={maxBytes}
        disabled={take.isPending}
        onFile={(file) => void read(file)}
        onRefused={(why) =>
          setFault(why === 'size' ? t('chatbot.flows.tooLarge') : t('chatbot.flows.notJson'))
        }
      >
        <b>{take.isPending ? t('chatbot.flows.importing') : t('chatbot.flows.importHelp')}</b>
        <span>{t('chatbot.flows.importSize')}</span>
      </DropZone>
      <FormError>{fault}</FormError>
    </Window>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
