import { useState } from 'react'
import type { MetaTemplate } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { TemplatePicker, VariableFields } from '#web/features/messages/messages.ts'
import { t } from '#web/messages/t.ts'
import type { Send } from '#web/offline/outbox.ts'
import { useBusinessName } from '#web/session/me.ts'
import { useInboxTemplates } from '../inbox.queries.ts'

type TemplateMessage = Extract<Send['message'], { type: 'template' }>

/** Chooses an approved template, fills its variables, and sends it. */
export function TemplateAnswer({
  from,
  opened,
  onClose,
  onSend,
}: {
  /** The number that sends it. */
  from: string
  opened: boolean
  onClose: () => void
  onSend: (message: TemplateMessage) => void
}) {
  const business = useBusinessName()
  const templates = (useInboxTemplates(from)?.templates ?? []).filter(({ problem }) => problem === null)
  const [chosen, setChosen] = useState<MetaTemplate>()
  const [values, setValues] = useState<string[]>([])
  const send = (template: MetaTemplate, parameters: readonly string[]) => {
    setChosen(undefined)
    onSend({
      type: 'template',
      name: template.template_name,
      language: template.language,
      parameters: [...parameters],
    })
  }
  const missing = (chosen?.variables ?? []).filter((_, at) => (values[at] ?? '').trim() === '')
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <TemplatePicker
        templates={templates}
        business={business}
        opened={opened && !chosen}
        onClose={onClose}
        onPick={(template) => {
          setChosen(template)
          setAsked(false)
          setValues(template.variables.map(({ preset }) => preset ?? ''))
        }}
      />
      <Window
        opened={opened && chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen?.template_name ?? ''}
      >
        {chosen ? (
          <>
            <p className="t2 pre">{chosen.body}</p>
            {chosen.variables.length > 0 ? (
              <VariableFields variables={chosen.variables} values={values} onChange={setValues} />
            ) : null}
            {isAsked && missing.length > 0 ? (
              <p className="bb-why" role="alert">
                {t('chat.missing', {
                  count: missing.length,
                  names: missing.map(({ label }) => label).join(', '),
                })}
              </p>
            ) : null}
            <div className="acts">
              <Button kind="quiet" onClick={() => setChosen(undefined)}>
                {t('inbox.otherTemplate')}
              </Button>
              <Button
                kind="yours"
                onClick={() => {
                  setAsked(true)
                  if (missing.length === 0) send(chosen, values)
                }}
              >
                {t('inbox.send')}
              </Button>
            </div>
          </>
        ) : null}
      </Window>
    </>
  )
}
