import { readText } from '#server/platform/outside/read-text.ts'

/** Which directory failed, how, and whether it is worth to try again. */
type DirectoryFault =
  /** It refuses this server: its rules of use were broken, or its operator blocked the address. */
  | 'blocked'
  /** Too many requests for now. */
  | 'busy'
  /** No connection, no answer, or a fault of its own. */
  | 'unreachable'
  /** The question was too large for it. */
  | 'too_large'

export class DirectoryError extends Error {
  readonly fault: DirectoryFault
  readonly retryAfterSeconds: number | undefined

  constructor(
    fault: DirectoryFault,
    sentence: string,
    more: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(sentence, { cause: more.cause })
    this.name = 'DirectoryError'
    this.fault = fault
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

type DirectoryRequest = {
  /** The directory's name, for sentences. */
  directory: string
  url: string
  method: 'GET' | 'POST'
  body?: URLSearchParams
  /** Both directories refuse requests that do not say who asks. */
  userAgent: string
  timeoutMs: number
  signal?: AbortSignal
}

/** An answer beyond this is not one: 500 places are some 400 kB. */
const largestAnswerBytes = 32 * 1024 * 1024

/**
 * Asks a directory and reads its JSON answer.
 * @throws DirectoryError
 */
export async function askDirectory(request: DirectoryRequest): Promise<unknown> {
  const { directory } = request
  const signals = [AbortSignal.timeout(request.timeoutMs), ...(request.signal ? [request.signal] : [])]
  let status: number
  let retryAfter: string | null
  let text: string
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: { 'user-agent': request.userAgent, accept: 'application/json' },
      body: request.body,
      signal: AbortSignal.any(signals),
      redirect: 'error',
    })
    status = answer.status
    retryAfter = answer.headers.get('retry-after')
    text = await readText(answer, largestAnswerBytes)
  } catch (error) {
    throw new DirectoryError('unreachable', `${directory} could not be reached.`, { cause: error })
  }
  if (status === 401 || status === 403) {
    throw new DirectoryError('blocked', `${directory} has blocked this server.`)
  }
  if (status === 429) {
    throw new DirectoryError('busy', `${directory} asks for fewer requests.`, {
      retryAfterSeconds: seconds(retryAfter),
    })
  }
  if (status === 504) throw new DirectoryError('too_large', `${directory} had no capacity for this search.`)
  if (status === 400) throw new DirectoryError('too_large', `${directory} did not understand this search.`)
  if (status !== 200)
    throw new DirectoryError('unreachable', `${directory} answered with a fault (${status}).`)
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    // A page for people where data is due: a block, a notice, or another program at that address.
    throw new DirectoryError('blocked', `${directory} answered with a page instead of data.`, {
      cause: error,
    })
  }
}

function seconds(header: string | null): number | undefined {
  const value = Number(header)
  return header !== null && Number.isFinite(value) && value > 0 ? Math.ceil(value) : undefined
}
