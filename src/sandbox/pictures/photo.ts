import { createHash } from 'node:crypto'
import { type Colour, png } from './png.ts'

const [width, height] = [480, 360]
const [columns, rows] = [4, 3]
/** Of the box, and of the place of each sweet in it. */
const [left, top, cell] = [40, 30, 100]
const radius = 38
/** So many are drawn; the writers share them. */
const kinds = 6
const tables: readonly Colour[] = [
  [0x3b, 0x5b, 0x57],
  [0x6b, 0x3f, 0x3a],
  [0x45, 0x4b, 0x6e],
]
const sweets: readonly Colour[] = [
  [0xe6, 0xa6, 0x3a],
  [0xf1, 0xe3, 0xc6],
  [0xc9, 0x6f, 0x3b],
  [0x9c, 0xb3, 0x5a],
  [0xd9, 0x7f, 0x8e],
]
const drawn = new Map<number, Buffer>()

/** A box of sweets as a customer might photograph it; the same for the same writer. */
export function samplePhoto(writer: string): Buffer {
  const nr = createHash('sha256').update(writer).digest()[0]! % kinds
  const known = drawn.get(nr)
  if (known) return known
  const made = draw(nr)
  drawn.set(nr, made)
  return made
}

function draw(nr: number): Buffer {
  const table = tables[nr % tables.length]!
  return png(width, height, (x, y) => {
    const [inX, inY] = [x - left, y - top]
    const [column, row] = [Math.floor(inX / cell), Math.floor(inY / cell)]
    // A light from the upper left.
    const light = 1.12 - (x / width + y / height) * 0.16
    if (column < 0 || column >= columns || row < 0 || row >= rows) return shade(table, light)
    const [dx, dy] = [inX - (column + 0.5) * cell, inY - (row + 0.5) * cell]
    const away = Math.hypot(dx, dy)
    const paper: Colour = (column + row) % 2 === 0 ? [0xf7, 0xf2, 0xe8] : [0xed, 0xe4, 0xd3]
    // The sweet's shadow lies to the lower right.
    const shadow = Math.hypot(dx - 5, dy - 6) < radius ? 0.8 : 1
    const sweet = sweets[(nr + column * 2 + row * 3) % sweets.length]!
    const round = shade(sweet, light * (1.1 - ((dx + dy) / radius) * 0.14))
    const nut = Math.hypot(dx, dy * 1.6) < 10 ? shade([0x8a, 0x5a, 0x33], light) : round
    return mix(shade(paper, light * shadow), nut, radius - away)
  })
}

const shade = ([red, green, blue]: Colour, by: number): Colour => [
  bright(red * by),
  bright(green * by),
  bright(blue * by),
]
const bright = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

/** The edge between two is one pixel wide. */
function mix(under: Colour, over: Colour, inside: number): Colour {
  const share = Math.max(0, Math.min(1, inside + 0.5))
  const part = (at: 0 | 1 | 2): number => Math.round(under[at] + (over[at] - under[at]) * share)
  return [part(0), part(1), part(2)]
}
