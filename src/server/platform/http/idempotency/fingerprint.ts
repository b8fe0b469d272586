import { createHash, type Hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { longestIdempotencyKey } from '#contract/endpoint.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '../../errors.ts'

const header = 'idempotency-key'
/** The form's reader stops at the last boundary, a few bytes before the end of the stream. */
const restMs = 1000
const bodies = new WeakMap<FastifyRequest, Buffer>()

/**
 * The key of a call, without the quotes of draft-ietf-httpapi-idempotency-key-header; undefined without one.
 * @throws AppError `invalid_input`
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const given = headers[header]
  if (given === undefined) return undefined
  const key = String(given).replace(/^"(.*)"$/, '$1')
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > longestIdempotencyKey) {
    const sentence = t('app.idempotency.badKey', { count: longestIdempotencyKey })
    throw new AppError('invalid_input', sentence, { fields: { 'Idempotency-Key': sentence } })
  }
  return key
}

/** Keeps the hash of a JSON body as it came, where the call has a key. */
export function hashBody(request: FastifyRequest, text: string): void {
  if (request.headers[header] !== undefined) {
    bodies.set(request, createHash('sha256').update(text).digest())
  }
}

/** What a key is bound to: the call, its path and query, who may repeat it, and the body where it is JSON. */
export function fingerprintOf(request: FastifyRequest, person: string): Hash {
  const hash = createHash('sha256').update(JSON.stringify([request.method, request.url, person]))
  const body = bodies.get(request)
  if (body) hash.update(body)
  return hash
}

/**
 * Adds an upload to a hash while it is read, without its boundary, which clients choose again for each call.
 * @returns reads what its reader left, and says whether that was all of it.
 */
export function hashUpload(request: FastifyRequest, hash: Hash): () => Promise<boolean> {
  const { raw } = request
  const type = request.headers['content-type'] ?? ''
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = Buffer.from(quoted ?? plain ?? '\r\n')
  let rest = Buffer.alloc(0)
  let ended = false
  const add = (chunk: Buffer): void => {
    let data = Buffer.concat([rest, chunk])
    for (let at = data.indexOf(boundary); at >= 0; at = data.indexOf(boundary)) {
      hash.update(data.subarray(0, at))
      data = data.subarray(at + boundary.length)
    }
    const keep = Math.min(boundary.length - 1, data.length)
    hash.update(data.subarray(0, data.length - keep))
    rest = data.subarray(data.length - keep)
  }
  // Listening would start the stream before its reader is there.
  const join = (event: string | symbol): void => {
    if (event !== 'data') return
    raw.off('newListener', join)
    raw.on('data', add)
  }
  raw.on('newListener', join)
  raw.once('end', () => {
    hash.update(rest)
    ended = true
  })
  return async () => {
    if (!ended && !raw.destroyed) {
      const over = new Promise<void>((resolve) => raw.once('end', resolve).once('close', resolve))
      raw.resume()
      await Promise.race([over, setTimeout(restMs, undefined, { ref: false })])
    }
    return ended
  }
}
