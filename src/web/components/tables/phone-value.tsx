import type { ReactNode } from 'react'

/** A value under its header; on a phone, which shows no headers, a phrase. */
export function PhoneValue({ phrase, children }: { phrase: string; children: string }) {
  return (
    <>
      <span className="hide-s">{children}</span>
      <span className="only-s">{phrase}</span>
    </>
  )
}

/** A figure under its header; on a phone, which shows no headers, a line of its own behind its name. */
export function NamedFigure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="only-s fig-name t3">{name} </span>
      <span>{children}</span>
    </>
  )
}
