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
  expect(body, what).toMatchObject({
    success: false,
    code: expect.any(String),
    message: expect.stringMatching(/\S/),
    error: body.message,
    request_id: expect.stringMatching(/^[\w-]{8,}$/),
  })
  expect(Object.keys(errorStatus), what).toContain(body.code)
  expect(status, `${what}: ${text}`).toBe(errorStatus[body.code as ErrorCode])
  if (!providerCodes.includes(String(body.code))) expect(status, `${what}: ${text}`).toBeLessThan(500)
  expect(text, what).not.toMatch(inside)
}

/** An answer that succeeds, or a refusal. */
export function expectNoFault(reply: Reply, what: string): void {
  if (reply.status >= 400) expectRefusal(reply, what)
}
