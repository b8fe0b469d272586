import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Media } from '#contract/social/media.ts'
import { fitsRatio } from '#contract/social/picture-area.ts'
import type { Crop } from '#contract/social/posts.ts'
import { formatRules } from '#contract/social/rules.ts'
import { type Platform, type PostFormat, platformNames } from '#contract/social/social.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import type { ComposerFile } from '../composer-form.ts'

/** Shapes that the networks show, width over height. */
const shapes: Record<Platform, readonly string[]> = {
  instagram: ['4:5', '1:1', '1.91:1', '9:16'],
  facebook: ['original', '4:5', '1:1', '1.91:1'],
  linkedin: ['original', '4:5', '1:1', '1.91:1'],
  youtube: ['16:9', '9:16'],
}
const shapeOf = (media: Media): number => (media.width ?? 1) / (media.height ?? 1)
const ratioOf = (shape: string, media: Media): number => {
  const [width, height] = shape.split(':').map(Number)
  return width && height ? width / height : shapeOf(media)
}

/** Those that the network takes in this format: of any other one more would be cut off than the person chose. */
function shapesFor(platform: Platform, format: PostFormat | undefined, media: Media): readonly string[] {
  const rule = format && formatRules[platform][format]?.[media.kind]
  const taken = shapes[platform].filter((shape) => !rule || fitsRatio(ratioOf(shape, media), rule))
  return taken.length > 0 ? taken : shapes[platform]
}

/** The shape in which most of the picture stays. */
const nearest = (offered: readonly string[], media: Media, ratio: number): string =>
  offered.reduce((best, shape) => {
    const distance = (one: string) => Math.abs(Math.log(ratioOf(one, media) / ratio))
    return distance(shape) < distance(best) ? shape : best
  })

/** Chooses the part of a picture that one network shows. */
export default function CropWindow({
  platform,
  format,
  media,
  file,
  onChange,
  onClose,
}: {
  platform: Platform
  format: PostFormat | undefined
  media: Media
  file: ComposerFile
  onChange: (changes: Partial<ComposerFile>) => void
  onClose: () => void
}) {
  const offered = shapesFor(platform, format, media)
  const before = file.crops[platform]
  const kept = before?.border ? undefined : before
  const [shape, setShape] = useState(() =>
    nearest(offered, media, kept ? (shapeOf(media) * kept.width) / kept.height : shapeOf(media)),
  )
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const use = () => {
    if (area) {
      const share = (value: number) => Math.min(1, Math.max(0, value / 100))
      const crop: Crop = {
        x: share(area.x),
        y: share(area.y),
        width: Math.min(share(area.width), 1 - share(area.x)),
        height: Math.min(share(area.height), 1 - share(area.y)),
      }
      onChange({ crops: { ...file.crops, [platform]: crop } })
    }
    onClose()
  }
  return (
    <Window
      opened
      onClose={onClose}
      size="40rem"
      title={t('social.compose.crop.title', { network: platformNames[platform] })}
    >
      <p className="sm t2">{t('social.compose.crop.help')}</p>
      <div className="crop-area mt3">
        <Cropper
          image={media.url}
          crop={at}
          zoom={zoom}
          aspect={ratioOf(shape, media)}
          onCropChange={setAt}
          onZoomChange={setZoom}
          onCropComplete={setArea}
          cropperProps={{ 'aria-label': t('social.compose.crop.area') }}
          {...(kept && {
            initialCroppedAreaPercentages: {
              x: kept.x * 100,
              y: kept.y * 100,
              width: kept.width * 100,
              height: kept.height * 100,
            },
          })}
        />
      </div>
      <div className="row mt3 crop-tools">
        <Segmented
          label={t('social.compose.crop.ratio')}
          choices={offered.map((value) => ({
            value,
            name: value === 'original' ? t('social.compose.crop.original') : value,
          }))}
          value={shape}
          onChange={setShape}
        />
        <label className="crop-zoom">
          <span className="sm">{t('social.compose.crop.zoom')}</span>
          <input
            type="range"
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={({ currentTarget: { value } }) => setZoom(Number(value))}
          />
        </label>
      </div>
      <div className="acts">
        {kept ? (
          <Button
            kind="quiet"
            onClick={() => {
              const { [platform]: _, ...crops } = file.crops
              onChange({ crops })
              onClose()
            }}
          >
            {t('social.compose.crop.reset')}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button kind="ink" onClick={use}>
          {t('social.compose.crop.use')}
        </Button>
      </div>
    </Window>
  )
}
