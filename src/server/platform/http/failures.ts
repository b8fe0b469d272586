import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, errorStatus, type Failure } from '#contract/errors.ts'
import { isDatabaseOutage, isUnstorableText } from '../database.ts'
import { AppError } from '../errors.ts'
import { WrongKeyError } from '../secrets.ts'
import { unstorableTextSentence } from './raw-input.ts'

/** Fastify's own refusals, in sentences. */
const refusals: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_input', 'The request body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'invalid_input',
    'The request says that it carries JSON, but its body is empty.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_input',
    'The request body does not have the length it announced.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The request body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'This content type is not accepted here. Send JSON.',
  ],
  FST_ERR_BAD_URL: ['invalid_input', 'The address is not a valid one.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'This was not found.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'Send this as multipart/form-data.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'The file is too large.'],
  FST_PARTS_LIMIT: ['too_large', 'The form has too many parts.'],
  FST_FILES_LIMIT: ['too_large', 'The form has too many files.'],
  FST_FIELDS_LIMIT: ['too_large', 'The form has too many fields.'],
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
    return send(reply, request, error.code, error.message, error.fields, undefined, error.messageId)
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const { instancePath, message } of error.validation) {
      const field = instancePath.replace(/^\//, '').replaceAll('/', '.')
      fields[field] ??= message ?? 'This is not valid.'
    }
    if (error.validationContext === 'params') return send(reply, request, 'not_found', 'This was not found.')
    return send(reply, request, 'invalid_input', sentenceFor(fields), fields)
  }
  if (brokenForm.test(error.message)) {
    return send(reply, request, 'invalid_input', 'The upload broke off before its end. Send the file again.')
  }
  const refusal = refusals[error.code]
  if (refusal) return send(reply, request, ...refusal)
  if (isDatabaseOutage(error)) {
    request.log.warn({ reqId: request.id, err: error }, 'the database is not reachable')
    reply.header('retry-after', 5)
    return send(
      reply,
      request,
      'unavailable',
      'The database is not reachable right now. Nothing was lost; try again in a moment.',
    )
  }
  if (error instanceof WrongKeyError) {
    request.log.error({ reqId: request.id, err: error }, 'the encryption key is not the one it was')
    return send(reply, request, 'conflict', error.message)
  }
  // What comes in as JSON was looked at before; this is for the fields of forms and what files hold.
  if (isUnstorableText(error)) return send(reply, request, 'invalid_input', unstorableTextSentence)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return send(reply, request, 'invalid_input', 'The request is not valid.', undefined, error.statusCode)
  }
  request.log.error({ reqId: request.id, err: error }, 'a request failed')
  return send(
    reply,
    request,
    'internal',
    'Something went wrong on our side. Try again. If it happens again, the server log has the cause under the request id.',
  )
}

/** The first field's sentence; one that only says "this" gets the field's name. */
function sentenceFor(fields: Record<string, string>): string {
  const [field, sentence] = Object.entries(fields)[0] ?? ['', 'The request is not valid.']
  const name = field.split('.').findLast((part) => !/^\d*$/.test(part))
  if (!name || !sentence.startsWith('This ')) return sentence
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${sentence.slice('This'.length)}`
}

export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(
    reply,
    request,
    'not_found',
    `There is nothing at ${request.method} ${request.url.split('?')[0]}.`,
  )
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  code: ErrorCode,
  message: string,
  fields?: Record<string, string>,
  status: number = errorStatus[code],
  messageId?: number,
): FastifyReply {
  const body: Failure = {
    success: false,
    code,
    message,
    error: message,
    ...(fields && { fields }),
    ...(messageId !== undefined && { message_id: messageId }),
    request_id: request.id,
  }
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}
