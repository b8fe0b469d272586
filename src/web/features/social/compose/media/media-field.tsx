import { Checkbox } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { Media } from '#contract/social/media.ts'
import type { Platform } from '#contract/social/social.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { type Composer, type ComposerFile, formatOf } from '../composer-form.ts'
import { MediaItem } from './media-item.tsx'
import { mediaKinds, type Upload, type Uploads } from './use-uploads.ts'
import './media.css'

/** The files of a post: dropped or chosen, uploaded, checked, ordered, described and cropped. */
export function MediaField({
  form,
  known,
  platforms,
  uploads,
  error,
  onChange,
}: {
  form: Composer
  known: ReadonlyMap<number, Media>
  platforms: readonly Platform[]
  uploads: Uploads
  error: string | undefined
  onChange: (changes: Partial<Composer>) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [dragged, setDragged] = useState<number | null>(null)
  const [moved, setMoved] = useState('')
  const label = useId()
  const { files } = form
  const media = files.flatMap(({ id }) => known.get(id) ?? [])

  const put = (id: number, changes: Partial<ComposerFile>) =>
    onChange({ files: files.map((file) => (file.id === id ? { ...file, ...changes } : file)) })
  const move = (from: number, to: number) => {
    const file = files[from]
    if (!file || to < 0 || to >= files.length) return
    const rest = files.filter((_, index) => index !== from)
    onChange({ files: [...rest.slice(0, to), file, ...rest.slice(to)] })
    setMoved(
      t('social.compose.media.moved', {
        name: known.get(file.id)?.file_name ?? '',
        position: to + 1,
        count: files.length,
      }),
    )
  }
  const isEmpty = files.length === 0 && uploads.uploads.length === 0

  return (
    <section
      className="sec"
      aria-labelledby={label}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(false)
        uploads.add(event.dataTransfer.files)
      }}
    >
      <div className="row sp media-h">
        <span className="lab" id={label}>
          {t('social.compose.media.title')}
        </span>
        {isEmpty ? null : (
          <Button
            size="small"
            icon={<Icon of={IconPhotoPlus} size="small" />}
            onClick={() => input.current?.click()}
          >
            {t('social.compose.media.add')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        className="sr"
        type="file"
        multiple
        accept={mediaKinds}
        aria-label={t('social.compose.media.choose')}
        tabIndex={isEmpty ? 0 : -1}
        onChange={(event) => {
          uploads.add(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
      {isEmpty ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above is reached by keyboard
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <div className={`drop media-drop${over ? ' over-it' : ''}`} onClick={() => input.current?.click()}>
          <Icon of={IconPhotoPlus} size="large" />
          <span>{t.rich('social.compose.media.drop', tags)}</span>
          <span className="sm t3">{t('social.compose.media.limits')}</span>
        </div>
      ) : null}
      <ol className={`media-list${over ? ' over-it' : ''}`} aria-label={t('social.compose.media.list')}>
        {files.map((file, index) => (
          <MediaItem
            key={file.id}
            file={file}
            media={known.get(file.id)}
            position={index}
            count={files.length}
            networks={platforms.map((platform) => ({ platform, format: formatOf(form, platform, media) }))}
            onChange={(changes) => put(file.id, changes)}
            onRemove={() => onChange({ files: files.filter(({ id }) => id !== file.id) })}
            onMove={(by) => move(index, index + by)}
            onDrag={() => setDragged(index)}
            onDropHere={() => {
              if (dragged !== null) move(dragged, index)
              setDragged(null)
            }}
          />
        ))}
        {uploads.uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} uploads={uploads} />
        ))}
      </ol>
      <p className="sr" aria-live="polite">
        {moved}
      </p>
      {isEmpty ? (
        <Checkbox
          className="mt3"
          label={t('social.compose.media.textOnly')}
          checked={form.textOnly}
          onChange={({ currentTarget: { checked } }) => onChange({ textOnly: checked })}
        />
      ) : null}
      {error ? <p className="hint err">{error}</p> : null}
    </section>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { file, share, error } = upload
  const percent = Math.floor(share * 100)
  return (
    <li className="upload">
      <div className="row n sp">
        <b className="fname">{file.name}</b>
        <IconButton
          size="small"
          label={t('social.compose.media.cancel', { name: file.name })}
          onClick={() => {
            upload.abort()
            uploads.drop(upload.key)
          }}
        >
          <Icon of={IconX} size="small" />
        </IconButton>
      </div>
      {error ? (
        <div className="row n">
          <p className="hint err" role="alert">
            {error}
          </p>
          <Button size="small" onClick={() => uploads.retry(upload)}>
            {t('social.compose.media.retry')}
          </Button>
        </div>
      ) : (
        <>
          <progress
            max={1}
            value={share}
            aria-label={t('social.compose.media.uploading', { name: file.name })}
          />
          <span className="sm t3 num">
            {share < 1
              ? t('social.compose.media.percent', { share: percent })
              : t('social.compose.media.checking')}
          </span>
        </>
      )}
    </li>
  )
}
