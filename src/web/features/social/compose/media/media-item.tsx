import { TextInput } from '@mantine/core'
import {
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconCrop,
  IconFlag,
  IconFocusCentered,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Media } from '#contract/social/media.ts'
import { textRules } from '#contract/social/rules.ts'
import { type Platform, type PostFormat, platformNames } from '#contract/social/social.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { networkIcons } from '../../accounts/network-icons.ts'
import type { ComposerFile } from '../composer-form.ts'
import { FocalWindow } from './focal-window.tsx'
import { UnreadFile } from './unread-file.tsx'

const CropWindow = lazy(() => import('./crop-window.tsx'))

/** All of the picture; white fills up what its shape lacks. */
const bordered = { x: 0, y: 0, width: 1, height: 1, border: true }

type Network = { platform: Platform; format: PostFormat | undefined }

/** One file: what it is, what each network says of it, and what can be done. */
export function MediaItem({
  file,
  media,
  position,
  count,
  networks,
  onChange,
  onRemove,
  onMove,
  onDrag,
  onDropHere,
}: {
  file: ComposerFile
  media: Media | undefined
  position: number
  count: number
  networks: readonly Network[]
  onChange: (changes: Partial<ComposerFile>) => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
  onDrag: () => void
  onDropHere: () => void
}) {
  const [cropping, setCropping] = useState<Platform | null>(null)
  const [focusing, setFocusing] = useState(false)
  if (!media) return <UnreadFile id={file.id} onRemove={onRemove} />
  const name = media.file_name
  return (
    <li
      className="media"
      draggable={count > 1}
      onDragStart={onDrag}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        onDropHere()
      }}
    >
      <div className="media-pic">
        {media.kind === 'image' ? (
          <>
            <span className="focal-pic">
              <img src={media.url} alt={file.alt} draggable={false} />
              {file.focal ? (
                <span
                  className="fp"
                  style={{ left: `${file.focal.x * 100}%`, top: `${file.focal.y * 100}%` }}
                />
              ) : null}
            </span>
            <Button
              className="mt1"
              size="small"
              kind="quiet"
              icon={<Icon of={IconFocusCentered} size="small" />}
              onClick={() => setFocusing(true)}
            >
              {t('social.compose.focal.open')}
            </Button>
          </>
        ) : (
          <video src={media.url} muted preload="metadata" controls aria-label={name} />
        )}
        {count > 1 ? <span className="pos num">{position + 1}</span> : null}
      </div>
      <div className="grow">
        <div className="row n sp media-n">
          <b className="fname">{name}</b>
          <span className="row n">
            {count > 1 ? (
              <>
                <IconButton
                  size="small"
                  label={t('social.compose.media.earlier', { name })}
                  disabled={position === 0}
                  onClick={() => onMove(-1)}
                >
                  <Icon of={IconChevronUp} size="small" />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('social.compose.media.later', { name })}
                  disabled={position === count - 1}
                  onClick={() => onMove(1)}
                >
                  <Icon of={IconChevronDown} size="small" />
                </IconButton>
              </>
            ) : null}
            <IconButton size="small" label={t('social.compose.media.remove', { name })} onClick={onRemove}>
              <Icon of={IconTrash} size="small" />
            </IconButton>
          </span>
        </div>
        <p className="sm t3 num">
          {media.width && media.height
            ? t('social.compose.media.facts', {
                width: media.width,
                height: media.height,
                size: formatBytes(media.bytes),
              })
            : formatBytes(media.bytes)}
        </p>
        <table className="mc mt2">
          <caption className="sr">{t('social.compose.media.checks')}</caption>
          <tbody>
            {networks.map((network) => (
              <Check
                key={network.platform}
                network={network}
                file={file}
                media={media}
                onCrop={() => setCropping(network.platform)}
                onBorder={(border) => {
                  const { [network.platform]: _, ...crops } = file.crops
                  onChange({ crops: border ? { ...crops, [network.platform]: bordered } : crops })
                }}
              />
            ))}
          </tbody>
        </table>
        {media.kind === 'image' ? (
          <TextInput
            className="mt3"
            label={
              <Label optional count={file.alt.length} of={textRules.instagram.altText ?? 1000}>
                {t('social.compose.media.alt')}
              </Label>
            }
            placeholder={t('social.compose.media.altHelp')}
            maxLength={1000}
            value={file.alt}
            onChange={({ currentTarget: { value } }) => onChange({ alt: value })}
          />
        ) : null}
      </div>
      {focusing ? (
        <FocalWindow media={media} file={file} onClose={() => setFocusing(false)} onChange={onChange} />
      ) : null}
      {cropping ? (
        <Suspense fallback={null}>
          <CropWindow
            platform={cropping}
            format={networks.find(({ platform }) => platform === cropping)?.format}
            media={media}
            file={file}
            onClose={() => setCropping(null)}
            onChange={onChange}
          />
        </Suspense>
      ) : null}
    </li>
  )
}

/** What one network says of the file, and the fix. */
function Check({
  network: { platform, format },
  file,
  media,
  onCrop,
  onBorder,
}: {
  network: Network
  file: ComposerFile
  media: Media
  onCrop: () => void
  onBorder: (border: boolean) => void
}) {
  const network = platformNames[platform]
  const crop = file.crops[platform]
  const isChosen = crop ? !crop.border || media.kind === 'image' : file.focal !== null
  const problems = media.problems.filter(
    (problem) =>
      problem.platform === platform && problem.format === format && !(problem.fix === 'crop' && isChosen),
  )
  const isWrongShape = media.problems.some(
    (problem) => problem.platform === platform && problem.format === format && problem.fix === 'crop',
  )
  const open = problems.filter(({ fix }) => fix === null || fix === 'crop')
  const fixed = problems.filter(({ fix }) => fix !== null && fix !== 'crop')
  return (
    <tr>
      <td>
        <span className="net">
          <Icon of={networkIcons[platform]} />
          {network}
        </span>
      </td>
      <td>
        {format === undefined ? (
          <div className="vd">
            <span className="bad">
              <Icon of={IconFlag} />
            </span>
            <span>{t('social.compose.media.tooMany', { network, platform })}</span>
          </div>
        ) : null}
        {open.map((problem) => (
          <div className="vd" key={problem.code}>
            <span className={problem.fix ? 'warn' : 'bad'}>
              <Icon of={IconFlag} />
            </span>
            <span>{problem.message}</span>
          </div>
        ))}
        {open.length === 0 && format !== undefined ? (
          <div className="vd">
            <span className="good">
              <Icon of={IconCheck} />
            </span>
            <span>
              {crop && !crop.border ? `${t('social.compose.media.cropped', { network })} ` : ''}
              {crop?.border && isWrongShape ? `${t('social.compose.media.bordered')} ` : ''}
              {!crop && file.focal && isWrongShape ? `${t('social.compose.media.croppedAround')} ` : ''}
              {fixed.length > 0
                ? fixed.map((problem) => (
                    <span key={problem.code} className="fixed">
                      {problem.message}{' '}
                      {t('social.compose.media.willFix', {
                        fix: problem.fix ?? 'convert',
                      })}{' '}
                    </span>
                  ))
                : t('social.compose.media.ready')}
            </span>
          </div>
        ) : null}
        {media.kind === 'image' && format !== undefined ? (
          <Button
            className="mt1"
            size="small"
            kind={open.some(({ fix }) => fix === 'crop') ? 'default' : 'quiet'}
            icon={<Icon of={IconCrop} size="small" />}
            onClick={onCrop}
          >
            {t('social.compose.media.cropTo', { network })}
          </Button>
        ) : null}
        {media.kind === 'image' && isWrongShape ? (
          <Button className="mt1" size="small" kind="quiet" onClick={() => onBorder(!crop?.border)}>
            {crop?.border ? t('social.compose.media.removeBorder') : t('social.compose.media.addBorder')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}
