import { createHmac } from 'node:crypto'

/** What Meta posts when a person takes an app off their account, or asks it to delete their data. */
export function signedRequest(appSecret: string, userId: string, issuedAt = new Date()): string {
  const payload = Buffer.from(
    JSON.stringify({
      algorithm: 'HMAC-SHA256',
      issued_at: Math.floor(issuedAt.getTime() / 1000),
      user_id: userId,
    }),
  ).toString('base64url')
  return `${createHmac('sha256', appSecret).update(payload).digest('base64url')}.${payload}`
}
