import { IconFile, IconMicrophone, IconPhoto, IconVideo } from '@tabler/icons-react'
import { createContext, type RefObject, useContext, useRef, useState } from 'react'
import type { ChatFile as File } from '#contract/conversations.ts'

import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { useChatFile, useFetchFile } from '../inbox.queries.ts'
import { Download } from './files/download.tsx'
import { Film } from './files/film.tsx'
import { useStreamed } from './files/use-streamed.ts'
import { useNear } from './near.ts'
import { isPlayed } from './voice/is-played.ts'
import { Player } from './voice/player.tsx'

/** Shows a picture or a film large. */
export const OpenLarge = createContext<(fileId: number) => void>(() => undefined)

const icons = {
  image: IconPhoto,
  sticker: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  document: IconFile,
}

/** A file of a message: shown, played, or offered for download; one that is not here says why. */
export function ChatFile({ file, voice }: { file: File; voice: boolean }) {
  const name = file.file_name ?? t('inbox.kind', { kind: voice ? 'voice' : file.kind })
  if (file.state !== 'ready') return <NotHere file={file} name={name} />
  if (file.kind === 'document') return <Download file={file} name={name} />
  return <Media file={file} name={name} />
}

function NotHere({ file, name }: { file: File; name: string }) {
  const again = useFetchFile(file.id)
  return (
    <div className="att-none">
      <span className="att">
        <Icon of={icons[file.kind]} />
        {name}
      </span>
      {file.state === 'waiting' ? (
        <p className="sm t2">{t('inbox.file.waiting')}</p>
      ) : (
        <>
          <p className="sm t2">{t('inbox.file.failed', { reason: file.reason ?? 'unreachable' })}</p>
          {file.reason === 'no_file' ? null : (
            <Button
              size="small"
              busy={again.isPending && t('app.workingBusy')}
              onClick={() => again.mutate()}
            >
              {t('inbox.file.again')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function Media({ file, name }: { file: File; name: string }) {
  if (file.kind === 'audio') return <Voice file={file} name={name} />
  if (file.kind === 'video') return <Film file={file} name={name} className="att-pic" />
  return <Picture file={file} name={name} />
}

/** A longer recording is read while it plays, without the waveform that all of its bytes would give. */
const mostWhole = 1_000_000

/** A recording as it came where this browser plays it, else its copy. A browser that promised too much gets the copy. */
function Voice({ file, name }: { file: File; name: string }) {
  const [source, setSource] = useState<'file' | 'copy' | 'none'>(() =>
    isPlayed(file.mime) ? 'file' : 'copy',
  )
  if (source === 'none') return <NotPlayable file={file} name={name} />
  const Recording = (file.bytes ?? 0) > mostWhole ? LongRecording : ShortRecording
  return (
    <Recording
      key={source}
      file={file}
      name={name}
      playable={source === 'copy'}
      onBroken={() => setSource(source === 'file' ? 'copy' : 'none')}
    />
  )
}

const NotPlayable = ({ file, name }: { file: File; name: string }) => (
  <>
    <p className="sm t2">{t('chat.voice.notPlayable')}</p>
    <Download file={file} name={name} />
  </>
)

type RecordingProps = { file: File; name: string; playable: boolean; onBroken: () => void }

function LongRecording({ file, name, playable, onBroken }: RecordingProps) {
  const place = useRef<HTMLElement>(null)
  const streamed = useStreamed(file.id, { playable, enabled: useNear(place), onBroken })
  if (streamed.error) return <NotPlayable file={file} name={name} />
  if (!streamed.address) return <Loading place={place} />
  return <Player url={streamed.address} name={name} streamed={streamed.player} />
}

function ShortRecording({ file, name, playable, onBroken }: RecordingProps) {
  const place = useRef<HTMLElement>(null)
  const found = useChatFile(file.id, { playable, enabled: useNear(place) })
  if (found.isError || found.data === null) return <NotPlayable file={file} name={name} />
  if (!found.data || !found.blob) return <Loading place={place} />
  return <Player url={found.data} blob={found.blob} name={name} onBroken={onBroken} />
}

const Loading = ({ place }: { place: RefObject<HTMLElement | null> }) => (
  <span ref={place} className="att-wait" role="status" aria-label={t('inbox.file.loading')} />
)

/** A picture in its small copy; what follows keeps its place while it loads. */
function Picture({ file, name }: { file: File; name: string }) {
  const place = useRef<HTMLElement>(null)
  const found = useChatFile(file.id, { small: true, enabled: useNear(place) })
  const openLarge = useContext(OpenLarge)
  if (found.isError || found.data === null) return <p className="sm t2">{t('inbox.file.gone')}</p>
  const look = {
    className: file.kind === 'sticker' ? 'att-sticker' : 'att-pic',
    style: file.width && file.height ? { aspectRatio: `${file.width} / ${file.height}` } : undefined,
  }
  if (!found.data) {
    return (
      <span
        ref={place}
        {...look}
        className={`${look.className} att-wait`}
        role="status"
        aria-label={t('inbox.file.loading')}
      />
    )
  }
  return (
    <button type="button" className="att-open" onClick={() => openLarge(file.id)}>
      <img {...look} src={found.data} alt={name} />
    </button>
  )
}
