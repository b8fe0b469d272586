import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { largestVideo } from '#contract/social/media.ts'
import { PostMedia, PostOptions, PostTarget } from '#contract/social/posts.ts'
import { Platform } from '#contract/social/social.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { storeUpload } from '../../media/upload.ts'
import { refuseProblems } from './problems.ts'
import type { WantedPost } from './wanted.ts'

/** The form of a post, with its file stored. Its time is read by who knows what is wanted. */
export type PostForm = {
  wanted: WantedPost
  fields: Readonly<Record<string, string>>
  again: boolean
  requestId: string | undefined
  draftId: number | undefined
}

/** Facebook's longest text in bytes of UTF-8, for each of 50 accounts in `targets`. */
const fieldBytes = 2_000_000
const limits = { fileSize: largestVideo, files: 1, fields: 30, fieldSize: fieldBytes, parts: 40 }

const Targets = z.array(PostTarget).min(1).max(50)
const Uploaded = z.array(PostMedia).max(20)

/**
 * Reads a form as post_now and schedule_post take it, and stores its file.
 * @throws AppError with the specification's sentence where a field is missing.
 */
export async function readPostForm(app: App, caller: Caller, request: FastifyRequest): Promise<PostForm> {
  const fields: Record<string, string> = {}
  let fileId: number | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw invalidField(part.fieldname)
      fields[part.fieldname] = String(part.value)
    } else if (part.filename && part.fieldname === 'media') {
      const media = await storeUpload(app, caller.businessId, caller.userId, part.file, part.filename)
      fileId = media.id
    } else part.file.resume()
  }
  const media = jsonField(fields, 'uploaded', Uploaded) ?? []
  if (fileId) media.push({ media_id: fileId })
  const given = jsonField(fields, 'targets', Targets)
  const targets = given ?? [singleTarget(fields)]
  if (new Set(media.map(({ media_id }) => media_id)).size < media.length) throw invalidField('uploaded')
  return {
    wanted: {
      targets,
      caption: fields.caption ?? '',
      firstComment: fields.first_comment ?? null,
      link: fields.link ?? null,
      options: jsonField(fields, 'options', PostOptions) ?? {},
      media,
      severalTargets: given !== undefined,
    },
    fields,
    again: fields.again === 'true',
    requestId: jsonlessField(fields, 'request_id', z.uuid()),
    draftId: jsonlessField(fields, 'draft_id', Id),
  }
}

/** The specification's own form names one account and its platform. */
function singleTarget(fields: Readonly<Record<string, string>>): WantedPost['targets'][number] {
  const { account_id = '', platform = '' } = fields
  if (account_id.trim() === '') refuseProblems([{ field: 'account_id', code: 'required' }])
  if (platform.trim() === '') refuseProblems([{ field: 'platform', code: 'required' }])
  const id = Id.safeParse(account_id)
  if (!id.success) throw notFound('account')
  const read = Platform.safeParse(platform)
  if (read.success) return { account_id: id.data, platform: read.data }
  const sentence = read.error.issues[0]?.message ?? t('app.input.invalidField')
  throw new AppError('invalid_input', sentence, { fields: { platform: sentence } })
}

function jsonlessField<T extends z.ZodType>(
  fields: Readonly<Record<string, string>>,
  name: string,
  schema: T,
): z.output<T> | undefined {
  const text = fields[name]?.trim()
  if (!text) return undefined
  const read = schema.safeParse(text)
  if (!read.success) throw invalidField(name)
  return read.data
}

function jsonField<T extends z.ZodType>(
  fields: Readonly<Record<string, string>>,
  name: string,
  schema: T,
): z.output<T> | undefined {
  const text = fields[name]?.trim()
  if (!text) return undefined
  const read = schema.safeParse(parseJson(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalidField([name, ...(issue?.path ?? [])].join('.'), issue?.message)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function invalidField(field: string, sentence = t('app.input.invalidField')): AppError {
  return new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
}
