import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseWebhook, type WebhookEvent } from './webhook-events.ts'

const folder = join(import.meta.dirname, 'webhook-fixtures')
const fixture = (name: string) => readFileSync(join(folder, `${name}.json`))

const wabaId = '102290129340398'
const number = { wabaId, phoneNumberId: '106540352242922', displayPhoneNumber: '15550783881' }
const at = 1_739_321_024_000

const messageId = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI3RjA1'
const pricing = { category: 'marketing', type: 'regular', model: 'PMP', billable: true }
const of42 = {
  ...number,
  kind: 'status',
  messageId,
  recipientId: '16505551234',
  callbackData: 'msg_42',
} as const
const sent = { ...of42, status: 'sent', at: 1_750_030_073_000, pricing }
const delivered = { ...of42, status: 'delivered', at: 1_750_030_075_000, pricing }
const read = { ...of42, status: 'read', at: 1_750_030_099_000 }

const from = { from: '16505551234', fromUserId: 'US.13491208655302741918', profileName: 'Sheena Nelson' }
const incoming = {
  ...number,
  kind: 'message',
  messageId: 'wamid.IN1',
  at: 1_749_416_383_000,
  ...from,
} as const

/** Every digit of it must come out again: as a JavaScript number it would end in 8000. */
const templateId = '12345678901234567890'
const template = { wabaId, at, templateId, name: 'order_confirmation', language: 'en_US' }
const { phoneNumberId: _none, ...byDigits } = { ...number, at }

const expected: Record<string, WebhookEvent[]> = {
  'status-sent': [sent],
  'status-delivered': [delivered],
  'status-read': [read],
  'status-read-before-delivered': [read, delivered],
  'status-failed': [
    {
      ...of42,
      status: 'failed',
      at: 1_750_030_080_000,
      errors: [
        {
          code: 131049,
          title: 'This message was not delivered to maintain healthy ecosystem engagement.',
          message: 'This message was not delivered to maintain healthy ecosystem engagement.',
          details: 'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
        },
      ],
    },
  ],
  'status-with-conversation': [
    {
      ...sent,
      conversationId: '6ceb9d929c9bdc4f90967a32f8639b4e',
      conversationOrigin: 'marketing',
      conversationExpiresAt: 1_750_116_480_000,
    },
  ],
  'status-of-hidden-number': [
    {
      ...number,
      kind: 'status',
      messageId,
      status: 'delivered',
      at: 1_750_030_075_000,
      callbackData: 'msg_42',
      recipientUserId: 'US.13491208655302741918',
    },
  ],
  'status-without-callback-data': [
    {
      ...number,
      kind: 'status',
      messageId,
      status: 'delivered',
      at: 1_750_030_075_000,
      recipientId: '16505551234',
    },
  ],
  'batch-of-three-entries': [
    {
      ...number,
      kind: 'status',
      messageId: 'wamid.A',
      status: 'sent',
      at: 1_750_030_001_000,
      recipientId: '16505551234',
    },
    {
      ...number,
      kind: 'status',
      messageId: 'wamid.B',
      status: 'delivered',
      at: 1_750_030_002_000,
      recipientId: '16505551235',
    },
    {
      ...number,
      kind: 'status',
      messageId: 'wamid.C',
      status: 'read',
      at: 1_750_030_003_000,
      recipientId: '16505551236',
    },
    {
      ...number,
      kind: 'message',
      messageId: 'wamid.D',
      at: 1_750_030_004_000,
      from: '919876543210',
      profileName: 'Asha',
      content: { type: 'text', text: 'Is it open on Sunday?' },
    },
    { kind: 'account_review', wabaId: '980198427658004', at: 1_750_030_005_000, decision: 'APPROVED' },
  ],
  'message-text-with-referral': [
    {
      ...incoming,
      content: { type: 'text', text: 'Hi! I saw your ad' },
      referral: {
        sourceType: 'ad',
        sourceId: '120226305854810726',
        sourceUrl: 'https://fb.me/3cr4Wqqkv',
        headline: 'Chat with us',
        body: 'Summer succulents are here!',
        clickId: 'Aff-n8ZT',
        mediaType: 'image',
        mediaUrl: 'https://scontent.example/1.jpg',
      },
    },
  ],
  'message-button': [
    {
      ...incoming,
      content: { type: 'button', text: 'Stop promotions', payload: 'stop-42' },
      replyTo: messageId,
    },
  ],
  'message-interactive-list': [
    {
      ...incoming,
      content: {
        type: 'interactive',
        reply: 'list_reply',
        id: 'priority_express',
        title: 'Priority Mail Express',
        description: 'Next day to 2 days',
      },
      replyTo: messageId,
    },
  ],
  'message-interactive-form': [
    {
      ...incoming,
      content: {
        type: 'interactive',
        reply: 'nfm_reply',
        id: 'flow',
        title: 'Sent',
        responseJson: '{"flow_token":"t","name":"Asha"}',
      },
    },
  ],
  'message-image': [
    {
      ...incoming,
      content: {
        type: 'image',
        media: {
          id: '1003383421387256',
          url: 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1003383421387256',
          mimeType: 'image/jpeg',
          sha256: 'S9w=',
          caption: 'Like this?',
        },
      },
    },
  ],
  'message-document': [
    {
      ...incoming,
      content: {
        type: 'document',
        media: { id: '2', mimeType: 'application/pdf', sha256: 'x=', filename: 'order.pdf' },
      },
    },
  ],
  'message-audio': [
    {
      ...incoming,
      content: {
        type: 'audio',
        media: { id: '3', mimeType: 'audio/ogg; codecs=opus', sha256: 'x=', voice: true },
      },
    },
  ],
  'message-sticker': [
    {
      ...incoming,
      content: { type: 'sticker', media: { id: '4', mimeType: 'image/webp', sha256: 'x=', animated: false } },
    },
  ],
  'message-location': [
    {
      ...incoming,
      content: {
        type: 'location',
        latitude: 37.442167,
        longitude: -122.161555,
        name: 'Philz Coffee',
        address: '101 Forest Ave',
      },
    },
  ],
  'message-contacts-requested': [
    {
      ...incoming,
      content: {
        type: 'contacts',
        requested: true,
        contacts: [
          {
            name: { formatted_name: 'Sheena Nelson' },
            phones: [{ phone: '+1 650-555-1234', wa_id: '16505551234' }],
            vcard: 'BEGIN:VCARD',
            origin: 'contact_request',
          },
        ],
      },
    },
  ],
  'message-reaction': [{ ...incoming, content: { type: 'reaction', messageId, emoji: '👍' } }],
  'message-reaction-removed': [{ ...incoming, content: { type: 'reaction', messageId } }],
  'message-order': [
    {
      ...incoming,
      content: {
        type: 'order',
        order: {
          catalog_id: '194836987003835',
          text: 'Love these!',
          product_items: [
            { product_retailer_id: 'di9ozbzfi4', quantity: 2, item_price: 30, currency: 'USD' },
          ],
        },
      },
    },
  ],
  'message-system-number-changed': [
    {
      ...number,
      kind: 'message',
      messageId: 'wamid.SYS',
      at: 1_750_269_342_000,
      from: '16505551234',
      content: {
        type: 'system',
        change: 'user_changed_number',
        body: 'User Sheena Nelson changed from 16505551234 to 12195555358',
        newWaId: '12195555358',
      },
    },
  ],
  'message-unsupported': [
    {
      ...incoming,
      content: {
        type: 'unsupported',
        what: 'edit',
        errors: [
          {
            code: 131051,
            title: 'Message type unknown',
            message: 'Message type unknown',
            details: 'Message type is currently not supported.',
          },
        ],
      },
    },
  ],
  'message-of-a-new-type': [
    { ...incoming, content: { type: 'other', name: 'hologram', value: { depth: 3 } } },
  ],
  'message-from-hidden-number': [
    {
      ...number,
      kind: 'message',
      messageId: 'wamid.H1',
      at: 1_749_416_383_000,
      fromUserId: 'US.1349',
      profileName: 'Pablo',
      username: 'pablo.m',
      content: { type: 'text', text: 'STOP' },
    },
  ],
  'message-with-non-ascii': [
    { ...incoming, content: { type: 'text', text: "नमस्ते, größer geht's nicht 👋" } },
  ],
  'account-errors': [
    {
      ...number,
      kind: 'account_error',
      errors: [
        {
          code: 130429,
          title: 'Rate limit hit',
          message: 'Rate limit hit',
          details:
            'Message failed to send because there were too many messages sent from this phone number in a short period of time',
        },
      ],
    },
  ],
  'preference-stop': [
    {
      ...number,
      kind: 'preference',
      at: 1_731_705_721_000,
      waId: '16505551234',
      profileName: 'Sheena Nelson',
      value: 'stop',
      category: 'marketing_messages',
      detail: 'User requested to stop marketing messages',
    },
  ],
  'preference-resume-of-hidden-number': [
    {
      ...number,
      kind: 'preference',
      at: 1_731_705_721_000,
      userId: 'US.1349',
      profileName: 'Pablo',
      value: 'resume',
      category: 'marketing_messages',
      detail: 'User requested to resume marketing messages',
    },
  ],
  'template-approved': [{ ...template, kind: 'template_status', event: 'APPROVED', category: 'MARKETING' }],
  'template-rejected': [
    {
      ...template,
      kind: 'template_status',
      event: 'REJECTED',
      reason: 'INVALID_FORMAT',
      category: 'UTILITY',
      rejectionReason: 'Variables at the end',
      recommendation: 'Add words after the variable',
    },
  ],
  'template-paused': [
    {
      ...template,
      kind: 'template_status',
      event: 'PAUSED',
      category: 'MARKETING',
      otherTitle: 'FIRST_PAUSE',
      otherDescription: 'Your template has been paused for 3 hours.',
    },
  ],
  'template-disabled': [
    { ...template, kind: 'template_status', event: 'DISABLED', disableDate: 'April 17, 2025' },
  ],
  'template-quality-under-wrong-field': [
    { ...template, kind: 'template_quality', previous: 'GREEN', current: 'YELLOW' },
  ],
  'template-quality': [{ ...template, kind: 'template_quality', previous: 'UNKNOWN', current: 'RED' }],
  'template-components': [
    {
      ...template,
      kind: 'template_components',
      title: 'Your order',
      body: 'Hi {{1}}!',
      footer: 'Bye',
      buttons: [
        {
          message_template_button_type: 'URL',
          message_template_button_text: 'Track',
          message_template_button_url: 'https://shop.example/{{1}}',
        },
      ],
    },
  ],
  'template-category-impending': [
    {
      ...template,
      kind: 'template_category',
      state: 'impending',
      from: 'UTILITY',
      to: 'MARKETING',
      changesAt: 1_739_407_424_000,
    },
  ],
  'template-category-done': [
    { ...template, kind: 'template_category', state: 'done', from: 'UTILITY', to: 'MARKETING' },
  ],
  'phone-throughput-upgrade': [
    { ...byDigits, kind: 'phone_limit', event: 'THROUGHPUT_UPGRADE', tier: 'TIER_UNLIMITED', limit: null },
  ],
  'phone-onboarding': [
    { ...byDigits, kind: 'phone_limit', event: 'ONBOARDING', tier: 'TIER_250', limit: 250 },
  ],
  'phone-name-rejected': [
    {
      ...byDigits,
      kind: 'phone_name',
      decision: 'REJECTED',
      requestedName: 'Lucky Shrub',
      reason: 'NAME_FORMAT_UNACCEPTABLE',
    },
  ],
  'security-pin-changed': [
    { ...byDigits, kind: 'security', event: 'PIN_CHANGED', requester: '61555822107539' },
  ],
  'username-approved': [{ ...byDigits, kind: 'username', username: 'luckyshrub', status: 'approved' }],
  'account-partner-added': [
    {
      kind: 'account_update',
      wabaId: '980198427658004',
      entryId: '2949482758682047',
      at,
      event: 'PARTNER_ADDED',
      ownerBusinessId: '2329417887457253',
      value: {
        event: 'PARTNER_ADDED',
        waba_info: { waba_id: '980198427658004', owner_business_id: '2329417887457253' },
      },
    },
  ],
  'account-disabled': [
    {
      kind: 'account_update',
      wabaId,
      entryId: wabaId,
      at,
      event: 'DISABLED_UPDATE',
      banState: 'DISABLE',
      banDate: 'April 17, 2025',
      value: {
        event: 'DISABLED_UPDATE',
        ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: 'April 17, 2025' },
      },
    },
  ],
  'account-violation': [
    {
      kind: 'account_update',
      wabaId,
      entryId: wabaId,
      at,
      event: 'ACCOUNT_VIOLATION',
      violationType: 'SCAM',
      value: { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
    },
  ],
  'account-restricted': [
    {
      kind: 'account_update',
      wabaId,
      entryId: wabaId,
      at,
      event: 'ACCOUNT_RESTRICTION',
      restrictions: [{ type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: '1741913024' }],
      value: {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [
          { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: '1741913024' },
        ],
      },
    },
  ],
  'account-reviewed': [{ kind: 'account_review', wabaId, at, decision: 'REJECTED' }],
  'account-alert': [
    {
      kind: 'account_alert',
      wabaId,
      at,
      entityType: 'BUSINESS',
      entityId: '506914307656634',
      severity: 'WARNING',
      status: 'NONE',
      type: 'INCREASED_CAPABILITIES_ELIGIBILITY_NEED_MORE_INFO',
      description: 'We need more information.',
    },
  ],
  'capability-number': [{ kind: 'capability', wabaId, at, limit: 2_000, maxPhoneNumbers: 25 }],
  'capability-tier': [{ kind: 'capability', wabaId, at, limit: 10_000, maxPhoneNumbers: 2 }],
  'capability-unlimited-old': [{ kind: 'capability', wabaId, at, limit: null, maxPhoneNumbers: 2 }],
  'echo-of-the-phone-app': [
    {
      ...number,
      kind: 'echo',
      messageId: 'wamid.ECHO',
      at,
      to: '16505551234',
      content: { type: 'text', text: 'We are open until six.' },
    },
  ],
  'unknown-field': [
    {
      kind: 'unknown',
      wabaId,
      at,
      field: 'payment_configuration_update',
      value: { configuration_name: 'x', order: templateId },
    },
  ],
}

describe('a webhook', () => {
  it.each(Object.entries(expected))('%s becomes its events', (name, events) => {
    expect(parseWebhook(fixture(name))).toEqual(events)
  })

  it('has an expectation for every fixture', () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(expected)
        .map((name) => `${name}.json`)
        .sort(),
    )
  })

  it('reads the same as text and as bytes in the middle of a larger buffer', () => {
    const body = fixture('status-sent')
    const larger = Buffer.concat([Buffer.from('xx'), body, Buffer.from('yy')])
    expect(parseWebhook(larger.subarray(2, -2))).toEqual(parseWebhook(body.toString('utf8')))
  })
})

describe('a webhook that is not as it should be', () => {
  it.each<[string, unknown, WebhookEvent[]]>([
    ['is a list', [1], [{ kind: 'unknown', wabaId: '', field: '', value: [1] }]],
    ['is null', null, [{ kind: 'unknown', wabaId: '', field: '', value: null }]],
    ['has no entries', { object: 'x' }, [{ kind: 'unknown', wabaId: '', field: '', value: { object: 'x' } }]],
    [
      'has an entry without changes',
      { entry: [{ id: '7' }, 3] },
      [
        { kind: 'unknown', wabaId: '7', field: '', value: { id: '7' } },
        { kind: 'unknown', wabaId: '', field: '', value: 3 },
      ],
    ],
    [
      'has a change without value',
      { entry: [{ id: '7', changes: [{ field: 'messages' }, null] }] },
      [
        { kind: 'unknown', wabaId: '7', field: 'messages', value: undefined },
        { kind: 'unknown', wabaId: '7', field: '', value: null },
      ],
    ],
    [
      'has a status without an id among good ones',
      {
        entry: [
          {
            id: '7',
            changes: [
              { field: 'messages', value: { statuses: [{ status: 'sent' }, { id: 'a', status: 'sent' }] } },
            ],
          },
        ],
      },
      [
        { kind: 'unknown', wabaId: '7', field: 'messages', value: { status: 'sent' } },
        { kind: 'status', wabaId: '7', messageId: 'a', status: 'sent' },
      ],
    ],
    [
      'has a template event without template',
      {
        entry: [
          { id: '7', changes: [{ field: 'message_template_status_update', value: { event: 'APPROVED' } }] },
        ],
      },
      [
        {
          kind: 'unknown',
          wabaId: '7',
          field: 'message_template_status_update',
          value: { event: 'APPROVED' },
        },
      ],
    ],
    [
      'has nothing in messages',
      { entry: [{ id: '7', changes: [{ field: 'messages', value: { metadata: {} } }] }] },
      [{ kind: 'unknown', wabaId: '7', field: 'messages', value: { metadata: {} } }],
    ],
  ])('%s: nothing is dropped', (_how, body, events) => {
    expect(parseWebhook(JSON.stringify(body))).toEqual(events)
  })

  it('or is no JSON at all, says so', () => {
    expect(() => parseWebhook('{"entry":')).toThrow(SyntaxError)
    expect(() => parseWebhook('{"entry":[12345678901234567890')).toThrow(SyntaxError)
  })
})
