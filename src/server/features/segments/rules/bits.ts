/** A bit for each lead, 64 a chunk. All bits of one count have the same chunks in the same order. */
export type Bits = Uint32Array

/** Bits as they are read: `ids` names the chunk of each 64. */
export type Chunks = { ids: readonly number[]; columns: readonly Bits[] }

const wordsOfAChunk = 2
const bytesOfAChunk = 8

/** @param packed 8 bytes for each chunk, the highest first: numbers of chunks, and columns of bits. */
export function unpacked(packed: { ids: Buffer | null; columns: readonly (Buffer | null)[] }): Chunks {
  const { ids, columns } = packed
  const count = (ids?.length ?? 0) / bytesOfAChunk
  return {
    ids: Array.from({ length: count }, (_, nr) => Number(ids?.readBigInt64BE(nr * bytesOfAChunk))),
    // Which bit of a chunk is whose does not matter, as long as it is the same one everywhere.
    columns: columns.map((column) => new Uint32Array(Uint8Array.from(column ?? []).buffer)),
  }
}

/** The bits of a set in the order of these chunks; others are left out. */
export function inOrderOf(ids: readonly number[], { ids: own, columns: [bits] }: Chunks): Bits {
  const ordered = new Uint32Array(ids.length * wordsOfAChunk)
  const places = new Map(own.map((id, nr) => [id, nr]))
  for (const [nr, id] of ids.entries()) {
    const place = places.get(id)
    if (place === undefined || !bits) continue
    for (let word = 0; word < wordsOfAChunk; word++)
      ordered[nr * wordsOfAChunk + word] = bits[place * wordsOfAChunk + word] ?? 0
  }
  return ordered
}

/** Leads that are in all of one or more. */
export const inAll = (each: readonly Bits[]): Bits =>
  each.reduce((a, b) => a.map((word, nr) => word & (b[nr] ?? 0)))

/** Leads that are in one or more. */
export const inAny = (each: readonly Bits[]): Bits =>
  each.reduce((a, b) => a.map((word, nr) => word | (b[nr] ?? 0)))

/** Those that are not in it; also bits that are nobody's. */
export const inverted = (bits: Bits): Bits => bits.map((word) => ~word)

/** How many leads there are. */
export function countOf(bits: Bits): number {
  let count = 0
  for (const word of bits) count += onesOf(word)
  return count
}

/** The ones of a word, counted in pairs, fours and bytes. */
function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  const bytes = (fours + (fours >>> 4)) & 0x0f0f0f0f
  return Math.imul(bytes, 0x01010101) >>> 24
}
