import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
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
