import { inflateSync } from 'node:zlib'

const headerBytes = 44
const entryBytes = 20

/** The font in a WOFF 1.0 file as TrueType or OpenType: unpacked once here, and not for each PDF in JavaScript. */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = headerBytes + at * entryBytes
    const [from, packed, length] = [4, 8, 12].map((place) => file.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ]
    const bytes = file.subarray(from, from + packed)
    return {
      tag: file.subarray(entry, entry + 4),
      sum: file.readUInt32BE(entry + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const power = Math.floor(Math.log2(count))
  const header = Buffer.alloc(12 + 16 * count)
  file.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(16 * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * count - 16 * 2 ** power, 10)
  const parts: Buffer[] = [header]
  let place = header.length
  tables.forEach(({ tag, sum, bytes }, at) => {
    const entry = 12 + 16 * at
    tag.copy(header, entry)
    header.writeUInt32BE(sum, entry + 4)
    header.writeUInt32BE(place, entry + 8)
    header.writeUInt32BE(bytes.length, entry + 12)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    place += bytes.length + padding.length
  })
  return Buffer.concat(parts)
}
