import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { StartError } from './platform/errors.ts'

/** Secrets, files of customers and the database are in it: it is closed to every other user. */
const privateFolder = 0o700

/** @throws StartError that says why the folder cannot be made or closed. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: privateFolder })
    const { uid, mode } = statSync(folder)
    // One that an earlier version or a copy left open. What belongs to another user is not ours to close.
    if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(folder, privateFolder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'there is a file in its place' : `the system says ${code}`
    const what = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? 'written to' : 'made'
    throw new StartError(
      `The data folder ${folder} cannot be ${what}: ${why}. Set DATA_DIR to a folder that this user may write to.`,
    )
  }
}

const isFull = (code: string | undefined): boolean => code === 'ENOSPC' || code === 'EDQUOT'

/** What to do where the system took no file of the data folder; undefined for every other error. */
export function explainDisk(error: unknown): string | undefined {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException
  if (isFull(code))
    return `The disk of the data folder is full: the system says ${code}. Free some disk space, then start again.`
  const isRefused = code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
  if (!isRefused || path === undefined) return undefined
  return `${path} cannot be written: the system says ${code}. Set DATA_DIR to a folder that this user may write to.`
}
