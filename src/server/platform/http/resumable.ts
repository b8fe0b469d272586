import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An export can be resumed for so long. */
const keptHours = 6
/** As long as a resumed download waits for a file that is still being written. */
const longestWaitMs = 10 * 60_000
const lookEveryMs = 100
const readBytes = 256 * 1024

type Export = {
  /** Where exports are kept. */
  folder: string
  /** Whose it is; only they can resume it. */
  owner: number
  /** What is exported: the same address by the same owner. */
  what: string
  /** Writes the file from its beginning. */
  source: () => Promise<Readable>
  onError: (error: unknown) => void
}

/** Files of this process that are being written, by their path. */
const writing = new Map<string, { failed: boolean }>()

/**
 * Answers an export from a file, so that a download that was cut can be resumed with `Range` and gets the
 * rest of that file. `If-Range` names the file by its ETag; without it the newest of this address is used.
 */
export async function sendResumable(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, owner, what, source, onError }: Export,
): Promise<Readable | string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const prefix = `${owner}-${createHash('sha256').update(what).digest('hex').slice(0, 24)}-`
  reply.header('accept-ranges', 'bytes')
  const from = rangeStart(request.headers.range)
  const kept =
    from === undefined ? undefined : await findKept(folder, prefix, [request.headers['if-range']].flat()[0])
  if (from === undefined || kept === undefined) {
    const tag = `${Date.now()}-${randomUUID()}`
    const path = join(folder, `${prefix}${tag}`)
    await writeToFile(path, await source(), onError)
    reply.header('etag', `"${tag}"`)
    return tail(path)
  }
  reply.header('etag', `"${kept.slice(prefix.length)}"`)
  const path = join(folder, kept)
  const bytes = await untilWritten(path)
  if (bytes === undefined || from >= bytes) {
    reply.code(416).header('content-range', `bytes */${bytes ?? '*'}`)
    return ''
  }
  reply
    .code(206)
    .header('content-range', `bytes ${from}-${bytes - 1}/${bytes}`)
    .header('content-length', bytes - from)
  return Readable.from(read(path, from))
}

/** `bytes=N-`: what a resumed download asks for. Other ranges are answered with the whole. */
function rangeStart(range: string | undefined): number | undefined {
  const [, start] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? []
  return start === undefined ? undefined : Number(start)
}

async function findKept(
  folder: string,
  prefix: string,
  ifRange: string | undefined,
): Promise<string | undefined> {
  const names = (await readdir(folder)).map((name) => name.replace(/\.part$/, ''))
  const own = names.filter((name) => name.startsWith(prefix)).sort()
  return ifRange === undefined ? own.at(-1) : own.find((name) => `"${name.slice(prefix.length)}"` === ifRange)
}

/** Begins to write a file; `.part` until it is whole. A reader who leaves does not end it. */
async function writeToFile(path: string, source: Readable, onError: (error: unknown) => void): Promise<void> {
  const file = createWriteStream(`${path}.part`, { mode: 0o600 })
  await once(file, 'open')
  const state = { failed: false }
  writing.set(path, state)
  pipeline(source, file)
    .then(() => rename(`${path}.part`, path))
    .catch(async (error: unknown) => {
      state.failed = true
      onError(error)
      await rm(`${path}.part`, { force: true })
    })
    .finally(() => writing.delete(path))
}

/** A file while it grows, to its end. */
function tail(path: string): Readable {
  const state = writing.get(path)
  return Readable.from(
    (async function* () {
      const file = await open(`${path}.part`).catch(() => open(path))
      try {
        for (let from = 0; ; ) {
          // Asked before the read: what was written until then is read by it.
          const isWhole = writing.get(path) !== state
          const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, from)
          if (state?.failed) throw new Error('an export was cut off')
          if (bytesRead > 0) {
            from += bytesRead
            yield buffer.subarray(0, bytesRead)
          } else if (isWhole || state === undefined) return
          else await pause()
        }
      } finally {
        await file.close()
      }
    })(),
  )
}

async function* read(path: string, start: number): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (let from = start; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, from)
      if (bytesRead === 0) return
      from += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** The size of a file once it is whole; undefined where it never will be. */
async function untilWritten(path: string): Promise<number | undefined> {
  const sizeOf = async (name: string) => await stat(name).catch(() => undefined)
  for (const deadline = Date.now() + longestWaitMs; Date.now() < deadline; await pause()) {
    const whole = await sizeOf(path)
    if (whole) return whole.size
    if (!(await sizeOf(`${path}.part`))) return (await sizeOf(path))?.size
  }
  return undefined
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookEveryMs))

/** Removes exports whose time is over, or all of one owner. */
export async function dropExports(folder: string, now: Date, owner?: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isOld = async () => now.getTime() - ((await stat(path)).mtimeMs ?? 0) > keptHours * 3_600_000
    if (owner === undefined ? await isOld() : name.startsWith(`${owner}-`)) await rm(path, { force: true })
  }
}
