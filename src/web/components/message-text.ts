/** A piece of a message as WhatsApp shows it. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike' | 'mono'; pieces: Piece[] }
  | { kind: 'variable'; name: string }

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof marks

/**
 * Reads WhatsApp's formatting: *bold*, _italic_, ~strike~ and ```mono```, nested as people nest them, and the
 * placeholders {{1}} and {{name}}. A mark counts only where it hugs its words and stands at a word's edge, so that
 * 5*3*2 and snake_case stay as they are; it does not reach over a line's end.
 */
export function readMessage(text: string): Piece[] {
  const pieces: Piece[] = []
  let rest = text
  for (;;) {
    const mono = /```([\s\S]+?)```/.exec(rest)
    const before = mono ? rest.slice(0, mono.index) : rest
    pieces.push(...readMarks(before))
    if (!mono) return pieces
    pieces.push({ kind: 'mono', pieces: readVariables(mono[1] ?? '') })
    rest = rest.slice(mono.index + mono[0].length)
  }
}

const marked = /(?<![\p{L}\p{N}])([*_~])(?=[^\s*_~]|(?!\1)[*_~])([^\n]*?[^\s])\1(?![\p{L}\p{N}])/u

function readMarks(text: string): Piece[] {
  const found = marked.exec(text)
  if (!found) return readVariables(text)
  const kind = marks[found[1] as Mark]
  return [
    ...readVariables(text.slice(0, found.index)),
    { kind, pieces: readMarks(found[2] ?? '') },
    ...readMarks(text.slice(found.index + found[0].length)),
  ]
}

function readVariables(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)) {
    if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) })
    pieces.push({ kind: 'variable', name: found[1] ?? '' })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}
