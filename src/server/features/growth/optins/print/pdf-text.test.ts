import { expect, it } from 'vitest'
import { facesOf, linesOf, missingLetters, runsOf } from './pdf-text.ts'

const facesIn = (text: string) => runsOf(text, 400).map(({ text: run, face }) => [run, face.name])

it('takes a font that has the letters, and keeps letters that belong together in one', () => {
  expect(facesIn('News पर क्षत्रिय')).toEqual([
    ['News ', 'schibsted-grotesk latin 400'],
    ['पर क्षत्रिय', 'noto-sans-devanagari devanagari 400'],
  ])
  expect(missingLetters('São Paulo, ₹5, पर 🎉')).toEqual(['🎉'])
})

/** Glyphs that the font draws for a word. */
const glyphs = (word: string): number => facesOf(400)[2]?.font.layout(word).glyphs.length ?? 0

it('joins Devanagari letters as they are written', () => {
  // A conjunct is one glyph; the short i goes before its letter; the r goes over it.
  expect([glyphs('क्ष'), glyphs('ज्ञ'), glyphs('श्र')]).toEqual([1, 1, 1])
  const [first] = facesOf(400)[2]?.font.layout('कि').glyphs ?? []
  expect(first?.codePoints).toEqual([0x93f])
  expect(glyphs('र्क')).toBe(2)
})

it('breaks lines at spaces, and a word that is too long at its letters', () => {
  const width = (text: string) => text.length
  expect(linesOf('one two three', 7, width)).toEqual(['one two', 'three'])
  expect(linesOf('a abcdefgh', 4, width)).toEqual(['a', 'abcd', 'efgh'])
  expect(linesOf('', 4, width)).toEqual([])
})
