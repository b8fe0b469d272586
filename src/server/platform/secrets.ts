import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { t } from '#server/messages/t.ts'

/** An encrypted text as it is stored: AES-256-GCM, with the id of the key it was made with. */
export type Sealed = { ciphertext: Buffer; key_id: string }

export type Secrets = {
  /** Encrypts a text for the database. `context` (a table and row) must be given again to open it. */
  seal: (text: string, context: string) => Sealed
  /** Gives the text back. Throws when the key is another one or the row was tampered with. */
  open: (sealed: Sealed, context: string) => string
  /** A key for keyed hashes, another one for each purpose; 32 bytes. */
  keyFor: (purpose: string) => Buffer
}

/** What was encrypted was encrypted with a key that we do not have; the sentence says what to do. */
export class WrongKeyError extends Error {}

const ivBytes = 12
const tagBytes = 16

/** @param key 32 bytes. Its id is derived from it, so that rows tell which key opens them after a change of key. */
export function createSecrets(key: Buffer): Secrets {
  if (key.length !== 32) throw new Error('The encryption key must be 32 bytes.')
  const keyId = createHash('sha256').update('key-id').update(key).digest('hex').slice(0, 12)
  return {
    keyFor: (purpose) => createHmac('sha256', key).update(`key for ${purpose}`).digest(),
    seal(text, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return { ciphertext: Buffer.concat([iv, cipher.getAuthTag(), body]), key_id: keyId }
    },
    open({ ciphertext, key_id }, context) {
      if (key_id !== keyId) {
        throw new WrongKeyError(t('app.fault.wrongKey', { stored: key_id, current: keyId }))
      }
      const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, ivBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(ciphertext.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([
        decipher.update(ciphertext.subarray(ivBytes + tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
