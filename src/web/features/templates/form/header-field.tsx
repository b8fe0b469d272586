import { NativeSelect, TextInput } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { headerMediaRules, templateLimits } from '#contract/templates/limits.ts'
import { templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { FieldGroup, Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatPercent } from '#web/format/number.ts'
import { sentenceFor } from '#web/net/api.ts'
import { upload } from '#web/net/transfer.ts'
import type { FormState, HeaderKind } from './form-state.ts'
import type { TemplateForm } from './use-template-form.ts'

const kinds: { value: HeaderKind; label: string }[] = [
  { value: 'NONE', label: 'None' },
  { value: 'TEXT', label: 'Text' },
  { value: 'IMAGE', label: 'Image' },
  { value: 'VIDEO', label: 'Video' },
  { value: 'GIF', label: 'GIF' },
  { value: 'DOCUMENT', label: 'Document' },
  { value: 'LOCATION', label: 'Location' },
]

/** What stands above the text: nothing, words, or a file. */
export function HeaderField({ form }: { form: TemplateForm }) {
  const { headerKind, headerText } = form.state
  return (
    <FieldGroup label={<Label optional>Header</Label>}>
      <NativeSelect
        aria-label="Kind of header"
        data={kinds}
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
              Header text
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

const placeFields = [
  { key: 'name', label: 'Place name', sample: 'Asha Cakes' },
  { key: 'address', label: 'Address', sample: '12 Main Road, Pune' },
  { key: 'latitude', label: 'Latitude', sample: '18.5204' },
  { key: 'longitude', label: 'Longitude', sample: '73.8567' },
] as const

/** The place that is sent unless a message names another. */
function PlaceFields({ form }: { form: TemplateForm }) {
  const { place } = form.state
  return (
    <>
      <div className="two mt2">
        {placeFields.map(({ key, label, sample }) => (
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
        <p className="hint">This place is suggested whenever the template is sent.</p>
      )}
    </>
  )
}

type FileKind = 'IMAGE' | 'VIDEO' | 'GIF' | 'DOCUMENT'
type Media = FormState['media']

const words = { IMAGE: 'image', VIDEO: 'video', GIF: 'GIF as MP4', DOCUMENT: 'document' }

/** The file above a text: of the header, or of a card. */
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
      if (!fits)
        setProblem(`This is not ${kind === 'IMAGE' ? 'an' : 'a'} ${words[kind]}. Choose another file.`)
      else onChange({ id: answer.media.id, name: answer.media.file_name })
    } catch (error) {
      setProblem(sentenceFor(error, { failed: 'The file could not be uploaded. Try again.' }))
    } finally {
      setShare(null)
    }
  }
  const says = problem ?? error
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
            Remove
          </Button>
        </div>
      ) : (
        <DropZone
          label={`Choose ${kind === 'IMAGE' ? 'an' : 'a'} ${words[kind]}`}
          accept={rules.mimeTypes.join(',')}
          maxBytes={rules.bytes}
          disabled={share !== null}
          onFile={(file) => void take(file)}
          onRefused={(why) =>
            setProblem(
              why === 'kind'
                ? `WhatsApp takes ${rules.words} here. Choose another file.`
                : `The file is too large: WhatsApp takes ${rules.words}.`,
            )
          }
        >
          <Icon of={IconUpload} size="large" />
          {share === null ? (
            <>
              <span>
                <b>Choose a file</b> or drop it here
              </span>
              <span className="sm t3">{rules.words}</span>
            </>
          ) : (
            <b aria-live="polite">Uploading, {formatPercent(share, 1)}</b>
          )}
        </DropZone>
      )}
      {says ? (
        <p className="hint err" role="alert">
          {says}
        </p>
      ) : (
        <p className="hint">
          WhatsApp's reviewers see this file, and so does everybody the template is sent to.
        </p>
      )}
    </div>
  )
}
