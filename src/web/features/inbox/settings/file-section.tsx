import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inboxFile, type SettingsImport } from '#contract/conversations/settings-file.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'

const maxBytes = 1_000_000
const words = () => ({ failed: t('app.failedTryAgain') })

/** The settings of the inbox as a file: given out, and taken over after a look at what would change. */
export function FileSection() {
  const [opened, setOpened] = useState(false)
  const give = useMutation({
    mutationFn: () => call(inboxFile.get),
    onSuccess: ({ file }) => saveFile(JSON.stringify(file, null, 2)),
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  return (
    <Section title={t('inboxSettings.file.title')}>
      <p className="t2">{t('inboxSettings.file.help')}</p>
      <div className="row mt4">
        <Button size="small" busy={give.isPending && t('app.workingBusy')} onClick={() => give.mutate()}>
          {t('inboxSettings.file.export')}
        </Button>
        <Button size="small" onClick={() => setOpened(true)}>
          {t('inboxSettings.file.import')}
        </Button>
      </div>
      {opened ? <ImportWindow onClose={() => setOpened(false)} /> : null}
    </Section>
  )
}

function ImportWindow({ onClose }: { onClose: () => void }) {
  const [fault, setFault] = useState('')
  const queries = useQueryClient()
  const onError = (error: Error) => setFault(sentenceFor(error, words()))
  const check = useMutation({
    mutationFn: (file: unknown) => call(inboxFile.check, { body: { file } }),
    onError,
  })
  const take = useMutation({
    mutationFn: (file: unknown) => call(inboxFile.import, { body: { file } }),
    onSuccess: () => {
      void queries.invalidateQueries()
      toast.success(t('inboxSettings.file.imported'))
      onClose()
    },
    onError,
  })
  const read = async (file: File) => {
    setFault('')
    check.reset()
    const content = parsed(await file.text())
    if (content === undefined) return setFault(t('inboxSettings.file.notJson'))
    check.mutate(content)
  }
  const result = check.data?.result
  const isNews = result?.parts.some(({ added, changed }) => added + changed > 0)
  return (
    <Window opened onClose={onClose} title={t('inboxSettings.file.import')} size="34rem">
      <DropZone
        label={t('inboxSettings.file.choose')}
        accept=".json,application/json"
        maxBytes={maxBytes}
        disabled={check.isPending || take.isPending}
        onFile={(file) => void read(file)}
        onRefused={(why) =>
          setFault(why === 'size' ? t('inboxSettings.file.tooLarge') : t('inboxSettings.file.notJson'))
        }
      >
        <b>{check.isPending ? t('app.workingBusy') : t('inboxSettings.file.choose')}</b>
        <span>{t('inboxSettings.file.size')}</span>
      </DropZone>
      <FormError>{fault}</FormError>
      {result ? <Outcome result={result} /> : null}
      <div className="acts mt4">
        <Button kind="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        {result && isNews ? (
          <Button
            kind="ink"
            busy={take.isPending && t('app.workingBusy')}
            onClick={() => take.mutate(check.variables)}
          >
            {t('inboxSettings.file.take')}
          </Button>
        ) : null}
      </div>
    </Window>
  )
}

/** What an import would change. */
function Outcome({ result: { parts, left_out } }: { result: SettingsImport }) {
  return (
    <div className="mt4" role="status">
      {parts.length === 0 && left_out.length === 0 ? <p>{t('inboxSettings.file.nothing')}</p> : null}
      <ul className="plain">
        {parts.map(({ part, added, changed, same }) => (
          <li key={part}>
            <b>{t('inboxSettings.file.part', { part })}</b>{' '}
            {t('inboxSettings.file.counts', { added, changed, same })}
          </li>
        ))}
      </ul>
      {left_out.length > 0 ? (
        <>
          <p className="mt4">
            <b>{t('inboxSettings.file.leftOut')}</b>
          </p>
          <ul>
            {left_out.map(({ part, name, why }) => (
              <li key={`${part} ${name}`}>
                {t('inboxSettings.file.leftOutLine', {
                  part: t('inboxSettings.file.part', { part }),
                  name,
                  why,
                })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

function saveFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'tidings-inbox.json'
  link.click()
  URL.revokeObjectURL(url)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
