import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** What stands for the usual tags of a sentence: `t.rich('help.lede', tags)`. */
export const tags = {
  b: (text: ReactNode) => <b>{text}</b>,
  code: (text: ReactNode) => <code>{text}</code>,
}

/** A tag that links to a screen: `t.rich('help.contact.doctor', { doctor: linkTo('/meta/doctor') })`. */
export const linkTo = (path: string) => (text: ReactNode) => <Link to={path}>{text}</Link>
