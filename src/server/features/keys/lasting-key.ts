import type pg from 'pg'
import type { Logger } from '#server/platform/log.ts'
import { type Secrets, WrongKeyError } from '#server/platform/secrets.ts'

/** What the stored key is bound to. */
export const lastingContext = (name: string): string => `install_secrets ${name}`
const name = 'hashes'

/**
 * The key of the hashes that are stored for good: the encryption key that the install had when it first kept one. It
 * is stored encrypted, so that it outlives that key.
 * @param first the key that hashes were made with until now.
 */
export async function lastingKey(
  pool: pg.Pool,
  secrets: Secrets,
  first: Buffer,
  log: Logger,
): Promise<Buffer> {
  const read = () =>
    pool.query<{ secret_ciphertext: Buffer; secret_key_id: string }>(
      'select secret_ciphertext, secret_key_id from install_secrets where name = $1',
      [name],
    )
  let row = (await read()).rows[0]
  if (!row) {
    const { ciphertext, key_id } = secrets.seal(first.toString('hex'), lastingContext(name))
    await pool.query(
      `insert into install_secrets (name, secret_ciphertext, secret_key_id) values ($1, $2, $3)
       on conflict (name) do nothing`,
      [name, ciphertext, key_id],
    )
    row = (await read()).rows[0]
  }
  if (!row) throw new Error('the key of the stored hashes is not there')
  try {
    const sealed = { ciphertext: row.secret_ciphertext, key_id: row.secret_key_id }
    return Buffer.from(secrets.open(sealed, lastingContext(name)), 'hex')
  } catch (error) {
    // Without the right key the install still starts: accounts can be connected again.
    if (!(error instanceof WrongKeyError)) throw error
    log.error({ err: error }, 'the key of the stored hashes cannot be opened')
    return first
  }
}
