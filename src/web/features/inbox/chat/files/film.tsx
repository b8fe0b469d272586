import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ChatFile } from '#contract/conversations.ts'
import { Icon } from '#web/components/icon.tsx'
import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { isPassing } from '#web/offline/last-data.ts'
import { useStreamed } from './use-streamed.ts'

/** A film, which is read while it plays: it may have 16 MB. */
export function Film({ file, name, className }: { file: ChatFile; name: string; className: string }) {
  const [isWanted, setWanted] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const { address, error, isAsking, player, again } = useStreamed(file.id, {
    enabled: isWanted,
    onBroken: () => setBroken(true),
  })
  const isAway = isPassing(error)
  if (error && !isAway) return <p className="sm t2">{t('inbox.file.gone')}</p>
  if (isBroken) return <p className="sm t2">{t('inbox.file.notPlayable')}</p>
  if (isWanted && address && !isAway) {
    return <video {...player} className={className} controls autoPlay src={address} aria-label={name} />
  }
  let state: ReactNode =
    file.bytes === null ? null : <span className="sm num">{formatBytes(file.bytes)}</span>
  if (isAsking) state = <span role="status">{t('inbox.file.loading')}</span>
  else if (isAway) state = <span role="status">{t('app.error.unreachable')}</span>
  return (
    <button
      type="button"
      className="att-film"
      aria-label={t('inbox.file.playFilm', { name })}
      aria-busy={isAsking}
      onClick={() => (isWanted ? again() : setWanted(true))}
    >
      <span className="att-play">
        <Icon of={IconPlayerPlay} />
      </span>
      {state}
    </button>
  )
}
