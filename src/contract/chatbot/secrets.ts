import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'

/** The last word of header names that usually carry a secret, as in `X-Api-Key` or `Authorization`. */
const secretWords = new Set([
  'auth',
  'authorization',
  'apikey',
  'cookie',
  'key',
  'password',
  'secret',
  'token',
])
/** Ends in such a word and is none. */
const noSecrets = new Set(['idempotency-key'])

/** Whether a header of this name usually carries a secret. */
export function isSecretHeader(name: string): boolean {
  const lower = name.trim().toLowerCase()
  return !noSecrets.has(lower) && secretWords.has(lower.split(/[-_]/).at(-1) ?? '')
}

/** The host of an address, with its port; variables may be in the path. Empty where it is no address. */
export function hostOfAddress(address: string): string {
  const plain = address.replaceAll(/\{\{\s*\w+\s*\}\}/g, 'x')
  return URL.canParse(plain) ? new URL(plain).host : ''
}

/** A variable in the path is fine, one in the host is not: it could name any machine. */
export function isHttps(address: string): boolean {
  const host = /^https:\/\/([^/?#]+)/.exec(address)?.[1]
  return host !== undefined && !host.includes('{{') && hostOfAddress(address) !== ''
}

/** A secret value of a header; the value itself is never answered. */
export const BotSecret = z
  .object({
    id: z.uuid(),
    /** The only host that it is sent to. */
    host: z.string(),
    made_at: z.string(),
  })
  .meta({ id: 'ChatbotSecret' })
export type BotSecret = z.infer<typeof BotSecret>

const path = '/marketing/api/chatbot/secrets'

export const chatbotSecrets = endpoints({
  list: {
    method: 'GET',
    path,
    summary: 'Secret values of the headers that flows send, without the values',
    response: answer({ secrets: z.array(BotSecret) }),
  },
  create: {
    method: 'POST',
    path,
    audit: 'chatbot_settings_changed',
    summary: 'Store a secret value for a header',
    description:
      'A header of a step then names it, as `{ "name": "Authorization", "secret": ID }`. It is sent to the host of `url` alone. The value cannot be read again. One that no flow names within a day is deleted.',
    body: z.object({
      /** What HTTP takes as the value of a header; variables are filled in. */
      value: z
        .string()
        .trim()
        .min(1)
        .max(2000)
        .regex(/^[\t\x20-\x7e]*$/, { error: () => t('fields.headerValue') }),
      /** The https address of the step. */
      url: z
        .string()
        .max(2000)
        .refine(isHttps, { error: () => t('fields.httpsAddress') }),
    }),
    response: answer({ secret: BotSecret }),
  },
})
