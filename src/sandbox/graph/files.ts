import { createHash } from 'node:crypto'
import { newId, type Phone } from '../world/accounts.ts'
import type { Part } from '../world/world.ts'

export const filePath = '/sandbox/media/'
/** An address of a file is valid for five minutes. Source: …/cloud-api/reference/media. */
export const addressMs = 5 * 60_000

/** Registers a file that a person sends. */
export function addFile(
  world: Part<'accounts' | 'files'>,
  phone: Phone,
  { mime, bytes }: { mime: string; bytes: Buffer },
): { id: string; sha256: string } {
  const id = newId(16)
  const digest = createHash('sha256').update(bytes)
  const hex = digest.copy().digest('hex')
  world.accounts.media.set(id, {
    id,
    phoneId: phone.id,
    mime,
    bytes: bytes.length,
    sha256: hex,
    createdAt: Date.now(),
  })
  world.files.set(id, bytes)
  return { id, sha256: digest.digest('base64') }
}

export const fileAddress = (url: string, id: string): string => `${url}${filePath}${id}?at=${Date.now()}`

/** One grey pixel: what a file gives whose bytes are not kept. */
export const samplePicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgwLPnGk6WQAAAABJRU5ErkJggg==',
  'base64',
)
