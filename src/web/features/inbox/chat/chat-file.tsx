import { IconDownload, IconFile, IconMicrophone, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { createContext, useContext, useRef, useState } from 'react'
import { conversations, type ChatFile as File } from '#contract/conversations.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useChatFile, useFetchFile } from '../inbox.queries.ts'
import { Film } from './film.tsx'
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

/** A recording as it came where this browser plays it, else its copy. A browser that promised too much gets the copy. */
function Voice({ file, name }: { file: File; name: string }) {
  const place = useRef<HTMLElement>(null)
  const [source, setSource] = useState<'file' | 'copy' | 'none'>(() =>
    isPlayed(file.mime) ? 'file' : 'copy',
  )
  const found = useChatFile(file.id, { playable: source !== 'file', enabled: useNear(place) })
  if (found.isError || found.data === null || source === 'none') {
    return (
      <>
        <p className="sm t2">{t('chat.voice.notPlayable')}</p>
        <Download file={file} name={name} />
      </>
    )
  }
  if (!found.data || !found.blob) {
    return <span ref={place} className="att-wait" role="status" aria-label={t('inbox.file.loading')} />
  }
  return (
    <Player
      key={source}
      url={found.data}
      blob={found.blob}
      name={name}
      onBroken={() => setSource(source === 'file' ? 'copy' : 'none')}
    />
  )
}

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

function Download({ file, name }: { file: File; name: string }) {
  const save = useMutation({
    mutationFn: () => download(conversations.file, name, { params: { id: file.id } }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('inbox.file.gone') })),
  })
  return (
    <div className="att-doc">
      <span className="att">
        <Icon of={IconFile} />
        <span>
          {name}
          {file.bytes === null ? null : <span className="sm t2 num"> {formatBytes(file.bytes)}</span>}
        </span>
      </span>
      <Button
        size="small"
        icon={<Icon of={IconDownload} size="small" />}
        busy={save.isPending && t('inbox.file.loading')}
        onClick={() => save.mutate()}
      >
        {t('inbox.file.save')}
      </Button>
    </div>
  )
}
