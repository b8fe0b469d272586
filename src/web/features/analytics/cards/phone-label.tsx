import type { ReactNode } from 'react'

/** On a phone, where a table's head is not shown, each figure stands with its name. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="an-phone sm t3">{name} </span>
      {children}
    </>
  )
}
