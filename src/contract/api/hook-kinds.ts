import type { ApiScope } from './scopes.ts'

/**
 * What a webhook of the business can report, and the permission that an API key needs to ask for it. Stored in rows
 * that are kept: none is renamed.
 */
export const hookKinds = {
  'message.status': 'messages:read',
  'message.received': 'conversations:read',
  'lead.created': 'leads:read',
  'lead.opted_in': 'leads:read',
  'lead.opted_out': 'leads:read',
  'campaign.finished': 'campaigns:read',
  'template.status': 'templates:read',
} as const satisfies Record<string, ApiScope>
export type HookKind = keyof typeof hookKinds
export const hookKindNames = Object.keys(hookKinds) as [HookKind, ...HookKind[]]

/** A call whose things are of no kind of these: it only shows that calls arrive. */
export const testKind = 'test'
export type DeliveryKind = HookKind | typeof testKind

const at = '2026-11-24T09:00:00.000Z'
const person = { lead_id: 1042, phone: '+919876543210' }

/** One item of `data` for each kind, as it is sent. */
export const hookSamples = {
  'message.status': {
    id: 90001,
    at,
    message_id: 5120,
    status: 'delivered',
    campaign_id: 31,
    lead_id: 1042,
    recipient_phone: '+919876543210',
    wamid: 'wamid.HBgMOTE5ODc2NTQzMjEw',
    error_code: null,
    error: null,
  },
  'message.received': {
    id: 90002,
    at,
    inbound_message_id: 811,
    conversation_id: 77,
    lead_id: 1042,
    from: '+919876543210',
    name: 'Asha Kulkarni',
    kind: 'text',
    text: 'Is the shop open today?',
    wamid: 'wamid.HBgMOTE5ODc2NTQzMjEx',
  },
  'lead.created': {
    id: 90003,
    at,
    ...person,
    name: 'Asha Kulkarni',
    email: 'asha@example.com',
    tags: ['newsletter'],
    source: 'form',
    consent: 'opted_in',
  },
  'lead.opted_in': { id: 90004, at, ...person, name: 'Asha Kulkarni', source: 'manual' },
  'lead.opted_out': { id: 90005, at, ...person, name: 'Asha Kulkarni', source: 'reply' },
  'campaign.finished': {
    id: 90006,
    at,
    campaign_id: 31,
    name: 'Diwali offer',
    status: 'Completed',
    sent: 980,
    failed: 20,
  },
  'template.status': {
    id: 90007,
    at,
    provider_template_id: '106540352242922',
    name: 'diwali_offer',
    language: 'en_US',
    status: 'APPROVED',
    reason: null,
  },
  test: { id: 90008, at, text: 'This is a test.' },
} as const satisfies Record<DeliveryKind, { id: number; at: string } & Record<string, unknown>>
