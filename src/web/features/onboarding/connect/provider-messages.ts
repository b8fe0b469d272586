import { isOutdatedSignup } from '#contract/onboarding/signup-version.ts'
import { t } from '#web/messages/t.ts'

/** A message of the provider's dialog to the page that opened it. */
export type SignupMessage =
  /** Finished. A number is missing where the flow makes none (the account alone, or a number of the phone app). */
  | {
      kind: 'finished'
      event: string
      wabaId: string
      phoneNumberId: string | undefined
      portfolioId: string | undefined
    }
  /** Finished in the older way: it carries a token in place of a code, and what it knows of the business. */
  | {
      kind: 'token'
      wabaId: string
      phoneNumberId: string
      accessToken: string
      details: Record<string, string>
    }
  /** Finished, and an id is missing that must be there. */
  | { kind: 'incomplete' }
  /** The older message without its token. */
  | { kind: 'invalid' }
  /** The person left; `step` says where. */
  | { kind: 'cancelled'; step: string | undefined }
  /** An error of a configuration that is older than Embedded Signup v4, which Meta has ended. */
  | { kind: 'outdated'; message: string }
  /** The person reported an error, or the dialog ended with one. */
  | { kind: 'error'; message: string }

type Received = Pick<MessageEvent, 'origin' | 'data'>

/**
 * Reads a browser message. Undefined for what does not come from one of exactly these origins, and for the chatter
 * of the provider's SDK that is not about a signup.
 */
export function readSignupMessage(
  { origin, data }: Received,
  trustedOrigins: readonly string[],
): SignupMessage | undefined {
  const message = trustedObject({ origin, data }, trustedOrigins)
  if (!message || typeof message.type !== 'string') return undefined
  if (message.type === 'WA_EMBEDDED_SIGNUP') return readEmbeddedSignup(message)
  if (message.type.includes('facebook_embedded_signup')) return readOlderMessage(message)
  return undefined
}

/** The message as an object, if a trusted origin sent it: objects as they are, texts as JSON. */
export function trustedObject(
  { origin, data }: Received,
  trustedOrigins: readonly string[],
): Record<string, unknown> | undefined {
  if (!trustedOrigins.includes(origin)) return undefined
  if (typeof data !== 'string') return asObject(data)
  try {
    return asObject(JSON.parse(data))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Events that end well although they name no number. */
const withoutNumber = ['FINISH_ONLY_WABA', 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING']

function readEmbeddedSignup(message: Record<string, unknown>): SignupMessage | undefined {
  const event = String(message.event ?? '')
  const data = asObject(message.data) ?? {}
  if (event === 'CANCEL' || event === 'ERROR') {
    const reported = textOf(data.error_message) ?? textOf(data.error_code) ?? textOf(message.error_message)
    if (reported !== undefined || event === 'ERROR') {
      if (isOutdatedSignup(reported ?? '')) return { kind: 'outdated', message: reported ?? '' }
      return { kind: 'error', message: reported ?? t('onboarding.connect.dialog.ended') }
    }
    return { kind: 'cancelled', step: textOf(data.current_step) }
  }
  if (!event.startsWith('FINISH')) return undefined
  const wabaId = idOf(data.waba_id)
  const phoneNumberId = idOf(data.phone_number_id)
  if (!wabaId || (!phoneNumberId && !withoutNumber.includes(event))) return { kind: 'incomplete' }
  return { kind: 'finished', event, wabaId, phoneNumberId, portfolioId: idOf(data.business_id) }
}

const passedOn = [
  'verified_name',
  'display_phone_number',
  'business_name',
  'phone_number',
  'category',
  'country_code',
  'messaging_status',
  'display_name',
]

function readOlderMessage(message: Record<string, unknown>): SignupMessage {
  // Some senders put the fields into `data`, some beside the type.
  const fields = { ...asObject(message.data), ...message }
  const wabaId = idOf(fields.waba_id)
  const phoneNumberId = idOf(fields.phone_number_id)
  const accessToken = textOf(fields.access_token)
  if (!accessToken) return { kind: 'invalid' }
  if (!wabaId || !phoneNumberId) return { kind: 'incomplete' }
  const details = Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = textOf(fields[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return { kind: 'token', wabaId, phoneNumberId, accessToken, details }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

const idOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text && /^\d{1,20}$/.test(text) ? text : undefined
}
