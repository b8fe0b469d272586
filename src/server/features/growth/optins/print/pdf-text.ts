import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

/**
 * A font that a PDF embeds. Each file opens it anew from its bytes: a glyph keeps the letter that it was first asked for,
 * and one that was asked for as a part of another letter would be no text in the next file.
 */
type Face = { name: string; bytes: Buffer; font: Font }
export type Weight = 400 | 700

const require = createRequire(import.meta.url)

/** The first that has a letter is taken: Latin, then Devanagari. */
const packages = [
  ['schibsted-grotesk', ['latin', 'latin-ext']],
  ['noto-sans-devanagari', ['devanagari', 'latin', 'latin-ext']],
] as const

const read: Partial<Record<Weight, Face[]>> = {}

export function facesOf(weight: Weight): Face[] {
  read[weight] ??= packages.flatMap(([name, subsets]) =>
    subsets.map((subset) => {
      const path = require.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`)
      const bytes = unpackWoff(readFileSync(path))
      // A file of one font, no collection.
      return { name: `${name} ${subset} ${weight}`, bytes, font: create(bytes) as Font }
    }),
  )
  return read[weight]
}

/** A piece of text in one font. */
export type Run = { text: string; face: Face }

const words = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Joiners and variation selectors show nothing by themselves. */
const isUnseen = (letter: string): boolean => /^\p{Default_Ignorable_Code_Point}$/u.test(letter)

const faceFor = (faces: readonly Face[], cluster: string): Face | undefined =>
  faces.find(({ font }) =>
    Array.from(cluster).every(
      (letter) => isUnseen(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
    ),
  )

/** Text by fonts: letters that belong together stay together. What no font has is left out. */
export function runsOf(text: string, weight: Weight): Run[] {
  const faces = facesOf(weight)
  const runs: Run[] = []
  for (const { segment } of words.segment(text)) {
    const last = runs.at(-1)
    // A space, a comma or a digit stays in the font of the word before.
    const face = last && faceFor([last.face], segment) ? last.face : faceFor(faces, segment)
    if (!face) continue
    if (last && last.face === face) last.text += segment
    else runs.push({ text: segment, face })
  }
  return runs
}

/** The letters that no font of the product has. */
export const missingLetters = (text: string): string[] => [
  ...new Set(
    Array.from(words.segment(text), ({ segment }) => segment).filter(
      (cluster) => !/^\s+$/u.test(cluster) && !faceFor(facesOf(400), cluster),
    ),
  ),
]

/** Breaks a text into lines at its spaces, and a word that is too long at its letters. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/u).filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of words.segment(word)) {
      if (line !== '' && widthOf(line + segment) > width) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return line === '' ? lines : [...lines, line]
}
