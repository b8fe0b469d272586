import { useState } from 'react'

/** A person's or a business's initial in a circle. `quiet` is for others than the signed-in person. */
export function Avatar({ name, size, quiet }: { name: string; size?: 'large'; quiet?: boolean }) {
  return (
    <span className={classOf(size, quiet)} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

/**
 * The signed-in person's picture by the avatar service, seeded by the name. The initial stands in for it while it is
 * under way, where it cannot be had, and where the person or the install has turned it off.
 */
export function OwnAvatar({ name, size, on }: { name: string; size?: 'large'; on: boolean }) {
  const [broken, setBroken] = useState(false)
  const service = document.documentElement.dataset.avatarUrl
  if (!service || !on || broken) return <Avatar name={name} size={size} />
  return (
    <span className={classOf(size)} aria-hidden="true">
      {initialOf(name)}
      <img
        src={`${service}${encodeURIComponent(name)}`}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    </span>
  )
}

const classOf = (size?: 'large', quiet?: boolean) => `av${size === 'large' ? ' l' : ''}${quiet ? ' q' : ''}`

/** The first letter of a name, as people would say it: a whole character, in capitals. */
function initialOf(name: string): string {
  const text = name.trim()
  // Between two letters of ASCII a character ends; the segmenter takes 25 ms of a page's start to load.
  if (/^[a-z][a-z]/i.test(text)) return text.charAt(0).toLocaleUpperCase()
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return first ? first.segment.toLocaleUpperCase() : '?'
}
