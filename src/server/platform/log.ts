import pino, { type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

/** Fields that are never printed, at any depth. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'current_password',
  'setup_code',
  'token',
  'access_token',
  'accessToken',
  'meta_access_token',
  'api_key',
  'apiKey',
  'client_secret',
  'appSecret',
  'app_secret',
  'pin',
  'code',
  'secret',
  'databaseUrl',
]

/**
 * The process's log: JSON lines on standard error, so that standard output keeps the one line for a person.
 * @param level pino's level name; `silent` for none.
 */
export function createLog(level: string): Logger {
  const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])
  return pino(
    { level, redact: { paths, censor: '[redacted]' }, base: undefined, serializers: { err: errorForLog } },
    pino.destination(2),
  )
}

/** SQLSTATEs whose details show the values of a row begin with these. */
const ofValues = /^2[23]/
const mailAddress = /[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu
/** What a mail server refuses it names. */
const withoutAddresses = (text: string): string => text.replace(mailAddress, '[email]')

/**
 * What is worth a line of an error. Drivers hang whole connections on theirs, passwords included, and the values of a
 * row, such as the address of a person.
 */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, detail, constraint } = error as { code?: unknown; detail?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    stack: error.stack && withoutAddresses(error.stack),
    ...(code !== undefined && { errorCode: code }),
    ...(detail !== undefined && !ofValues.test(String(code)) && { detail }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  }
}
