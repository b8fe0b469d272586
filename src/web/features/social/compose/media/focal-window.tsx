import { useState } from 'react'
import type { Media } from '#contract/social/media.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import type { ComposerFile } from '../composer-form.ts'

const start = { x: 0.5, y: 0.5 }

/** Chooses the point that stays in the picture where a network's shape needs a part of it cut off. */
export function FocalWindow({
  media,
  file,
  onChange,
  onClose,
}: {
  media: Media
  file: ComposerFile
  onChange: (changes: Partial<ComposerFile>) => void
  onClose: () => void
}) {
  const [at, setAt] = useState(file.focal ?? start)
  const use = (focal: ComposerFile['focal']) => {
    onChange({ focal })
    onClose()
  }
  const slider = (axis: 'x' | 'y', label: string) => (
    <label className="crop-zoom">
      <span className="sm">{label}</span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={at[axis]}
        onChange={({ currentTarget: { value } }) => setAt((now) => ({ ...now, [axis]: Number(value) }))}
      />
    </label>
  )
  return (
    <Window opened onClose={onClose} size="40rem" title={t('social.compose.focal.title')}>
      <p className="sm t2">{t('social.compose.focal.help')}</p>
      <div className="focal-area mt3">
        <span
          className="focal-pic"
          onPointerDown={({ currentTarget, clientX, clientY }) => {
            const box = currentTarget.getBoundingClientRect()
            const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
            setAt({ x: share((clientX - box.left) / box.width), y: share((clientY - box.top) / box.height) })
          }}
        >
          <img src={media.url} alt={file.alt} draggable={false} />
          <span className="fp" style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }} />
        </span>
      </div>
      <div className="row mt3 crop-tools">
        {slider('x', t('social.compose.focal.across'))}
        {slider('y', t('social.compose.focal.down'))}
      </div>
      <div className="acts">
        {file.focal ? (
          <Button kind="quiet" onClick={() => use(null)}>
            {t('social.compose.focal.remove')}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button kind="ink" onClick={() => use(at)}>
          {t('social.compose.focal.use')}
        </Button>
      </div>
    </Window>
  )
}
