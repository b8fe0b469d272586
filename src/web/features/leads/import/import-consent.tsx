import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ImportCheck, ImportSettings } from '#contract/leads/imports.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { ConsentField, howMissing, type Stated } from '../consent.tsx'
import { WhatWillHappen } from './what-will-happen.tsx'

/** Asked once for the file: under which tag, and how these people agreed. */
export function ConsentStep({
  settings,
  check,
  checking,
  checkError,
  tag,
  onTag,
  stated,
  onStated,
  onBack,
  onNext,
}: {
  settings: ImportSettings
  check: ImportCheck | undefined
  checking: boolean
  checkError: unknown
  tag: string
  onTag: (tag: string) => void
  stated: Stated
  onStated: (stated: Stated) => void
  onBack: () => void
  onNext: () => void
}) {
  const [faults, setFaults] = useState<{ tag?: string; how?: string }>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(tag.trim() ? {} : { tag: 'Please enter a tag/category for the CSV leads' }),
      ...(stated.agreed && !stated.how.trim() ? { how: howMissing } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) onNext()
  }
  const fromColumn = settings.columns.includes('consent')
  return (
    <form className="cols" onSubmit={submit} noValidate>
      <section aria-labelledby="import-consent">
        <div className="sec-h">
          <h2 id="import-consent">Consent and tag</h2>
        </div>
        <div className="lead-form narrow">
          <TextInput
            label="Tag"
            description="Everybody of this file gets it, so that you find them again."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={60}
            autoComplete="off"
            value={tag}
            error={faults.tag}
            onChange={({ currentTarget }) => {
              onTag(currentTarget.value)
              setFaults((now) => ({ ...now, tag: undefined }))
            }}
          />
          {fromColumn ? (
            <TextInput
              label={<Label optional>How they agreed</Label>}
              placeholder="Order form in the shop"
              maxLength={500}
              value={stated.how}
              onChange={({ currentTarget }) => onStated({ agreed: false, how: currentTarget.value })}
            />
          ) : (
            <ConsentField many value={stated} onChange={onStated} error={faults.how} />
          )}
          <p className="sm t2">
            {fromColumn
              ? 'The file has a consent column. A yes or a date opts people in, a refusal opts them out. Everyone else has no consent.'
              : 'WhatsApp asks that people agreed before you write to them, and that you can say how. People without consent are left out of campaigns.'}
          </p>
        </div>
      </section>
      <aside aria-label="What will happen">
        <WhatWillHappen
          check={check}
          checking={checking}
          error={checkError}
          hasPhone
          agreed={stated.agreed && !fromColumn}
        />
        <div className="row sp mt4">
          <Button kind="quiet" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" kind="yours">
            Continue to check
          </Button>
        </div>
      </aside>
    </form>
  )
}
