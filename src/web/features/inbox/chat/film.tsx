import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ChatFile } from '#contract/conversations.ts'
import { Icon } from '#web/components/icon.tsx'
import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { useChatFile } from '../inbox.queries.ts'

/** A film, which is loaded when it is played: it may have 16 MB. `children` are shown once it is here. */
export function Film({
  file,
  name,
  className,
  children,
}: {
  file: ChatFile
  name: string
  className: string
  children?: (url: string) => ReactNode
}) {
  const [isWanted, setWanted] = useState(false)
  const found = useChatFile(file.id, { enabled: isWanted })
  if (found.isError || found.data === null) return <p className="sm t2">{t('inbox.file.gone')}</p>
  if (isWanted && found.data) {
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what a customer says */}
        <video className={className} controls autoPlay src={found.data} aria-label={name} />
        {children?.(found.data)}
      </>
    )
  }
  const size = file.bytes === null ? null : <span className="sm num">{formatBytes(file.bytes)}</span>
  return (
    <button
      type="button"
      className="att-film"
      aria-label={t('inbox.file.playFilm', { name })}
      aria-busy={isWanted}
      onClick={() => setWanted(true)}
    >
      <span className="att-play">
        <Icon of={IconPlayerPlay} />
      </span>
      {isWanted ? <span role="status">{t('inbox.file.loading')}</span> : size}
    </button>
  )
}
