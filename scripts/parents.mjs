// Watches the processes between us and npm: an npm that is killed outright passes no signal on, and the shell
// that it runs a script by keeps running.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'

const everyMs = 500
/** By its title, or as Node runs it; a shell whose command only mentions npm is none. */
const isNpm = /^(\S*\/)?((p?npm|yarn)(\s|$)|node(\.exe)?\s+\S*(p?npm|npm-cli|yarn)(\.[cm]?js)?(\s|$))/

/** A process's parent and command line; undefined where there is none, or this system does not tell. */
function look(pid) {
  try {
    if (process.platform === 'linux') {
      // The name is in brackets and may contain anything.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
    }
    const { stdout, status } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
    const found = status === 0 ? /^\s*(\d+)\s+(.*)/.exec(stdout) : null
    return found ? { parent: Number(found[1]), command: found[2] } : undefined
  } catch {
    return undefined
  }
}

/** From our parent up to npm, and to an npm that ran that one; the process that started the last may end. */
function lineToNpm() {
  const line = []
  let upTo = 1
  // An npm runs another through a shell at most.
  for (let pid = process.ppid, beyond = 0; pid > 1 && line.length < 12 && beyond < 3; ) {
    const found = look(pid)
    line.push(pid)
    if (!found) break
    if (isNpm.test(found.command)) {
      upTo = line.length
      beyond = 1
    } else if (beyond > 0) beyond += 1
    pid = found.parent
  }
  return line.slice(0, upTo)
}

/** Calls `gone` once when a process between us and npm, or npm itself, is no more. */
export function watchParents(gone) {
  const line = lineToNpm()
  const isWhole = () =>
    line.every((pid, at) => {
      const child = at === 0 ? undefined : line[at - 1]
      if (child === undefined) return process.ppid === pid
      // An ended process that was not reaped still answers; its children have another parent at once.
      if (process.platform === 'linux') return look(child)?.parent === pid
      try {
        return process.kill(pid, 0)
      } catch (error) {
        return error.code === 'EPERM'
      }
    })
  const watch = setInterval(() => {
    if (isWhole()) return
    clearInterval(watch)
    gone()
  }, everyMs)
}
