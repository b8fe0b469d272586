import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header that carries the secret of the install. */
export const controlHeader = 'x-sandbox-secret'

const loopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * What is wrong with a request for what only the person at this machine may see or turn; null when nothing is. The
 * host keeps out a page whose name was pointed at this machine, the origin a page of another site.
 */
export function notFromHere(req: IncomingMessage): string | null {
  const { host = '', origin } = req.headers
  if (!loopback.test(req.socket.remoteAddress ?? '')) return 'Only from the machine itself.'
  if (!localHost.test(host)) return 'Only under the name localhost or 127.0.0.1.'
  if (origin !== undefined && origin !== `http://${host}`) return 'Not from a page of another site.'
  return null
}

/** @param secret where none is set, only in-process use and tests of the sandbox itself are meant. */
export function mayNotControl(req: IncomingMessage, secret: string | undefined): string | null {
  const problem = notFromHere(req)
  if (problem || secret === undefined) return problem
  const given = req.headers[controlHeader]
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const right = typeof given === 'string' && timingSafeEqual(hash(given), hash(secret))
  return right ? null : `The header ${controlHeader} must carry the secret of this install.`
}
