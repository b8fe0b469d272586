import { expect } from 'vitest'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Reply } from './requests.ts'

/** What the provider may say of a request that reached it. */
const providerCodes: readonly string[] = ['provider_failed', 'provider_timeout']

/** Traces of the inside: stacks, files, SQL, libraries. */
export const inside =
  /\bat \S+ \(|\.(ts|js):\d+|node_modules|\/(tmp|home|usr|work)\/|\b(select|insert|update|delete)\b .*\b(from|into|set)\b|(relation|constraint|column) \\?"|violates|invalid byte sequence|Zod|kysely|ECONN|ENOENT|\[object /

/** A failure has one of the contract's codes, its one shape, and no internals. */
export function expectRefusal({ status, text }: Reply, what: string): void {
  const body = JSON.parse(text) as Record<string, unknown>
  const shape = {
    success: body.success === false,
    code: typeof body.code === 'string' && Object.hasOwn(errorStatus, body.code),
    message: typeof body.message === 'string' && /\S/.test(body.message),
    error: body.error === body.message,
    request_id: typeof body.request_id === 'string' && /^[\w-]{8,}$/.test(body.request_id),
    status: status === errorStatus[body.code as ErrorCode],
    ours: status < 500 || providerCodes.includes(String(body.code)),
    nothing_of_the_inside: !inside.test(text),
  }
  // One assertion of each reply: there are tens of thousands.
  const wrong = Object.entries(shape).flatMap(([name, holds]) => (holds ? [] : [name]))
  if (wrong.length > 0) expect.fail(`${what}: ${status} with wrong ${wrong.join(', ')}: ${text}`)
}

/** An answer that succeeds, or a refusal. */
export function expectNoFault(reply: Reply, what: string): void {
  if (reply.status >= 400) expectRefusal(reply, what)
}
