import { expect, test } from 'vitest'
import { type Piece, readMessage } from './message-text.ts'

const plain = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text
      if (piece.kind === 'variable') return `<${piece.name}>`
      return `${piece.kind}(${plain(piece.pieces)})`
    })
    .join('')

test.each([
  ['*bold* and _italic_ and ~gone~', 'bold(bold) and italic(italic) and strike(gone)'],
  ['*_both_*', 'bold(italic(both))'],
  ['_*both* and more_', 'italic(bold(both) and more)'],
  ['```*code* {{1}}```', 'mono(*code* <1>)'],
  ['Hello {{name}}, *{{ 2 }} boxes*', 'Hello <name>, bold(<2> boxes)'],
  ['{{custom_message}} and {{first_name}}', '<custom_message> and <first_name>'],
  ['5*3*2 and snake_case_name', '5*3*2 and snake_case_name'],
  ['* not bold * and ** nor this **', '* not bold * and ** nor this **'],
  ['*over\nlines*', '*over\nlines*'],
  ['(*tight*)!', '(bold(tight))!'],
  ['नमस्ते *मीनाक्षी* जी', 'नमस्ते bold(मीनाक्षी) जी'],
  ['*one* *two*', 'bold(one) bold(two)'],
  ['open *only', 'open *only'],
])('%j is shown as %s', (text, marked) => {
  expect(plain(readMessage(text))).toBe(marked)
})
