import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const side = 40

/** A profile picture as a PNG: two colours that follow from the id, so that each account has its own. */
export function profilePicture(id: string): Buffer {
  const digest = createHash('sha256').update(id).digest()
  const colour = (from: number): number[] => [0, 1, 2].map((part) => 90 + ((digest[from + part] ?? 0) % 130))
  const [one, other] = [colour(0), colour(3)]
  const slope = 1 + ((digest[6] ?? 0) % 3)
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (_, x) => (y * slope + x > side ? one : other)).flat()]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // 8 bits a colour, three colours a pixel.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
