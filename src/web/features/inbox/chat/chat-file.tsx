import { IconDownload, IconFile, IconMicrophone, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { conversations, type ChatFile as File } from '#contract/conversations.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useChatFile, useFetchFile } from '../inbox.queries.ts'

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
  const url = useChatFile(file.id)
  const [isLarge, setLarge] = useState(false)
  if (url.isError || url.data === null) return <p className="sm t2">{t('inbox.file.gone')}</p>
  if (!url.data) return <span className="att-wait" role="status" aria-label={t('inbox.file.loading')} />
  if (file.kind === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a customer says
      <audio className="att-audio" controls preload="metadata" src={url.data} aria-label={name} />
    )
  }
  if (file.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a customer says
      <video className="att-pic" controls preload="metadata" src={url.data} aria-label={name} />
    )
  }
  return (
    <>
      <button type="button" className="att-open" onClick={() => setLarge(true)}>
        <img className={file.kind === 'sticker' ? 'att-sticker' : 'att-pic'} src={url.data} alt={name} />
      </button>
      <Window opened={isLarge} onClose={() => setLarge(false)} title={name} size="60rem">
        <img className="att-large" src={url.data} alt={name} />
        <div className="acts">
          <a className="btn" href={url.data} download={file.file_name ?? `${file.kind}-${file.id}`}>
            <span className="btn-in">
              <Icon of={IconDownload} size="small" />
              {t('inbox.file.save')}
            </span>
          </a>
        </div>
      </Window>
    </>
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
