import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const periodUs = 20_000
const root = '/sys/fs/cgroup'

/**
 * Limits processes to a share of one processor each, by a control group of Linux: one that only root can make.
 * @returns what lifts it; undefined where the system allows no limit.
 */
export function limitProcessors(pids: readonly number[], cores: number): (() => void) | undefined {
  const isOld = existsSync(join(root, 'cpu'))
  const parent = isOld ? join(root, 'cpu') : root
  const made: string[] = []
  const lift = () => {
    for (const [at, folder] of made.entries()) {
      writeFileSync(join(parent, 'cgroup.procs'), String(pids[at]))
      rmdirSync(folder)
    }
  }
  try {
    for (const pid of pids) {
      const folder = join(parent, `tidings-bench-${pid}`)
      mkdirSync(folder)
      made.push(folder)
      const quota = String(Math.round(periodUs * cores))
      if (isOld) {
        writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
        writeFileSync(join(folder, 'cpu.cfs_quota_us'), quota)
      } else {
        writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodUs}`)
      }
      writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    }
    return lift
  } catch {
    lift()
    return undefined
  }
}
