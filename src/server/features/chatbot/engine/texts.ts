const pattern = /\{\{\s*(\w+)\s*\}\}/g

export type Values = (name: string) => string

/** Puts values in; what is not known is left out. */
export const fillText = (text: string, values: Values): string =>
  text.replaceAll(pattern, (_, name: string) => values(name))

/** Values cannot leave their part of an address. */
export const fillAddress = (address: string, values: Values): string =>
  address.replaceAll(pattern, (_, name: string) => encodeURIComponent(values(name).toWellFormed()))

/** Puts values into JSON: inside of a text as text, elsewhere as a number where it is one. */
export function fillJson(body: string, values: Values): string {
  let isText = false
  let filled = ''
  for (let at = 0; at < body.length; ) {
    pattern.lastIndex = at
    const match = pattern.exec(body)
    const until = match ? match.index : body.length
    for (let index = at; index < until; index++) {
      if (isText && body[index] === '\\') index++
      else if (body[index] === '"') isText = !isText
    }
    filled += body.slice(at, until)
    if (!match) break
    const value = values(match[1]!)
    const quoted = JSON.stringify(value)
    if (isText) filled += quoted.slice(1, -1)
    else filled += /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(value) ? value : quoted
    at = match.index + match[0].length
  }
  return filled
}

/** Marks that turn the direction of a text or that nobody sees; joiners of scripts and emoji, and line ends, stay. */
const hidden = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu

export const cleanAnswer = (text: string): string => text.toWellFormed().replaceAll(hidden, '').trim()

export const isBlank = (text: string): boolean =>
  text.replace(/[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/gu, '') === ''

/** At most so many characters, and no half of one. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At most so many characters, and no part of a letter or an emoji; only where the first is longer, that is cut. */
function cutLetters(text: string, most: number): string {
  if (text.length <= most) return text
  let end = 0
  for (const { index, segment } of letters.segment(text)) {
    if (index + segment.length > most) break
    end = index + segment.length
  }
  return end === 0 ? cut(text, most) : text.slice(0, end)
}

/** A title with its variables filled in: one line of at most so many characters. One without variables is left as it is. */
export function fillTitle(title: string, most: number, fill: (text: string) => string): string {
  const filled = fill(title)
  if (filled === title) return title
  return cutLetters(cleanAnswer(filled).replaceAll(/\s+/g, ' '), most).trim()
}

/** A value inside an answer of JSON, by its path; undefined where there is none. */
export function valueAt(json: unknown, path: string): string | undefined {
  let value = json
  for (const part of path.split('.').filter(Boolean)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  if (value === undefined || value === null) return undefined
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value), 4000)
    .toWellFormed()
    .replaceAll('\0', '')
}
