import type { Phone, Waba } from './accounts.ts'
import { sandboxSeed } from './seed.ts'
import type { Part } from './world.ts'

/** Changes that Meta makes to accounts and numbers, each with its webhook. */
export type AccountEvent = {
  waba_id?: string
  phone_number_id?: string
  event:
    | 'DISABLED'
    | 'REINSTATED'
    | 'VIOLATION'
    | 'RESTRICTED'
    | 'PAYMENT_PROBLEM'
    | 'PAYMENT_SETTLED'
    | 'DELETED'
    | 'PARTNER_ADDED'
    | 'PARTNER_REMOVED'
    | 'REVIEW'
    | 'QUALITY'
    | 'TIER'
    | 'THROUGHPUT_UPGRADE'
    | 'MAINTENANCE'
    | 'NAME'
    | 'ALERT'
    | 'MARKETING_ELSEWHERE'
    | 'ERROR'
  value?: string
  /** The code of ERROR: an entry of `value.errors` of field `messages`. */
  code?: number
}

export function accountEvent(
  world: Part<'accounts' | 'webhooks' | 'keep'>,
  { event, value, code, waba_id, phone_number_id }: AccountEvent,
) {
  const phone = world.accounts.phones.get(phone_number_id ?? sandboxSeed.phone.id)
  const waba = world.accounts.wabas.get(waba_id ?? phone?.wabaId ?? sandboxSeed.waba.id)
  if (!waba) throw new Error(`There is no account ${waba_id ?? ''}.`)
  const needPhone = (): Phone => {
    if (!phone) throw new Error(`There is no phone number ${phone_number_id ?? ''}.`)
    return phone
  }
  const update = (name: string, rest: Record<string, unknown> = {}) =>
    world.webhooks.field(waba.id, 'account_update', { event: name, ...rest })
  world.keep()
  switch (event) {
    case 'DISABLED':
      waba.blockedBy = 131031
      return update('DISABLED_UPDATE', { ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: longDate() } })
    case 'REINSTATED':
      waba.blockedBy = null
      return update('DISABLED_UPDATE', {
        ban_info: { waba_ban_state: 'REINSTATE', waba_ban_date: longDate() },
      })
    case 'VIOLATION':
      return update('ACCOUNT_VIOLATION', { violation_info: { violation_type: value ?? 'SPAM' } })
    case 'RESTRICTED':
      waba.blockedBy = 368
      return update('ACCOUNT_RESTRICTION', {
        restriction_info: [
          {
            restriction_type: value ?? 'RESTRICTED_BIZ_INITIATED_MESSAGING',
            expiration: Math.floor(Date.now() / 1000) + 86_400,
          },
        ],
      })
    case 'PAYMENT_PROBLEM':
      waba.blockedBy = 131042
      return undefined
    case 'PAYMENT_SETTLED':
      waba.blockedBy = null
      return undefined
    case 'MARKETING_ELSEWHERE':
      waba.marketingDisabled = value !== 'off'
      return undefined
    case 'DELETED':
      update('ACCOUNT_DELETED')
      return forget(world, waba)
    case 'PARTNER_ADDED':
      return partner(world, waba, 'PARTNER_ADDED')
    case 'PARTNER_REMOVED':
      partner(world, waba, 'PARTNER_REMOVED')
      waba.subscriptions = []
      return undefined
    case 'REVIEW':
      waba.review = (value ?? 'APPROVED') as Waba['review']
      return world.webhooks.field(waba.id, 'account_review_update', { decision: waba.review })
    case 'ALERT':
      return world.webhooks.field(waba.id, 'account_alerts', {
        entity_type: 'BUSINESS',
        entity_id: waba.businessId,
        alert_info: {
          alert_severity: 'CRITICAL',
          alert_status: 'ACTIVE',
          alert_type: value ?? 'INCREASED_CAPABILITIES_ELIGIBILITY_DEFERRED',
          alert_description: 'We could not increase your messaging limits yet.',
        },
      })
    case 'TIER':
      return changeTier(world, waba, value ?? 'TIER_2K')
    default:
      return phoneEvent(world, waba, needPhone(), event, value, code)
  }
}

function phoneEvent(
  world: Part<'accounts' | 'webhooks'>,
  waba: Waba,
  phone: Phone,
  event: AccountEvent['event'],
  value: string | undefined,
  code: number | undefined,
) {
  const report = (field: string, rest: Record<string, unknown>) =>
    world.webhooks.field(waba.id, field, { display_phone_number: phone.digits, ...rest })
  const limit = world.accounts.businesses.get(waba.businessId)?.tier
  switch (event) {
    case 'QUALITY':
      phone.quality = (value ?? 'RED') as Phone['quality']
      return report('phone_number_quality_update', {
        event: phone.quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED',
        current_limit: limit,
        max_daily_conversations_per_business: limit,
      })
    case 'THROUGHPUT_UPGRADE':
      phone.throughput = 'HIGH'
      return report('phone_number_quality_update', {
        event: 'THROUGHPUT_UPGRADE',
        max_daily_conversations_per_business: limit,
      })
    case 'MAINTENANCE':
      phone.blockedBy = value === 'off' ? null : 131057
      return undefined
    case 'NAME':
      phone.nameStatus = value === 'REJECTED' ? 'DECLINED' : 'APPROVED'
      return report('phone_number_name_update', {
        decision: value ?? 'APPROVED',
        requested_verified_name: phone.verifiedName,
        rejection_reason: value === 'REJECTED' ? 'NAME_FORMAT_UNACCEPTABLE' : null,
      })
    case 'ERROR':
      return world.webhooks.messages(phone, `"errors":${JSON.stringify([accountError(code ?? 130429)])}`)
    default:
      throw new Error(`There is no account event ${String(event)}. docs/sandbox.md lists them.`)
  }
}

const accountError = (code: number) => ({
  code,
  title: code === 130429 ? 'Rate limit hit' : 'Something went wrong',
  message: code === 130429 ? 'Rate limit hit' : 'Something went wrong',
  error_data: {
    details:
      'Message failed to send because there were too many messages sent from this phone number in a short period of time',
  },
  href: '/documentation/business-messaging/whatsapp/support/error-codes',
})

function changeTier(world: Part<'accounts' | 'webhooks'>, waba: Waba, tier: string) {
  const business = world.accounts.businesses.get(waba.businessId)
  if (!business) return
  business.tier = tier as typeof business.tier
  world.webhooks.field(waba.id, 'business_capability_update', {
    max_daily_conversations_per_business: tier,
    max_phone_numbers_per_business: 20,
    max_phone_numbers_per_waba: 20,
  })
}

/** Partner events carry the account in `waba_info`; `entry.id` is the partner's own, as in Meta's samples. */
export function partner(
  world: Part<'webhooks'>,
  waba: Waba,
  event: 'PARTNER_ADDED' | 'PARTNER_REMOVED',
  appId: string = sandboxSeed.app.id,
) {
  world.webhooks.field(
    waba.id,
    'account_update',
    { event, waba_info: { waba_id: waba.id, owner_business_id: waba.businessId, partner_app_id: appId } },
    sandboxSeed.business.id,
  )
}

function forget(world: Part<'accounts'>, waba: Waba) {
  world.accounts.wabas.delete(waba.id)
  for (const phone of world.accounts.phones.values()) {
    if (phone.wabaId === waba.id) world.accounts.phones.delete(phone.id)
  }
}

/** `April 17, 2025`, as bans are dated. */
const longDate = () =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
