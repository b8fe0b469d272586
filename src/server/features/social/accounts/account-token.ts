import type { App } from '#server/app.ts'
import type { Sealed } from '#server/platform/secrets.ts'
import type { SocialToken } from '#server/providers/social/network-login.ts'

/** Which account a token belongs to. The id of the row is not part of it: it is sealed before there is one. */
export type TokenOwner = { businessId: number; platform: string; externalId: string }

type TokenRow = {
  business_id: number
  platform: string
  external_id: string
  token_ciphertext: Buffer | null
  token_key_id: string | null
  token_issued_at: Date | null
  token_expires_at: Date | null
  refresh_ciphertext: Buffer | null
  refresh_key_id: string | null
  refresh_expires_at: Date | null
  data_access_ends_at: Date | null
}

export const socialTokenContext = (
  { businessId, platform, externalId }: TokenOwner,
  what: 'token' | 'refresh',
): string => `social_accounts ${businessId} ${platform} ${externalId} ${what}`

/** The columns of a token. Those of a refresh token are absent where there is none, so that a good one is kept. */
export function sealToken(app: App, owner: TokenOwner, token: SocialToken) {
  const access = app.secrets.seal(token.accessToken, socialTokenContext(owner, 'token'))
  const refresh =
    token.refreshToken && app.secrets.seal(token.refreshToken, socialTokenContext(owner, 'refresh'))
  return {
    token_ciphertext: access.ciphertext,
    token_key_id: access.key_id,
    token_issued_at: token.issuedAt,
    token_expires_at: token.expiresAt ?? null,
    ...(refresh && {
      refresh_ciphertext: refresh.ciphertext,
      refresh_key_id: refresh.key_id,
      refresh_expires_at: token.refreshExpiresAt ?? null,
    }),
  }
}

/**
 * The token of an account; undefined when it was removed.
 * @throws WrongKeyError when it was sealed with a key that we no longer have.
 */
export function openToken(app: App, row: TokenRow): SocialToken | undefined {
  const access = sealedOf(row.token_ciphertext, row.token_key_id)
  if (!access) return undefined
  const owner = { businessId: row.business_id, platform: row.platform, externalId: row.external_id }
  const refresh = sealedOf(row.refresh_ciphertext, row.refresh_key_id)
  return {
    accessToken: app.secrets.open(access, socialTokenContext(owner, 'token')),
    issuedAt: row.token_issued_at ?? app.now(),
    expiresAt: row.token_expires_at ?? undefined,
    refreshToken: refresh && app.secrets.open(refresh, socialTokenContext(owner, 'refresh')),
    refreshExpiresAt: row.refresh_expires_at ?? undefined,
    dataAccessEndsAt: row.data_access_ends_at ?? undefined,
  }
}

const sealedOf = (ciphertext: Buffer | null, keyId: string | null): Sealed | undefined =>
  ciphertext && keyId ? { ciphertext, key_id: keyId } : undefined
