import {
  buttonsOf,
  type ComponentShape,
  cardsIn,
  findComponent,
} from '#server/providers/meta/calls/template-variables.ts'
import { variableKey } from './variables.ts'

type Samples = { header_text?: string[] | undefined; body_text?: string[][] | undefined }
type Component = ComponentShape & { example?: Samples | null | undefined }

/** What tells the meaning of a numbered variable: two texts beside it, and its sample. */
type Place = { sides: readonly [string, string]; sample: string | undefined; isUrl?: boolean }

/**
 * The numbered variables whose number stands for something else now: both texts beside it are others, or it stands where
 * another one stood. A named variable says itself what it is.
 * @returns their keys, as `variableKey` gives them.
 */
export function movedVariables(before: readonly Component[], after: readonly Component[]): string[] {
  const [old, now] = [placesOf(before), placesOf(after)]
  return [...now].flatMap(([key, place]) => {
    const was = old.get(key)
    if (!was) return []
    const others = [...old].flatMap(([other, its]) => (other === key ? [] : [its]))
    return isMoved(was, place, others) ? [key] : []
  })
}

function isMoved(was: Place, now: Place, others: readonly Place[]): boolean {
  const isOthers = ([own, text, theirs]: readonly [string, string, string[]]) =>
    text !== '' && text !== own && theirs.includes(text)
  const swapped = [0, 1].some((at) =>
    isOthers([was.sides[at]!, now.sides[at]!, others.map(({ sides }) => sides[at]!)]),
  )
  const samples = others.map(({ sample = '' }) => sample)
  if (swapped || isOthers([was.sample ?? '', now.sample ?? '', samples])) return true
  const isOther = (at: 0 | 1) =>
    now.isUrl && at === 1 ? was.sides[1] !== now.sides[1] : !areAlike(was.sides[at], now.sides[at])
  const isBlank = (at: 0 | 1) => was.sides[at] === '' && now.sides[at] === ''
  const differs = [isOther(0), isOther(1)]
  // Nothing stands beside it on that side, so the other one decides.
  return ([0, 1] as const).every((at) => differs[at] || isBlank(at)) && differs.some(Boolean)
}

/** By key, the places of numbered variables in the texts, on the buttons and on the cards. */
function placesOf(components: readonly Component[], card?: number): Map<string, Place> {
  const inText = (where: 'header' | 'body', samples: readonly string[] = []) =>
    placesIn(findComponent(components, where.toUpperCase())?.text ?? '', samples).map(
      ([name, place]): [string, Place] => [
        variableKey(card === undefined ? { name, where } : { name, where: 'card', card }),
        place,
      ],
    )
  const sampleOf = (type: string) => components.find((one) => one.type.toUpperCase() === type)?.example
  const onButtons = buttonsOf({ components }).flatMap(({ text = '', url = '' }, index): [string, Place][] => {
    const name = String(index)
    const key = variableKey(
      card === undefined ? { name, where: 'button', index } : { name, where: 'card_button', index, card },
    )
    const place: Place = { sides: [wordsOf(text), url], sample: undefined, isUrl: true }
    return url.includes('{{') ? [[key, place]] : []
  })
  return new Map([
    ...(card === undefined ? inText('header', sampleOf('HEADER')?.header_text) : []),
    ...inText('body', sampleOf('BODY')?.body_text?.[0]),
    ...onButtons,
    ...cardsIn({ components }).flatMap((parts, at) => [...placesOf(parts, at)]),
  ])
}

const variable = /\{\{\s*(\d+)\s*\}\}/g
const sentenceEnd = /[.!?\n。！？।]+/

/** What stands on either side of each, up to the next variable or the end of the sentence. */
function placesIn(text: string, samples: readonly string[]): [string, Place][] {
  const found = new Map<string, Place>()
  const parts = text.split(variable)
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at]!
    if (found.has(name)) continue
    const sides = [parts[at - 1]!.split(sentenceEnd).at(-1)!, parts[at + 1]!.split(sentenceEnd)[0]!] as const
    const sample = samples[Number(name) - 1]
    found.set(name, { sides: [wordsOf(sides[0]), wordsOf(sides[1])], sample })
  }
  return [...found]
}

const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')

/** A corrected typo leaves most pairs of letters as they were. */
function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  const pairs = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
  if (one.length < 2 || other.length < 2) return false
  const left = pairs(other)
  const total = pairs(one).length + left.length
  let shared = 0
  for (const pair of pairs(one)) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    left.splice(at, 1)
    shared += 1
  }
  return (2 * shared) / total >= 0.5
}
