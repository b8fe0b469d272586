import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { refuseElsewhere } from './embedded/server-lock.ts'
import { StartError } from './errors.ts'

/**
 * Locks a data folder for this process. The lock of an ended process is taken over; one that still runs is
 * named in the error.
 * @returns releases the lock.
 */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'tidings.pid')
  const own = `${file}.${process.pid}`
  const refuse = (holder: string): never => {
    throw new StartError(
      `Tidings is already running on ${folder} (process ${holder}). Stop it, or set DATA_DIR to another folder.`,
    )
  }
  // Its process id says nothing here.
  await refuseElsewhere(join(folder, 'postgres'))
  try {
    await writeFile(own, `${process.pid} ${startOf(process.pid)}`)
    for (;;) {
      // A link appears with its content or not at all: a start at the same moment never reads half a lock.
      if (await made(link(own, file), 'EEXIST')) return () => rm(file, { force: true })
      const living = await holderOf(file)
      if (living) refuse(living)
      // Two starts may both have seen the stale lock: what was moved aside is looked at again before it goes.
      const aside = `${own}.old`
      if (!(await made(rename(file, aside), 'ENOENT'))) continue
      const stolenFrom = await holderOf(aside)
      if (stolenFrom) await made(link(aside, file), 'EEXIST')
      await rm(aside, { force: true })
      if (stolenFrom) refuse(stolenFrom)
    }
  } finally {
    await rm(own, { force: true })
  }
}

/** Whether it was done; false where it failed with this one code. */
async function made(doing: Promise<void>, expected: string): Promise<boolean> {
  try {
    await doing
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === expected) return false
    throw error
  }
}

/** The process that a lock names, if it still runs. */
async function holderOf(file: string): Promise<string | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const [pid = '', start = ''] = text.split(' ')
  return pid && isAlive(Number(pid)) && startOf(Number(pid)) === start ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * When a process started, where the system reports it: pids are used again, in a container at every start.
 */
function startOf(pid: number): string {
  if (platform() !== 'linux') return ''
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const startTimeField = 19
    return afterName[startTimeField] ?? ''
  } catch {
    return ''
  }
}
