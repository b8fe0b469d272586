import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** A PNG whose pixels are asked for one by one. */
export function png(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  size.set([8, 2, 0, 0, 0], 8)
  const bytesOfLine = 1 + 3 * width
  const lines = Buffer.alloc(bytesOfLine * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines.set(colourAt(x, y), y * bytesOfLine + 1 + 3 * x)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(lines)),
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
