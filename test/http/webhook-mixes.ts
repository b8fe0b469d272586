import { sharedPhones } from './business-leads.ts'
import type { Request } from './requests.ts'
import { type WholeBusiness, wamidOf } from './whole-business.ts'

type Change = { field: string; value: object }

/** Webhooks about a number: about one of their messages, and about a person who is a customer of both. */
const withNumber = (phoneNumberId: string | undefined, other: WholeBusiness): Record<string, Change> => {
  const head = {
    messaging_product: 'whatsapp',
    ...(phoneNumberId && { metadata: { display_phone_number: '1', phone_number_id: phoneNumberId } }),
  }
  const [person] = sharedPhones.map((phone) => phone.slice(1))
  const timestamp = String(Math.floor(Date.now() / 1000))
  const failed = (code: number) => ({
    id: wamidOf(other.person.businessId),
    status: 'failed',
    timestamp,
    recipient_id: person,
    errors: [{ code, title: 'refused' }],
  })
  return {
    'a failure of their message': { field: 'messages', value: { ...head, statuses: [failed(131026)] } },
    'a failure that stops a whole number': {
      field: 'messages',
      value: { ...head, statuses: [failed(131031)] },
    },
    'a STOP': {
      field: 'messages',
      value: {
        ...head,
        contacts: [{ profile: { name: 'Somebody' }, wa_id: person }],
        messages: [{ id: 'wamid.in', from: person, timestamp, type: 'text', text: { body: 'STOP' } }],
      },
    },
    'an error of the account': {
      field: 'messages',
      value: { ...head, errors: [{ code: 131031, title: 'locked' }] },
    },
    'a preference': {
      field: 'user_preferences',
      value: {
        ...head,
        user_preferences: [{ wa_id: person, category: 'marketing_messages', value: 'stop', timestamp }],
      },
    },
  }
}

/** Webhooks about an account and its parts. */
const ofAccount = (other: WholeBusiness): Record<string, Change> => ({
  'a template that is disabled': {
    field: 'message_template_status_update',
    value: { event: 'DISABLED', message_template_id: other.template.providerId, message_template_name: 'x' },
  },
  'a limit': {
    field: 'business_capability_update',
    value: { max_daily_conversation_per_phone: 1, max_phone_numbers_per_business: 1 },
  },
  'a review': { field: 'account_review_update', value: { decision: 'REJECTED' } },
  'a ban': {
    field: 'account_update',
    value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['DISABLE'], waba_ban_date: 'today' } },
  },
  'an account named inside': {
    field: 'account_update',
    value: { event: 'PARTNER_REMOVED', waba_info: { waba_id: other.account.waba_id } },
  },
  'a signup named inside': {
    field: 'account_update',
    value: {
      event: 'PARTNER_ADDED',
      waba_info: { waba_id: other.account.waba_id, owner_business_id: '1' },
    },
  },
  'a field that nobody knows': { field: 'brand_new_field', value: { text: 'x' } },
})

const body = (wabaId: string | undefined, change: Change): Request => ({
  body: {
    object: 'whatsapp_business_account',
    entry: [{ ...(wabaId !== undefined && { id: wabaId }), changes: [change] }],
  },
})

/** Numbers and accounts by owner; the last has none. */
const accounts = {
  own: ({ account }: WholeBusiness) => account.waba_id,
  theirs: (_: WholeBusiness, { account }: WholeBusiness) => account.waba_id,
  no: () => undefined,
  "nobody's": () => '990000000000001',
}
const numbers = {
  own: ({ account }: WholeBusiness) => account.phone_number_id,
  theirs: (_: WholeBusiness, { account }: WholeBusiness) => account.phone_number_id,
  no: () => undefined,
  "nobody's": () => '990000000000002',
}

/** Each mix of a number and an account with each thing that a webhook says, as the tester is given it. */
export function webhookMixes(
  own: WholeBusiness,
  other: WholeBusiness,
): Record<string, (own: WholeBusiness, other: WholeBusiness) => Request> {
  const found: Record<string, (own: WholeBusiness, other: WholeBusiness) => Request> = {}
  for (const [whose, wabaOf] of Object.entries(accounts)) {
    for (const what of Object.keys(ofAccount(other))) {
      found[`${what}, ${whose} account`] = (mine, theirs) =>
        body(wabaOf(mine, theirs), ofAccount(theirs)[what]!)
    }
    for (const [whoseNumber, numberOf] of Object.entries(numbers)) {
      for (const what of Object.keys(withNumber(numberOf(own, other), other))) {
        found[`${what}, ${whoseNumber} number in ${whose} account`] = (mine, theirs) =>
          body(wabaOf(mine, theirs), withNumber(numberOf(mine, theirs), theirs)[what]!)
      }
    }
  }
  return found
}
