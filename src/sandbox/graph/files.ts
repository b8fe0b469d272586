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
  keepBytes(world, id, bytes)
  return { id, sha256: digest.digest('base64') }
}

export const fileAddress = (url: string, id: string): string => `${url}${filePath}${id}?at=${Date.now()}`

/** What the files in memory may weigh together; the oldest are forgotten first. */
const bytesAtMost = 128 * 1024 * 1024

/** Keeps the bytes of a file while there is room. */
export function keepBytes(world: Part<'files'>, id: string, bytes: Buffer) {
  world.files.set(id, bytes)
  let weight = 0
  for (const file of world.files.values()) weight += file.length
  for (const [old, file] of world.files) {
    if (weight <= bytesAtMost || old === id) return
    weight -= file.length
    world.files.delete(old)
  }
}
