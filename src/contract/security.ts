import { z } from 'zod'
import { Email, NewPassword, SessionAnswer, TwoFactorCode } from './accounts.ts'
import { answer, endpoints } from './endpoint.ts'

/** For how long the link of a mail sets a new password. */
export const resetHours = 2

/** Where a network address is, by itself and by the operator's database; no service is asked. */
export const Place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('this_machine') }),
  z.object({ kind: z.literal('local_network') }),
  z.object({
    kind: z.literal('place'),
    /** In the reader's language, where the database has it. */
    city: z.string().nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
  }),
])
export type Place = z.infer<typeof Place>

/** A browser or program that is logged in as the caller. */
export const DeviceSession = z.object({
  id: z.uuid(),
  /** The session of this call. */
  current: z.boolean(),
  /** Such as `Chrome`; null: not known. */
  browser: z.string().nullable(),
  /** Such as `Windows`; null: not known. */
  system: z.string().nullable(),
  /** The network address at the login; null: from before addresses were kept. */
  address: z.string().nullable(),
  /** Null: not known. Places of the public internet are known where `PLACES_FILE` is set. */
  place: Place.nullable(),
  opened_at: z.string(),
  /** To a quarter of an hour. */
  seen_at: z.string(),
})
export type DeviceSession = z.infer<typeof DeviceSession>

const Token = z
  .string()
  .min(1)
  .max(200)
  .meta({ examples: ['q3Yt0mX0tqk3m1n8cQm2m4b8m0y9vJ3l5wR7eT1uI6o'] })

const CurrentPassword = z.string().max(200)

export const security = endpoints({
  sessions: {
    method: 'GET',
    path: '/marketing/api/account/sessions',
    summary: 'Where the caller is logged in, the last used first',
    response: answer({ sessions: z.array(DeviceSession) }),
  },
  endSession: {
    method: 'POST',
    path: '/marketing/api/account/sessions/{id}/end',
    audit: 'session_ended',
    summary: 'Log one of the own sessions out: its token is worth nothing from then on',
    params: z.object({ id: z.uuid() }),
    body: z.object({ current_password: CurrentPassword }),
    response: answer({}),
  },
  endOthers: {
    method: 'POST',
    path: '/marketing/api/account/sessions/end-others',
    audit: 'other_sessions_ended',
    summary: 'Log out everywhere but here',
    body: z.object({ current_password: CurrentPassword }),
    response: answer({ ended: z.number().int() }),
  },
  forgot: {
    method: 'POST',
    path: '/marketing/api/auth/forgot',
    summary: 'Ask for a link that sets a new password',
    description:
      'The same answer whether the address has an account or not. `mails` is false where no mail server is set: the operator makes the link with `npm run account -- reset EMAIL`.',
    access: 'public',
    body: z.object({ email: Email }),
    response: answer({ mails: z.boolean() }),
  },
  lookAtReset: {
    method: 'POST',
    path: '/marketing/api/auth/reset/look',
    summary: 'Whether a link can still set a new password',
    access: 'public',
    body: z.object({ token: Token }),
    response: answer({ usable: z.boolean() }),
  },
  reset: {
    method: 'POST',
    path: '/marketing/api/auth/reset',
    summary: 'Set a new password by a link: all other sessions end, and a new one begins',
    access: 'public',
    body: z.object({ token: Token, password: NewPassword, code: TwoFactorCode.optional() }),
    response: SessionAnswer,
  },
  twoFactor: {
    method: 'GET',
    path: '/marketing/api/account/two-factor',
    beforeFactor: true,
    summary: 'Whether the own account asks for a code at login',
    response: answer({ on: z.boolean(), recovery_codes_left: z.number().int() }),
  },
  startTwoFactor: {
    method: 'POST',
    path: '/marketing/api/account/two-factor/start',
    beforeFactor: true,
    summary: 'Get a secret for an authenticator app; a code of it turns two-factor authentication on',
    description: 'TOTP as in RFC 6238: SHA-1, 6 digits, 30 seconds.',
    body: z.object({ current_password: CurrentPassword }),
    response: answer({
      /** Base32, for typing in. */
      secret: z.string(),
      /** `otpauth://totp/...`, for a QR code. */
      uri: z.string(),
    }),
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/marketing/api/account/two-factor/confirm',
    beforeFactor: true,
    audit: 'two_factor_on',
    summary:
      'Turn two-factor authentication on: all other sessions end. The recovery codes are answered only here',
    body: z.object({ code: TwoFactorCode }),
    response: answer({ recovery_codes: z.array(z.string()) }),
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/marketing/api/account/two-factor/recovery-codes',
    audit: 'recovery_codes_made',
    summary: 'Make new recovery codes: the earlier ones end',
    body: z.object({ current_password: CurrentPassword, code: TwoFactorCode }),
    response: answer({ recovery_codes: z.array(z.string()) }),
  },
  endTwoFactor: {
    method: 'POST',
    path: '/marketing/api/account/two-factor/end',
    audit: 'two_factor_off',
    summary: 'Turn two-factor authentication off',
    body: z.object({ current_password: CurrentPassword, code: TwoFactorCode }),
    response: answer({}),
  },
})
