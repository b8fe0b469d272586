import { IconMovie, IconTextCaption } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '#web/components/icon.tsx'

/** The first file of a post, small or as the head of a card. A post without one shows that it is a text. */
export function PostPicture({
  url,
  type,
  className,
}: {
  url: string
  type: 'image' | 'video'
  className: string
}) {
  const [lost, setLost] = useState(false)
  if (!url || lost)
    return (
      <span className={`${className} no-art`}>
        <Icon of={url && type === 'video' ? IconMovie : IconTextCaption} size="large" />
      </span>
    )
  return type === 'video' ? (
    <video
      className={className}
      src={url}
      muted
      preload="metadata"
      aria-hidden="true"
      tabIndex={-1}
      onError={() => setLost(true)}
    />
  ) : (
    <img className={className} src={url} alt="" loading="lazy" onError={() => setLost(true)} />
  )
}
