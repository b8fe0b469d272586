import type { OptinForm } from '#contract/growth/optin-form.ts'
import type { App } from '#server/app.ts'
import { foldWords, meaningOf } from '#server/features/leads/leads.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'

/** WhatsApp's short link, the number that it is of, and the text that it prepares. */
type ShortLink = {
  short_link: string | null
  short_link_phone_number_id: string | null
  short_link_text: string | null
}

/** With the word and a code it stays far below the 140 letters of `message_qrdls`. */
const mostLetters = 30

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Emoji, line ends, and marks of direction, of which the last reorder what stands beside them. */
const noText =
  /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]|\ufe0f|\u20e3)\u200d?/gu

/** The name of a form as a message carries it; empty where nothing of it is text, or where it would be read as an opt-out. */
async function nameInText(name: string): Promise<string> {
  const clean = name.normalize('NFC').replace(noText, ' ').replaceAll(/\s+/g, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(clean)) return ''
  const found = [...letters.segment(clean)].map(({ segment }) => segment)
  const whole = found.length <= mostLetters ? clean : found.slice(0, mostLetters + 1).join('')
  const short = found.length <= mostLetters ? clean : whole.slice(0, cutAt(whole)).trim()
  const meaning = await meaningOf({ text: short, at: new Date(0), phone: null, bsuid: null })
  return meaning === 'stop' ? '' : short
}

/** At the last space; a name without one is cut at its last letter. */
function cutAt(text: string): number {
  const space = text.lastIndexOf(' ')
  return space > 0 ? space : text.length - ([...letters.segment(text)].at(-1)?.segment.length ?? 0)
}

/** What people send to opt in: the name is for them, the code says which form it is. */
export async function joinText(name: string, code: string): Promise<string> {
  return ['JOIN', await nameInText(name), code].filter((part) => part !== '').join(' ')
}

type Links = {
  /** Of a text as it is. */
  of: (text: string) => OptinForm['join']
  withCode: (name: string, code: string, short?: ShortLink) => Promise<OptinForm['join']>
}

/** How people opt in by a message: a text with a code, or a keyword. */
export async function linkToWrite(app: App, businessId: number): Promise<Links> {
  const sender = await findSender(app, businessId)
  const of = (text: string) => {
    const url =
      sender && `https://wa.me/${sender.phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`
    return { text, phone: sender?.phone ?? null, url: url ?? null, short: false }
  }
  return {
    of,
    withCode: async (name, code, made) => {
      const long = of(await joinText(name, code))
      // A link that was made before the name changed still opts in, but prepares another text.
      const isCurrent =
        made?.short_link_phone_number_id === sender?.phone_number_id && made?.short_link_text === long.text
      return isCurrent && made?.short_link ? { ...long, url: made.short_link, short: true } : long
    },
  }
}

const codeLetters = 'BCDFGHJKMNPQRSTVWXZL'
const codeDigits = '3456789'

/** Letters and digits in turn, 3 to 5 of them: no word looks like that, and no vowel makes one. */
export const codeShape = { letters: codeLetters, digits: codeDigits }

/** Also the six hexadecimal digits of codes that were printed earlier. */
const anyCode = new RegExp(
  `(?<![A-Z0-9])(?:[0-9A-F]{6}|[${codeLetters}][${codeDigits}][${codeLetters}](?:[${codeDigits}][${codeLetters}]?)?)(?![A-Z0-9])`,
  'g',
)

/** What may be a code in a message, the last one first: it stands at the end, and a name may look like one. */
export const codesIn = (text: string): string[] => [
  ...new Set((text.normalize('NFKC').toUpperCase().match(anyCode) ?? []).reverse()),
]

/**
 * Whether a message with a form's code is the prepared text, as people change it: it begins with JOIN, or has nothing
 * but the code and words of the form's name. Nothing that stops is.
 */
export async function asksToJoin(text: string, code: string, name: string): Promise<boolean> {
  const said = foldWords(text).split(' ')
  const nameWords = foldWords(name).split(' ')
  const rest = said.filter((word) => word !== foldWords(code) && word !== 'join')
  if (said[0] !== 'join' && !rest.every((word) => nameWords.includes(word))) return false
  if (rest.length === 0) return true
  const isName =
    rest.join(' ') === foldWords(await nameInText(name)) || rest.join(' ') === nameWords.join(' ')
  if (isName) return true
  return (
    (await meaningOf({ text: rest.join(' '), at: new Date(0), phone: null, bsuid: null })) !== 'stop' &&
    (await meaningOf({ text, at: new Date(0), phone: null, bsuid: null })) !== 'stop'
  )
}
