import { z } from 'zod'
import { type Graph, idPart } from '../graph/graph-call.ts'
import { fieldFallback } from '../graph/graph-fields.ts'
import { isObject, numberOf, textOf } from '../graph/graph-json.ts'
import { graphId, optionalText, pageOf, successAnswer, walkPages } from '../graph/graph-values.ts'
import { majorOf, portfolioLimitSince } from '../graph/graph-versions.ts'
import { messagingLimit } from '../graph/messaging-limit.ts'
import { type Health, healthAnswer, readHealth } from './health.ts'

const phoneNumberAnswer = z.looseObject({
  id: graphId,
  display_phone_number: optionalText,
  verified_name: optionalText,
  country_dial_code: optionalText,
  quality_rating: optionalText,
  code_verification_status: optionalText,
  name_status: optionalText,
  new_name_status: optionalText,
  status: optionalText,
  platform_type: optionalText,
  account_mode: optionalText,
  is_on_biz_app: z.boolean().nullish(),
  is_official_business_account: z.boolean().nullish(),
  last_onboarded_time: optionalText,
  throughput: z.unknown().optional(),
  whatsapp_business_manager_messaging_limit: z.unknown().optional(),
  messaging_limit_tier: z.unknown().optional(),
  webhook_configuration: z.unknown().optional(),
  health_status: healthAnswer.nullish(),
})

/** A sender phone number. Words in capitals are Meta's; unknown ones are passed on. */
export type PhoneNumber = {
  id: string
  /** As Meta writes it: `+1 631-555-1234`. */
  displayPhoneNumber?: string
  verifiedName?: string
  countryDialCode?: string
  /** GREEN, YELLOW, RED, NA, UNKNOWN. */
  qualityRating?: string
  /** Only VERIFIED counts as verified. */
  codeVerificationStatus?: string
  nameStatus?: string
  newNameStatus?: string
  /** Only CONNECTED can send. */
  status?: string
  /** CLOUD_API, ON_PREMISE, NOT_APPLICABLE. */
  platformType?: string
  /** LIVE or SANDBOX. */
  accountMode?: string
  /** The number is also used in the WhatsApp Business app (coexistence): never register it. */
  onBusinessApp: boolean
  officialBusinessAccount: boolean
  /** STANDARD, HIGH, NOT_APPLICABLE. */
  throughputLevel?: string
  /** What the number may send and receive together. */
  messagesPerSecond: number
  /** TIER_250 … as given; absent when Meta gave none. */
  messagingTier?: string
  /** New people a day, over the whole portfolio; null: no limit; undefined: not known. */
  messagingLimit?: number | null
  /** Address set for this number's messages alone, when there is one. */
  webhookOverride?: string
  health?: Health
}

/** Messages per second (…/whatsapp/throughput): default, after the automatic upgrade, shared with the phone app. */
const STANDARD_PER_SECOND = 80
const HIGH_PER_SECOND = 1_000
const COEXISTENCE_PER_SECOND = 20

type CodeMethod = 'SMS' | 'VOICE'

/** Sender phone numbers. Source: …/whatsapp/business-phone-numbers. */
export type PhoneNumberCalls = {
  list: (token: string, wabaId: string) => Promise<PhoneNumber[]>
  /** Only on a person's request: after ten calls in 72 h Meta blocks the number for 72 h (133016). */
  register: (
    token: string,
    phoneNumberId: string,
    options: { pin: string; dataLocalizationRegion?: string },
  ) => Promise<void>
  /** `language` as `en_US`. */
  requestCode: (
    token: string,
    phoneNumberId: string,
    options: { method: CodeMethod; language: string },
  ) => Promise<void>
  verifyCode: (token: string, phoneNumberId: string, code: string) => Promise<void>
  /** A short link with a QR code that opens a chat with a prepared text of at most 140 letters (`message_qrdls`). */
  createMessageLink: (
    token: string,
    phoneNumberId: string,
    text: string,
  ) => Promise<{ code: string; address: string }>
}

const FIELDS = [
  'id',
  'display_phone_number',
  'verified_name',
  'country_dial_code',
  'quality_rating',
  'code_verification_status',
  'name_status',
  'new_name_status',
  'status',
  'platform_type',
  'account_mode',
  'is_on_biz_app',
  'is_official_business_account',
  'last_onboarded_time',
  'throughput',
  'webhook_configuration',
].join(',')

/** The limit's field by version, then its other name, then without: a missing limit is no failure. */
function fieldLists(version: string): string[] {
  const names = ['whatsapp_business_manager_messaging_limit', 'messaging_limit_tier']
  if (majorOf(version) < portfolioLimitSince) names.reverse()
  return [...names.map((name) => `${FIELDS},${name}`), FIELDS]
}

export function phoneNumberCalls(graph: Graph): PhoneNumberCalls {
  const withFields = fieldFallback(fieldLists(graph.version))
  const order = async (token: string, path: string, json: object | undefined, secrets: string[] = []) => {
    await graph.call({
      method: 'POST',
      path,
      token,
      ...(json === undefined ? {} : { json }),
      secrets,
      answer: successAnswer,
    })
  }
  return {
    list: async (token, wabaId) => {
      const numbers: PhoneNumber[] = []
      const path = `/${idPart(wabaId)}/phone_numbers`
      const pages = walkPages((after) =>
        withFields((fields) =>
          graph.call({ method: 'GET', path, token, query: { fields, limit: 100, after }, answer: page }),
        ),
      )
      for await (const answer of pages) numbers.push(readPhoneNumber(answer))
      return numbers
    },
    register: (token, id, { pin, dataLocalizationRegion }) =>
      order(
        token,
        `/${idPart(id)}/register`,
        { messaging_product: 'whatsapp', pin, data_localization_region: dataLocalizationRegion },
        [pin],
      ),
    requestCode: (token, id, { method, language }) =>
      order(token, `/${idPart(id)}/request_code`, { code_method: method, language }),
    verifyCode: (token, id, code) =>
      order(token, `/${idPart(id)}/verify_code`, { code: digitsOf(code) }, [code]),
    createMessageLink: async (token, id, text) => {
      const { code, deep_link_url } = await graph.call({
        method: 'POST',
        path: `/${idPart(id)}/message_qrdls`,
        token,
        json: { prefilled_message: text, generate_qr_image: 'SVG' },
        answer: linkAnswer,
      })
      return { code, address: deep_link_url }
    },
  }
}

const linkAnswer = z.looseObject({ code: z.string(), deep_link_url: z.url() })
const page = pageOf(phoneNumberAnswer)

/** People write codes and numbers with spaces, hyphens and a plus; Meta takes digits. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function readPhoneNumber(answer: z.infer<typeof phoneNumberAnswer>): PhoneNumber {
  const onBusinessApp = answer.is_on_biz_app === true
  const throughputLevel = isObject(answer.throughput) ? textOf(answer.throughput.level) : undefined
  const tier = tierOf(answer.whatsapp_business_manager_messaging_limit) ?? tierOf(answer.messaging_limit_tier)
  const limit = tier === undefined ? undefined : messagingLimit(tier)
  const override = isObject(answer.webhook_configuration)
    ? textOf(answer.webhook_configuration.phone_number)
    : undefined
  return {
    id: answer.id,
    ...(answer.display_phone_number && { displayPhoneNumber: answer.display_phone_number }),
    ...(answer.verified_name && { verifiedName: answer.verified_name }),
    ...(answer.country_dial_code && { countryDialCode: answer.country_dial_code }),
    ...(answer.quality_rating && { qualityRating: answer.quality_rating }),
    ...(answer.code_verification_status && { codeVerificationStatus: answer.code_verification_status }),
    ...(answer.name_status && { nameStatus: answer.name_status }),
    ...(answer.new_name_status && { newNameStatus: answer.new_name_status }),
    ...(answer.status && { status: answer.status }),
    ...(answer.platform_type && { platformType: answer.platform_type }),
    ...(answer.account_mode && { accountMode: answer.account_mode }),
    onBusinessApp,
    officialBusinessAccount: answer.is_official_business_account === true,
    ...(throughputLevel && { throughputLevel }),
    messagesPerSecond: messagesPerSecond(throughputLevel, onBusinessApp),
    ...(tier !== undefined && { messagingTier: tier }),
    ...(limit !== undefined && { messagingLimit: limit }),
    ...(override && { webhookOverride: override }),
    ...(answer.health_status && { health: readHealth(answer.health_status) }),
  }
}

/** An unknown level counts as the slowest a number of its own can have. */
function messagesPerSecond(level: string | undefined, onBusinessApp: boolean): number {
  if (onBusinessApp) return COEXISTENCE_PER_SECOND
  return level === 'HIGH' ? HIGH_PER_SECOND : STANDARD_PER_SECOND
}

/** The limit comes as a word, as a number, or inside an object. */
function tierOf(value: unknown): string | undefined {
  if (isObject(value)) return tierOf(value.current_limit ?? value.tier ?? value.limit ?? value.value)
  const number = numberOf(value)
  return number === undefined ? textOf(value) : String(number)
}
