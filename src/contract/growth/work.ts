/** How many bits of a hash have to be zero: a second or so on a cheap phone. */
export const workBits = 18

/**
 * Looks for a number whose SHA-256 with the challenge begins with so many zero bits. It uses nothing outside itself:
 * pages of forms carry it as text, and have no `crypto.subtle` without https.
 * @param challenge at most 43 letters of one byte each, so that all of it is one block.
 * @returns -1 where none of `count` numbers from `first` is one.
 */
export function findWork(challenge: string, bits: number, first: number, count: number): number {
  const starts: number[] = []
  const keys: number[] = []
  for (let n = 2; keys.length < 64; n++) {
    let isPrime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false
    if (!isPrime) continue
    if (starts.length < 8) starts.push((Math.sqrt(n) * 2 ** 32) | 0)
    keys.push((Math.cbrt(n) * 2 ** 32) | 0)
  }
  const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
  const words = new Int32Array(64)
  for (let number = first; number < first + count; number++) {
    const text = `${challenge}:${number}`
    words.fill(0)
    for (let at = 0; at <= text.length; at++)
      words[at >> 2]! |= (at < text.length ? text.charCodeAt(at) : 128) << (24 - 8 * (at % 4))
    words[15] = text.length * 8
    for (let at = 16; at < 64; at++) {
      const [early, late] = [words[at - 15]!, words[at - 2]!]
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      words[at] = words[at - 16]! + small + words[at - 7]! + large
    }
    let [a, b, c, d, e, f, g, h] = starts as [number, number, number, number, number, number, number, number]
    for (let at = 0; at < 64; at++) {
      const one =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + keys[at]! + words[at]!) |
        0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    if ((starts[0]! + a) >>> (32 - bits) === 0) return number
  }
  return -1
}
