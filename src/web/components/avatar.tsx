import { useState } from 'react'

/**
 * The address of an avatar service, with `{name}` where the person's name goes. Set when the app is built; by
 * default there is none, and nothing is asked of anybody outside.
 */
const service: string | undefined = import.meta.env.VITE_AVATAR_URL

/** A person's or a business's initial in a circle. `quiet` is for others than the signed-in person. */
export function Avatar({ name, size, quiet }: { name: string; size?: 'large'; quiet?: boolean }) {
  const [broken, setBroken] = useState(false)
  const kind = `av${size === 'large' ? ' l' : ''}${quiet ? ' q' : ''}`
  if (service && !quiet && !broken) {
    const address = service.replace('{name}', encodeURIComponent(name))
    return <img className={kind} src={address} alt="" onError={() => setBroken(true)} />
  }
  return (
    <span className={kind} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

/** The first letter of a name, as people would say it: a whole character, in capitals. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return first ? first.segment.toLocaleUpperCase() : '?'
}
