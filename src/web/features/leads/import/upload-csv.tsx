import { TextInput } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type ImportCheck, importFileBytes, type LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { Progress } from '#web/components/figures/progress.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatBytes, formatNumber } from '#web/format/number.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { upload } from '#web/net/transfer.ts'
import { ConsentConsequence, ConsentField, howMissing, nothingStated } from '../consent.tsx'
import { leadWords, useLeadsChanged } from '../leads.queries.ts'
import { ColumnsTaken } from './columns-taken.tsx'
import { importPath, someAgreed, useImport, writePath } from './import.queries.ts'
import { WritableSentence } from './import-result.tsx'

/** What this form says replaces what it said before. */
const toastId = { id: 'upload' }

const fileMissing = 'Please choose a CSV file first'
const tagMissing = 'Please enter a tag/category for the CSV leads'
const wrongKind = 'Only .csv is accepted. For Excel files and contact cards, use Import.'
const tooLarge = `The file is larger than ${formatBytes(importFileBytes)}. Split it, or leave out columns.`

type Seen = { found: LeadImport; check: ImportCheck | null }

/**
 * A file of leads with a tag. Dropping it only looks into it: what an upload will do is said before. "Upload" then
 * does it; "Review columns" leads through the same with every choice open.
 */
export function UploadCsv({ away, onDone }: { away?: boolean; onDone: (tag: string) => void }) {
  const [tag, setTag] = useState('')
  const [stated, setStated] = useState(nothingStated)
  const [faults, setFaults] = useState<{ file?: string; tag?: string; how?: string }>({})
  const [sent, setSent] = useState<number | null>(null)
  const [runningId, setRunningId] = useState<number | null>(null)
  const [done, setDone] = useState<LeadImport | null>(null)
  const navigate = useNavigate()
  const changed = useLeadsChanged()

  const look = useMutation({
    mutationFn: async (file: File): Promise<Seen> => {
      const { import: found } = await upload(leads.createImport, { file }, { onProgress: setSent })
      setSent(null)
      const canCheck = found.settings.columns.includes('phone')
      const answer = canCheck
        ? await call(leads.checkImport, { params: { id: found.id }, body: found.settings })
        : null
      return { found, check: answer?.check ?? null }
    },
    onError: (error) => {
      setSent(null)
      const sentence = sentenceFor(error, leadWords.upload)
      setFaults({ file: sentence })
      toast.error(sentence, toastId)
    },
  })
  const start = useMutation({
    mutationFn: async ({ found }: Seen) =>
      await call(leads.startImport, {
        params: { id: found.id },
        body: {
          settings: found.settings,
          tag: tag.trim(),
          consent: stated.agreed ? { state: 'opted_in', source: stated.how.trim() } : { state: 'none' },
        },
      }),
    onSuccess: ({ import: started }) => setRunningId(started.id),
    onError: (error) => toast.error(sentenceFor(error, leadWords.upload), toastId),
  })
  const cancel = useMutation({
    mutationFn: (id: number) => call(leads.cancelImport, { params: { id } }),
    onError: (error) => toast.error(sentenceFor(error, leadWords.change), toastId),
  })
  const running = useImport(runningId, async (ended) => {
    setRunningId(null)
    look.reset()
    await changed()
    if (ended.status === 'done') {
      toast.success('CSV leads uploaded successfully', toastId)
      setTag('')
      setStated(nothingStated)
      onDone(ended.tag ?? '')
      setDone(ended)
      if (ended.counts.rejected > 0) navigate(importPath(ended.id))
    } else if (ended.error) toast.error(ended.error, toastId)
    else if (ended.kept) {
      const stay = counted(ended.kept, 'lead that was used since stays', 'leads that were used since stay')
      toast.success(`Upload cancelled. ${stay}.`, toastId)
    } else toast.success('Upload cancelled. Nothing of it was kept.', toastId)
  })

  const seen = look.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (look.isPending || start.isPending || runningId !== null) return
    const found = {
      ...(seen ? {} : { file: fileMissing }),
      ...(tag.trim() ? {} : { tag: tagMissing }),
      ...(stated.agreed && !stated.how.trim() ? { how: howMissing } : {}),
    }
    setFaults(found)
    const [first] = Object.values(found)
    if (first) return toast.error(first, toastId)
    if (!seen) return
    if (seen.check) start.mutate(seen)
    else navigate(`${importPath(seen.found.id)}?tag=${encodeURIComponent(tag.trim())}`)
  }
  const busy = look.isPending || start.isPending || runningId !== null
  return (
    <form onSubmit={submit} noValidate data-away={away ? true : undefined} aria-labelledby="upload-csv">
      <h2 id="upload-csv">Upload CSV</h2>
      <p className="sm t3">
        A list with one person per row. <Link to="/lead-generator/import">Import Excel or contact cards</Link>
      </p>
      <div className="mt3">
        <DropZone
          label="CSV file"
          accept=".csv"
          maxBytes={importFileBytes}
          disabled={busy}
          onFile={(file) => {
            setFaults({})
            setDone(null)
            look.mutate(file)
          }}
          onRefused={(why) => {
            const sentence = why === 'kind' ? wrongKind : tooLarge
            setFaults({ file: sentence })
            toast.error(sentence, toastId)
          }}
        >
          {seen ? <FileFound {...seen} /> : <Invitation pending={look.isPending} />}
        </DropZone>
      </div>
      {faults.file ? (
        <p className="hint err" role="alert">
          {faults.file}
        </p>
      ) : null}
      {look.isPending ? (
        <div className="mt3">
          <Progress name={sent === null ? 'Reading the file' : 'Sending the file'} value={sent} />
        </div>
      ) : null}
      {seen ? <ColumnsTaken found={seen.found} /> : null}
      {seen?.check ? <WillHappen id={seen.found.id} tag={tag} check={seen.check} /> : null}
      {running ? (
        <div className="mt3">
          <Progress
            name="Importing"
            value={running.rows_done / Math.max(1, running.analysis.rows)}
            says={`${formatNumber(running.rows_done)} of ${formatNumber(running.analysis.rows)} rows`}
          />
          <Button
            kind="quiet"
            size="small"
            className="mt2"
            busy={(cancel.isPending || running.status === 'cancelling') && 'Cancelling...'}
            onClick={() => cancel.mutate(running.id)}
          >
            Cancel and undo
          </Button>
        </div>
      ) : null}
      <div className="mt3 lead-form">
        <TextInput
          label="Tag"
          placeholder="wedding-2026"
          maxLength={60}
          autoComplete="off"
          value={tag}
          error={faults.tag}
          onChange={({ currentTarget }) => {
            setTag(currentTarget.value)
            setFaults((now) => ({ ...now, tag: undefined }))
          }}
        />
        {seen ? <ConsentField many value={stated} onChange={setStated} error={faults.how} /> : null}
        {seen ? <ConsentConsequence settings={seen.found.settings} stated={stated} /> : null}
      </div>
      <SubmitError error={start.error ?? cancel.error} words={leadWords.upload} />
      <Button type="submit" className="mt3" busy={(start.isPending || runningId !== null) && 'Uploading...'}>
        Upload
      </Button>
      {done ? <ImportedCount found={done} /> : null}
    </form>
  )
}

function Invitation({ pending }: { pending: boolean }) {
  return pending ? (
    <span>Looking into the file …</span>
  ) : (
    <>
      <span>
        <b>Drop a CSV file</b> or <u>choose one</u>
      </span>
      <span className="sm">
        Up to {formatBytes(importFileBytes)}, a million rows and more. You see what will happen first.
      </span>
    </>
  )
}

function FileFound({ found, check }: Seen) {
  return (
    <>
      <Icon of={IconFileTypeCsv} size="large" />
      <b>{found.file_name}</b>
      <span className="sm">
        {counted(found.analysis.rows, 'row', 'rows')}
        {check ? null : '. Say which column holds the phones.'}
      </span>
    </>
  )
}

/** What came of an upload, and where it leads. */
function ImportedCount({ found }: { found: LeadImport }) {
  const { id, counts, tag } = found
  return (
    <p className="sm t2 mt3" aria-live="polite">
      <WritableSentence found={found} /> {formatNumber(counts.created)} new, {formatNumber(counts.updated)}{' '}
      known, tagged {tag}.{' '}
      {tag && someAgreed(found) ? (
        <>
          <Link to={writePath(tag)}>Write to them</Link> or{' '}
        </>
      ) : null}
      <Link to={importPath(id)}>see or undo the upload</Link>
    </p>
  )
}

/** Before anything is written: what an upload will do. */
function WillHappen({
  id,
  tag,
  check: { counts, suppressed, consent },
}: {
  id: number
  tag: string
  check: ImportCheck
}) {
  const parts = [
    `${formatNumber(counts.created)} new`,
    `${formatNumber(counts.updated)} known`,
    counts.skipped ? `${formatNumber(counts.skipped)} skipped` : '',
    counts.rejected ? `${formatNumber(counts.rejected)} not readable` : '',
    consent.opted_out > suppressed
      ? `${formatNumber(consent.opted_out - suppressed)} opted out in the file`
      : '',
    consent.unread ? `${formatNumber(consent.unread)} unclear about consent` : '',
    suppressed ? `${formatNumber(suppressed)} opted out before and stay so` : '',
  ].filter(Boolean)
  return (
    <p className="sm t2 mt2" aria-live="polite">
      {parts.join(', ')}.{' '}
      <Link to={`${importPath(id)}${tag.trim() ? `?tag=${encodeURIComponent(tag.trim())}` : ''}`}>
        Review columns
      </Link>
    </p>
  )
}
