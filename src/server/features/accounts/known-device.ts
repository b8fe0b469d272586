import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type App, jwtSecrets } from '#server/app.ts'

/** Browsers keep a cookie no longer. */
const lifeDays = 400
/** One for each person, as several may share a browser. */
const nameFor = (userId: number): string => `known_device_${userId}`

/**
 * The mark that a browser gets when somebody has logged in with it: it opens nothing, but wrong passwords that others
 * tried for the same person do not keep it out. Signed, and bound to the person.
 */
export function knownDeviceCookie(app: App, userId: number): string {
  const expires = Math.floor(app.now().getTime() / 1000) + lifeDays * 86_400
  const body = `${userId}.${expires.toString(36)}.${randomBytes(12).toString('base64url')}`
  const secure = app.settings.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${nameFor(userId)}=${body}.${sign(app.settings.jwtSecret, body)}; Path=/marketing/api/auth; Max-Age=${lifeDays * 86_400}; HttpOnly; SameSite=Lax${secure}`
}

/** The id of a browser that this person has logged in with before; undefined for every other. */
export function knownDeviceOf(app: App, cookies: string | undefined, userId: number): string | undefined {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=')
    const found = /^((\d+)\.([0-9a-z]+)\.([\w-]{16}))\.([\w-]{43})$/.exec(value)
    if (name !== nameFor(userId) || !found) continue
    const [, body = '', owner, expires = '', id = '', signature = ''] = found
    const isSigned = jwtSecrets(app).some((secret) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, body))),
    )
    const isFresh = Number.parseInt(expires, 36) * 1000 > app.now().getTime()
    if (isSigned && isFresh && Number(owner) === userId) return id
  }
  return undefined
}

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`known device ${body}`).digest('base64url')
}
