import type { WebhookEvent } from '../webhook-events.ts'
import { messageId, number } from './expected-base.ts'

const from = { from: '16505551234', fromUserId: 'US.13491208655302741918', profileName: 'Sheena Nelson' }
const incoming = {
  ...number,
  kind: 'message',
  messageId: 'wamid.IN1',
  at: 1_749_416_383_000,
  ...from,
} as const

export const expectedMessages: Record<string, WebhookEvent[]> = {
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
}
