import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { FileKind, importFileBytes } from '#contract/leads/imports.ts'
import { type App, filesDirOf } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { kindOf, UnreadableFile } from './file/table-file.ts'
import { faultText } from './import-texts.ts'

/** An uploaded file in the data folder. */
export type StoredFile = { fileName: string; bytes: number; kind: FileKind; storedAs: string }

/** Names and contents of accepted files, and the error for others. */
type Accepted = { names: RegExp; kinds: readonly FileKind[]; refusal: () => string }

/** The specification's own upload. */
export const onlyCsv: Accepted = {
  names: /\.csv$/i,
  kinds: ['csv'],
  refusal: () => t('leads.imports.onlyCsv'),
}
/** The import screen. */
export const anyList: Accepted = {
  names: /\.(?:csv|tsv|txt|xlsx|xls|ods|vcf)$/i,
  kinds: FileKind.options,
  refusal: () => t('leads.imports.anyList'),
}

const tooLarge = (): AppError =>
  new AppError('too_large', t('leads.imports.tooLarge', { megabytes: importFileBytes / 1_000_000 }))
/** Files that no import names any more are removed after this time; their imports can be undone for seven days. */
const orphanDays = 8

/** The path of a stored file. */
export function storedPath(app: App, storedAs: string): string {
  return join(filesDirOf(app), 'imports', basename(storedAs))
}

export function rejectsPath(app: App, importId: number): string {
  return join(filesDirOf(app), 'imports', `${importId}-rejects.csv`)
}

/**
 * Reads a multipart request to its end: the file goes to the disk as it comes, the fields are answered beside it.
 * Only what `accepts` names passes, by name and by content.
 */
export async function receiveUpload(
  app: App,
  request: FastifyRequest,
  accepts: Accepted,
): Promise<{ file: StoredFile; fields: Record<string, string> }> {
  // The other parts of the form take a few kilobytes.
  if (Number(request.headers['content-length'] ?? 0) > importFileBytes + 64 * 1024) {
    throw tooLarge()
  }
  await mkdir(join(filesDirOf(app), 'imports'), { recursive: true, mode: 0o700 })
  const storedAs = randomUUID()
  const fields: Record<string, string> = {}
  let received: { fileName: string; bytes: number } | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: importFileBytes, files: 1 } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      const fileName = part.filename.replace(/[\p{Cc}/\\]/gu, '').slice(-200)
      if (!fileName) {
        part.file.resume()
        continue
      }
      if (!accepts.names.test(fileName)) throw new AppError('unsupported_media_type', accepts.refusal())
      await pipeline(part.file, createWriteStream(storedPath(app, storedAs), { mode: 0o600 }))
      if (part.file.truncated) throw tooLarge()
      received = { fileName, bytes: part.file.bytesRead }
    }
    if (!received) throw new AppError('invalid_input', t('leads.imports.fileMissing'))
    const kind = await kindOf(storedPath(app, storedAs), received.fileName).catch(asAppError)
    if (!accepts.kinds.includes(kind)) throw new AppError('unsupported_media_type', accepts.refusal())
    return { file: { ...received, kind, storedAs }, fields }
  } catch (error) {
    await dropFile(app, storedAs)
    throw error
  }
}

/** An unreadable file, or one that was removed meanwhile, as an answer to the person. */
export function asAppError(error: unknown): never {
  if (error instanceof UnreadableFile) throw new AppError('rule_broken', faultText(error.fault))
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    throw new AppError('conflict', t('leads.imports.fileGone'), { cause: error })
  }
  throw error
}

export async function dropFile(app: App, storedAs: string | null): Promise<void> {
  if (storedAs) await rm(storedPath(app, storedAs), { force: true })
}

/** Removes what crashes left behind. */
export async function dropOrphans(app: App): Promise<void> {
  const folder = join(filesDirOf(app), 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const oldest = app.now().getTime() - orphanDays * 86_400_000
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < oldest) await rm(join(folder, name), { force: true })
  }
}
