import type { Hash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '../../errors.ts'
import { fingerprintOf, hashUpload, idempotencyKeyOf } from './fingerprint.ts'

/** A key that this process has, for a call that it does. */
export type IdempotencyClaim = { businessId: number; key: string; id: string }

/** What is kept of the call that came first with a key. The fingerprint of an upload is known at its end. */
export type EarlierCall =
  | { state: 'under_way'; fingerprint: Buffer | null }
  | { state: 'unknown'; fingerprint: Buffer | null }
  | { state: 'answered'; fingerprint: Buffer | null; status: number; body: string }

/** Where claims and answers are kept: a claim is there before the call does anything. */
export type IdempotencyStore = {
  claim: (
    businessId: number,
    key: string,
    fingerprint: Buffer | null,
  ) => Promise<IdempotencyClaim | EarlierCall>
  settle: (
    claim: IdempotencyClaim,
    answer: { fingerprint: Buffer; status: number; body: string },
  ) => Promise<void>
  /** Nothing was done: the key is free again. */
  release: (claim: IdempotencyClaim) => Promise<void>
  /** There is no answer to keep, and something may have been done. */
  abandon: (claim: IdempotencyClaim) => Promise<void>
}

type Open = { claim: IdempotencyClaim; hash: Hash; isWhole: () => Promise<boolean> }
const open = new WeakMap<FastifyRequest, Open>()

/**
 * Claims the `Idempotency-Key` of a call. An earlier call with the same key and body is answered again.
 * @returns whether the answer is sent.
 * @throws AppError `idempotency_key_reused`, `idempotency_under_way`, `idempotency_outcome_unknown`
 */
export async function startOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, multipart }: Endpoint,
  { businessId, userId }: { businessId: number; userId: number },
): Promise<boolean> {
  const store = request.server.idempotency
  const key = idempotencyKeyOf(request)
  if (!store || key === undefined) return false
  // What no API key may call is a person's own: a colleague is not shown the answer.
  const hash = fingerprintOf(request, scope ? '' : String(userId))
  const isUpload = multipart === true && request.isMultipart()
  const fingerprint = isUpload ? null : hash.copy().digest()
  const found = await store.claim(businessId, key, fingerprint)
  if (!('state' in found)) {
    const isWhole = isUpload ? hashUpload(request, hash) : async () => true
    open.set(request, { claim: found, hash, isWhole })
    return false
  }
  const own = fingerprint ?? (found.state === 'answered' ? await hashWhole(request, hash) : undefined)
  if (own && found.fingerprint && !own.equals(found.fingerprint)) {
    throw new AppError('idempotency_key_reused', t('app.idempotency.reused'))
  }
  if (found.state !== 'answered') {
    if (found.state === 'unknown')
      throw new AppError('idempotency_outcome_unknown', t('app.idempotency.unknown'))
    throw new AppError('idempotency_under_way', t('app.idempotency.underWay'), { retryAfterSeconds: 2 })
  }
  reply
    .code(found.status)
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .serializer((body: string) => body)
    .send(found.body)
  return true
}

async function hashWhole(request: FastifyRequest, hash: Hash): Promise<Buffer> {
  hashUpload(request, hash)
  request.raw.on('data', () => undefined)
  await finished(request.raw, { writable: false })
  return hash.digest()
}

/** Keeps the answer of a call that claimed a key, before it is sent. */
export function keepAnswers(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const call = open.get(request)
    const store = http.idempotency
    if (!call || !store) return payload
    open.delete(request)
    try {
      await keep(store, call, reply.statusCode, payload)
    } catch (error) {
      // The claim runs out: later calls are answered that the outcome is not known.
      request.log.error(
        { reqId: request.id, err: error },
        'an answer could not be kept for its idempotency key',
      )
    }
    return payload
  })
}

async function keep(
  store: IdempotencyStore,
  { claim, hash, isWhole }: Open,
  status: number,
  payload: unknown,
): Promise<void> {
  // A limit is reached, or an upload is broken off or refused before its end: before anything is done.
  if (status === 429 || !(await isWhole())) return await store.release(claim)
  // The database was away in the middle.
  if (status === 503 || typeof payload !== 'string') return await store.abandon(claim)
  await store.settle(claim, { fingerprint: hash.digest(), status, body: payload })
}
