import { expect, test } from 'vitest'
import type { OnboardingStatus } from '#contract/onboarding.ts'
import { bannerFace, cardProgress, isOwn, registrationFaults } from './onboarding-rules.ts'

const nothing: OnboardingStatus = {
  success: true,
  user_id: 7,
  meta_access_token: false,
  business_id: null,
  verified_name: null,
  businessRegistered: false,
  templateCreated: false,
  templateApproved: false,
  messagingStatus: null,
  businessName: null,
  phoneNumber: null,
  phoneNumberId: null,
  wabaId: null,
  accessToken: false,
  displayPhoneNumber: null,
  countryCode: null,
  category: null,
  isReady: false,
}
const connected = { wabaId: '1', phoneNumberId: '2', verified_name: 'Senyum Sehat', accessToken: true }

test.each([
  ['none', 'no status', null],
  ['none', 'no token', nothing],
  ['partial', 'a token and no account', { ...nothing, accessToken: true }],
  ['partial', 'a token and no verified name', { ...nothing, ...connected, verified_name: null }],
  ['none', 'all three, but not ready', { ...nothing, ...connected }],
  ['complete', 'ready', { ...nothing, ...connected, isReady: true }],
] as const)('the banner is %s with %s', (face, _, status) => {
  expect(bannerFace(status)).toBe(face)
})

test('the card counts four steps, is complete when all are done, and ready when the business is', () => {
  expect(cardProgress(nothing)).toMatchObject({ percent: 0, badge: 'inProgress' })
  const half = { ...nothing, businessRegistered: true, templateCreated: true }
  expect(cardProgress(half)).toMatchObject({
    percent: 50,
    badge: 'inProgress',
  })
  const all = { ...half, templateApproved: true, messagingStatus: 'APPROVED' }
  expect(cardProgress(all)).toMatchObject({
    percent: 100,
    badge: 'complete',
  })
  expect(cardProgress({ ...half, messagingStatus: 'PENDING', isReady: true })).toMatchObject({
    badge: 'ready',
  })
})

test('a status of somebody else is not ours', () => {
  expect(isOwn({ user_id: 7 }, '7')).toBe(true)
  expect(isOwn({ user_id: 7 }, '8')).toBe(false)
  expect(isOwn({ user_id: 7 }, null)).toBe(false)
})

test('a new registration names each field that is wrong', () => {
  expect(registrationFaults({ business_name: ' ', phone_number: '+0812', category: '' })).toEqual({
    business_name: 'Business name is required',
    phone_number: 'Use valid E.164 format (e.g., +919812345678).',
    category: 'Please select a category.',
  })
  expect(
    registrationFaults({ business_name: 'Asha', phone_number: '+919812345678', category: 'RETAIL' }),
  ).toEqual({})
})
