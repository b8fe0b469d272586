import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { t } from '#server/messages/t.ts'

/** An encrypted text as it is stored: AES-256-GCM, with the id of the key it was made with. */
export type Sealed = { ciphertext: Buffer; key_id: string }

export type Secrets = {
  /** The id of the key that encrypts. */
  keyId: string
  /** Encrypts a text for the database. `context` (a table and row) must be given again to open it. */
  seal: (text: string, context: string) => Sealed
  /** Gives the text back, whichever of our keys it was encrypted with. Throws when the key is gone or the row was tampered with. */
  open: (sealed: Sealed, context: string) => string
  /** A key for keyed hashes, another one for each purpose; 32 bytes. It changes with the key. */
  keyFor: (purpose: string) => Buffer
  /** The keys of a purpose that others may have signed with: the current one first. */
  keysFor: (purpose: string) => Buffer[]
  /** A key for hashes that are stored for good: it stays when the key changes. */
  lastingKeyFor: (purpose: string) => Buffer
}

/** What was encrypted was encrypted with a key that we do not have; the sentence says what to do. */
export class WrongKeyError extends Error {}

/** Opens what can wait or be left where its key is gone. @returns undefined there; throws where the row was tampered with. */
export function openIfHeld({ open }: Secrets, sealed: Sealed, context: string): string | undefined {
  try {
    return open(sealed, context)
  } catch (error) {
    if (error instanceof WrongKeyError) return undefined
    throw error
  }
}

const ivBytes = 12
const tagBytes = 16

/** Derived from the key, so that rows and tokens tell which key they need. */
export const keyIdOf = (key: Buffer | string): string =>
  createHash('sha256').update('key-id').update(key).digest('hex').slice(0, 12)

const derive = (key: Buffer, purpose: string): Buffer =>
  createHmac('sha256', key).update(`key for ${purpose}`).digest()

/**
 * @param key 32 bytes; what is encrypted from now on is encrypted with it.
 * @param others keys that only open; asked each time, as a rotation adds one while we run.
 * @param lasting the key of the hashes that are stored for good.
 */
export function createSecrets(
  key: Buffer,
  others: () => readonly Buffer[] = () => [],
  lasting: Buffer = key,
): Secrets {
  if (key.length !== 32) throw new Error('The encryption key must be 32 bytes.')
  const keyId = keyIdOf(key)
  const held = new Map([[keyId, key]])
  const find = (id: string): Buffer | undefined => {
    if (!held.has(id)) for (const other of others()) held.set(keyIdOf(other), other)
    return held.get(id)
  }
  return {
    keyId,
    keyFor: (purpose) => derive(key, purpose),
    keysFor: (purpose) => [key, ...others()].map((one) => derive(one, purpose)),
    lastingKeyFor: (purpose) => derive(lasting, purpose),
    seal(text, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return { ciphertext: Buffer.concat([iv, cipher.getAuthTag(), body]), key_id: keyId }
    },
    open({ ciphertext, key_id }, context) {
      const fitting = find(key_id)
      if (!fitting) {
        throw new WrongKeyError(t('app.fault.wrongKey', { stored: key_id, current: keyId }))
      }
      const decipher = createDecipheriv('aes-256-gcm', fitting, ciphertext.subarray(0, ivBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(ciphertext.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([
        decipher.update(ciphertext.subarray(ivBytes + tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
