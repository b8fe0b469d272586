import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A PNG whose left half is red and whose right half is blue. */
export async function picture({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#ff0000' }
  return await sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: await sharp({ create: half }).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
}

export async function bytesOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray())
}

/** A file of `test/files/media`: films of 4 seconds and a HEIC photo, left half red, right half blue. */
export function mediaFile(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'media', name))
}

/** A PNG of some hundred bytes whose header says that it has so many pixels. */
export function pictureBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF of one pixel. */
export const onePixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
