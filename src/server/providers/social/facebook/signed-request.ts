import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Who took our app off, or asks for their data to be deleted; the id is the person's at our app. */
export type SignedRequest = { userId: string; issuedAt: Date }

const Payload = z.looseObject({
  algorithm: z.string(),
  issued_at: z.number().int().positive(),
  user_id: z.union([z.string().min(1), z.number().int()]).transform(String),
})

/**
 * Reads Meta's `signed_request`: the signature, a dot, and a JSON, both in base64url. The signature is an HMAC-SHA256
 * over the second part as it came. @returns undefined where our app's secret did not sign it.
 */
export function readSignedRequest(text: string, appSecret: string | undefined): SignedRequest | undefined {
  const [signature, payload, more] = text.split('.')
  if (!appSecret || !signature || !payload || more !== undefined) return undefined
  const right = createHmac('sha256', appSecret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const read = Payload.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')))
  if (!read.success || read.data.algorithm.toUpperCase() !== 'HMAC-SHA256') return undefined
  return { userId: read.data.user_id, issuedAt: new Date(read.data.issued_at * 1000) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
