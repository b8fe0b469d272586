// What the commands for backups share: where a backup goes, how it is locked and opened, and what a fault says.
import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { Encrypter } from 'age-encryption'
import { StartError } from '#server/platform/errors.ts'

type Given = { recipient?: string; identity?: string; 'passphrase-file'?: string }

export const say = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** The file of a new backup. What is not there yet and has no ending is a folder: the next one must not replace it. */
export async function pathOf(to: string, ending: string): Promise<string> {
  const found = await stat(to).catch(() => undefined)
  const isFolder = to.endsWith('/') || (found ? found.isDirectory() : extname(to) === '')
  const date = new Date().toISOString().slice(0, 19).replace(/:/g, '-')
  return resolve(isFolder ? join(to, `tidings-${date}.tar.zst${ending}`) : to)
}

export async function lockFrom(given: Given) {
  // Also an empty one, as of a variable that is not set: a backup must not be readable for want of a key.
  if (given.recipient !== undefined) return { recipient: recipientFrom(given.recipient) }
  const passphrase = await passphraseFrom(given)
  return passphrase === undefined ? undefined : { passphrase }
}

export async function keyFrom(given: Given) {
  if (given.identity !== undefined) {
    const line = (await read(given.identity)).split('\n').find((one) => one.startsWith('AGE-SECRET-KEY-'))
    if (!line) throw new StartError(`${given.identity} holds no key of age.`)
    return { identity: line.trim() }
  }
  const passphrase = await passphraseFrom(given)
  return passphrase === undefined ? undefined : { passphrase }
}

async function passphraseFrom(given: Given): Promise<string | undefined> {
  const file = given['passphrase-file']
  if (file === undefined) return undefined
  const passphrase = (await read(file)).trim()
  const shortest = 12
  if (passphrase.length < shortest)
    throw new StartError(`The passphrase in ${file} needs at least ${shortest} characters.`)
  return passphrase
}

function recipientFrom(recipient: string): string {
  try {
    new Encrypter().addRecipient(recipient)
    return recipient
  } catch (cause) {
    throw new StartError(
      `--recipient must be the public key that --new-key printed. It begins with age1. ${recipient ? 'The text given is no such key.' : 'None is given.'}`,
      { cause },
    )
  }
}

const read = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be read: the system says ${cause.code}.`, { cause })
  })

/** A fault is one sentence and the end with 1. */
export function reportFaults(run: () => Promise<void>, usage: string): void {
  run().catch((error: unknown) => {
    const { code, message } = error as { code?: string; message: string }
    const isUsage = code?.startsWith('ERR_PARSE_ARGS')
    const text = error instanceof StartError ? message : isUsage ? `${message}\n${usage}` : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  })
}
