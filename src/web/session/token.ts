/** A session token shorter than this is none. */
const minTokenLength = 10

type TokenVerdict = 'good' | 'missing' | 'too_short' | 'undecodable' | 'expired'

/**
 * What the guard thinks of a stored token. The signature is the server's to check; here only its shape and its
 * expiry count. A token without an expiry does not expire.
 */
export function judgeToken(token: string | null | undefined, now: Date): TokenVerdict {
  if (!token) return 'missing'
  if (token.length < minTokenLength) return 'too_short'
  const claims = readClaims(token)
  if (!claims) return 'undecodable'
  if (claims.exp !== undefined && claims.exp * 1000 <= now.getTime()) return 'expired'
  return 'good'
}

type Claims = { exp?: number }

/** The claims of a JWT, unverified; `null` where it is none. */
function readClaims(token: string): Claims | null {
  const part = token.split('.')[1]
  if (token.split('.').length !== 3 || !part) return null
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return null
    const { exp } = claims as { exp?: unknown }
    if (exp !== undefined && (typeof exp !== 'number' || !Number.isFinite(exp))) return null
    return { exp }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException || error instanceof TypeError)
      return null
    throw error
  }
}

/** The address without its `token` parameter, the token taken out of it; the rest stays as it was. */
export function takeToken(search: string): { token: string | null; rest: string } {
  const params = new URLSearchParams(search)
  const token = params.get('token')
  if (token === null) return { token: null, rest: search }
  params.delete('token')
  const rest = params.toString()
  return { token, rest: rest ? `?${rest}` : '' }
}
