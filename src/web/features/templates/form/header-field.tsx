import { NativeSelect, TextInput } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { acceptedFiles, headerMediaRules, templateLimits } from '#contract/templates/limits.ts'
import { templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { FieldGroup, Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatPercent } from '#web/format/number.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { upload } from '#web/net/transfer.ts'
import type { FormState, HeaderKind } from './form-state.ts'
import type { TemplateForm } from './use-template-form.ts'

const kinds = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'GIF', 'DOCUMENT', 'LOCATION'] as const

/** The header above the text: none, a text, a file or a place. */
export function HeaderField({ form }: { form: TemplateForm }) {
  const { headerKind, headerText } = form.state
  return (
    <FieldGroup label={<Label optional>{t('templates.form.header.label')}</Label>}>
      <NativeSelect
        aria-label={t('templates.form.header.kind')}
        data={kinds.map((value) => ({ value, label: t(`templates.form.header.kinds.${value}`) }))}
        value={headerKind}
        onChange={({ currentTarget: { value } }) =>
          form.put({ headerKind: value as HeaderKind, media: null })
        }
      />
      {headerKind === 'TEXT' ? (
        <TextInput
          mt={8}
          label={
            <Label count={headerText.length} of={templateLimits.header}>
              {t('templates.form.header.text')}
            </Label>
          }
          value={headerText}
          error={form.error('header')}
          onChange={(event) => form.put({ headerText: event.currentTarget.value }, 'header')}
        />
      ) : null}
      {headerKind === 'LOCATION' ? <PlaceFields form={form} /> : null}
      {headerKind === 'NONE' || headerKind === 'TEXT' || headerKind === 'LOCATION' ? null : (
        <FileField
          kind={headerKind}
          media={form.state.media}
          error={form.error('header')}
          onChange={(media) => form.put({ media }, 'header')}
        />
      )}
    </FieldGroup>
  )
}

const placeFields = () =>
  [
    { key: 'name', label: t('templates.form.place.name'), sample: t('templates.form.place.nameSample') },
    {
      key: 'address',
      label: t('templates.form.place.address'),
      sample: t('templates.form.place.addressSample'),
    },
    { key: 'latitude', label: t('templates.form.place.latitude'), sample: '18.5204' },
    { key: 'longitude', label: t('templates.form.place.longitude'), sample: '73.8567' },
  ] as const

/** The place that is sent unless a message has another. */
function PlaceFields({ form }: { form: TemplateForm }) {
  const { place } = form.state
  return (
    <>
      <div className="two mt2">
        {placeFields().map(({ key, label, sample }) => (
          <TextInput
            key={key}
            label={<Label optional>{label}</Label>}
            placeholder={sample}
            value={place[key]}
            onChange={({ currentTarget: { value } }) =>
              form.put({ place: { ...place, [key]: value } }, 'header')
            }
          />
        ))}
      </div>
      {form.error('header') ? (
        <p className="hint err" role="alert">
          {form.error('header')}
        </p>
      ) : (
        <p className="hint">{t('templates.form.place.help')}</p>
      )}
    </>
  )
}

type FileKind = 'IMAGE' | 'VIDEO' | 'GIF' | 'DOCUMENT'
type Media = FormState['media']

/** The file of a header or of a card. */
export function FileField({
  kind,
  media,
  error,
  onChange,
}: {
  kind: FileKind
  media: Media
  error: string | undefined
  onChange: (media: Media) => void
}) {
  const rules = headerMediaRules[kind]
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const take = async (file: File) => {
    setProblem(null)
    setShare(0)
    try {
      const answer = await upload(templates.uploadMedia, { file }, { onProgress: setShare })
      const fits = answer.media.kind === (kind === 'GIF' ? 'VIDEO' : kind)
      if (!fits) setProblem(t('templates.form.file.wrongKind', { kind }))
      else onChange({ id: answer.media.id, name: answer.media.file_name })
    } catch (error) {
      setProblem(sentenceFor(error, { failed: t('templates.form.file.failed') }))
    } finally {
      setShare(null)
    }
  }
  const message = problem ?? error
  return (
    <div className="mt2">
      {media ? (
        <div className="tpl-file">
          <span className="ell">{media.name}</span>
          <Button
            size="small"
            kind="quiet"
            icon={<Icon of={IconTrash} size="small" />}
            onClick={() => onChange(null)}
          >
            {t('templates.form.file.remove')}
          </Button>
        </div>
      ) : (
        <DropZone
          label={t('templates.form.file.choose', { kind })}
          accept={rules.mimeTypes.join(',')}
          maxBytes={rules.bytes}
          disabled={share !== null}
          onFile={(file) => void take(file)}
          onRefused={(why) =>
            setProblem(
              why === 'kind'
                ? t('templates.form.file.otherType', { accepted: acceptedFiles(kind) })
                : t('templates.form.file.tooLarge', { accepted: acceptedFiles(kind) }),
            )
          }
        >
          <Icon of={IconUpload} size="large" />
          {share === null ? (
            <>
              <span>{t.rich('templates.form.file.drop', tags)}</span>
              <span className="sm t3">{acceptedFiles(kind)}</span>
            </>
          ) : (
            <b aria-live="polite">
              {t('templates.form.file.uploading', { percent: formatPercent(share, 1) })}
            </b>
          )}
        </DropZone>
      )}
      {message ? (
        <p className="hint err" role="alert">
          {message}
        </p>
      ) : (
        <p className="hint">{t('templates.form.file.help')}</p>
      )}
    </div>
  )
}
