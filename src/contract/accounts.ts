import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { languages } from './messages/language.ts'
import { t } from './messages/t.ts'
import { Country, Id, TimeZone } from './values.ts'

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { error: () => t('accounts.emailRequired') })
  .max(254)
  .email({ error: () => t('accounts.emailInvalid') })
export const Name = z
  .string()
  .trim()
  .min(1, { error: () => t('accounts.nameRequired') })
  .max(120)
/** argon2 hashes any length; the cap bounds the work of a request. */
export const NewPassword = z
  .string()
  .min(8, { error: () => t('accounts.passwordShort') })
  .max(200)

/** The signed-in person. `role` is `admin`, the only role there is. */
export const User = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  email: z.string(),
  role: z.literal('admin'),
  /** Whether the avatar service draws their picture; it gets their name. */
  avatar: z.boolean(),
  /** The language they chose; null follows their browser. */
  language: z.enum(languages).nullable(),
})
export type User = z.infer<typeof User>

/** From an authenticator app (six digits), or a recovery code. */
export const TwoFactorCode = z.string().trim().max(40)

export const LoginInput = z.object({
  email: Email,
  password: z
    .string()
    .min(1, { error: () => t('accounts.passwordRequired') })
    .max(200),
  /** Where the account has two-factor authentication. */
  code: TwoFactorCode.optional(),
})

export const SignupInput = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
  /** Asked for by the first account of a public install; the server's terminal shows it. */
  setup_code: z.string().trim().max(40).optional(),
  /** The business's default country for phones in national form; from the browser's region. */
  country: Country.optional(),
  /** From the browser; the business's zone for schedules and reports. */
  timezone: TimeZone.optional(),
})

/** The business around the signed-in person, as far as every screen needs it. */
export const Business = z.object({
  name: z.string(),
  country: Country,
  timezone: z.string(),
})
export type Business = z.infer<typeof Business>

export const SessionAnswer = answer({
  /** A signed JWT; send it as `Authorization: Bearer`. It carries its expiry (`exp`) and can be revoked. */
  token: z.string(),
  user: User,
})

/** Absent fields stay. */
export const SettingsInput = z.object({
  name: Name.optional(),
  email: Email.optional(),
  /** Empty or absent: the password stays. */
  new_password: z.union([z.literal(''), NewPassword]).optional(),
  /** Needed for a new e-mail or password. */
  current_password: z.string().max(200).optional(),
  /** Needed beside it where two-factor authentication is on. */
  code: TwoFactorCode.optional(),
  /** Empty or absent: the stored key stays. A WhatsApp system-user token; kept encrypted, never sent back. */
  api_key: z.string().trim().max(2000).optional(),
  /** Removes the stored key. */
  remove_api_key: z.boolean().optional(),
  avatar: z.boolean().optional(),
  /** Null: screens and mails follow the browser. */
  language: z.enum(languages).nullable().optional(),
  business_name: z.string().trim().max(120).optional(),
  country: Country.optional(),
  timezone: TimeZone.optional(),
})

export const Settings = z.object({
  name: z.string(),
  email: z.string(),
  /** The email that takes its place as soon as the link in its mail is opened. */
  pending_email: z.string().nullable(),
  avatar: z.boolean(),
  language: z.enum(languages).nullable(),
  has_api_key: z.boolean(),
  business_name: z.string(),
  country: Country,
  timezone: z.string(),
})

export const accounts = endpoints({
  login: {
    method: 'POST',
    path: '/marketing/api/auth/login',
    summary: 'Log in',
    description:
      'The same answer and the same time for a wrong password and an unknown e-mail. Limited per address and e-mail.',
    access: 'public',
    body: LoginInput,
    response: SessionAnswer,
  },
  signup: {
    method: 'POST',
    path: '/marketing/api/auth/signup',
    summary: 'Sign up: a user and the business that all of its data belongs to',
    access: 'public',
    body: SignupInput,
    response: SessionAnswer,
  },
  signupState: {
    method: 'GET',
    path: '/marketing/api/auth/signup',
    summary: 'Whether people can sign up here',
    access: 'public',
    response: answer({
      /** `invite`: only by an invitation. */
      door: z.enum(['open', 'invite', 'closed']),
      /** The first account is to be made, with the setup code. */
      setup: z.boolean(),
    }),
  },
  logout: {
    method: 'POST',
    path: '/marketing/api/auth/logout',
    audit: 'logout',
    beforeFactor: true,
    summary: 'Log out: the token is revoked',
    response: answer({}),
  },
  me: {
    method: 'GET',
    path: '/marketing/api/auth/me',
    scope: 'any',
    beforeFactor: true,
    summary: 'The signed-in person and their business',
    response: answer({
      user: User,
      /** False where a mail server is set and the link of its mail was not opened yet. */
      email_confirmed: z.boolean(),
      business: Business,
    }),
  },
  getSettings: {
    method: 'GET',
    path: '/marketing/api/account/settings',
    summary: 'Account settings',
    response: answer({ settings: Settings }),
  },
  saveSettings: {
    method: 'PUT',
    path: '/marketing/api/account/settings',
    summary: 'Save account settings',
    description:
      'With a mail server, a new email waits until the link in its mail is opened. A provider API key is tried at once: what the provider refuses is not kept. Saving one sets an account going again whose access had ended.',
    body: SettingsInput,
    response: answer({
      user: User,
      settings: Settings,
      /** The result of a key that this call saved or removed. */
      api_key_finding: z.string().nullable(),
      /** The key reaches several accounts or numbers: one is to be chosen. */
      api_key_choose: z.boolean(),
    }),
  },
})
