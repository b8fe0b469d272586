import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { PostImport } from '#contract/social/planning.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useImport, useImports, useImportTemplate, usePreviewImport } from '../social.queries.ts'
import { ImportFound } from './import-found.tsx'
import './import.css'

/**
 * Imports posts from a CSV file: read, checked row by row, and scheduled only once that is confirmed. An import that
 * is running is shown again when the window is opened again.
 */
export function ImportWindow({ onClose }: { onClose: () => void }) {
  const imports = useImports()
  const [chosen, setChosen] = useState<number | 'new' | null>(null)
  const running = imports.data?.imports.find(({ state }) => state === 'running')
  const id = chosen === 'new' ? null : (chosen ?? running?.id ?? null)
  const found = useImport(id)
  return (
    <Window opened onClose={onClose} size="56rem" title={t('social.scheduled.imports.title')}>
      {found ? (
        <ImportFound key={found.id} found={found} onAnother={() => setChosen('new')} onClose={onClose} />
      ) : imports.isPending || id !== null ? (
        <SkeletonLines lines={4} />
      ) : (
        <ChooseFile earlier={imports.data?.imports ?? []} onChosen={setChosen} onClose={onClose} />
      )}
    </Window>
  )
}

function ChooseFile({
  earlier,
  onChosen,
  onClose,
}: {
  earlier: readonly PostImport[]
  onChosen: (id: number) => void
  onClose: () => void
}) {
  const [wrong, setWrong] = useState<string | null>(null)
  const read = usePreviewImport()
  const template = useImportTemplate()
  const control = useRef<AbortController | null>(null)
  const take = (file: File) => {
    setWrong(null)
    control.current = new AbortController()
    read.mutate(
      { file, onProgress: () => undefined, signal: control.current.signal },
      { onSuccess: ({ import: one }) => onChosen(one.id) },
    )
  }
  const close = () => {
    control.current?.abort()
    onClose()
  }
  return (
    <>
      <p className="sm t2">{t('social.scheduled.imports.help')}</p>
      <div className="mt3">
        <DropZone
          label={t('social.scheduled.imports.choose')}
          accept=".csv"
          disabled={read.isPending}
          onFile={take}
          onRefused={() => setWrong(t('social.scheduled.imports.notCsv'))}
        >
          <Icon of={IconUpload} size="large" />
          <span>
            {read.isPending
              ? t('social.scheduled.imports.reading')
              : t.rich('social.scheduled.imports.drop', tags)}
          </span>
          <span className="sm t3">{t('social.scheduled.imports.limit')}</span>
        </DropZone>
      </div>
      {wrong ? (
        <p className="hint err" role="alert">
          {wrong}
        </p>
      ) : null}
      <SubmitError error={read.error} words={{ failed: t('social.scheduled.imports.readFailed') }} />
      <Earlier imports={earlier} onChosen={onChosen} />
      <div className="acts">
        <Button
          kind="quiet"
          onClick={() =>
            template.mutate(undefined, {
              onError: (error) =>
                toast.error(sentenceFor(error, { failed: t('social.scheduled.imports.endFailed') })),
            })
          }
        >
          {t('social.scheduled.imports.template')}
        </Button>
        <Button onClick={close}>{t('app.close')}</Button>
      </div>
    </>
  )
}

/** What was imported before: what happened to each row can be looked up, and a checked file still be scheduled. */
function Earlier({ imports, onChosen }: { imports: readonly PostImport[]; onChosen: (id: number) => void }) {
  const zone = useZone()
  if (imports.length === 0) return null
  return (
    <section className="mt4" aria-labelledby="earlier-imports">
      <h3 id="earlier-imports">{t('social.scheduled.imports.earlier')}</h3>
      <ul className="imports">
        {imports.map((one) => (
          <li key={one.id}>
            <span className="grow">
              <b>{one.file_name}</b>
              <small className="sm t3">
                {t('social.scheduled.imports.earlierState', {
                  state: one.state,
                  time: formatMoment(one.created_at, zone),
                  done: one.done,
                  total: one.total,
                })}
              </small>
            </span>
            <Button
              size="small"
              aria-label={t('social.scheduled.imports.openEarlier', { name: one.file_name })}
              onClick={() => onChosen(one.id)}
            >
              {t('social.scheduled.imports.open')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
