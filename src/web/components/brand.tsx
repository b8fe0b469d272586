import { Link } from 'react-router'

/** The mark: one paper flag on a line, which is also a T. Its line takes the colour of the text. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path className="mark-flag" d="M7 5h10v17.8l-5-4.4-5 4.4z" />
      <path className="mark-line" d="M2 4.1Q12 7.1 22 4.1" strokeWidth="3.4" strokeLinecap="round" />
    </svg>
  )
}

/** Mark and word, leading to `to`. The landing page (`/`) is a document of its own. */
export function Brand({ to }: { to: string }) {
  return (
    <Link className="brand" to={to} reloadDocument={to === '/'}>
      <Mark />
      Tidings
    </Link>
  )
}
