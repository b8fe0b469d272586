import { IconDownload } from '@tabler/icons-react'
import type { LeadImport } from '#contract/leads/imports.ts'
import { Banner } from '#web/components/banner.tsx'
import { Progress } from '#web/components/figures/progress.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatRate } from '#web/format/number.ts'
import { formatDuration, formatMoment } from '#web/format/time.ts'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { leadErrors } from '../lead-errors.ts'
import { useDownloadRejects, useEndImport } from '../leads.queries.ts'
import { isImportMoving } from './import-state.ts'
import { ImportState } from './imports-list.tsx'
import { ImportFigures } from './what-will-happen.tsx'

/** A started import: its progress, results, rejected rows and undo. */
export function ImportResult({ found }: { found: LeadImport }) {
  const zone = useZone()
  const end = useEndImport({
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change())),
  })
  const rejects = useDownloadRejects(found.id, {
    onError: (error) => toast.error(sentenceFor(error, leadErrors.download())),
  })
  const isSearch = found.kind === 'search'
  const undoName = t(isSearch ? 'leads.imports.result.undoSearch' : 'leads.imports.result.undoUpload')
  const undo = async () => {
    const sure = await confirm({
      title: isSearch
        ? t('leads.imports.result.undoSearchTitle', { query: found.file_name })
        : t('leads.imports.result.undoUploadTitle', { file: found.file_name }),
      consequence: t('leads.imports.result.undoConsequence', {
        created: found.counts.created,
        updated: found.counts.updated,
      }),
      confirm: undoName,
      cancel: t('leads.imports.result.keepUpload'),
    })
    if (sure) end.mutate({ id: found.id, by: 'undoImport' })
  }
  return (
    <div className="cols">
      <section aria-label={t('leads.imports.result.region')}>
        {found.error ? <Banner kind="error">{found.error}</Banner> : null}
        {isImportMoving(found) ? <Running found={found} /> : null}
        {found.has_rejects ? (
          <Banner
            kind="yours"
            action={
              <Button
                kind="yours"
                icon={<Icon of={IconDownload} size="small" />}
                onClick={() => rejects.mutate()}
              >
                {t('leads.imports.result.downloadRejects')}
              </Button>
            }
          >
            {t.rich('leads.imports.result.rejects', {
              count: found.counts.rejected,
              link: linkTo('/lead-generator?way=csv'),
            })}
          </Banner>
        ) : null}
        {found.kept ? (
          <p className="sm t2 mt3">{t('leads.imports.result.kept', { count: found.kept })}</p>
        ) : null}
        <div className="mt4">
          <KeyValues
            rows={[
              [
                t('leads.fields.status'),
                <ImportState key="status" status={found.status} waits={found.waits} />,
              ],
              [t('leads.fields.tag'), found.tag],
              [t('leads.fields.consent'), consentText(found)],
              [
                t('leads.imports.result.started'),
                found.started_at ? formatMoment(found.started_at, zone) : null,
              ],
              [
                t('leads.imports.result.ended'),
                found.finished_at ? formatMoment(found.finished_at, zone) : null,
              ],
              [
                t('leads.imports.result.undoUntil'),
                found.undo_until && found.status === 'done' ? formatMoment(found.undo_until, zone) : null,
              ],
            ]}
          />
        </div>
      </section>
      <aside aria-label={t('leads.imports.result.counts')}>
        <div className="well">
          <h2>{t(found.status === 'done' ? 'leads.imports.result.done' : 'leads.imports.result.soFar')}</h2>
          <div className="mt3">
            <ImportFigures counts={found.counts} />
          </div>
        </div>
        <div className="row sp mt4">
          {found.status === 'running' ? (
            <Button
              busy={end.isPending && t('leads.cancelling')}
              onClick={() => end.mutate({ id: found.id, by: 'cancelImport' })}
            >
              {t('leads.imports.result.cancelUndo')}
            </Button>
          ) : null}
          {found.status === 'done' ? (
            <Button kind="danger" busy={end.isPending && t('leads.undoing')} onClick={() => void undo()}>
              {undoName}
            </Button>
          ) : null}
          {found.status === 'cancelled' || found.status === 'failed' || found.status === 'undone' ? (
            <LinkButton to={isSearch ? '/lead-generator' : '/lead-generator?way=csv'}>
              {t(isSearch ? 'leads.imports.result.searchAgain' : 'leads.imports.file.chooseAnother')}
            </LinkButton>
          ) : null}
        </div>
      </aside>
    </div>
  )
}

/** How many people of a finished import a campaign reaches. */
export function WritableCount({ found: { writable, counts } }: { found: LeadImport }) {
  if (writable === null) return null
  const people = counts.created + counts.updated
  return (
    <>
      {writable === people && people > 1
        ? t.rich('leads.imports.result.writableAll', { count: people, b: tags.b })
        : t.rich('leads.imports.result.writable', { count: people, writable, b: tags.b })}
    </>
  )
}

function Running({ found }: { found: LeadImport }) {
  const { rows_done: done, started_at, progressed_at, analysis } = found
  if (found.waits) {
    return (
      <Progress
        name={t('leads.imports.result.waiting')}
        value={null}
        says={t('leads.imports.result.waitingHint')}
      />
    )
  }
  if (found.status !== 'running') {
    return (
      <Progress name={t('leads.bulk.working.undo')} value={null} says={t('leads.imports.result.working')} />
    )
  }
  const seconds =
    started_at && progressed_at
      ? (new Date(progressed_at).getTime() - new Date(started_at).getTime()) / 1000
      : 0
  const rate = seconds > 0.5 ? done / seconds : 0
  const count = analysis.rows
  return (
    <Progress
      name={t('leads.imports.result.importing')}
      value={count > 0 ? done / count : null}
      says={
        rate > 0
          ? t('leads.imports.result.progressLeft', {
              done,
              count,
              rate: formatRate(Math.round(rate)),
              time: formatDuration((count - done) / rate),
            })
          : t('leads.imports.result.progress', { done, count })
      }
      progressedAt={progressed_at ?? undefined}
    />
  )
}

function consentText({ consent, settings }: LeadImport): string {
  if (settings.columns.includes('consent')) return t('leads.imports.consent.byRow')
  return consent?.state === 'opted_in'
    ? t('leads.imports.consent.optedIn', { how: consent.source ?? '' })
    : t('leads.imports.consent.notAsked')
}
