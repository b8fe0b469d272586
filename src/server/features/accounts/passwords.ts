import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane. About 30 ms on a small server.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash for storage; argon2id, which is this library's default kind. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, cost)
}

/** Whether a hash was made with another kind or less work than today's: it is made again at the next login. */
export const isHashOutdated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`)

let nobody: Promise<string> | undefined

/** Compares in the same time whether there is a hash (a known e-mail) or none. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  const matches = await verify(stored ?? (await nobody), password)
  return matches && stored !== undefined
}
