import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { importFileBytes } from '#contract/lead-imports.ts'
import type { App } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import { kindOf, UnreadableFile } from './table-file.ts'

/** A file that was uploaded and lies in the data folder. */
export type StoredFile = { fileName: string; bytes: number; kind: 'csv' | 'xlsx'; storedAs: string }

const tooLarge = `This file is larger than ${importFileBytes / 1_000_000} MB. Split it, or leave out columns.`
/** Files that no import names any more are removed after this time; their imports can be undone for seven days. */
const orphanDays = 8

/** Where a stored file lies. */
export function storedPath(app: App, storedAs: string): string {
  return join(app.settings.dataDir, 'imports', basename(storedAs))
}

export function rejectsPath(app: App, importId: number): string {
  return join(app.settings.dataDir, 'imports', `${importId}-rejects.csv`)
}

/**
 * Reads a multipart request to its end: the file goes to the disk as it comes, the fields are answered beside it.
 * Only .csv, .tsv and .xlsx pass, by name and by content.
 */
export async function receiveUpload(
  app: App,
  request: FastifyRequest,
): Promise<{ file: StoredFile; fields: Record<string, string> }> {
  // The form's own words around the file take a few kilobytes.
  if (Number(request.headers['content-length'] ?? 0) > importFileBytes + 64 * 1024) {
    throw new AppError('too_large', tooLarge)
  }
  await mkdir(join(app.settings.dataDir, 'imports'), { recursive: true, mode: 0o700 })
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
      if (!/\.(csv|tsv|xlsx)$/i.test(fileName)) {
        throw new AppError('unsupported_media_type', 'Only .csv is accepted (and .tsv and .xlsx).')
      }
      await pipeline(part.file, createWriteStream(storedPath(app, storedAs), { mode: 0o600 }))
      if (part.file.truncated) throw new AppError('too_large', tooLarge)
      received = { fileName, bytes: part.file.bytesRead }
    }
    if (!received) throw new AppError('invalid_input', 'Please choose a CSV file first')
    const kind = await kindOf(storedPath(app, storedAs), received.fileName).catch(asAppError)
    if (kind === 'xlsx' && !/\.xlsx$/i.test(received.fileName)) {
      throw new AppError(
        'unsupported_media_type',
        `${received.fileName} is an Excel workbook. Name it .xlsx.`,
      )
    }
    return { file: { ...received, kind, storedAs }, fields }
  } catch (error) {
    await dropFile(app, storedAs)
    throw error
  }
}

/** A file's own fault as an answer to the person who sent it; so is one that was cancelled while it was looked into. */
export function asAppError(error: unknown): never {
  if (error instanceof UnreadableFile) throw new AppError('rule_broken', error.message)
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    throw new AppError('conflict', 'This file is not kept any more. Upload it again.', { cause: error })
  }
  throw error
}

export async function dropFile(app: App, storedAs: string | null): Promise<void> {
  if (storedAs) await rm(storedPath(app, storedAs), { force: true })
}

/** Removes what crashes left behind. */
export async function dropOrphans(app: App): Promise<void> {
  const folder = join(app.settings.dataDir, 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const oldest = app.now().getTime() - orphanDays * 86_400_000
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < oldest) await rm(join(folder, name), { force: true })
  }
}
