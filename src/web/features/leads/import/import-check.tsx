import { type ImportCheck, type ImportSettings, type LeadImport, undoDays } from '#contract/leads/imports.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { t } from '#web/messages/t.ts'
import type { Stated } from '../consent.tsx'
import { leadErrors } from '../lead-errors.ts'
import { WhatWillHappen } from './what-will-happen.tsx'

/** The last step before anything is saved. */
export function CheckStep({
  found,
  settings,
  check,
  checking,
  checkError,
  tag,
  stated,
  starting,
  failed,
  onBack,
  onStart,
}: {
  found: LeadImport
  settings: ImportSettings
  check: ImportCheck | undefined
  checking: boolean
  checkError: unknown
  tag: string
  stated: Stated
  starting: boolean
  /** The error of the last try. */
  failed: unknown
  onBack: () => void
  onStart: () => void
}) {
  const people = check ? check.counts.created + check.counts.updated : 0
  return (
    <div className="cols">
      <section aria-labelledby="import-check">
        <div className="sec-h">
          <h2 id="import-check">{t('leads.imports.check.title')}</h2>
        </div>
        <KeyValues
          rows={[
            [t('leads.imports.check.file'), found.file_name],
            [t('leads.fields.tag'), tag.trim()],
            [t('leads.fields.consent'), consentText(settings, stated)],
            ...(stated.how.trim() ? [[t('leads.consent.how'), stated.how.trim()] as const] : []),
            [t('leads.imports.check.undo'), t('leads.imports.check.undoWithin', { days: undoDays })],
          ]}
        />
      </section>
      <aside aria-label={t('leads.imports.preview.title')}>
        <WhatWillHappen
          check={check}
          checking={checking}
          error={checkError}
          hasPhone
          agreed={stated.agreed && !settings.columns.includes('consent')}
        />
        <SubmitError error={failed} words={leadErrors.upload()} />
        <div className="row sp mt4">
          <Button kind="quiet" onClick={onBack}>
            {t('leads.back')}
          </Button>
          <Button
            kind="yours"
            disabled={people === 0}
            busy={starting && t('leads.imports.check.starting')}
            onClick={onStart}
          >
            {t('leads.imports.check.start', { count: people })}
          </Button>
        </div>
        {check && people === 0 ? <p className="sm t3 mt3">{t('leads.imports.check.nobody')}</p> : null}
      </aside>
    </div>
  )
}

function consentText(settings: ImportSettings, stated: Stated): string {
  if (settings.columns.includes('consent')) return t('leads.imports.consent.byRow')
  return t(stated.agreed ? 'leads.consent.agreedFile' : 'leads.imports.consent.notAsked')
}
