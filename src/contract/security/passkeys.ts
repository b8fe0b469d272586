import { z } from 'zod'
import { SessionAnswer, TwoFactorCode } from '../accounts.ts'
import { answer, endpoints } from '../endpoint.ts'
import { Id } from '../values.ts'

/** A key on a device of the person, or in their password manager, that logs them in. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: z.string(),
  /** Null: it has not logged in yet. */
  used_at: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const Text = z.string().min(1).max(10_000)

/** What the browser's `navigator.credentials` takes (WebAuthn level 3, the JSON form). */
const Options = z.looseObject({ challenge: z.string() })

/** What the browser answered (WebAuthn level 3, the JSON form). */
const credential = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: Text,
    rawId: Text,
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
    response: z.object({ clientDataJSON: Text, ...response }),
  })

/** What a login asks for: the code only where two-factor authentication is on. */
const OwnLogin = z.object({ current_password: z.string().max(200), code: TwoFactorCode.optional() })

export const passkeys = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/account/passkeys',
    summary: 'The own passkeys, the newest first',
    response: answer({ passkeys: z.array(Passkey) }),
  },
  start: {
    method: 'POST',
    path: '/marketing/api/account/passkeys/start',
    summary: 'Get what the browser needs to make a passkey',
    body: OwnLogin,
    response: answer({ challenge_id: z.uuid(), options: Options }),
  },
  add: {
    method: 'POST',
    path: '/marketing/api/account/passkeys',
    audit: 'passkey_added',
    summary: 'Keep a passkey that the browser made',
    body: z.object({
      challenge_id: z.uuid(),
      name: z.string().trim().min(1).max(60),
      credential: credential({
        attestationObject: Text,
        transports: z.array(z.string().max(40)).max(10).optional(),
      }),
    }),
    response: answer({ passkey: Passkey }),
  },
  remove: {
    method: 'POST',
    path: '/marketing/api/account/passkeys/{id}/remove',
    audit: 'passkey_removed',
    summary: 'Remove a passkey: it logs nobody in any more',
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: OwnLogin,
    response: answer({}),
  },
  startLogin: {
    method: 'POST',
    path: '/marketing/api/auth/passkey/start',
    summary: 'Get what the browser needs to log in with a passkey',
    access: 'public',
    response: answer({ challenge_id: z.uuid(), options: Options }),
  },
  logIn: {
    method: 'POST',
    path: '/marketing/api/auth/passkey',
    summary: 'Log in with a passkey; it stands for password and code',
    access: 'public',
    body: z.object({
      challenge_id: z.uuid(),
      credential: credential({ authenticatorData: Text, signature: Text, userHandle: Text.nullish() }),
    }),
    response: SessionAnswer,
  },
})
