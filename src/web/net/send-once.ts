import { type Endpoint, idempotencyHours, type ResponseOf } from '#contract/endpoint.ts'
import { t } from '../messages/t.ts'
import { currentSession } from '../session/session.ts'
import { readKey, removeKey, type StoredKey, writeKey } from '../session/storage.ts'
import { addressOf, type CallArguments, call } from './api.ts'
import { ApiError } from './api-error.ts'

/** A call whose answer has not come, with the key that it was sent with. */
type Asked = { text: string; key: string; at: number }

/**
 * A call that sends something to people. When its answer is lost, the same call gets the same key: the server then
 * answers what it has done, and does not do it again. Not for what can be undone and done again, such as a pause.
 */
export async function sendOnce<E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
): Promise<ResponseOf<E>> {
  const [input, options] = args as [Parameters<typeof addressOf>[1], object | undefined]
  const text = JSON.stringify([endpoint.method, addressOf(endpoint, input), input?.body])
  const once = { ...options, idempotencyKey: keyFor(text) }
  try {
    const answer = await call(endpoint, ...([input, once] as unknown as CallArguments<E>))
    forget(text)
    return answer
  } catch (error) {
    if (isAnswer(error)) forget(text)
    throw inWords(error)
  }
}

/** Whether the server said what came of it. Unavailable in the middle, it may have been done. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.kind === 'answer' &&
  error.status !== 503 &&
  error.code !== 'idempotency_under_way'

/** The server's sentences about keys are for programs. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, status } = error
  if (code === 'idempotency_under_way')
    return new ApiError('answer', t('app.error.underWay'), { code, status })
  if (code === 'idempotency_outcome_unknown')
    return new ApiError('answer', t('app.error.mayBeDone'), { code, status })
  return error
}

/** Kept before the call leaves: the page may be closed before its answer. */
function keyFor(text: string): string {
  const known = asked().find((one) => one.text === text)
  if (known) return known.key
  // Without https a browser has no randomUUID.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  keep([...asked(), { text, key, at: Date.now() }])
  return key
}

const forget = (text: string): void => keep(asked().filter((one) => one.text !== text))

const place = (): StoredKey => {
  const user = currentSession()?.user
  return `asked:${user?.user_id ?? user?.id ?? 0}`
}

/** Later the server does not have the answer any more. */
function asked(): Asked[] {
  const since = Date.now() - idempotencyHours * 3_600_000
  try {
    const list: unknown = JSON.parse(readKey(place()) ?? '[]')
    return Array.isArray(list) ? (list as Asked[]).filter(({ at }) => at > since) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

function keep(list: readonly Asked[]): void {
  if (list.length === 0) removeKey(place())
  else writeKey(place(), JSON.stringify(list))
}
