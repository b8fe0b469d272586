import type { FastifyInstance } from 'fastify'

/** Requests of the last second say how busy people keep this process; it is kept in tenths. */
const partMs = 100
const parts = 10
/** An upload or a stream that stays open mostly waits: it counts no longer than this. */
const mostMs = 250

const sums = new Float64Array(parts)
const numbers = new Float64Array(parts)
const underWay = new Set<{ began: number }>()

const partAt = (now: number): number => Math.floor(now / partMs)

/** Notes how long requests take, so that background work can give way to them. */
export function watchForeground(http: Pick<FastifyInstance, 'addHook'>): void {
  http.addHook('onRequest', (_request, reply, done) => {
    const end = beginForeground()
    reply.raw.once('finish', end).once('close', end)
    done()
  })
}

/** Counts a request from now until the function that it returns is called, which answers the milliseconds between. */
export function beginForeground(): () => number {
  const one = { began: performance.now() }
  underWay.add(one)
  return () => {
    const now = performance.now()
    if (underWay.delete(one)) noteAnswered(one.began, now)
    return now - one.began
  }
}

/** Adds a request that began then and is over now. */
export function noteAnswered(began: number, now = performance.now()): void {
  const part = partAt(now)
  const at = part % parts
  if (numbers[at] !== part) {
    numbers[at] = part
    sums[at] = 0
  }
  sums[at] = (sums[at] ?? 0) + Math.min(mostMs, now - began)
}

/** The time that requests took within the last second, as a share of it; above 1 for several at once. */
export function foregroundShare(now = performance.now()): number {
  const oldest = partAt(now) - parts
  let total = 0
  for (const [at, part] of numbers.entries())
    if (part > oldest && part <= oldest + parts) total += sums[at] ?? 0
  for (const { began } of underWay) if (now - began < mostMs) total += now - began
  return total / (partMs * parts)
}
