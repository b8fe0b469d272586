import type { FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#server/messages/t.ts'
import { AppError } from '../../errors.ts'
import { senderOf } from './network.ts'

type Limit = { atOnce: number; inWindow: number }

export const uploadWindowMs = 15 * 60_000
/** A tab sends six at once; pictures of a month of posts are some hundred. */
export const uploadsPerPerson: Limit = { atOnce: 20, inWindow: 600 }
/** Higher, because an office is behind one address. */
export const uploadsPerAddress: Limit = { atOnce: 60, inWindow: 3_000 }

/** The uploads of a person or an address in this process. */
type Count = { open: number; since: number; begun: number }
const counts = new Map<string, Count>()
/** Above this many, counts whose time is over are removed. */
const mostCounts = 1_000

/**
 * Counts an upload until it is answered, before its body is read.
 * @throws AppError `rate_limited` for too many of this person or network address, at once or in the window.
 */
export function countUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  now = Date.now(),
): void {
  const own = [
    { count: countOf(`person ${userId}`, now), limit: uploadsPerPerson },
    { count: countOf(`address ${senderOf(request.ip)}`, now), limit: uploadsPerAddress },
  ]
  for (const { count, limit } of own) {
    if (count.open >= limit.atOnce) throw tooMany(1)
    if (count.begun >= limit.inWindow) throw tooMany((count.since + uploadWindowMs - now) / 1000)
  }
  for (const { count } of own) {
    count.open += 1
    count.begun += 1
  }
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    for (const { count } of own) count.open -= 1
  }
  reply.raw.once('finish', end).once('close', end)
}

function countOf(subject: string, now: number): Count {
  if (counts.size > mostCounts) {
    for (const [name, { open, since }] of counts)
      if (open === 0 && since + uploadWindowMs <= now) counts.delete(name)
  }
  const count = counts.get(subject) ?? { open: 0, since: now, begun: 0 }
  counts.set(subject, count)
  if (count.since + uploadWindowMs <= now) Object.assign(count, { since: now, begun: 0 })
  return count
}

function tooMany(seconds: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return new AppError('rate_limited', t('app.fault.tooManyUploads', { minutes }), { retryAfterSeconds })
}
