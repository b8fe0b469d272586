import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '../errors.ts'
import type { Caller } from './server.ts'

/** @throws AppError `two_factor_required` for what a person without a second factor cannot call on this install. */
export function admitWithoutFactor({ needsFactor }: Caller, { beforeFactor }: Endpoint): void {
  if (needsFactor && !beforeFactor) throw new AppError('two_factor_required', t('app.fault.factorNeeded'))
}

/**
 * Lets an API key through where the endpoint names a scope that it has, and says how many calls are left, as
 * draft-ietf-httpapi-ratelimit-headers writes it. A session is always let through.
 * @throws AppError `rate_limited` above the limit; `forbidden` without the scope.
 */
export function admitKey(reply: FastifyReply, { apiKey }: Caller, { scope }: Endpoint): void {
  if (!apiKey) return
  const { calls, windowSeconds, left, resetSeconds } = apiKey.limit
  reply.header('ratelimit-policy', `"key";q=${calls};w=${windowSeconds}`)
  reply.header('ratelimit', `"key";r=${Math.max(0, left)};t=${resetSeconds}`)
  if (left < 0) {
    throw new AppError('rate_limited', t('apiKeys.limit', { count: calls }), {
      retryAfterSeconds: resetSeconds,
    })
  }
  if (scope === undefined) throw new AppError('forbidden', t('apiKeys.noKeys'))
  if (scope !== 'any' && !apiKey.scopes.includes(scope)) {
    throw new AppError('forbidden', t('apiKeys.scope', { scope }))
  }
}
