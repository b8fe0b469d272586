import { type App, jwtSecrets } from '#server/app.ts'
import {
  type KeptSecrets,
  keptSecrets,
  newEncryptionKey,
  newJwtSecret,
  replaceSecrets,
} from '#server/platform/keys/key-file.ts'
import { createSecrets, keyIdOf } from '#server/platform/secrets.ts'
import { countByKey, type Encrypted, encryptAgain } from './encrypt-again.ts'
import { type Serving, servingProcesses } from './processes.ts'

export { countByKey } from './encrypt-again.ts'
export { lastingKey } from './lasting-key.ts'

/** Why keys are not changed now; the command puts it into words. */
export type Refusal =
  | { why: 'other_keys' }
  | { why: 'at_work' }
  | { why: 'earlier_version' }
  | { why: 'unknown_key'; role: string; key: string }
  | { why: 'old_key_in_use'; roles: string[] }
  | { why: 'set_in_environment' }
  | { why: 'still_encrypted'; count: number }

export class KeysRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.why)
    this.refusal = refusal
  }
}

/** The keys that a command was started with, as the configuration reads them. */
export type Keys = {
  encryptionKey: Buffer
  otherEncryptionKeys: () => readonly Buffer[]
  givenKeys: { encryption: boolean; previous: boolean; jwt: boolean }
  secretsFile: string
}

export type Rotated = Encrypted & {
  /** What this run made new; nothing where it went on with an earlier one. */
  made: { encryption: boolean; jwt: boolean }
  /** Processes that still encrypt or sign with an old key. */
  behind: Serving[]
  /** Secrets of keys that nobody has any more, by the id of the key. */
  lost: Map<string, number>
}

/**
 * Makes a new encryption key and a new signing key, unless a change of keys is under way, and encrypts everything that
 * is stored with the new one. It can be killed at any moment and started again.
 * @param read reads the keys again, after the file was changed.
 * @throws KeysRefused where something must be set or restarted first.
 */
export async function rotateKeys(app: App, keys: Keys, read: () => Keys): Promise<Rotated> {
  return await alone(app, async () => {
    const serving = await servingProcesses(app)
    refuseStrangers(keys, serving)
    const kept = keptSecrets(keys.secretsFile)
    const stored = await countByKey(app)
    const held = idsOf(keys)
    if (stored.size > 0 && ![...stored.keys()].some((id) => held.has(id))) {
      throw new KeysRefused({ why: 'other_keys' })
    }
    const current = keyIdOf(keys.encryptionKey)
    const isUnderWay = keys.givenKeys.encryption
      ? keys.givenKeys.previous
      : kept.previousEncryptionKeys.length > 0
    if (keys.givenKeys.encryption && !isUnderWay) throw new KeysRefused({ why: 'set_in_environment' })
    if (keys.givenKeys.encryption) refuseOld(serving, current)

    const makesKey = !keys.givenKeys.encryption && !isUnderWay
    // A file that is under way has both already.
    const makesJwt =
      !keys.givenKeys.jwt && (makesKey || (keys.givenKeys.encryption && kept.previousJwtSecrets.length === 0))
    if (makesKey || makesJwt) replaceSecrets(keys.secretsFile, renewed(kept, makesKey, makesJwt))
    const now = read()
    const secrets = createSecrets(now.encryptionKey, now.otherEncryptionKeys)
    const done = await encryptAgain(
      app,
      secrets,
      [...idsOf(now)].filter((id) => id !== secrets.keyId),
    )
    const lost = [...(await countByKey(app))].filter(([id]) => !idsOf(now).has(id))
    const jwt = keys.givenKeys.jwt ? undefined : keyIdOf(keptSecrets(keys.secretsFile).jwtSecret)
    return {
      ...done,
      made: { encryption: makesKey, jwt: makesJwt },
      behind: (await servingProcesses(app)).filter(
        (one) => one.encryption !== secrets.keyId || (jwt !== undefined && one.jwt !== jwt),
      ),
      lost: new Map(lost),
    }
  })
}

const renewed = (kept: KeptSecrets, key: boolean, jwt: boolean): KeptSecrets => ({
  ...kept,
  ...(key && {
    encryptionKey: newEncryptionKey(),
    previousEncryptionKeys: [kept.encryptionKey, ...kept.previousEncryptionKeys],
  }),
  ...(jwt && { jwtSecret: newJwtSecret(), previousJwtSecrets: [kept.jwtSecret, ...kept.previousJwtSecrets] }),
})

export type Retired = {
  /** Old encryption keys and signing keys that were removed from the file. */
  removed: { encryption: number; jwt: number }
  /** Logins that an old signing key still serves, and when the last of them ends. */
  logins: { count: number; until: Date } | undefined
}

/**
 * Removes the old keys from the file.
 * @throws KeysRefused while anything is encrypted with an old key, or a process still uses one.
 */
export async function retireKeys(app: App, keys: Keys): Promise<Retired> {
  return await alone(app, async () => {
    const serving = await servingProcesses(app)
    refuseStrangers(keys, serving)
    const current = keyIdOf(keys.encryptionKey)
    refuseOld(serving, current)
    const held = idsOf(keys)
    const left = [...(await countByKey(app))].filter(([id]) => id !== current && held.has(id))
    if (left.length > 0) {
      const count = left.reduce((sum, [, one]) => sum + one, 0)
      throw new KeysRefused({ why: 'still_encrypted', count })
    }
    const kept = keptSecrets(keys.secretsFile)
    const older = jwtSecrets(app).slice(1)
    const logins = await loginsOfOther(app, keyIdOf(app.settings.jwtSecret))
    const signsOld = serving.some(({ jwt }) => jwt !== keyIdOf(app.settings.jwtSecret))
    const keepsJwt = keys.givenKeys.jwt || logins !== undefined || signsOld
    const next = {
      ...kept,
      previousEncryptionKeys: [],
      previousJwtSecrets: keepsJwt ? kept.previousJwtSecrets : [],
    }
    const removed = {
      encryption: kept.previousEncryptionKeys.length,
      jwt: kept.previousJwtSecrets.length - next.previousJwtSecrets.length,
    }
    if (removed.encryption + removed.jwt > 0) replaceSecrets(keys.secretsFile, next)
    return { removed, logins: older.length > 0 ? logins : undefined }
  })
}

async function loginsOfOther(app: App, keyId: string): Promise<Retired['logins']> {
  const { rows } = await app.pool.query<{ count: number; until: Date | null }>(
    `select count(*)::int as count, max(expires_at) as until from sessions
     where signing_key_id is distinct from $1 and revoked_at is null and expires_at > $2`,
    [keyId, app.now()],
  )
  const [found] = rows
  return found?.until ? { count: found.count, until: found.until } : undefined
}

const idsOf = (keys: Keys): Set<string> =>
  new Set([keys.encryptionKey, ...keys.otherEncryptionKeys()].map((key) => keyIdOf(key)))

/** Two commands at once would each make a key, and one of them would be lost. */
async function alone<T>(app: App, work: () => Promise<T>): Promise<T> {
  const client = await app.pool.connect()
  try {
    // A transaction's lock, which a pooler keeps with its connection.
    await client.query('begin')
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('change of keys', 0)) as taken`,
    )
    if (!rows[0]?.taken) throw new KeysRefused({ why: 'at_work' })
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** A process with a key that is not here could not read what we encrypt. */
function refuseStrangers(keys: Keys, serving: readonly Serving[]): void {
  if (serving.some(({ role }) => role === 'earlier')) {
    throw new KeysRefused({ why: 'earlier_version' })
  }
  const held = idsOf(keys)
  const strange = serving.find(({ encryption }) => !held.has(encryption))
  if (strange) {
    throw new KeysRefused({ why: 'unknown_key', role: strange.role, key: strange.encryption })
  }
}

function refuseOld(serving: readonly Serving[], current: string): void {
  const old = serving.filter(({ encryption }) => encryption !== current)
  if (old.length === 0) return
  throw new KeysRefused({ why: 'old_key_in_use', roles: old.map(({ role }) => role) })
}
