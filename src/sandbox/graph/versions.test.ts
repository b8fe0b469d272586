import { expect, test } from 'vitest'
import { inVersion, refuseRemoved, servedVersion } from './versions.ts'

const now = Date.UTC(2026, 10, 22)

test.each([
  ['v25.0', 'v25.0', true],
  ['v18.0', 'v21.0', true],
  ['v2.8', 'v21.0', true],
  ['281074529834160', 'v24.0', false],
])('%s is served by %s', (asked, label, named) => {
  expect(servedVersion(asked, now)).toMatchObject({ label, named })
})

test('a version that does not exist is not served', () => {
  expect(servedVersion('v99.0', now)).toBeUndefined()
  expect(servedVersion('v18.0', Date.UTC(2026, 0, 1))).toMatchObject({ label: 'v18.0' })
})

test('a row has the fields of its version', () => {
  const row = {
    id: '1',
    messaging_limit_tier: 'TIER_250',
    whatsapp_business_manager_messaging_limit: 'TIER_250',
  }
  expect(Object.keys(inVersion(row, 23))).toEqual(['id', 'messaging_limit_tier'])
  expect(Object.keys(inVersion(row, 24))).toEqual(['id', 'whatsapp_business_manager_messaging_limit'])
})

test.each(['pretty', 'debug', 'date_format', 'ids'])(
  'the parameter %s is refused since 27 October 2026',
  (name) => {
    expect(() => refuseRemoved({ [name]: '1' }, {}, now)).toThrow(name)
    expect(() => refuseRemoved({ [name]: '1' }, {}, Date.UTC(2026, 9, 26))).not.toThrow()
  },
)

test('conditional requests are refused too', () => {
  expect(() => refuseRemoved({}, { 'if-none-match': 'x' }, now)).toThrow('If-None-Match')
})
