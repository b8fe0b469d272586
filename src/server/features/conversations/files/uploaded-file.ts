import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { largestFile } from '#contract/conversations/files.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/** The file of a form that somebody uploads. @throws AppError `invalid_input` where the form has none. */
export async function uploadedFile(request: FastifyRequest): Promise<{ stream: Readable; name: string }> {
  // One byte more than any may have: without a limit here the form's reader cuts each file off at 1 MiB.
  const part = await request.file({ limits: { files: 1, fileSize: largestFile + 1 } })
  if (part?.filename) return { stream: part.file, name: part.filename }
  const sentence = t('conversations.fileMissing')
  throw new AppError('invalid_input', sentence, { fields: { file: sentence } })
}
