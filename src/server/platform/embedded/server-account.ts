import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { StartError } from '../errors.ts'

/** Who the server runs as; undefined: as this process. */
export type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root: it gets the system's `postgres` account, else `nobody`. */
export function accountForServer(): Account {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such account here: try the next.
    }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody". Start as another user.',
  )
}

/**
 * The folder's name for a server that root starts. Where the account cannot pass through a parent folder, this is the
 * process's own working directory, which needs no search permission above it.
 */
export async function folderFor(account: Account, data: string): Promise<string> {
  return account && platform() === 'linux' && (await isClosed(dirname(data))) ? '/proc/self/cwd' : data
}

/** Whether the server's account can pass through this folder and those above it. */
export async function canReach(account: Account, folder: string): Promise<boolean> {
  return !account || !(await isClosed(folder))
}

/**
 * Runs a program as the server's account, in the data folder. Programs in a folder closed to that account (an install
 * under /root) get the capability to read through folders.
 * @param under a program that runs the other one.
 */
export async function runAs(
  account: Account,
  data: string,
  command: string,
  args: string[],
  under: string[] = [],
): Promise<string> {
  const [first = command, ...rest] = [...under, command, ...args]
  let file = first
  let argv = rest
  let identity: { uid?: number; gid?: number } = {}
  if (account) {
    if (await isClosed(dirname(command))) {
      file = 'setpriv'
      const passage = mayHandOn(readThroughFolders) ? '+dac_read_search' : '+dac_override'
      argv = [
        `--reuid=${account.uid}`,
        `--regid=${account.gid}`,
        '--clear-groups',
        `--inh-caps=${passage}`,
        `--ambient-caps=${passage}`,
        first,
        ...rest,
      ]
    } else identity = account
  }
  const child = spawn(file, argv, {
    ...identity,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: account ? data : '/',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return await output(child, command)
}

/** The bit of CAP_DAC_READ_SEARCH. */
const readThroughFolders = 2n

/** Whether this process has a capability that it can pass to its children. */
function mayHandOn(bit: bigint): boolean {
  const held = /^CapBnd:\s+([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return held !== undefined && ((BigInt(`0x${held}`) >> bit) & 1n) === 1n
}

async function isClosed(folder: string): Promise<boolean> {
  const othersMayPass = 0o001
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & othersMayPass) === 0) return true
    if (at === dirname(at)) return false
  }
}

async function output(child: ChildProcess, name: string): Promise<string> {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    // `exit`, not `close`: the server that pg_ctl leaves behind keeps our pipes open.
    child.once('exit', (code) => {
      child.stdout?.destroy()
      child.stderr?.destroy()
      if (code === 0) resolve(text)
      else
        reject(
          new Error(
            `${name} failed (${code}): ${text.trim().slice(-800) || 'see server.log in the data folder'}`,
          ),
        )
    })
  })
}
