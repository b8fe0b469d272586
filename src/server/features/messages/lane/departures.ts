import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#server/app.ts'

/**
 * Which claimed messages a lane began to send, in a file of its owner's. A claim is committed ahead of the request, so
 * that a killed process leaves rows in `sending` whose request never left; this file tells them from the others.
 *
 * An entry is written before its request leaves, without waiting for the disk: the kernel keeps it when the process
 * is killed. Whether it kept all of it is certain only until the machine starts again, so the file names the boot.
 */
export type Departures = {
  /** Notes that a request is about to leave. False: it must not, because the file would say that it did not. */
  note: (message: { id: number; attempt: number; claimedAt: number }) => boolean
  /** The owner ended; the file stays for the next one unless it ended in order. */
  end: (inOrder: boolean) => void
}

/** As many entries a file takes; the two newest files are kept, which is more than can be under way. */
const entriesInFile = 100_000
/** Of owners whose machine never came back. */
const forgottenAfterMs = 7 * 86_400_000

const folderOf = ({ settings }: App): string => join(settings.dataDir, 'sending')
const pathOf = (app: App, owner: string, part: number): string =>
  join(folderOf(app), `${owner}.${part}.departures`)

/** Changes with each start of the machine; undefined where the system does not tell. */
function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}

/**
 * Opens the file of one ownership of a lane.
 * @param since all that was claimed later is in it if it left, as the database tells the time, in microseconds.
 */
export function openDepartures(app: App, owner: string, since: number): Departures {
  const boot = bootId()
  let file: number | undefined
  let part = 0
  let entries = 0
  let latest = since

  const open = (): void => {
    const opened = openSync(pathOf(app, owner, part), 'wx', 0o600)
    file = opened
    writeAll(opened, `${boot} ${latest}\n`)
    entries = 0
  }
  const close = (): void => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  const remove = (): void => {
    close()
    for (const one of [part - 1, part]) rmSync(pathOf(app, owner, one), { force: true })
  }
  /** Where not everything can be noted the file must not look whole. Without a file anything may leave. */
  let isBroken = false
  const giveUp = (error: unknown): boolean => {
    if (!isBroken) app.log.warn({ err: error }, 'departures of messages could not be noted')
    isBroken = true
    try {
      remove()
      isBroken = false
    } catch (removing) {
      app.log.debug(
        { err: removing },
        'the file of departures could not be removed; nothing is sent until it is',
      )
    }
    return !isBroken
  }

  if (boot !== undefined) {
    try {
      mkdirSync(folderOf(app), { recursive: true, mode: 0o700 })
      open()
    } catch (error) {
      giveUp(error)
    }
  }
  return {
    note({ id, attempt, claimedAt }) {
      if (isBroken) return giveUp(undefined)
      if (file === undefined) return true
      try {
        latest = Math.max(latest, claimedAt)
        writeAll(file, `${id} ${attempt}\n`)
        if (++entries >= entriesInFile) {
          close()
          rmSync(pathOf(app, owner, part - 1), { force: true })
          part++
          open()
        }
        return true
      } catch (error) {
        return giveUp(error)
      }
    },
    end(inOrder) {
      if (inOrder) {
        try {
          remove()
        } catch (error) {
          app.log.warn({ err: error }, 'the file of departures could not be removed')
        }
      } else close()
    },
  }
}

function writeAll(file: number, text: string): void {
  const written = writeSync(file, text)
  if (written !== Buffer.byteLength(text)) throw new Error('the disk took only a part of the entry')
}

/** What an earlier owner's files tell: which messages left, of those claimed later than `since`. */
export type Departed = { since: number; left: ReadonlySet<string> }

/** Whether a message that is under way for its row certainly never left. */
export function neverLeft(
  departed: Departed | undefined,
  message: { id: number; attempts: number; claimed_us: number },
): boolean {
  if (!departed || message.claimed_us <= departed.since) return false
  return !departed.left.has(`${message.id} ${message.attempts}`)
}

/** Undefined where the files are not there, of another machine or of before its last start: then nothing is known. */
export async function readDepartures(app: App, owner: string): Promise<Departed | undefined> {
  const boot = bootId()
  const parts = await partsOf(app, owner)
  if (boot === undefined || parts.length === 0) return undefined
  const left = new Set<string>()
  let since: number | undefined
  for (const part of parts) {
    const text = await readFile(pathOf(app, owner, part), 'utf8')
    const [header = '', ...entries] = text.split('\n')
    const [headerBoot, from] = header.split(' ')
    if (headerBoot !== boot || !from || !/^\d+$/.test(from)) return undefined
    since ??= Number(from)
    for (const entry of entries) left.add(entry)
  }
  return { since: since!, left }
}

/** The whole line of parts that are there, in order; none where one in between is missing. */
async function partsOf(app: App, owner: string): Promise<number[]> {
  const names = await listFiles(app)
  const parts = names
    .filter((name) => name.startsWith(`${owner}.`))
    .map((name) => Number(name.split('.')[1]))
    .sort((a, b) => a - b)
  return parts.every((part, index) => part === parts[0]! + index) ? parts : []
}

export async function removeDepartures(app: App, owner: string): Promise<void> {
  for (const name of await listFiles(app)) {
    const path = join(folderOf(app), name)
    const isOld = async () => Date.now() - (await stat(path)).mtimeMs > forgottenAfterMs
    if (name.startsWith(`${owner}.`) || (await isOld().catch(() => false))) await rm(path, { force: true })
  }
}

async function listFiles(app: App): Promise<string[]> {
  try {
    return await readdir(folderOf(app))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
