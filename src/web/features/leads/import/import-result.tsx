import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { Banner } from '#web/components/banner.tsx'
import { Progress } from '#web/components/figures/progress.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatNumber, formatRate } from '#web/format/number.ts'
import { formatDuration, formatMoment } from '#web/format/time.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useZone } from '#web/session/me.ts'
import { leadWords } from '../leads.queries.ts'
import { isMoving, showImport } from './import.queries.ts'
import { ImportState } from './imports-list.tsx'
import { ImportFigures } from './what-will-happen.tsx'

/** An import that was started: how far it is, what came of it, its rejected rows, and its undo. */
export function ImportResult({ found }: { found: LeadImport }) {
  const zone = useZone()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (what: 'cancelImport' | 'undoImport') => call(leads[what], { params: { id: found.id } }),
    onSuccess: (answer) => showImport(queries, answer),
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })
  const isSearch = found.kind === 'search'
  const undo = async () => {
    const sure = await confirm({
      title: isSearch ? `Undo the search for ${found.file_name}?` : `Undo the upload of ${found.file_name}?`,
      consequence: `${counted(found.counts.created, 'lead', 'leads')} that it created are removed, and ${formatNumber(found.counts.updated)} that it changed become what they were. People who were written to, replied or were changed since stay as they are.`,
      confirm: isSearch ? 'Undo search' : 'Undo upload',
    })
    if (sure) act.mutate('undoImport')
  }
  const rejects = async () => {
    try {
      await download(leads.importRejects, 'rejected.csv', { params: { id: found.id } })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: 'The file could not be fetched. Try again.' }))
    }
  }
  return (
    <div className="cols">
      <section aria-label="Result">
        {found.error ? <Banner kind="error">{found.error}</Banner> : null}
        {isMoving(found) ? <Running found={found} /> : null}
        {found.has_rejects ? (
          <Banner
            kind="yours"
            action={
              <Button
                kind="yours"
                icon={<Icon of={IconDownload} size="small" />}
                onClick={() => void rejects()}
              >
                Download rejected rows
              </Button>
            }
          >
            {counted(found.counts.rejected, 'row was', 'rows were')} rejected. Fix them in the file and{' '}
            <Link to="/lead-generator?way=csv">drop it again</Link>: the columns are remembered.
          </Banner>
        ) : null}
        {found.kept ? (
          <p className="sm t2 mt3">
            {counted(found.kept, 'lead was', 'leads were')} kept: they were written to, replied or were
            changed since.
          </p>
        ) : null}
        <div className="mt4">
          <KeyValues
            rows={[
              ['Status', <ImportState key="status" status={found.status} />],
              ['Tag', found.tag],
              ['Consent', consentWords(found)],
              ['Started', found.started_at ? formatMoment(found.started_at, zone) : null],
              ['Ended', found.finished_at ? formatMoment(found.finished_at, zone) : null],
              [
                'Undo until',
                found.undo_until && found.status === 'done' ? formatMoment(found.undo_until, zone) : null,
              ],
            ]}
          />
        </div>
      </section>
      <aside aria-label="Books">
        <div className="well">
          <h2>{found.status === 'done' ? 'What happened' : 'So far'}</h2>
          <div className="mt3">
            <ImportFigures counts={found.counts} />
          </div>
        </div>
        <div className="row sp mt4">
          {found.status === 'running' ? (
            <Button busy={act.isPending && 'Cancelling...'} onClick={() => act.mutate('cancelImport')}>
              Cancel and undo
            </Button>
          ) : null}
          {found.status === 'done' ? (
            <Button kind="danger" busy={act.isPending && 'Undoing...'} onClick={() => void undo()}>
              {isSearch ? 'Undo search' : 'Undo upload'}
            </Button>
          ) : null}
          {found.status === 'cancelled' || found.status === 'failed' || found.status === 'undone' ? (
            <LinkButton to={isSearch ? '/lead-generator' : '/lead-generator?way=csv'}>
              {isSearch ? 'Search again' : 'Choose another file'}
            </LinkButton>
          ) : null}
        </div>
      </aside>
    </div>
  )
}

/** How many people of a finished import a campaign reaches: the first thing to know of it. */
export function WritableSentence({ found: { writable, counts } }: { found: LeadImport }) {
  if (writable === null) return null
  const people = counts.created + counts.updated
  return (
    <>
      You can write to{' '}
      <b>{writable === people && people > 1 ? `all ${formatNumber(people)}` : formatNumber(writable)}</b>{' '}
      {writable === people && people > 1 ? 'of them.' : `of ${counted(people, 'person', 'people')}.`}
    </>
  )
}

function Running({ found }: { found: LeadImport }) {
  const { rows_done: done, started_at, progressed_at, analysis } = found
  if (found.waits) {
    return (
      <Progress name="Waiting" value={null} says="Other imports are being written. Yours is next in turn." />
    )
  }
  if (found.status !== 'running') return <Progress name="Undoing" value={null} says="Working" />
  const seconds =
    started_at && progressed_at
      ? (new Date(progressed_at).getTime() - new Date(started_at).getTime()) / 1000
      : 0
  const rate = seconds > 0.5 ? done / seconds : 0
  const left =
    rate > 0 ? `, ${formatRate(Math.round(rate))}, ${formatDuration((analysis.rows - done) / rate)} left` : ''
  return (
    <Progress
      name="Importing"
      value={analysis.rows > 0 ? done / analysis.rows : null}
      says={`${formatNumber(done)} of ${formatNumber(analysis.rows)} rows${left}`}
      progressedAt={progressed_at ?? undefined}
    />
  )
}

function consentWords({ consent, settings }: LeadImport): string {
  if (settings.columns.includes('consent')) return 'As the file says, row by row'
  return consent?.state === 'opted_in'
    ? `Opted in: ${consent.source ?? ''}`
    : 'Not asked yet: campaigns leave them out'
}
