import { createHash } from 'node:crypto'
import type { StoredFile } from '../world/social-posts.ts'

/** Pictures up to here are kept to be looked at. */
const largestPreview = 400_000

export const receivedFile = (raw: Uint8Array, mime: string): StoredFile => ({
  hash: createHash('sha256').update(raw).digest('hex'),
  bytes: raw.length,
  mime: mimeOf(raw) ?? mime,
  preview:
    raw.length <= largestPreview && /^image\//.test(mimeOf(raw) ?? mime)
      ? Buffer.from(raw).toString('base64')
      : null,
})

/** By its first bytes, as the networks look at a file. */
export function mimeOf(raw: Uint8Array): string | undefined {
  const head = Buffer.from(raw.subarray(0, 16)).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  if (head.startsWith('BM')) return 'image/bmp'
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'image/tiff'
  if (head.slice(0, 4) === 'RIFF' && head.slice(8, 12) === 'WEBP') return 'image/webp'
  if (head.slice(4, 8) === 'ftyp') return head.slice(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  if (head.startsWith('\x1aE\xdf\xa3')) return 'video/webm'
  return undefined
}

/** A multipart form as it came; undefined: it is none. */
export async function readForm(raw: Buffer, type: string | undefined): Promise<FormData | undefined> {
  if (!type?.startsWith('multipart/form-data')) return undefined
  try {
    return await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
