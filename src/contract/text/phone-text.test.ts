import { expect, test } from 'vitest'
import { formatPhone } from './phone-text.ts'

test.each([
  ['+919823041576', '+91 98230 41576'],
  ['+524151520843', '+52 415 152 0843'],
  ['+6281233459076', '+62 812 3345 9076'],
  ['+5511971234408', '+55 11 97123 4408'],
  ['+14155552671', '+1 415 555 2671'],
  ['+351912345678', '+351 912 345 678'],
  ['+85291234567', '+852 9123 4567'],
])('%s is printed %s', (stored, printed) => {
  expect(formatPhone(stored)).toBe(printed)
})

test('printing loses no digit of any country code and length', () => {
  for (const code of ['1', '20', '7', '91', '351', '971', '998']) {
    for (let length = 6; length <= 12; length += 1) {
      const phone = `+${code}${'9876543210123'.slice(0, length)}`
      expect(formatPhone(phone).replaceAll(' ', '')).toBe(phone)
    }
  }
})

test('what is not E.164 is printed as it is', () => {
  expect(formatPhone('98230 41576')).toBe('98230 41576')
})
