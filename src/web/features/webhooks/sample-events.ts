import { t } from '#web/messages/t.ts'

/** What the samples are about: the caller's own number and account, so that applying them is allowed. */
export type SampleAccount = { phoneNumberId: string; wabaId: string; displayPhoneNumber: string }

export type SampleEvent = {
  id: string
  name: () => string
  body: (account: SampleAccount, at: Date) => unknown
}

/** Used before an account is connected: such an event is delivered and stored, but matches no business. */
export const unconnected: SampleAccount = {
  phoneNumberId: '106540352242922',
  wabaId: '102290129340398',
  displayPhoneNumber: '15550783881',
}

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
const person = '919876543210'
const wamid = 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAERgSMDAwMDAwMDAwMDAwMDAwMDAw'

const change = (account: SampleAccount, field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: account.wabaId, changes: [{ field, value }] }],
})

const messages = (account: SampleAccount, value: object) =>
  change(account, 'messages', {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: account.displayPhoneNumber, phone_number_id: account.phoneNumberId },
    ...value,
  })

const status = (name: string, more: object = {}): SampleEvent => ({
  id: name,
  name: () => t('webhooks.samples.status', { status: name }),
  body: (account: SampleAccount, at: Date) =>
    messages(account, {
      statuses: [{ id: wamid, status: name, timestamp: seconds(at), recipient_id: person, ...more }],
    }),
})

const inbound = (id: 'message' | 'stop' | 'ad', content: object): SampleEvent => ({
  id,
  name: () => t(`webhooks.samples.${id}`),
  body: (account, at) =>
    messages(account, {
      contacts: [{ profile: { name: 'Meera Joshi' }, wa_id: person }],
      messages: [{ from: person, id: wamid, timestamp: seconds(at), ...content }],
    }),
})

const templateStatus = (event: string, reason: string): SampleEvent => ({
  id: event,
  name: () => t('webhooks.samples.template', { event }),
  body: (account) =>
    change(account, 'message_template_status_update', {
      event,
      message_template_id: 594425479261596,
      message_template_name: 'order_update',
      message_template_language: 'en_US',
      reason,
    }),
})

/** The first is what the tester opens with. */
export const sampleEvents: SampleEvent[] = [
  {
    id: 'enqueued',
    name: () => t('webhooks.samples.enqueued'),
    body: (_, at) => ({
      type: 'message-event',
      timestamp: at.getTime(),
      payload: {
        id: wamid,
        type: 'enqueued',
        destination: person,
        payload: { whatsappMessageId: wamid, type: 'session' },
      },
    }),
  },
  status('sent'),
  status('delivered', {
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  }),
  status('read'),
  status('failed', {
    errors: [
      {
        code: 131026,
        title: 'Message undeliverable',
        message: 'Message undeliverable',
        error_data: { details: 'Message Undeliverable.' },
      },
    ],
  }),
  inbound('message', { type: 'text', text: { body: 'Does it come in another colour?' } }),
  inbound('stop', { type: 'text', text: { body: 'STOP' } }),
  inbound('ad', {
    type: 'text',
    text: { body: 'Hello, is this still on offer?' },
    referral: {
      source_url: 'https://fb.me/3cr4Wqqkv',
      source_id: '120226305854810726',
      source_type: 'ad',
      headline: 'Chat with us',
    },
  }),
  {
    id: 'optOut',
    name: () => t('webhooks.samples.optOut'),
    body: (account, at) =>
      change(account, 'user_preferences', {
        messaging_product: 'whatsapp',
        metadata: {
          display_phone_number: account.displayPhoneNumber,
          phone_number_id: account.phoneNumberId,
        },
        contacts: [{ profile: { name: 'Meera Joshi' }, wa_id: person }],
        user_preferences: [
          {
            wa_id: person,
            detail: 'User requested to stop marketing messages',
            category: 'marketing_messages',
            value: 'stop',
            timestamp: Number(seconds(at)),
          },
        ],
      }),
  },
  templateStatus('APPROVED', 'NONE'),
  templateStatus('REJECTED', 'TAG_CONTENT_MISMATCH'),
  templateStatus('PAUSED', 'NONE'),
  {
    id: 'category',
    name: () => t('webhooks.samples.category'),
    body: (account) =>
      change(account, 'template_category_update', {
        message_template_id: 594425479261596,
        message_template_name: 'order_update',
        message_template_language: 'en_US',
        previous_category: 'UTILITY',
        new_category: 'MARKETING',
      }),
  },
  {
    id: 'throughput',
    name: () => t('webhooks.samples.throughput'),
    body: (account) =>
      change(account, 'phone_number_quality_update', {
        display_phone_number: account.displayPhoneNumber,
        event: 'THROUGHPUT_UPGRADE',
        max_daily_conversations_per_business: 'TIER_UNLIMITED',
      }),
  },
  {
    id: 'limit',
    name: () => t('webhooks.samples.limit'),
    body: (account) =>
      change(account, 'business_capability_update', { max_daily_conversations_per_business: 'TIER_10K' }),
  },
]
