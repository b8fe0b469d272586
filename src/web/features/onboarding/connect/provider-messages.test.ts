import { expect, test } from 'vitest'
import { readSignupMessage } from './provider-messages.ts'

const trusted = ['https://www.facebook.com', 'https://web.facebook.com']
const ids = { waba_id: '980198427658004', phone_number_id: '106540352242922' }
const signup = (event: string, data: object) =>
  JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event, data, version: 3 })
const read = (data: unknown, origin = 'https://www.facebook.com') =>
  readSignupMessage({ origin, data }, trusted)

test('a finished signup gives its ids', () => {
  expect(read(signup('FINISH', { ...ids, business_id: '42' }))).toEqual({
    kind: 'finished',
    event: 'FINISH',
    wabaId: ids.waba_id,
    phoneNumberId: ids.phone_number_id,
    portfolioId: '42',
  })
})

test.each([
  'https://evilfacebook.com',
  'https://www.facebook.com.evil.example',
  'http://www.facebook.com',
  'https://facebook.com',
  'null',
  '',
])('a message from %s is ignored', (origin) => {
  expect(read(signup('FINISH', ids), origin)).toBeUndefined()
})

test('a number may be missing only where the flow makes none', () => {
  expect(read(signup('FINISH', { waba_id: '1' }))).toEqual({ kind: 'incomplete' })
  expect(read(signup('FINISH', { phone_number_id: '1' }))).toEqual({ kind: 'incomplete' })
  expect(read(signup('FINISH_ONLY_WABA', { waba_id: '1' }))).toMatchObject({ kind: 'finished' })
  expect(read(signup('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', { waba_id: '1' }))).toMatchObject({
    kind: 'finished',
  })
})

test('leaving and failing are told apart', () => {
  expect(read(signup('CANCEL', { current_step: 'PHONE_NUMBER_SETUP' }))).toEqual({
    kind: 'cancelled',
    step: 'PHONE_NUMBER_SETUP',
  })
  expect(read(signup('CANCEL', { error_message: 'It broke', error_id: '9' }))).toEqual({
    kind: 'error',
    message: 'It broke',
  })
  expect(read(signup('ERROR', {}))).toMatchObject({ kind: 'error' })
})

test('the older message carries a token, and needs it', () => {
  const older = { type: 'facebook_embedded_signup', ...ids, access_token: 'EAAtoken', category: 'RETAIL' }
  expect(read(older)).toEqual({
    kind: 'token',
    wabaId: ids.waba_id,
    phoneNumberId: ids.phone_number_id,
    accessToken: 'EAAtoken',
    details: { category: 'RETAIL' },
  })
  expect(read({ ...older, access_token: '' })).toEqual({ kind: 'invalid' })
  expect(read({ ...older, waba_id: '' })).toEqual({ kind: 'incomplete' })
})

test('the chatter of the SDK is nothing', () => {
  expect(read('cb=f123&domain=localhost')).toBeUndefined()
  expect(read({ type: 'xd_action' })).toBeUndefined()
  expect(read(null)).toBeUndefined()
})

test('an error of a configuration that is too old is told from other errors', () => {
  const error_message = 'This version of Embedded Signup is no longer available.'
  expect(read(signup('ERROR', { error_message }))).toEqual({ kind: 'outdated', message: error_message })
  expect(read(signup('ERROR', { error_message: 'Your name is not allowed.' }))).toMatchObject({
    kind: 'error',
  })
})
