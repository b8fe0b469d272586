import { useState } from 'react'
import { useNavigate } from 'react-router'
import { importFileBytes } from '#contract/leads/imports.ts'
import { Stepper } from '#web/components/checklist.tsx'
import { Progress } from '#web/components/figures/progress.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { formatBytes } from '#web/format/number.ts'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { leadErrors } from '../lead-errors.ts'
import { useCreateImport } from '../leads.queries.ts'
import { importPath, importSteps } from './import-state.ts'
import '#web/features/leads/leads.css'
import '../leads-feature.css'

const accepted = '.csv,.tsv,.txt,.xlsx,.xls,.ods,.vcf'
const refusal = (why: 'kind' | 'size'): string =>
  why === 'kind'
    ? t('leads.imports.file.wrongKind')
    : t('leads.imports.file.tooLarge', { size: formatBytes(importFileBytes) })

/** The first step of an import: the file. */
export default function ImportStartPage() {
  const [sent, setSent] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const navigate = useNavigate()
  const look = useCreateImport({
    onSuccess: ({ import: found }) => navigate(importPath(found.id)),
    onError: (error) => {
      setSent(null)
      setFault(sentenceFor(error, leadErrors.upload()))
    },
  })
  return (
    <>
      <PageHeader
        title={t('leads.imports.title')}
        crumbs={[{ to: '/lead-generator', name: t('leads.title') }]}
        lede={t('leads.imports.lede')}
      />
      <Stepper steps={importSteps()} current={0} />
      <div className="narrow mt4">
        <DropZone
          label={t('leads.imports.file.dropLabel')}
          accept={accepted}
          maxBytes={importFileBytes}
          disabled={look.isPending}
          onFile={(file) => {
            setFault('')
            look.mutate({ file, onProgress: setSent })
          }}
          onRefused={(why) => setFault(refusal(why))}
        >
          <span>{t.rich('leads.imports.file.drop', { b: tags.b, u: (text) => <u>{text}</u> })}</span>
          <span className="sm">{t('leads.imports.file.kinds', { size: formatBytes(importFileBytes) })}</span>
        </DropZone>
        {fault ? (
          <p className="hint err" role="alert">
            {fault}
          </p>
        ) : null}
        {look.isPending ? (
          <div className="mt3">
            <Progress
              name={
                sent === null || sent === 1
                  ? t('leads.imports.file.reading')
                  : t('leads.imports.file.sending')
              }
              value={sent === 1 ? null : sent}
            />
          </div>
        ) : null}
        <p className="sm t3 mt4">
          {t.rich('leads.imports.file.oneStep', { link: linkTo('/lead-generator?way=csv') })}
        </p>
      </div>
    </>
  )
}
