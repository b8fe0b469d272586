import type { Messages } from './shape.ts'

const accented: Record<string, string> = {
  a: 'á',
  c: 'ç',
  d: 'đ',
  e: 'é',
  g: 'ğ',
  h: 'ĥ',
  i: 'í',
  j: 'ĵ',
  k: 'ķ',
  l: 'ĺ',
  n: 'ñ',
  o: 'ó',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ú',
  w: 'ŵ',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  D: 'Đ',
  E: 'É',
  G: 'Ğ',
  H: 'Ĥ',
  I: 'Í',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ĺ',
  N: 'Ñ',
  O: 'Ó',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Ú',
  W: 'Ŵ',
  Y: 'Ý',
  Z: 'Ž',
}

/** The messages with accents, 40 % longer, between brackets; parameters, plurals and tags stay as they are. */
export function pseudoMessages(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudo(value) : pseudoMessages(value),
    ]),
  )
}

function pseudo(message: string): string {
  let letters = 0
  let text = ''
  for (const piece of pieces(message)) {
    if (piece.plain) {
      letters += piece.text.length
      text += piece.text.replaceAll(/\p{L}/gu, (letter) => accented[letter] ?? letter)
    } else text += piece.text
  }
  return `⟦${text}${'·'.repeat(Math.ceil(letters * 0.4))}⟧`
}

/** The plain text of a message and what is syntax: tags, `{name}`, and of a plural all but its branches' texts. */
function* pieces(message: string): Generator<{ plain: boolean; text: string }> {
  // Each open brace is an argument (its head is syntax) or a branch of one (its inside is text).
  const open: ('argument' | 'branch')[] = []
  let start = 0
  const isPlain = () => open.at(-1) !== 'argument'
  for (let at = 0; at < message.length; at += 1) {
    const character = message[at]
    if (character === '{') {
      yield { plain: isPlain(), text: message.slice(start, at) }
      yield { plain: false, text: '{' }
      open.push(isPlain() ? 'argument' : 'branch')
      start = at + 1
    } else if (character === '}') {
      yield { plain: isPlain(), text: message.slice(start, at) }
      yield { plain: false, text: '}' }
      open.pop()
      start = at + 1
    } else if (character === '<' && isPlain()) {
      const end = message.indexOf('>', at)
      if (end < 0) continue
      yield { plain: true, text: message.slice(start, at) }
      yield { plain: false, text: message.slice(at, end + 1) }
      at = end
      start = end + 1
    }
  }
  yield { plain: isPlain(), text: message.slice(start) }
}
