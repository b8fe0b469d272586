/** The flags of the house on a string, above a public page: a drawing of 800 × 112. */
export const pageFlags = Array.from({ length: 15 }, (_, at) => {
  // From -1 to 1 along the string, a parabola.
  const along = at / 7 - 1
  return {
    colour: at % 2 === 0 ? '#ffb940' : at % 4 === 1 ? '#f1efe9' : '#8b90a0',
    place: `translate(${(400 + along * 390).toFixed(0)} ${(56 - 40 * along * along).toFixed(0)}) rotate(${(-along * 12).toFixed(0)})`,
  }
})
export const flagPath = 'M-14 0h28v42l-14-10-14 10z'
export const stringPath = 'M-10 14Q400 98 810 14'

/** The first letter of a business, in a colour that stays as long as its name. */
export function initialOf(business: string): { letter: string; colour: string } {
  const name = business.trim()
  const [first] = new Intl.Segmenter().segment(name)
  const hue = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0)
  return { letter: (first?.segment ?? '').toUpperCase(), colour: `hsl(${hue} 45% 28%)` }
}
