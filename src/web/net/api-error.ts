import type { FlowProblem } from '#contract/chatbot/check.ts'
import type { EarlierPost, ErrorCode, Failure } from '#contract/errors.ts'
import { t } from '../messages/t.ts'

/**
 * A call that did not succeed.
 * - `answer`: the server said no; `message` is its sentence, `fields` the sentences per field.
 * - `network`: nothing came back; nobody knows whether the server did it.
 * - `unreadable`: something came back that is not ours (a proxy's page, a cut-off answer).
 */
export class ApiError extends Error {
  readonly kind: 'answer' | 'network' | 'unreadable'
  readonly code: ErrorCode | 'network' | 'unreadable'
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The message that failed, where one was sent. */
  readonly messageId: number | undefined
  /** With the code `duplicate`: what went to the account before. */
  readonly earlierPosts: readonly EarlierPost[]
  /** Of a flow that cannot be published, by step. */
  readonly problems: readonly FlowProblem[]
  readonly requestId: string | undefined

  constructor(
    kind: 'answer' | 'network' | 'unreadable',
    message: string,
    details: {
      code?: ErrorCode
      status?: number
      fields?: Record<string, string>
      messageId?: number
      earlierPosts?: EarlierPost[]
      problems?: FlowProblem[]
      requestId?: string
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = kind
    this.code = kind === 'answer' ? (details.code ?? 'internal') : kind
    this.status = details.status ?? 0
    this.fields = details.fields ?? {}
    this.messageId = details.messageId
    this.earlierPosts = details.earlierPosts ?? []
    this.problems = details.problems ?? []
    this.requestId = details.requestId
  }
}

export function networkError(cause?: unknown): ApiError {
  return new ApiError('network', t('app.error.unreachable'), { cause })
}

/** A call that needs a session, made without one: it is not sent. */
export function notLoggedInError(): ApiError {
  return new ApiError('answer', t('app.session.notLoggedIn'), { code: 'unauthenticated', status: 401 })
}

export function unreadableError(status: number, cause?: unknown): ApiError {
  return new ApiError('unreadable', t('app.error.unreadable'), { status, cause })
}

/** The error that an answer's text stands for. `text` is what came back with a failing status. */
export function errorFromAnswer(status: number, text: string): ApiError {
  const body = parseObject(text)
  if (!body) return unreadableError(status)
  const failure = body as Partial<Failure>
  // A refusal that gives no reason is a refusal still: the screen has its own words for it.
  const message = failure.message || failure.error || ''
  if (!message && failure.success !== false) return unreadableError(status)
  return new ApiError('answer', message, {
    code: failure.code,
    status,
    fields: failure.fields,
    messageId: failure.message_id,
    earlierPosts: failure.earlier_posts,
    problems: failure.problems,
    requestId: failure.request_id,
  })
}

/** The text as a JSON object, or `null`. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * The sentence to show for an error: the server's own where it gave one, else the screen's words for
 * "it was refused" (`failed`) or "nothing came back" (`unreachable`).
 */
export function sentenceFor(error: unknown, words: { failed: string; unreachable?: string }): string {
  if (error instanceof ApiError) {
    if (error.kind === 'answer') return error.message || words.failed
    return words.unreachable ?? words.failed
  }
  return words.failed
}
