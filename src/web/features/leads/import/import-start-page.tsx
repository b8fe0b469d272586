import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { importFileBytes } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { Stepper } from '#web/components/checklist.tsx'
import { Progress } from '#web/components/figures/progress.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { formatBytes } from '#web/format/number.ts'
import { sentenceFor } from '#web/net/api.ts'
import { upload } from '#web/net/transfer.ts'
import { leadWords } from '../leads.queries.ts'
import { importPath } from './import.queries.ts'
import { importSteps } from './import-steps.ts'
import '#web/features/leads/leads.css'
import '../leads-feature.css'

const accepted = '.csv,.tsv,.txt,.xlsx,.xls,.ods,.vcf'
const refusals = {
  kind: 'Only .csv, .tsv, .txt, .xlsx, .xls, .ods and .vcf files are accepted.',
  size: `The file is larger than ${formatBytes(importFileBytes)}. Split it, or leave out columns.`,
}

/** The first step of an import: a file of any kind that lists people. */
export default function ImportStartPage() {
  const [sent, setSent] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const navigate = useNavigate()
  const look = useMutation({
    mutationFn: (file: File) => upload(leads.createImport, { file }, { onProgress: setSent }),
    onSuccess: ({ import: found }) => navigate(importPath(found.id)),
    onError: (error) => {
      setSent(null)
      setFault(sentenceFor(error, leadWords.upload))
    },
  })
  return (
    <>
      <PageHeader
        title="Import leads"
        crumbs={[{ to: '/lead-generator', name: 'Lead Generator' }]}
        lede={<>Choose a list with one person per row. Nothing is written before you have seen it.</>}
      />
      <Stepper steps={importSteps} current={0} />
      <div className="narrow mt4">
        <DropZone
          label="Excel or CSV file"
          accept={accepted}
          maxBytes={importFileBytes}
          disabled={look.isPending}
          onFile={(file) => {
            setFault('')
            look.mutate(file)
          }}
          onRefused={(why) => setFault(refusals[why])}
        >
          <span>
            <b>Drop an Excel or CSV file</b> or <u>choose one</u>
          </span>
          <span className="sm">
            .xlsx, .xls, .ods, .csv, .tsv, .txt, or contact cards (.vcf), up to {formatBytes(importFileBytes)}
          </span>
        </DropZone>
        {fault ? (
          <p className="hint err" role="alert">
            {fault}
          </p>
        ) : null}
        {look.isPending ? (
          <div className="mt3">
            <Progress
              name={sent === null || sent === 1 ? 'Reading the file' : 'Sending the file'}
              value={sent === 1 ? null : sent}
            />
          </div>
        ) : null}
        <p className="sm t3 mt4">
          For a plain CSV file with a tag, <Link to="/lead-generator?way=csv">upload it in one step</Link>.
        </p>
      </div>
    </>
  )
}
