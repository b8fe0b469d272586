import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { StartError } from '../errors.ts'

export const Kept = z.object({
  jwtSecret: z.string(),
  encryptionKey: z.string(),
  verifyToken: z.string(),
  /** Newest first. They open and verify, and make nothing new. */
  previousEncryptionKeys: z.array(z.string()).default([]),
  previousJwtSecrets: z.array(z.string()).default([]),
})

/** What `secrets.json` of the data folder holds. */
export type KeptSecrets = z.infer<typeof Kept>

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
export const newEncryptionKey = (): string => hex(32)
export const newJwtSecret = (): string => hex(32)

/** Reads the secrets of a data folder; a folder without any gets new ones. */
export function keptSecrets(file: string): KeptSecrets {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM') {
      throw new StartError(
        `${file} belongs to another user. Start as that user, or give the whole folder to this one: chown -R.`,
      )
    }
    if (code !== 'ENOENT') {
      throw new StartError(
        `${file} cannot be read. Restore it from a backup: provider tokens are encrypted with it.`,
      )
    }
  }
  const secrets = { jwtSecret: newJwtSecret(), encryptionKey: newEncryptionKey(), verifyToken: hex(16) }
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    // Appears whole or not at all: web and worker that start together on a new folder get the same secrets.
    linkSync(draft, file)
    return Kept.parse(secrets)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return keptSecrets(file)
    throw cannotWrite(file, code)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Puts other secrets in place of the file's: whole or not at all, on the disk when it returns, with the same owner. */
export function replaceSecrets(file: string, secrets: KeptSecrets): void {
  const draft = `${file}.${process.pid}`
  try {
    const { uid, gid } = statSync(file)
    const opened = openSync(draft, 'w', 0o600)
    try {
      writeFileSync(opened, JSON.stringify(secrets, null, 2))
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    if (uid !== process.getuid?.()) chownSync(draft, uid, gid)
    renameSync(draft, file)
    // Without it a power failure may bring the old file back, after rows were encrypted with the new key.
    const folder = openSync(dirname(file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch (error) {
    throw cannotWrite(file, (error as NodeJS.ErrnoException).code)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The present secrets, which also open what a backup's did. Whichever has the other's key among its earlier ones is newer. */
export function withKeysOf(present: KeptSecrets, backup: KeptSecrets): KeptSecrets {
  const isOlder = backup.previousEncryptionKeys.includes(present.encryptionKey)
  const [newer, older] = isOlder ? [backup, present] : [present, backup]
  const earlier = (now: string, ...keys: string[]) => [...new Set(keys)].filter((key) => key !== now)
  return {
    ...present,
    encryptionKey: newer.encryptionKey,
    previousEncryptionKeys: earlier(
      newer.encryptionKey,
      ...newer.previousEncryptionKeys,
      older.encryptionKey,
      ...older.previousEncryptionKeys,
    ),
    previousJwtSecrets: earlier(
      present.jwtSecret,
      ...present.previousJwtSecrets,
      backup.jwtSecret,
      ...backup.previousJwtSecrets,
    ),
  }
}

function cannotWrite(file: string, code: string | undefined): StartError {
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  const whatToDo = isFull ? 'Free some disk space.' : 'Set DATA_DIR to a folder that this user may write to.'
  return new StartError(`${file} cannot be written: the system says ${code}. ${whatToDo}`)
}

/** The secrets of a file as they are now: read again when another process has replaced it. */
export function watchSecrets(file: string, first: KeptSecrets): () => KeptSecrets {
  let known = first
  let version = ''
  return () => {
    try {
      const { ino, mtimeMs, size } = statSync(file)
      const now = `${ino} ${mtimeMs} ${size}`
      if (now === version) return known
      known = Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
      version = now
    } catch {
      // What was read before is still right: keys are only added while a process that needs them runs.
    }
    return known
  }
}
