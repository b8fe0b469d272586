import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { ChatFile } from '#contract/conversations.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import { useChatFile } from '../inbox.queries.ts'
import { Download } from './files/download.tsx'
import { Film } from './files/film.tsx'

const nameOf = (file: ChatFile): string => file.file_name ?? t('inbox.kind', { kind: file.kind })

/** The pictures and films of a conversation, one large; the arrow keys go on and back. */
export function Lightbox({
  files,
  open,
  onOpen,
}: {
  files: readonly ChatFile[]
  open: number | null
  onOpen: (fileId: number | null) => void
}) {
  const at = files.findIndex(({ id }) => id === open)
  const file = files[at]
  const go = useEffectEvent((step: number) => {
    const next = files[at + step]
    if (next) onOpen(next.id)
  })
  const isOpen = file !== undefined
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1)
      if (key === 'ArrowRight') go(1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  return (
    <Window
      opened={isOpen}
      onClose={() => onOpen(null)}
      title={file ? <bdi>{nameOf(file)}</bdi> : ''}
      size="60rem"
    >
      {file ? <Large key={file.id} file={file} /> : null}
      {file && files.length > 1 ? (
        <div className="lb-nav">
          <Button
            kind="quiet"
            icon={<Icon of={IconChevronLeft} size="small" />}
            disabled={at === 0}
            onClick={() => onOpen(files[at - 1]?.id ?? null)}
          >
            {t('chat.previous')}
          </Button>
          <span className="num t2" role="status">
            {t('chat.ofFiles', { nr: at + 1, count: files.length })}
          </span>
          <Button
            kind="quiet"
            icon={<Icon of={IconChevronRight} size="small" />}
            disabled={at === files.length - 1}
            onClick={() => onOpen(files[at + 1]?.id ?? null)}
          >
            {t('chat.next')}
          </Button>
        </div>
      ) : null}
    </Window>
  )
}

function Large({ file }: { file: ChatFile }) {
  if (file.kind === 'video') {
    return (
      <>
        <Film file={file} name={nameOf(file)} className="att-large" />
        <Download file={file} name={nameOf(file)} />
      </>
    )
  }
  return <LargePicture file={file} />
}

function LargePicture({ file }: { file: ChatFile }) {
  const found = useChatFile(file.id)
  if (found.isError || found.data === null) return <p className="sm t2">{t('inbox.file.gone')}</p>
  if (!found.data) return <span className="att-wait" role="status" aria-label={t('inbox.file.loading')} />
  return (
    <>
      <img className="att-large" src={found.data} alt={nameOf(file)} />
      <Save file={file} url={found.data} />
    </>
  )
}

const Save = ({ file, url }: { file: ChatFile; url: string }) => (
  <div className="acts">
    <a className="btn" href={url} download={file.file_name ?? `${file.kind}-${file.id}`}>
      <span className="btn-in">
        <Icon of={IconDownload} size="small" />
        {t('inbox.file.save')}
      </span>
    </a>
  </div>
)
