import { Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import { leadErrors } from './lead-errors.ts'

/** A window that asks how consent was given, or why somebody opts out. */
export function ConsentForm({
  opened,
  title,
  lead,
  label,
  placeholder,
  missing,
  act,
  kind,
  busy,
  failed,
  onClose,
  onSave,
}: {
  opened: boolean
  title: string
  lead: string
  label: ReactNode
  placeholder?: string
  /** The error of an empty field; null where the text is optional. */
  missing: string | null
  act: string
  kind: 'yours' | 'danger-full'
  busy: boolean
  /** The error of the last try. */
  failed: unknown
  onClose: () => void
  onSave: (details: string) => void
}) {
  const [details, setDetails] = useState('')
  const [fault, setFault] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (missing && !details.trim()) setFault(missing)
    else onSave(details.trim())
  }
  return (
    <Window opened={opened} onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <p className="t2">{lead}</p>
        <div className="mt3">
          <Textarea
            label={label}
            {...(placeholder && { placeholder })}
            data-autofocus
            autosize
            minRows={2}
            maxLength={500}
            value={details}
            error={fault}
            onChange={({ currentTarget }) => {
              setDetails(currentTarget.value)
              setFault('')
            }}
          />
        </div>
        <SubmitError error={failed} words={leadErrors.change()} />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            {t('leads.cancel')}
          </Button>
          <Button type="submit" kind={kind} busy={busy && t('leads.saving')}>
            {act}
          </Button>
        </div>
      </form>
    </Window>
  )
}
