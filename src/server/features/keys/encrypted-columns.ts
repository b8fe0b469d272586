import { providerKeyContext, twoFactorContext } from '#server/features/accounts/accounts.ts'
import { metaEventContext, sourceContext } from '#server/features/analytics/analytics.ts'
import { aiKeyContext, botSecretContext } from '#server/features/chatbot/chatbot.ts'
import { answerContext, hookContext } from '#server/features/integrations/integrations.ts'
import { accountContext, loginContext, pinContext } from '#server/features/onboarding/onboarding.ts'
import { erasureContext } from '#server/features/privacy/privacy.ts'
import { grantContext, socialTokenContext } from '#server/features/social/social.ts'
import { lastingContext } from './lasting-key.ts'

/** A column that is encrypted: where the id of its key is, and what its rows are bound to. */
export type EncryptedColumn = {
  table: string
  ciphertext: string
  keyId: string
  /** The columns that the context is made of; read as text. */
  of: readonly string[]
  context: (...of: string[]) => string
}

const socialToken =
  (what: 'token' | 'refresh') =>
  (business = '', platform = '', externalId = ''): string =>
    socialTokenContext({ businessId: Number(business), platform, externalId }, what)

/** Every encrypted column of the database. A test compares it with the database. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'bot_secrets',
    ciphertext: 'secret_ciphertext',
    keyId: 'secret_key_id',
    of: ['business_id', 'id'],
    context: (business, id = '') => botSecretContext(Number(business), id),
  },
  {
    table: 'bot_settings',
    ciphertext: 'ai_key_ciphertext',
    keyId: 'ai_key_id',
    of: ['business_id'],
    context: (business) => aiKeyContext(Number(business)),
  },
  {
    table: 'businesses',
    ciphertext: 'provider_key_ciphertext',
    keyId: 'provider_key_id',
    of: ['id'],
    context: (id) => providerKeyContext(Number(id)),
  },
  {
    table: 'erasures',
    ciphertext: 'person_ciphertext',
    keyId: 'person_key_id',
    of: ['business_id'],
    context: (business) => erasureContext(Number(business)),
  },
  {
    table: 'conversion_sources',
    ciphertext: 'secret_ciphertext',
    keyId: 'secret_key_id',
    of: ['business_id', 'id'],
    context: (business, id = '') => sourceContext(Number(business), id),
  },
  {
    table: 'meta_event_settings',
    ciphertext: 'token_ciphertext',
    keyId: 'token_key_id',
    of: ['business_id'],
    context: (business) => metaEventContext(Number(business)),
  },
  {
    table: 'hook_endpoints',
    ciphertext: 'secret_ciphertext',
    keyId: 'secret_key_id',
    of: ['business_id', 'id'],
    context: (business, id = '') => hookContext(Number(business), id),
  },
  {
    table: 'hook_endpoints',
    ciphertext: 'old_secret_ciphertext',
    keyId: 'old_secret_key_id',
    of: ['business_id', 'id'],
    context: (business, id = '') => hookContext(Number(business), id),
  },
  {
    table: 'idempotency_keys',
    ciphertext: 'answer_ciphertext',
    keyId: 'answer_key_id',
    of: ['business_id', 'key'],
    context: (business, key = '') => answerContext(Number(business), key),
  },
  {
    table: 'install_secrets',
    ciphertext: 'secret_ciphertext',
    keyId: 'secret_key_id',
    of: ['name'],
    context: (name = '') => lastingContext(name),
  },
  {
    table: 'meta_logins',
    ciphertext: 'token_ciphertext',
    keyId: 'token_key_id',
    of: ['business_id'],
    context: (business) => loginContext(Number(business)),
  },
  {
    table: 'phone_numbers',
    ciphertext: 'pin_ciphertext',
    keyId: 'pin_key_id',
    of: ['business_id', 'phone_number_id'],
    context: (business, id = '') => pinContext(Number(business), id),
  },
  {
    table: 'social_accounts',
    ciphertext: 'token_ciphertext',
    keyId: 'token_key_id',
    of: ['business_id', 'platform', 'external_id'],
    context: socialToken('token'),
  },
  {
    table: 'social_accounts',
    ciphertext: 'refresh_ciphertext',
    keyId: 'refresh_key_id',
    of: ['business_id', 'platform', 'external_id'],
    context: socialToken('refresh'),
  },
  {
    table: 'social_logins',
    ciphertext: 'grant_ciphertext',
    keyId: 'grant_key_id',
    of: ['business_id', 'id'],
    context: (business, id = '') => grantContext(Number(business), id),
  },
  {
    table: 'two_factors',
    ciphertext: 'secret_ciphertext',
    keyId: 'secret_key_id',
    of: ['business_id', 'user_id'],
    context: (business, user) => twoFactorContext({ businessId: Number(business), userId: Number(user) }),
  },
  {
    table: 'whatsapp_accounts',
    ciphertext: 'token_ciphertext',
    keyId: 'token_key_id',
    of: ['business_id', 'waba_id'],
    context: (business, waba = '') => accountContext(Number(business), waba),
  },
]
