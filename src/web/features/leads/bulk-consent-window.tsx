import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { SubmitError } from '#web/components/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { counted } from '#web/format/number.ts'
import { howMissing } from './consent.tsx'
import { leadWords } from './leads.queries.ts'

/** Records for many leads at once that they agreed, and how. */
export function BulkConsentWindow({
  opened,
  count,
  busy,
  failed,
  onClose,
  onRecord,
}: {
  opened: boolean
  count: number
  busy: boolean
  /** Why the last try was refused. */
  failed: unknown
  onClose: () => void
  onRecord: (details: string) => void
}) {
  const [details, setDetails] = useState('')
  const [fault, setFault] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (details.trim()) onRecord(details.trim())
    else setFault(howMissing)
  }
  return (
    <Window opened={opened} onClose={onClose} title={`Record consent of ${counted(count, 'lead', 'leads')}`}>
      <form onSubmit={submit} noValidate>
        <p className="sm t2">
          Campaigns will reach these people. Those who opted out stay opted out. Your words are kept as proof.
        </p>
        <div className="mt3">
          <Textarea
            label="How they agreed"
            placeholder="Order form in the shop"
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
          <Button type="submit" kind="yours" busy={busy && 'Saving...'}>
            Record consent
          </Button>
        </div>
      </form>
    </Window>
  )
}
