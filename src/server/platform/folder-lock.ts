import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { StartError } from './errors.ts'

/**
 * Makes this process the one that works on a data folder. A lock that a killed process left behind is taken
 * over; a living one is named.
 * @returns gives the folder back.
 */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'tidings.pid')
  for (;;) {
    try {
      await writeFile(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', start = ''] = (await readFile(file, 'utf8')).split(' ')
    if (pid && isAlive(Number(pid)) && startOf(Number(pid)) === start) {
      throw new StartError(
        `Tidings is already running on ${folder} (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
      )
    }
    await rm(file, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process started, where the system tells: numbers are used again, in a container at every start. */
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
