import { createHash } from 'node:crypto'
import { type Colour, png } from '../pictures/png.ts'

const side = 40

/** A profile picture as a PNG: two colours that follow from the id, so that each account has its own. */
export function profilePicture(id: string): Buffer {
  const digest = createHash('sha256').update(id).digest()
  const part = (at: number): number => 90 + ((digest[at] ?? 0) % 130)
  const colour = (from: number): Colour => [part(from), part(from + 1), part(from + 2)]
  const [one, other] = [colour(0), colour(3)]
  const slope = 1 + ((digest[6] ?? 0) % 3)
  return png(side, side, (x, y) => (y * slope + x > side ? one : other))
}
