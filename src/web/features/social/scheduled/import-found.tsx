import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { PostImport } from '#contract/social/planning.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Pager } from '#web/components/tables/data-table.tsx'
import { usePages } from '#web/components/tables/table-address.ts'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useEndImport, useImportRows } from '../social.queries.ts'

/** What the file holds, and after the confirmation how far it is. */
export function ImportFound({
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
  const confirmed = ready + done + failed
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
            ? t('social.scheduled.imports.running', { done: done + failed, total: confirmed })
            : state === 'done'
              ? t('social.scheduled.imports.finished', { done, failed: failed + found.wrong })
              : t('social.scheduled.imports.cancelled', { done })}
      </p>
      {state === 'running' ? (
        <progress className="import-progress mt2" max={Math.max(1, confirmed)} value={done + failed} />
      ) : null}
      <Rows found={found} />
      {state === 'checked' && ready === 0 ? (
        <p className="sm t2 mt3">{t('social.scheduled.imports.nothing')}</p>
      ) : null}
      <div className="acts">
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
  const problems = found.wrong + found.failed
  const [onlyWrong, setOnlyWrong] = useState(false)
  const pages = usePages(`${found.id} ${onlyWrong} ${found.state}`)
  const rows = useImportRows(found, pages.cursor, onlyWrong ? 'problem' : undefined).data
  return (
    <>
      {problems > 0 && problems < found.total ? (
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
                          {t('social.scheduled.imports.problem', { field, sentence })}
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
