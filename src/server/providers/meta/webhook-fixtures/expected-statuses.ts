import type { WebhookEvent } from '../webhook-events.ts'
import { messageId, number } from './expected-base.ts'

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

export const expectedStatuses: Record<string, WebhookEvent[]> = {
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
}
