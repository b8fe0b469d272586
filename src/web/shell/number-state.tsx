import { Link } from 'react-router'
import { formatPhone } from '#contract/text/phone-text.ts'
import type { Tone } from '../components/status.tsx'

/** The sending number and its state, as the header shows it; without a number, `word` says so. */
export function NumberState({
  to,
  tone,
  phone,
  word,
}: {
  to: string
  tone: Tone
  phone?: string | null
  word: string
}) {
  return (
    <Link className="number" to={to}>
      <span className={`dot is-${tone}`} />
      {phone ? <span className="tel">{formatPhone(phone)}</span> : null}
      <span className={phone ? 't3' : undefined}>{word}</span>
    </Link>
  )
}
