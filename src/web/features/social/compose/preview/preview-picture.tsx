import { IconPlayerPlay } from '@tabler/icons-react'
import type { Media } from '#contract/social/media.ts'
import { areaOf, fitsRatio, withBorder } from '#contract/social/picture-area.ts'
import { formatRules } from '#contract/social/rules.ts'
import type { Platform, PostFormat } from '#contract/social/social.ts'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import type { ComposerFile } from '../composer-form.ts'

type Props = { file: ComposerFile; media: Media; platform: Platform; format: PostFormat }

/** The picture as the network gets it: cropped, or with a border. A video stands on its first picture. */
export function PreviewPicture({ file, media, platform, format }: Props) {
  if (media.kind === 'video')
    return (
      <>
        <video src={media.url} muted preload="metadata" aria-label={media.file_name} />
        <span className="p-play">
          <Icon of={IconPlayerPlay} size="large" />
        </span>
      </>
    )
  return (
    <>
      <Shown file={file} media={media} platform={platform} format={format} />
      {file.alt.trim() ? (
        <span className="p-alt" title={file.alt}>
          {t('social.compose.preview.alt')}
        </span>
      ) : null}
    </>
  )
}

function Shown({ file, media, platform, format }: Props) {
  const plain = <img src={media.url} alt={file.alt} />
  const rule = formatRules[platform][format]?.image
  const size = { width: media.width ?? 0, height: media.height ?? 0 }
  if (!rule || size.width === 0 || size.height === 0) return plain
  const crop = file.crops[platform]
  const area = areaOf(size, rule, { ...(crop && { crop }), ...(file.focal && { focal: file.focal }) })
  const part = area ?? { left: 0, top: 0, ...size }
  const box = crop?.border ? withBorder(part, rule) : part
  // Nothing is chosen yet: the network would not take it as it is.
  if (!fitsRatio(box.width / box.height, rule)) return plain
  return (
    <div className="p-crop" style={{ aspectRatio: box.width / box.height }}>
      <div
        className="p-part"
        style={{
          width: `${(part.width / box.width) * 100}%`,
          height: `${(part.height / box.height) * 100}%`,
        }}
      >
        <img
          src={media.url}
          alt={file.alt}
          style={{
            width: `${(size.width / part.width) * 100}%`,
            height: `${(size.height / part.height) * 100}%`,
            left: `${(-part.left / part.width) * 100}%`,
            top: `${(-part.top / part.height) * 100}%`,
          }}
        />
      </div>
    </div>
  )
}
