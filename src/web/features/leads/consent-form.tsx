import { Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { leadWords } from './leads.queries.ts'

/** A window that asks for the words of a consent, or of a refusal. */
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
  /** Said where the words are needed and not there; without it they are not needed. */
  missing: string | null
  /** What the button does. */
  act: string
  kind: 'yours' | 'danger-full'
  busy: boolean
  /** Why the last try was refused. */
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
        <SubmitError error={failed} words={leadWords.change} />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind={kind} busy={busy && 'Saving...'}>
            {act}
          </Button>
        </div>
      </form>
    </Window>
  )
}
