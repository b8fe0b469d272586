import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type MediaStore, openWhole } from '../media-store/media-store.ts'

/** An export can be resumed for so long. */
const keptHours = 6
/** As long as a resumed download waits for a file that is still being written. */
const longestWaitMs = 10 * 60_000
const lookEveryMs = 100
const readBytes = 256 * 1024

type Export = {
  /** Where exports are kept once they are whole. */
  media: MediaStore
  mime: string
  /** Whose it is; only they can resume it. */
  owner: number
  /** What is exported: the same address by the same owner. */
  what: string
  /** Writes the file from its beginning. */
  source: () => Promise<Readable>
  onError: (error: unknown) => void
}

const folder = 'exports/'
/** While it is written, in the folder for files that are being made. */
const partOf = (incoming: string, name: string): string => join(incoming, `export-${name}.part`)
type Writing = { isWhole: boolean; failed: boolean }

/**
 * Answers an export from a file, so that a download that was cut can be resumed with `Range` and gets the
 * rest of that file. `If-Range` names the file by its ETag; without it the newest of this address is used.
 */
export async function sendResumable(
  request: FastifyRequest,
  reply: FastifyReply,
  given: Export,
): Promise<Readable | string> {
  const { media, owner, what } = given
  const incoming = await media.incoming()
  const prefix = `${owner}-${createHash('sha256').update(what).digest('hex').slice(0, 24)}-`
  reply.header('accept-ranges', 'bytes')
  const from = rangeStart(request.headers.range)
  const kept =
    from === undefined
      ? undefined
      : await findKept(media, incoming, prefix, [request.headers['if-range']].flat()[0])
  if (from === undefined || kept === undefined) {
    const tag = `${Date.now()}-${randomUUID()}`
    const name = `${prefix}${tag}`
    const state = await writeToFile(partOf(incoming, name), name, given)
    reply.header('etag', `"${tag}"`)
    return tail(media, partOf(incoming, name), name, state)
  }
  reply.header('etag', `"${kept.slice(prefix.length)}"`)
  const bytes = await untilWritten(media, partOf(incoming, kept), kept)
  if (bytes === undefined || from >= bytes) {
    reply.code(416).header('content-range', `bytes */${bytes ?? '*'}`)
    return ''
  }
  reply
    .code(206)
    .header('content-range', `bytes ${from}-${bytes - 1}/${bytes}`)
    .header('content-length', bytes - from)
  return await media.open(`${folder}${kept}`, from, bytes)
}

/** `bytes=N-`: what a resumed download asks for. Other ranges are answered with the whole. */
function rangeStart(range: string | undefined): number | undefined {
  const [, start] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? []
  return start === undefined ? undefined : Number(start)
}

async function findKept(
  media: MediaStore,
  incoming: string,
  prefix: string,
  ifRange: string | undefined,
): Promise<string | undefined> {
  const own: string[] = []
  // In this order: one that goes to the store meanwhile is found twice, and not missed.
  for (const file of await readdir(incoming)) {
    const [, name = ''] = /^export-(.+)\.part$/.exec(file) ?? []
    if (name.startsWith(prefix)) own.push(name)
  }
  for await (const { key } of media.list(`${folder}${prefix}`)) own.push(key.slice(folder.length))
  return ifRange === undefined
    ? own.sort().at(-1)
    : own.find((name) => `"${name.slice(prefix.length)}"` === ifRange)
}

/** Begins to write a file, which goes to the store once it is whole. A reader who leaves does not end it. */
async function writeToFile(
  part: string,
  name: string,
  { media, mime, source, onError }: Export,
): Promise<Writing> {
  const from = await source()
  const file = createWriteStream(part, { mode: 0o600 })
  await once(file, 'open')
  const state = { isWhole: false, failed: false }
  pipeline(from, file)
    .then(() => {
      state.isWhole = true
    })
    .then(() => media.put(`${folder}${name}`, part, mime))
    .catch(async (error: unknown) => {
      // Whole and not stored, it can be read to its end and not be resumed.
      state.failed = !state.isWhole
      onError(error)
      await rm(part, { force: true })
    })
  return state
}

/** A file while it grows, to its end. */
function tail(media: MediaStore, part: string, name: string, state: Writing): Readable {
  return Readable.from(
    (async function* () {
      const file = await open(part).catch(() => undefined)
      if (!file) {
        if (state.failed) throw new Error('an export was cut off')
        yield* await openWhole(media, `${folder}${name}`)
        return
      }
      try {
        for (let from = 0; ; ) {
          // Asked before the read: what was written until then is read by it.
          const { isWhole } = state
          const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, from)
          if (state.failed) throw new Error('an export was cut off')
          if (bytesRead > 0) {
            from += bytesRead
            yield buffer.subarray(0, bytesRead)
          } else if (isWhole) return
          else await pause()
        }
      } finally {
        await file.close()
      }
    })(),
  )
}

/** The size of a file once it is in the store; undefined where it never will be. */
async function untilWritten(media: MediaStore, part: string, name: string): Promise<number | undefined> {
  for (const deadline = performance.now() + longestWaitMs; performance.now() < deadline; await pause()) {
    if (await stat(part).catch(() => undefined)) continue
    for await (const { key, bytes } of media.list(`${folder}${name}`))
      if (key === `${folder}${name}`) return bytes
    return undefined
  }
  return undefined
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookEveryMs))

/** Removes exports whose time is over, or all of one owner. */
export async function dropExports(media: MediaStore, now: Date, owner?: number): Promise<void> {
  const isOver = (changedAt: Date) => now.getTime() - changedAt.getTime() > keptHours * 3_600_000
  for await (const { key, changedAt } of media.list(owner === undefined ? folder : `${folder}${owner}-`))
    if (owner !== undefined || isOver(changedAt)) await media.remove(key)
}
