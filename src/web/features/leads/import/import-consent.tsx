import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ImportCheck, ImportSettings } from '#contract/leads/imports.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import { ConsentField, type Stated } from '../consent.tsx'
import { WhatWillHappen } from './what-will-happen.tsx'

/** The tag of the file, and how these people agreed. */
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
      ...(tag.trim() ? {} : { tag: t('leads.imports.upload.tagMissing') }),
      ...(stated.agreed && !stated.how.trim() ? { how: t('leads.consent.howMissing') } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) onNext()
  }
  const fromColumn = settings.columns.includes('consent')
  return (
    <form className="cols" onSubmit={submit} noValidate>
      <section aria-labelledby="import-consent">
        <div className="sec-h">
          <h2 id="import-consent">{t('leads.imports.consent.title')}</h2>
        </div>
        <div className="lead-form narrow">
          <TextInput
            label={t('leads.fields.tag')}
            description={t('leads.imports.consent.tagHint')}
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
              label={<Label optional>{t('leads.consent.how')}</Label>}
              placeholder={t('leads.consent.howExample')}
              maxLength={500}
              value={stated.how}
              onChange={({ currentTarget }) => onStated({ agreed: false, how: currentTarget.value })}
            />
          ) : (
            <ConsentField many value={stated} onChange={onStated} error={faults.how} />
          )}
          <p className="sm t2">
            {t(fromColumn ? 'leads.imports.consent.fromColumn' : 'leads.imports.consent.hint')}
          </p>
        </div>
      </section>
      <aside aria-label={t('leads.imports.preview.title')}>
        <WhatWillHappen
          check={check}
          checking={checking}
          error={checkError}
          hasPhone
          agreed={stated.agreed && !fromColumn}
        />
        <div className="row sp mt4">
          <Button kind="quiet" onClick={onBack}>
            {t('leads.back')}
          </Button>
          <Button type="submit" kind="yours">
            {t('leads.imports.consent.next')}
          </Button>
        </div>
      </aside>
    </form>
  )
}
