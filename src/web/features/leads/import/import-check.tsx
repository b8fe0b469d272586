import type { ImportCheck, ImportSettings, LeadImport } from '#contract/leads/imports.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { counted } from '#web/format/number.ts'
import type { Stated } from '../consent.tsx'
import { leadWords } from '../leads.queries.ts'
import { WhatWillHappen } from './what-will-happen.tsx'

/** The last look before anything is written. */
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
  /** Why the last try was refused. */
  failed: unknown
  onBack: () => void
  onStart: () => void
}) {
  const people = check ? check.counts.created + check.counts.updated : 0
  return (
    <div className="cols">
      <section aria-labelledby="import-check">
        <div className="sec-h">
          <h2 id="import-check">Check</h2>
        </div>
        <KeyValues
          rows={[
            ['File', found.file_name],
            ['Tag', tag.trim()],
            ['Consent', consentWords(settings, stated)],
            ...(stated.how.trim() ? [['How they agreed', stated.how.trim()] as const] : []),
            ['Undo', 'Within seven days, except for people written to or changed since'],
          ]}
        />
      </section>
      <aside aria-label="What will happen">
        <WhatWillHappen
          check={check}
          checking={checking}
          error={checkError}
          hasPhone
          agreed={stated.agreed && !settings.columns.includes('consent')}
        />
        <SubmitError error={failed} words={leadWords.upload} />
        <div className="row sp mt4">
          <Button kind="quiet" onClick={onBack}>
            Back
          </Button>
          <Button kind="yours" disabled={people === 0} busy={starting && 'Importing...'} onClick={onStart}>
            Import {counted(people, 'person', 'people')}
          </Button>
        </div>
        {check && people === 0 ? <p className="sm t3 mt3">None of these rows can become a lead.</p> : null}
      </aside>
    </div>
  )
}

function consentWords(settings: ImportSettings, stated: Stated): string {
  if (settings.columns.includes('consent')) return 'As the file says, row by row'
  return stated.agreed ? 'They agreed to hear from us' : 'Not asked yet: no campaign reaches them'
}
