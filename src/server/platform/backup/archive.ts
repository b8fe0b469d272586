import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline, Readable, type Transform, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { StartError } from '../errors.ts'

/** What opens an encrypted archive: a key of age's, or a passphrase. */
export type Lock = { recipient: string } | { passphrase: string }
export type Key = { identity: string } | { passphrase: string }

export type ArchiveWriter = {
  add: (name: string, content: Uint8Array) => Promise<void>
  /** Takes exactly this many bytes. */
  addStream: (name: string, bytes: number, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** The file appears under its name, whole and on the disk. */
  close: () => Promise<void>
  abandon: () => Promise<void>
}

/** What an encrypted file begins with. */
const ageMark = 'age-encryption.org/'
/** Larger pieces cost fewer calls between the streams. */
const pieceBytes = 256 * 1024

/** A new file: entries of tar, compressed by zstd, encrypted by age where there is a lock. */
export async function writeArchive(path: string, lock: Lock | undefined): Promise<ArchiveWriter> {
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const { readable, controller } = createTarPacker()
  const compressed = through(readable as ReadableStream, createZstdCompress())
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  let fault: unknown
  const output = (lock ? await encrypted(compressed, lock) : compressed)
    .pipeTo(Writable.toWeb(file))
    .catch((error: unknown) => {
      fault = error
      // A write that waits fails as well.
      controller.error(error)
    })
  const addStream: ArchiveWriter['addStream'] = async (name, bytes, content) => {
    const writer = controller.add({ name, size: bytes, mode: 0o600 }).getWriter()
    for await (const piece of content) {
      for (let from = 0; from < piece.length; from += pieceBytes)
        await writer.write(new Uint8Array(piece.subarray(from, from + pieceBytes)))
    }
    await writer.close()
  }
  return {
    addStream,
    add: (name, content) => addStream(name, content.length, Readable.from([content])),
    async close() {
      controller.finalize()
      await output
      if (fault) throw fault
      const written = await open(draft, 'r+')
      await written.sync().finally(() => written.close())
      await rename(draft, path)
    },
    async abandon() {
      controller.error(new Error('the archive is abandoned'))
      await output
      await rm(draft, { force: true })
    },
  }
}

async function encrypted(plain: ReadableStream, lock: Lock): Promise<ReadableStream> {
  const encrypter = new Encrypter()
  if ('recipient' in lock) encrypter.addRecipient(lock.recipient)
  else encrypter.setPassphrase(lock.passphrase)
  return (await encrypter.encrypt(plain as globalThis.ReadableStream<Uint8Array>)) as ReadableStream
}

/** @throws StartError where the file is encrypted and the key is missing or wrong. */
export async function* readArchive(
  path: string,
  key: Key | undefined,
): AsyncGenerator<{ name: string; content: AsyncIterable<Uint8Array> }> {
  const file = Readable.toWeb(createReadStream(path, { highWaterMark: pieceBytes })) as ReadableStream
  const compressed = (await isEncrypted(path)) ? await decrypted(file, key) : file
  const unpacked = through(compressed, createZstdDecompress())
  const entries = (unpacked as globalThis.ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  )
  for await (const { header, body } of whole(entries)) yield { name: header.name, content: whole(body) }
}

/** What was read is not what was written: cut off, changed, or another kind of file. */
export class ArchiveDamaged extends Error {}

/** Marks faults of the file, as its reader has faults of its own. */
async function* whole<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (cause) {
    throw new ArchiveDamaged('the archive cannot be read to its end', { cause })
  }
}

/** A broken source breaks the result, whose reader reports it. */
function through(source: ReadableStream, transform: Transform): ReadableStream {
  return Readable.toWeb(pipeline(Readable.fromWeb(source), transform, () => undefined)) as ReadableStream
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(ageMark.length), 0, ageMark.length, 0)
    return buffer.toString('latin1') === ageMark
  } finally {
    await file.close()
  }
}

async function decrypted(file: ReadableStream, key: Key | undefined): Promise<ReadableStream> {
  if (!key)
    throw new StartError('The backup is encrypted. Give its key: --identity FILE, or --passphrase-file FILE.')
  const decrypter = new Decrypter()
  if ('identity' in key) decrypter.addIdentity(key.identity)
  else decrypter.addPassphrase(key.passphrase)
  try {
    return (await decrypter.decrypt(file as globalThis.ReadableStream<Uint8Array>)) as ReadableStream
  } catch (cause) {
    throw new StartError('This key does not open the backup.', { cause })
  }
}
