import { NativeSelect, TextInput } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits, type Step } from '#contract/chatbot/flow.ts'
import { chatbot } from '#contract/chatbot/settings.ts'
import { largestFile } from '#contract/conversations/files.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { FieldGroup, FormError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { upload } from '#web/net/transfer.ts'
import type { FormProps } from './form-props.ts'
import { VariableText } from './variable-text.tsx'

const mediaKinds = ['image', 'video', 'audio', 'document'] as const
const accept = '.jpg,.jpeg,.png,.mp4,.3gp,.aac,.amr,.mp3,.m4a,.ogg,.pdf,.txt,.doc,.docx,.xls,.xlsx,.ppt,.pptx'

/** A file that is uploaded here, or one at a public address; with a caption where its kind has one. */
export function MediaForm({ step, variables, onChange }: FormProps<Extract<Step, { kind: 'media' }>>) {
  const [fault, setFault] = useState('')
  const send = useMutation({
    mutationFn: (file: File) => upload(chatbot.attach, { file }),
    onSuccess: ({ file }) => {
      const media = mediaKinds.find((kind) => kind === file.kind) ?? 'document'
      onChange({ ...step, media, file_id: file.id, link: '', file_name: file.file_name ?? '' }, null)
    },
    onError: (error) => setFault(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  const take = (file: File) => {
    setFault('')
    send.mutate(file)
  }
  return (
    <>
      {step.file_id === null ? (
        <>
          <FieldGroup label={t('chatbot.form.uploaded')}>
            <DropZone
              label={t('chatbot.form.upload')}
              accept={accept}
              maxBytes={largestFile}
              disabled={send.isPending}
              onFile={take}
              onRefused={(why) =>
                setFault(why === 'size' ? t('chatbot.form.uploadLarge') : t('chatbot.form.uploadKind'))
              }
            >
              <b>
                {send.isPending
                  ? t('chatbot.form.uploading', { name: send.variables.name })
                  : t('chatbot.form.upload')}
              </b>
              <span>{t('chatbot.form.uploadHelp')}</span>
            </DropZone>
            <FormError>{fault}</FormError>
          </FieldGroup>
          <TextInput
            label={t('chatbot.form.orLink')}
            description={t('chatbot.form.linkHelp')}
            type="url"
            value={step.link}
            onChange={({ currentTarget }) => onChange({ ...step, link: currentTarget.value }, 'link')}
          />
          <NativeSelect
            label={t('chatbot.form.media')}
            value={step.media}
            data={mediaKinds.map((kind) => ({ value: kind, label: t('chatbot.form.mediaKind', { kind }) }))}
            onChange={({ currentTarget: { value } }) => {
              const media = mediaKinds.find((kind) => kind === value)
              if (media) onChange({ ...step, media }, null)
            }}
          />
        </>
      ) : (
        <FieldGroup label={t('chatbot.form.mediaKind', { kind: step.media })}>
          <div className="fb-file">
            <Icon of={IconFileText} />
            <bdi>{step.file_name}</bdi>
            <Button size="small" onClick={() => onChange({ ...step, file_id: null, file_name: '' }, null)}>
              {t('chatbot.form.removeFile')}
            </Button>
          </div>
        </FieldGroup>
      )}
      {step.media === 'audio' ? null : (
        <VariableText
          label={t('chatbot.form.caption')}
          optional
          value={step.caption}
          of={limits.caption}
          variables={variables}
          onChange={(caption) => onChange({ ...step, caption }, 'caption')}
        />
      )}
      {step.media === 'document' ? (
        <TextInput
          label={t('chatbot.form.fileName')}
          value={step.file_name}
          maxLength={200}
          onChange={({ currentTarget }) => onChange({ ...step, file_name: currentTarget.value }, 'file')}
        />
      ) : null}
    </>
  )
}
