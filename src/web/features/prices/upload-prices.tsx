import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { longestPriceFile } from '#contract/campaigns/prices.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError } from '#web/net/api.ts'
import { useImportPrices } from './prices.queries.ts'

/** A file of prices. What is wrong with it is told below its name. */
export function UploadPrices({
  hasOwn,
  onDone,
}: {
  hasOwn: boolean
  onDone: (unknown: readonly string[]) => void
}) {
  const [file, setFile] = useState<File>()
  const [all, setAll] = useState(false)
  const [first, setFirst] = useState('')
  const load = useImportPrices()
  const fields = load.error instanceof ApiError ? load.error.fields : {}
  const send = async (chosen: File) => {
    const csv = await chosen.text()
    load.mutate(
      { csv, valid_from: first || null, replace_all: all },
      {
        onSuccess: ({ unknown }) => {
          toast.success(t('prices.uploaded'))
          onDone(unknown)
        },
      },
    )
  }
  return (
    <SendForm className="stack mt4 prices-upload">
      <DropZone
        label={t('prices.file')}
        accept=".csv,text/csv"
        maxBytes={longestPriceFile.bytes}
        onFile={(chosen) => {
          load.reset()
          setFile(chosen)
        }}
        onRefused={(why) => toast.error(t(why === 'size' ? 'prices.tooLarge' : 'prices.notCsv'))}
      >
        <b>{file?.name ?? t('prices.choose')}</b>
        <span className="hint">{t('prices.fileHint')}</span>
      </DropZone>
      <TextInput
        type="date"
        className="prices-day"
        label={t('prices.firstDay')}
        description={t('prices.firstDayHint')}
        value={first}
        error={fields.valid_from}
        onChange={({ currentTarget: { value } }) => setFirst(value)}
      />
      {hasOwn ? (
        <Checkbox
          label={t('prices.all')}
          description={t('prices.allHint')}
          checked={all}
          onChange={({ currentTarget: { checked } }) => setAll(checked)}
        />
      ) : null}
      <SubmitError
        error={fields.valid_from ? null : load.error}
        words={{ failed: t('prices.uploadFailed') }}
      />
      <div className="row">
        <Button
          kind="yours"
          disabled={file === undefined}
          busy={load.isPending && t('prices.uploading')}
          onClick={() => file && void send(file)}
        >
          {t('prices.uploadYes')}
        </Button>
        <Button kind="quiet" onClick={() => onDone([])}>
          {t('prices.cancel')}
        </Button>
      </div>
    </SendForm>
  )
}
