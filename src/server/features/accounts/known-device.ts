import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type App, jwtSecrets } from '#server/app.ts'

/** Browsers keep a cookie no longer. */
const lifeDays = 400
/** One for each person, as several may share a browser. */
const nameFor = (userId: number): string => `known_device_${userId}`
/** By https alone, and from this host alone: no other site of the same domain can set it. */
const hostNameFor = (userId: number): string => `__Host-${nameFor(userId)}`

/**
 * The mark that a browser gets when somebody has logged in with it: it opens nothing, but wrong passwords that others
 * tried for the same person do not keep it out. Signed, and bound to the person.
 */
export function knownDeviceCookie(app: App, userId: number): string {
  const expires = Math.floor(app.now().getTime() / 1000) + lifeDays * 86_400
  const body = `${userId}.${expires.toString(36)}.${randomBytes(12).toString('base64url')}`
  const value = `${body}.${sign(app.settings.jwtSecret, body)}`
  const kept = `Max-Age=${lifeDays * 86_400}; HttpOnly; SameSite=Lax`
  if (!isHttps(app)) return `${nameFor(userId)}=${value}; Path=/marketing/api/auth; ${kept}`
  return `${hostNameFor(userId)}=${value}; Path=/; ${kept}; Secure`
}

/** The id of a browser that this person has logged in with before; undefined for every other. */
export function knownDeviceOf(app: App, cookies: string | undefined, userId: number): string | undefined {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=')
    const found = /^((\d+)\.([0-9a-z]+)\.([\w-]{16}))\.([\w-]{43})$/.exec(value)
    // Browsers that were marked before the install had https keep their mark: its signature says whose it is.
    if ((name !== nameFor(userId) && name !== hostNameFor(userId)) || !found) continue
    const [, body = '', owner, expires = '', id = '', signature = ''] = found
    const isSigned = jwtSecrets(app).some((secret) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, body))),
    )
    const isFresh = Number.parseInt(expires, 36) * 1000 > app.now().getTime()
    if (isSigned && isFresh && Number(owner) === userId) return id
  }
  return undefined
}

const isHttps = (app: App): boolean => app.settings.publicUrl.startsWith('https:')

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`known device ${body}`).digest('base64url')
}
