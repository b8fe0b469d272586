import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, errorStatus, type Failure } from '#contract/errors.ts'
import { currentLanguage } from '#contract/messages/language.ts'
import type { en } from '#server/messages/en/index.ts'
import { t } from '#server/messages/t.ts'
import { isDatabaseOutage, isUnstorableText } from '../database.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { WrongKeyError } from '../secrets.ts'
import { noteSecurityEvent } from './security-events.ts'

/** Fastify's own refusals. */
const refusals: Record<string, [ErrorCode, Exclude<keyof typeof en.app.input, 'tooDeep' | 'unknownPath'>]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_input', 'notJson'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_input', 'emptyJson'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'wrongLength'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'bodyTooLarge'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'mediaType'],
  FST_ERR_BAD_URL: ['invalid_input', 'badUrl'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'notFound'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'multipart'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'fileTooLarge'],
  FST_PARTS_LIMIT: ['too_large', 'tooManyParts'],
  FST_FILES_LIMIT: ['too_large', 'tooManyFiles'],
  FST_FIELDS_LIMIT: ['too_large', 'tooManyFields'],
}

/** How the reader of forms says that one ends too soon or has no boundary: an error without a code. */
const brokenForm = /unexpected end of multipart data$|^Multipart: Boundary not found$/i

/** Turns whatever a handler threw into the one shape that every failed call answers. Nothing inner leaks. */
export function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
    if (error.cause)
      request.log.warn({ reqId: request.id, err: error.cause, code: error.code }, error.message)
    return send(reply, request, error.code, error.message, error.fields, undefined, error)
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const { instancePath, message } of error.validation) {
      const field = instancePath.replace(/^\//, '').replaceAll('/', '.')
      fields[field] ??= message ?? t('app.input.invalidField')
    }
    if (error.validationContext === 'params')
      return send(reply, request, 'not_found', t('app.input.notFound'))
    return send(reply, request, 'invalid_input', sentenceFor(fields), fields)
  }
  if (brokenForm.test(error.message)) {
    return send(reply, request, 'invalid_input', t('app.input.uploadCut'))
  }
  const refusal = refusals[error.code]
  if (refusal) return send(reply, request, refusal[0], t(`app.input.${refusal[1]}`))
  if (isDatabaseOutage(error)) {
    request.log.warn({ reqId: request.id, err: error }, 'the database is not reachable')
    reply.header('retry-after', 5)
    return send(reply, request, 'unavailable', t('app.fault.database'))
  }
  if (error instanceof WrongKeyError) {
    request.log.error({ reqId: request.id, err: error }, 'the encryption key is not the one it was')
    return send(reply, request, 'conflict', error.message)
  }
  // What comes in as JSON was looked at before; this is for the fields of forms and what files hold.
  if (isUnstorableText(error)) return send(reply, request, 'invalid_input', t('app.input.unstorable'))
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return send(reply, request, 'invalid_input', t('app.input.invalid'), undefined, error.statusCode)
  }
  // The client has disconnected, which aborts its work: that is not a failure.
  if (error.name === 'AbortError' && reply.raw.destroyed)
    return send(reply, request, 'unavailable', t('app.fault.internal'))
  request.log.error({ reqId: request.id, err: error }, 'a request failed')
  return send(reply, request, 'internal', t('app.fault.internal'))
}

/** The first field's sentence; in English one that only says "This" gets the field's name. */
function sentenceFor(fields: Record<string, string>): string {
  const [field, sentence] = Object.entries(fields)[0] ?? ['', t('app.input.invalid')]
  const name = field.split('.').findLast((part) => !/^\d*$/.test(part))
  if (!name || currentLanguage() !== 'en' || !sentence.startsWith('This ')) return sentence
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${sentence.slice('This'.length)}`
}

export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(
    reply,
    request,
    'not_found',
    t('app.input.unknownPath', { method: request.method, path: request.url.split('?')[0] ?? '' }),
  )
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  code: ErrorCode,
  message: string,
  fields?: Record<string, string>,
  status: number = errorStatus[code],
  { messageId, earlierPosts, problems }: Pick<AppError, 'messageId' | 'earlierPosts' | 'problems'> = {},
): FastifyReply {
  noteSecurityEvent(request.server.log as Logger, request, code)
  const body: Failure = {
    success: false,
    code,
    message,
    error: message,
    ...(fields && { fields }),
    ...(messageId !== undefined && { message_id: messageId }),
    ...(earlierPosts && { earlier_posts: earlierPosts }),
    ...(problems && { problems }),
    request_id: request.id,
  }
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}
