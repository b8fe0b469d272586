import { createHmac, randomBytes } from 'node:crypto'
import type { App } from '#server/app.ts'
import type { Sealed } from '#server/platform/secrets.ts'

const secretBytes = 32
const secretStart = 'whsec_'

/** A secret as Standard Webhooks writes it. */
export const newSecret = (): string => `${secretStart}${randomBytes(secretBytes).toString('base64')}`

export const hookContext = (businessId: number, endpointId: string): string =>
  `hook_endpoints:${businessId}:${endpointId}`

export const sealSecret = (app: App, businessId: number, endpointId: string, secret: string): Sealed =>
  app.secrets.seal(secret, hookContext(businessId, endpointId))

/** @returns undefined where the key that it was encrypted with is gone. */
export function openSecret(
  app: App,
  businessId: number,
  endpointId: string,
  sealed: Sealed,
): string | undefined {
  try {
    return app.secrets.open(sealed, hookContext(businessId, endpointId))
  } catch {
    return undefined
  }
}

/**
 * The headers of a call as in Standard Webhooks 1.0: HMAC-SHA256 over id, time and body, once for each secret that is
 * good. The time is part of it, so that a receiver can refuse a call that is sent again later.
 */
export function signedHeaders(
  webhookId: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(secretStart.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${webhookId}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
