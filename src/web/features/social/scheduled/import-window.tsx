import { Checkbox } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { PostImport } from '#contract/social/planning.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { Pager } from '#web/components/tables/data-table.tsx'
import { usePages } from '#web/components/tables/table-address.ts'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import {
  useEndImport,
  useImport,
  useImportRows,
  useImportTemplate,
  usePreviewImport,
} from '../social.queries.ts'

/** Imports posts from a CSV file: read, checked row by row, and scheduled only once that is confirmed. */
export function ImportWindow({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState<number | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const read = usePreviewImport()
  const template = useImportTemplate()
  const control = useRef<AbortController | null>(null)
  const found = useImport(id)
  const take = (file: File) => {
    setWrong(null)
    control.current = new AbortController()
    read.mutate(
      { file, onProgress: () => undefined, signal: control.current.signal },
      { onSuccess: ({ import: one }) => setId(one.id) },
    )
  }
  const close = () => {
    control.current?.abort()
    onClose()
  }
  return (
    <Window opened onClose={close} size="56rem" title={t('social.scheduled.imports.title')}>
      {found ? (
        <Found
          found={found}
          onAnother={() => {
            setId(null)
            read.reset()
          }}
          onClose={close}
        />
      ) : (
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
      )}
    </Window>
  )
}

/** What the file holds, and after the confirmation how far it is. */
function Found({
  found,
  onAnother,
  onClose,
}: {
  found: PostImport
  onAnother: () => void
  onClose: () => void
}) {
  const end = useEndImport()
  const fail = (error: Error) =>
    toast.error(sentenceFor(error, { failed: t('social.scheduled.imports.endFailed') }))
  const run = (by: 'confirmImport' | 'cancelImport') => end.mutate({ id: found.id, by }, { onError: fail })
  const { state, done, failed, ready } = found
  return (
    <>
      <p role="status">
        {state === 'checked'
          ? t.rich('social.scheduled.imports.found', {
              ...tags,
              ready,
              total: found.total,
              wrong: found.wrong,
            })
          : state === 'running'
            ? t('social.scheduled.imports.running', { done: done + failed, total: ready })
            : state === 'done'
              ? t('social.scheduled.imports.finished', { done, failed })
              : t('social.scheduled.imports.cancelled', { done })}
      </p>
      {state === 'running' ? (
        <progress className="mt2" max={Math.max(1, ready)} value={done + failed} />
      ) : null}
      <Rows found={found} />
      <div className="acts">
        {state === 'checked' && ready === 0 ? (
          <p className="sm t2 grow">{t('social.scheduled.imports.nothing')}</p>
        ) : null}
        {state === 'running' ? (
          <Button onClick={() => run('cancelImport')}>{t('social.scheduled.imports.stop')}</Button>
        ) : (
          <Button kind="quiet" onClick={onAnother}>
            {t('social.scheduled.imports.another')}
          </Button>
        )}
        {state === 'checked' && ready > 0 ? (
          <Button
            kind="yours"
            busy={end.isPending && t('app.workingBusy')}
            onClick={() => run('confirmImport')}
          >
            {t('social.scheduled.imports.confirm', { count: ready })}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('app.close')}</Button>
        )}
      </div>
    </>
  )
}

function Rows({ found }: { found: PostImport }) {
  const zone = useZone()
  const [onlyWrong, setOnlyWrong] = useState(false)
  const pages = usePages(`${found.id} ${onlyWrong} ${found.state}`)
  const rows = useImportRows(found, pages.cursor, onlyWrong ? 'wrong' : undefined).data
  return (
    <>
      {found.wrong > 0 && found.ready > 0 ? (
        <Checkbox
          className="mt3"
          label={t('social.scheduled.imports.onlyWrong')}
          checked={onlyWrong}
          onChange={({ currentTarget: { checked } }) => setOnlyWrong(checked)}
        />
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="import-rows mt3" tabIndex={0} aria-label={t('social.scheduled.imports.rows')}>
        <table className="t">
          <thead>
            <tr>
              <th>{t('social.scheduled.imports.row')}</th>
              <th>{t('social.scheduled.imports.time')}</th>
              <th>{t('social.scheduled.imports.accounts')}</th>
              <th>{t('social.scheduled.imports.text')}</th>
              <th>{t('social.scheduled.imports.state')}</th>
            </tr>
          </thead>
          <tbody>
            {rows?.rows.map((row) => (
              <tr key={row.row}>
                <td className="num">{row.row}</td>
                <td className="num">{row.scheduled_time ? formatMoment(row.scheduled_time, zone) : '–'}</td>
                <td>{row.accounts}</td>
                <td>
                  <span className="clamp">{row.caption}</span>
                </td>
                <td>
                  {row.problems.length > 0 ? (
                    <ul className="row-problems">
                      {row.problems.map(({ field, sentence }) => (
                        <li className="bad" key={`${field} ${sentence}`}>
                          {sentence}
                        </li>
                      ))}
                    </ul>
                  ) : (
                    t(`social.scheduled.imports.${row.state}`)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pager
        page={pages.page}
        size={50}
        count={rows?.rows.length ?? 0}
        nextCursor={rows?.next_cursor}
        onNext={(cursor) => pages.next(cursor)}
        onPrevious={pages.previous}
      />
    </>
  )
}
