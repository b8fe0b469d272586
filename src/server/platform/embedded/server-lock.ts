import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../errors.ts'

/**
 * The lock of a server and all its processes, which inherit it: the system releases it with the last of them. Unlike a
 * process id, it holds between containers. Where `flock` is not installed there is none.
 */
const nameOf = (folder: string): string => join(folder, 'tidings.lock')

/** How the command ended; undefined where there is none. */
const flock = (...args: string[]): Promise<number | undefined> =>
  new Promise((resolve) => {
    execFile('flock', args, (error) => resolve(error ? Number(error.code) || undefined : 0))
  })

/** What a command that starts a server is put under. */
export async function lockFor(folder: string): Promise<string[]> {
  if (platform() !== 'linux') return []
  return (await flock('--version')) === 0 ? ['flock', '-w', '60', nameOf(folder)] : []
}

/** Whether the command did not run because this file system has no locks, as some shared ones have none. */
export const isLockRefused = ({ message }: Error): boolean => /(^|: )flock: /m.test(message)

/** Notes who holds the lock: processes see each other by their ids only where these are the same. */
export const signLock = (data: string): Promise<void> =>
  platform() === 'linux' ? writeFile(nameOf(data), ownIds()) : Promise.resolve()

const ownIds = (): string => readlinkSync('/proc/self/ns/pid')

/** One container that follows another may start before the other has ended. */
const patienceMs = 5_000
const lookAgainMs = 200

/** @throws StartError where a server of another container is at work on the folder. */
export async function refuseElsewhere(data: string): Promise<void> {
  if (platform() !== 'linux') return
  const deadline = performance.now() + patienceMs
  for (;;) {
    const holder = await readFile(nameOf(data), 'utf8').catch(() => undefined)
    if (holder === undefined || holder === ownIds()) return
    const isTaken = 1
    if ((await flock('-n', nameOf(data), 'true')) !== isTaken) return
    if (performance.now() > deadline)
      throw new StartError(
        `Another container is at work on ${data}. Run commands in that one (docker compose exec tidings …), or stop it first.`,
      )
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}
