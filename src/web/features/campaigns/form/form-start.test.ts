import { expect, test } from 'vitest'
import type { CampaignDraft } from '#contract/campaigns/drafts.ts'
import { startFromCampaign } from './form-start.ts'

const campaign = {
  template_id: 1,
  phone_number_id: '1',
  name: 'Diwali',
  timezone: 'Asia/Kolkata',
  scheduled_at: '2026-11-20T03:39:00Z',
  starts_now: true,
  audience: { tags: ['shop'] },
  audience_text: 'shop',
  parameters: {},
  custom_message: null,
  count_clicks: false,
  trial: null,
  consent_statement: 'They signed the list',
  by_their_clock: false,
  quiet: null,
} as unknown as CampaignDraft

test('an edit keeps the statement of consent; a copy keeps its words only', () => {
  const start = (copy: boolean) => startFromCampaign(campaign, copy, new Date('2026-11-21T00:00:00Z'))
  expect([start(false), start(true)].map((one) => [one.consentStated, one.consentText])).toEqual([
    [true, 'They signed the list'],
    [false, 'They signed the list'],
  ])
})
