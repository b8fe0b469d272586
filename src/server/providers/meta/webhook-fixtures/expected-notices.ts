import type { WebhookEvent } from '../webhook-events.ts'
import { at, number, wabaId } from './expected-base.ts'

/** Every digit of it must come out again: as a JavaScript number it would end in 8000. */
const templateId = '12345678901234567890'
const template = { wabaId, at, templateId, name: 'order_confirmation', language: 'en_US' }
const { phoneNumberId: _none, ...byDigits } = { ...number, at }

export const expectedNotices: Record<string, WebhookEvent[]> = {
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
  'username-approved-plural': [{ ...byDigits, kind: 'username', username: 'luckyshrub', status: 'approved' }],
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
      restrictions: [{ type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiresAt: 1_741_913_024_000 }],
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
