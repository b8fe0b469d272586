import { access, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, canReach } from './server-account.ts'

/** The system's limit for the path of a socket, less the byte that ends it. */
const longestBytes = 107

const prefix = 'tidings-pg-'

const socketOf = (folder: string, port: number | string): string => join(folder, `.s.PGSQL.${port}`)

/**
 * A name for the folder of the server's socket, whose round trips take 39 µs in place of 46 by a loopback connection.
 * It is apart from the data, because programs that copy folders stop at a socket.
 * @returns undefined where there can be none: Windows, too long a path or a comma in it, a folder closed to either.
 */
export async function chooseSocketFolder(account: Account): Promise<string | undefined> {
  if (platform() === 'win32' || tmpdir().includes(',') || !(await canReach(account, tmpdir())))
    return undefined
  const folder = await mkdtemp(join(tmpdir(), prefix))
  if (await takesSockets(socketOf(folder, 'probe'))) return folder
  await removeSocketFolder(folder)
  return undefined
}

/** Makes the folder before each start, without the files that a killed server left in it. */
export async function makeSocketFolder(folder: string, account: Account): Promise<void> {
  await removeSocketFolder(folder)
  await mkdir(folder, { mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
}

/** Removes what was made for a server that has ended; a folder of another's making is left alone. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith(prefix)) await rm(folder, { recursive: true, force: true })
}

/** The folder that a running server has its socket in, where this process sees it: it may have another `/tmp`. */
export async function findSocketFolder(folder: string, port: number): Promise<string | undefined> {
  if (!folder) return undefined
  return await access(socketOf(folder, port)).then(
    () => folder,
    () => undefined,
  )
}

async function takesSockets(path: string): Promise<boolean> {
  if (Buffer.byteLength(path) > longestBytes) return false
  const server = createServer()
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(path, () => server.close(() => resolve(true)))
  })
}
