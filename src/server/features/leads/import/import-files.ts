import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { FileKind, importFileBytes } from '#contract/leads/imports.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { MediaMissing } from '#server/platform/media-store/media-store.ts'
import { kindOf, UnreadableFile } from './file/table-file.ts'
import { faultText } from './import-texts.ts'

/** An uploaded file in the media store. */
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

const folder = 'imports/'
const storedKey = (storedAs: string): string => `${folder}${basename(storedAs)}`
export const rejectsKey = (importId: number): string => `${folder}${importId}-rejects.csv`

/** A stored file on the disk while `use` runs. @throws MediaMissing */
export async function withStored<T>(
  app: App,
  storedAs: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  return await app.media.asFile(storedKey(storedAs), use)
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
  const storedAs = randomUUID()
  const path = join(await app.media.incoming(), storedAs)
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
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
      if (part.file.truncated) throw tooLarge()
      received = { fileName, bytes: part.file.bytesRead }
    }
    if (!received) throw new AppError('invalid_input', t('leads.imports.fileMissing'))
    const kind = await kindOf(path, received.fileName).catch(asAppError)
    if (!accepts.kinds.includes(kind)) throw new AppError('unsupported_media_type', accepts.refusal())
    await app.media.put(storedKey(storedAs), path, 'application/octet-stream')
    return { file: { ...received, kind, storedAs }, fields }
  } finally {
    await rm(path, { force: true })
  }
}

/** An unreadable file, or one that was removed meanwhile, as an answer to the person. */
export function asAppError(error: unknown): never {
  if (error instanceof UnreadableFile) throw new AppError('rule_broken', faultText(error.fault))
  if (error instanceof MediaMissing) {
    throw new AppError('conflict', t('leads.imports.fileGone'), { cause: error })
  }
  throw error
}

export async function dropFile(app: App, storedAs: string | null): Promise<void> {
  if (storedAs) await app.media.remove(storedKey(storedAs))
}

/** Removes what crashes left behind. An import that goes on after days without a process needs its file. */
export async function dropOrphans(app: App): Promise<void> {
  const oldest = app.now().getTime() - orphanDays * 86_400_000
  const old: string[] = []
  for await (const { key, changedAt } of app.media.list(folder))
    if (changedAt.getTime() < oldest) old.push(key)
  if (old.length === 0) return
  const named = await app.db
    .selectFrom('lead_imports')
    .select('stored_as')
    .where('stored_as', '=', sql<string>`any(${old.map((key) => basename(key))}::text[])`)
    .execute()
  const needed = new Set(named.map(({ stored_as }) => stored_as && storedKey(stored_as)))
  for (const key of old) if (!needed.has(key)) await app.media.remove(key)
}
