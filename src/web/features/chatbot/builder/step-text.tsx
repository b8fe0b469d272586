import { Fragment, type ReactNode } from 'react'
import { type Piece, readMessage } from '#web/components/message-text.ts'

/** A text with its variables marked, without WhatsApp's formatting. */
export function StepText({ text }: { text: string }) {
  return readMessage(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
    <Fragment key={index}>{drawn(piece)}</Fragment>
  ))
}

function drawn(piece: Piece): ReactNode {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'variable') return <mark className="vr">{piece.name}</mark>
  return piece.pieces.map((one, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
    <Fragment key={index}>{drawn(one)}</Fragment>
  ))
}
