import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type AudioHTMLAttributes, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { clock } from './clock.ts'
import { bars, waveOf } from './wave.ts'

const speeds = [1, 1.5, 2]
const flat = Array.from({ length: bars }, () => 0.3)
const [width, height, step] = [166, 28, 3.6]

/**
 * A voice message: played, with its waveform to go to a place, at three speeds. Of one that is read while it plays
 * `streamed` is told what the player reports, and the wave is flat.
 */
export function Player({
  url,
  blob,
  name,
  onBroken,
  streamed,
}: {
  url: string
  blob?: Blob
  name: string
  /** This browser cannot play it; of one that is read while it plays, `streamed` finds that out. */
  onBroken?: () => void
  streamed?: Pick<AudioHTMLAttributes<HTMLAudioElement>, 'onError' | 'onLoadedMetadata'>
}) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [speed, setSpeed] = useState(1)
  const [wave, setWave] = useState(flat)
  useEffect(() => {
    let wanted = true
    if (!blob) return
    void waveOf(blob).then((found) => {
      if (found && wanted) setWave(found)
    })
    return () => {
      wanted = false
    }
  }, [blob])
  const shownLength = clock(length > 0 ? Math.max(1, Math.round(length)) : 0)
  const share = length > 0 ? at / length : 0
  const toggle = () => {
    const player = audio.current
    if (!player) return
    if (!player.paused) return player.pause()
    for (const other of document.querySelectorAll('audio')) if (other !== player) other.pause()
    // One that is paused before it begins is not broken.
    void player.play().catch(({ name }: Error) => {
      if (name === 'NotSupportedError') onBroken?.()
    })
  }
  const faster = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
    setSpeed(next)
    if (!audio.current) return
    audio.current.playbackRate = next
    // Of what is loaded again, at another address.
    audio.current.defaultPlaybackRate = next
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the controls of one recording, no form
    <div className="vn" role="group" aria-label={name}>
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onError={onBroken}
        {...streamed}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setLength(duration)
        }}
      />
      <button
        type="button"
        className="vn-play"
        aria-label={isPlaying ? t('chat.voice.pause') : t('chat.voice.play')}
        onClick={toggle}
      >
        <Icon of={isPlaying ? IconPlayerPause : IconPlayerPlay} size="small" />
      </button>
      <span className="vn-wave">
        <svg className="wf" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {wave.map((loud, bar) => {
            const tall = 4 + loud * (height - 8)
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the bars of a wave are their places
                key={bar}
                className={bar / bars < share ? 'a' : 'b'}
                x={bar * step}
                y={(height - tall) / 2}
                width="2.2"
                height={tall}
                rx="1.1"
              />
            )
          })}
        </svg>
        <input
          type="range"
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, length)}
          aria-label={t('chat.voice.place')}
          aria-valuetext={t('chat.voice.of', { at: clock(at), length: shownLength })}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            if (audio.current) audio.current.currentTime = valueAsNumber
            setAt(valueAsNumber)
          }}
        />
      </span>
      <button
        type="button"
        className="spd num"
        aria-label={t('chat.voice.speed', { speed })}
        onClick={faster}
      >
        {speed}×
      </button>
      <span className="vn-time num">{t('chat.voice.of', { at: clock(at), length: shownLength })}</span>
    </div>
  )
}
