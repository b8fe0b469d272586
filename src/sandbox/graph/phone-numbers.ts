import { type Phone, phonesOf, type Waba } from '../world/accounts.ts'
import { sandboxSeed } from '../world/seed.ts'
import { type Part, within } from '../world/world.ts'
import { needsScope } from './access.ts'
import { type Answer, type Exchange, jsonParam, page, requiredText, selected } from './exchange.ts'
import { badParameter, GraphError } from './graph-errors.ts'
import { inVersion } from './versions.ts'

const registrationWindowMs = 72 * 3_600_000
const success: Answer = { body: { success: true } }
const usual = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'status',
  'platform_type',
  'throughput',
  'webhook_configuration',
  'id',
]

function rowOf(world: Part<'accounts'>, phone: Phone): Record<string, unknown> {
  const waba = world.accounts.wabas.get(phone.wabaId)!
  const business = world.accounts.businesses.get(waba.businessId)!
  const subscription = waba.subscriptions[0]
  const app = world.accounts.apps.get(subscription?.appId ?? '')
  return {
    id: phone.id,
    display_phone_number: phone.display,
    country_dial_code: phone.countryCode,
    country_code: waba.country,
    verified_name: phone.verifiedName,
    quality_rating: phone.quality,
    quality_score: { score: phone.quality },
    code_verification_status: phone.codeStatus,
    name_status: phone.nameStatus,
    new_name_status: 'NONE',
    status: phone.status,
    platform_type: phone.registered ? 'CLOUD_API' : 'NOT_APPLICABLE',
    throughput: { level: phone.registered ? phone.throughput : 'NOT_APPLICABLE' },
    account_mode: phone.mode,
    is_on_biz_app: phone.onBusinessApp,
    is_pin_enabled: phone.pin !== null,
    is_official_business_account: false,
    certificate: undefined,
    new_certificate: undefined,
    eligibility_for_api_business_global_search: undefined,
    last_onboarded_time: new Date(phone.createdAt).toISOString().replace('.000Z', '+0000'),
    messaging_limit_tier: business.tier,
    whatsapp_business_manager_messaging_limit: business.tier,
    search_visibility: 'VISIBLE',
    webhook_configuration: {
      ...(subscription?.overrideUri ? { whatsapp_business_account: subscription.overrideUri } : {}),
      ...(app?.callbackUrl ? { application: app.callbackUrl } : {}),
    },
    health_status: healthOf(world, waba, phone),
  }
}

/** Who along the way can send, as Graph lists it: number, account, business, app. */
export function healthOf(world: Part<'accounts'>, waba: Waba, phone: Phone | null) {
  const problem = (code: number, description: string, solution: string) => ({
    can_send_message: 'BLOCKED',
    errors: [{ error_code: code, error_description: description, possible_solution: solution }],
  })
  const fine = { can_send_message: 'AVAILABLE' }
  const entities: Record<string, unknown>[] = []
  if (phone) {
    const state = !phone.registered
      ? problem(
          141010,
          'The phone number is not registered.',
          'Register the phone number with a 6-digit PIN.',
        )
      : phone.blockedBy !== null
        ? problem(
            phone.blockedBy,
            'The phone number cannot send.',
            'Look at the phone number in WhatsApp Manager.',
          )
        : phone.nameStatus === 'PENDING_REVIEW'
          ? {
              can_send_message: 'LIMITED',
              additional_info: [
                'Your display name has not been approved yet. Your message limit will increase after the display name is approved.',
              ],
            }
          : fine
    entities.push({ entity_type: 'PHONE_NUMBER', id: phone.id, ...state })
  }
  const account =
    waba.blockedBy === 131042
      ? problem(
          141006,
          'There is an error with the payment method.',
          'Add a valid payment method in WhatsApp Manager.',
        )
      : waba.blockedBy !== null
        ? problem(waba.blockedBy, 'The account is restricted.', 'Look at the account quality page.')
        : fine
  entities.push({ entity_type: 'WABA', id: waba.id, ...account })
  const business = world.accounts.businesses.get(waba.businessId)!
  entities.push({
    entity_type: 'BUSINESS',
    id: business.id,
    ...(business.verification === 'verified'
      ? fine
      : {
          can_send_message: 'LIMITED',
          errors: [
            {
              error_code: 141010,
              error_description: 'The business has not passed business verification.',
              possible_solution: 'Verify the business in Business Manager.',
            },
          ],
        }),
  })
  entities.push({ entity_type: 'APP', id: waba.subscriptions[0]?.appId ?? sandboxSeed.app.id, ...fine })
  const states = entities.map(({ can_send_message }) => can_send_message)
  return {
    can_send_message: states.includes('BLOCKED')
      ? 'BLOCKED'
      : states.includes('LIMITED')
        ? 'LIMITED'
        : 'AVAILABLE',
    entities,
  }
}

/** `GET /{waba}/phone_numbers` */
export function listPhones(x: Exchange<'accounts' | 'url'>, waba: Waba): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  const listed = page(x, phonesOf(x.world.accounts, waba.id), `/${waba.id}/phone_numbers`, () =>
    badParameter('Invalid cursor'),
  )
  return {
    body: {
      ...listed,
      data: listed.data.map((phone) => selected(x, inVersion(rowOf(x.world, phone), x.version), usual)),
    },
  }
}

/** `GET /{phone}` */
export const getPhone = (x: Exchange<'accounts' | 'keep'>, phone: Phone): Answer => ({
  body: selected(x, inVersion(rowOf(x.world, phone), x.version), usual),
})

/** `POST /{phone}/request_code` */
export function requestCode(x: Exchange<'keep'>, phone: Phone): Answer {
  const method = requiredText(x, 'code_method').toUpperCase()
  if (method !== 'SMS' && method !== 'VOICE')
    throw badParameter(`Param code_method must be one of {SMS, VOICE} - got "${method}".`)
  requiredText(x, 'language')
  if (phone.codeStatus === 'VERIFIED') {
    throw new GraphError(136024, {
      details: 'Phone number is already verified.',
      message: '(#136024) Request code error',
    })
  }
  phone.code = sandboxSeed.smsCode
  x.world.keep()
  return success
}

/** `POST /{phone}/verify_code` */
export function verifyCode(x: Exchange<'keep'>, phone: Phone): Answer {
  const code = requiredText(x, 'code').replace(/\D/g, '')
  if (phone.code === null) throw new GraphError(136025, { details: 'Request a code first.' })
  if (code !== phone.code) throw new GraphError(136025)
  phone.code = null
  phone.codeStatus = 'VERIFIED'
  phone.status = phone.registered ? 'CONNECTED' : 'UNVERIFIED'
  x.world.keep()
  return { body: { success: true, id: phone.id } }
}

/** At most ten registrations and deregistrations in 72 hours, else blocked for 72 hours. */
function countRegistration(phone: Phone) {
  const now = Date.now()
  phone.registrations = phone.registrations.filter((at) => at > now - registrationWindowMs)
  if (phone.registrations.length >= 10) throw new GraphError(133016)
  phone.registrations.push(now)
}

/** `POST /{phone}/register` */
export function registerPhone(
  x: Exchange<'settings' | 'accounts' | 'webhooks' | 'keep' | 'later'>,
  phone: Phone,
): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  if (x.params.messaging_product !== 'whatsapp')
    throw badParameter('The parameter messaging_product is required.')
  const pin = requiredText(x, 'pin')
  if (!/^\d{6}$/.test(pin)) throw badParameter('Param pin must be a 6-digit number.')
  if (phone.onBusinessApp)
    throw new GraphError(133000, {
      details: 'A number of the WhatsApp Business app is not registered by call.',
    })
  countRegistration(phone)
  if (phone.codeStatus !== 'VERIFIED') throw new GraphError(133006)
  if (phone.wrongPins >= 5) throw new GraphError(133008)
  if (phone.pin !== null && phone.pin !== pin) {
    phone.wrongPins++
    throw new GraphError(133005)
  }
  phone.pin = pin
  phone.wrongPins = 0
  phone.registered = true
  phone.status = 'CONNECTED'
  if (phone.quality === 'UNKNOWN') phone.quality = 'GREEN'
  x.world.keep()
  x.world.later(within(x.world.settings.delays.account), () =>
    x.world.webhooks.field(phone.wabaId, 'phone_number_quality_update', {
      display_phone_number: phone.digits,
      event: 'ONBOARDING',
      max_daily_conversations_per_business: tierOf(x.world, phone),
    }),
  )
  return success
}

const tierOf = (world: Part<'accounts'>, phone: Phone) =>
  world.accounts.businesses.get(world.accounts.wabas.get(phone.wabaId)?.businessId ?? '')?.tier

/** A sandbox beside a product posts to that product only, whatever address a request names. */
export function mayGoTo({ callbackOrigins }: Part<'callbackOrigins'>, url: string): boolean {
  return !callbackOrigins || (URL.canParse(url) && callbackOrigins.has(new URL(url).origin))
}

/** Asks a callback for its challenge; throws Graph's 2200 when it does not answer. */
export async function verified(
  x: Exchange<'webhooks' | 'callbackOrigins'>,
  url: string,
  verifyToken: string,
): Promise<void> {
  if (url.length > 200) throw badParameter('Param override_callback_uri must be at most 200 characters long.')
  const problem = mayGoTo(x.world, url)
    ? await x.world.webhooks.verify(url, verifyToken)
    : 'this sandbox tells webhooks to its own product only.'
  if (problem !== null) {
    throw new GraphError(2200, {
      message: `(#2200) Callback verification failed with the following errors: ${problem}`,
      http: 400,
    })
  }
}

/** `POST /{phone}/block_users` and its reverse answer as if all had written lately. */
export function blockUsers(x: Exchange): Answer {
  const users = jsonParam(x, 'block_users')
  const list = Array.isArray(users) ? (users as { user?: string }[]) : []
  const rows = list.map(({ user }) => ({ input: user ?? '', wa_id: (user ?? '').replace(/\D/g, '') }))
  const key = x.method === 'DELETE' ? 'removed_users' : 'added_users'
  return { body: { messaging_product: 'whatsapp', block_users: { [key]: rows } } }
}

const linkLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `POST /{phone}/message_qrdls`: a link that opens a chat with a text; the same text gets another code each time. */
export function createMessageLink(x: Exchange): Answer {
  const text = requiredText(x, 'prefilled_message')
  if (text.length > 140) {
    throw badParameter('Param prefilled_message must be between 1 and 140 characters long.')
  }
  const code = Array.from({ length: 14 }, () => linkLetters[Math.floor(Math.random() * 32)]).join('')
  return { body: { code, prefilled_message: text, deep_link_url: `https://wa.me/message/${code}` } }
}
