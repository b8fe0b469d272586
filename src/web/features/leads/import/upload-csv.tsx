import { TextInput } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type ImportCheck, importFileBytes, type LeadImport } from '#contract/leads/imports.ts'
import { Progress } from '#web/components/figures/progress.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatBytes } from '#web/format/number.ts'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { ConsentConsequence, ConsentField, nothingStated } from '../consent.tsx'
import { leadErrors } from '../lead-errors.ts'
import {
  useEndImport,
  useImport,
  useRefreshLeads,
  useStartImport,
  useUploadPreview,
} from '../leads.queries.ts'
import { ColumnsTaken } from './columns-taken.tsx'
import { WritableCount } from './import-result.tsx'
import { campaignPath, importPath, someAgreed } from './import-state.ts'

/** A toast of this form replaces the one before. */
const toastId = { id: 'upload' }

type Seen = { found: LeadImport; check: ImportCheck | null }

/** A CSV file with a tag. Choosing the file shows a preview; the button imports it. */
export function UploadCsv({ away, onDone }: { away?: boolean; onDone: (tag: string) => void }) {
  const [tag, setTag] = useState('')
  const [stated, setStated] = useState(nothingStated)
  const [faults, setFaults] = useState<{ file?: string; tag?: string; how?: string }>({})
  const [sent, setSent] = useState<number | null>(null)
  const [runningId, setRunningId] = useState<number | null>(null)
  const [done, setDone] = useState<LeadImport | null>(null)
  const navigate = useNavigate()
  const refresh = useRefreshLeads()

  const look = useUploadPreview({
    onError: (error) => {
      setSent(null)
      const sentence = sentenceFor(error, leadErrors.upload())
      setFaults({ file: sentence })
      toast.error(sentence, toastId)
    },
  })
  const start = useStartImport({
    onSuccess: ({ import: started }) => setRunningId(started.id),
    onError: (error) => toast.error(sentenceFor(error, leadErrors.upload()), toastId),
  })
  const cancel = useEndImport({
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change()), toastId),
  })
  const running = useImport(runningId, async (ended) => {
    setRunningId(null)
    look.reset()
    await refresh()
    if (ended.status === 'done') {
      toast.success(t('leads.imports.upload.uploaded'), toastId)
      setTag('')
      setStated(nothingStated)
      onDone(ended.tag ?? '')
      setDone(ended)
      if (ended.counts.rejected > 0) navigate(importPath(ended.id))
    } else if (ended.error) toast.error(ended.error, toastId)
    else if (ended.kept)
      toast.success(t('leads.imports.upload.cancelledKept', { count: ended.kept }), toastId)
    else toast.success(t('leads.imports.upload.cancelled'), toastId)
  })

  const seen = look.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (look.isPending || start.isPending || runningId !== null) return
    const found = {
      ...(seen ? {} : { file: t('leads.imports.upload.fileMissing') }),
      ...(tag.trim() ? {} : { tag: t('leads.imports.upload.tagMissing') }),
      ...(stated.agreed && !stated.how.trim() ? { how: t('leads.consent.howMissing') } : {}),
    }
    setFaults(found)
    const [first] = Object.values(found)
    if (first) return toast.error(first, toastId)
    if (!seen) return
    if (seen.check)
      start.mutate({
        id: seen.found.id,
        body: {
          settings: seen.found.settings,
          tag: tag.trim(),
          consent: stated.agreed ? { state: 'opted_in', source: stated.how.trim() } : { state: 'none' },
        },
      })
    else navigate(`${importPath(seen.found.id)}?tag=${encodeURIComponent(tag.trim())}`)
  }
  const busy = look.isPending || start.isPending || runningId !== null
  return (
    <form onSubmit={submit} noValidate data-away={away ? true : undefined} aria-labelledby="upload-csv">
      <h2 id="upload-csv">{t('leads.imports.upload.title')}</h2>
      <p className="sm t3">
        {t.rich('leads.imports.upload.lede', { link: linkTo('/lead-generator/import') })}
      </p>
      <div className="mt3">
        <DropZone
          label={t('leads.imports.upload.dropLabel')}
          accept=".csv"
          maxBytes={importFileBytes}
          disabled={busy}
          onFile={(file) => {
            setFaults({})
            setDone(null)
            look.mutate({ file, onProgress: setSent, onSent: () => setSent(null) })
          }}
          onRefused={(why) => {
            const sentence =
              why === 'kind'
                ? t('leads.imports.upload.wrongKind')
                : t('leads.imports.file.tooLarge', { size: formatBytes(importFileBytes) })
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
          <Progress
            name={t(sent === null ? 'leads.imports.file.reading' : 'leads.imports.file.sending')}
            value={sent}
          />
        </div>
      ) : null}
      {seen ? <ColumnsTaken found={seen.found} /> : null}
      {seen?.check ? <WillHappen id={seen.found.id} tag={tag} check={seen.check} /> : null}
      {running ? (
        <div className="mt3">
          <Progress
            name={t('leads.imports.result.importing')}
            value={running.rows_done / Math.max(1, running.analysis.rows)}
            says={t('leads.imports.result.progress', {
              done: running.rows_done,
              count: running.analysis.rows,
            })}
          />
          <Button
            kind="quiet"
            size="small"
            className="mt2"
            busy={(cancel.isPending || running.status === 'cancelling') && t('leads.cancelling')}
            onClick={() => cancel.mutate({ id: running.id, by: 'cancelImport' })}
          >
            {t('leads.imports.result.cancelUndo')}
          </Button>
        </div>
      ) : null}
      <div className="mt3 lead-form">
        <TextInput
          label={t('leads.fields.tag')}
          placeholder={t('leads.imports.upload.tagExample')}
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
      <SubmitError error={start.error ?? cancel.error} words={leadErrors.upload()} />
      <Button
        type="submit"
        className="mt3"
        busy={(start.isPending || runningId !== null) && t('leads.imports.upload.uploading')}
      >
        {t('leads.imports.upload.submit')}
      </Button>
      {done ? <ImportedCount found={done} /> : null}
    </form>
  )
}

function Invitation({ pending }: { pending: boolean }) {
  return pending ? (
    <span>{t('leads.imports.upload.reading')}</span>
  ) : (
    <>
      <span>{t.rich('leads.imports.upload.drop', { b: tags.b, u: (text) => <u>{text}</u> })}</span>
      <span className="sm">{t('leads.imports.upload.dropHint', { size: formatBytes(importFileBytes) })}</span>
    </>
  )
}

function FileFound({ found, check }: Seen) {
  return (
    <>
      <Icon of={IconFileTypeCsv} size="large" />
      <b>{found.file_name}</b>
      <span className="sm">
        {t(check ? 'leads.imports.upload.rows' : 'leads.imports.upload.rowsNoPhone', {
          count: found.analysis.rows,
        })}
      </span>
    </>
  )
}

/** The results of an upload, with links to its people and its undo. */
function ImportedCount({ found }: { found: LeadImport }) {
  const { id, counts, tag } = found
  return (
    <p className="sm t2 mt3" aria-live="polite">
      <WritableCount found={found} />{' '}
      {t('leads.imports.upload.imported', {
        created: counts.created,
        updated: counts.updated,
        tag: tag ?? '',
      })}{' '}
      {tag && someAgreed(found)
        ? t.rich('leads.imports.upload.next', {
            send: linkTo(campaignPath(tag)),
            open: linkTo(importPath(id)),
          })
        : t.rich('leads.imports.upload.open', { open: linkTo(importPath(id)) })}
    </p>
  )
}

/** What an upload will do. */
function WillHappen({
  id,
  tag,
  check: { counts, suppressed, consent },
}: {
  id: number
  tag: string
  check: ImportCheck
}) {
  return (
    <p className="sm t2 mt2" aria-live="polite">
      {t('leads.imports.upload.preview', {
        created: counts.created,
        updated: counts.updated,
        skipped: counts.skipped,
        rejected: counts.rejected,
        optedOut: Math.max(0, consent.opted_out - suppressed),
        unread: consent.unread,
        suppressed,
      })}{' '}
      <Link to={`${importPath(id)}${tag.trim() ? `?tag=${encodeURIComponent(tag.trim())}` : ''}`}>
        {t('leads.imports.upload.review')}
      </Link>
    </p>
  )
}
