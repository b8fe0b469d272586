import { expect, test } from 'vitest'
import {
  counted,
  formatAmounts,
  formatBytes,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRate,
} from './number.ts'

test('thousands are grouped as the reader groups them', () => {
  expect(formatNumber(1_204_000, 'en')).toBe('1,204,000')
  expect(formatNumber(1_204_000, 'en-IN')).toBe('12,04,000')
  expect(counted(1, 'person', 'people', 'en')).toBe('1 person')
  expect(counted(10_531, 'person', 'people', 'en')).toBe('10,531 people')
})

test('percentages have a decimal only below ten, and never say all or nobody when it is not so', () => {
  expect(formatPercent(61, 100, 'en')).toBe('61%')
  expect(formatPercent(45, 1_000, 'en')).toBe('4.5%')
  expect(formatPercent(999, 1_000, 'en')).toBe('99%')
  expect(formatPercent(1, 100_000, 'en')).toBe('under 0.1%')
  expect(formatPercent(0, 10, 'en')).toBe('0%')
  expect(formatPercent(0, 0, 'en')).toBe('–')
})

test('rates, money and sizes are said as people say them', () => {
  expect(formatRate(19.62, 'en')).toBe('19.6 a second')
  expect(formatRate(0.5, 'en')).toBe('30 a minute')
  expect(formatMoney(1054.4, 'INR', { about: true, locale: 'en' })).toBe('about ₹1,054')
  expect(formatMoney(0.88, 'INR', { locale: 'en' })).toBe('₹0.88')
  // What one message costs is often less than a cent.
  expect(formatMoney(0.0096, 'USD', { locale: 'en' })).toBe('$0.0096')
  expect(formatMoney(0.01234, 'USD', { locale: 'en' })).toBe('$0.0123')
  expect(formatMoney(0, 'USD', { locale: 'en' })).toBe('$0.00')
  expect(formatMoney(1.2345, 'USD', { locale: 'en' })).toBe('$1.23')
  expect(formatMoney(0.000_023_4, 'INR', { locale: 'en' })).toBe('₹0.000023')
  expect(formatMoney(0.002_34, 'INR', { locale: 'en' })).toBe('₹0.0023')
  expect(formatMoney(0.5, 'INR', { locale: 'en' })).toBe('₹0.50')
  expect(formatMoney(0, 'INR', { locale: 'en' })).toBe('₹0.00')
  expect(formatMoney(1054.4, 'INR', { about: true, locale: 'en' })).toBe('about ₹1,054')
  expect(formatBytes(5_240_000, 'en')).toBe('5.2 MB')
  expect(formatBytes(12, 'en')).toBe('12 bytes')
})

test('leaves out currencies in which nothing came in', () => {
  const [rupees, dollars] = [
    { currency: 'INR', amount: 500_000 },
    { currency: 'USD', amount: 0 },
  ]
  expect(formatAmounts([rupees, dollars])).toBe('₹5,000')
  expect(formatAmounts([dollars])).toBe('$0.00')
  expect(formatAmounts([])).toBe('–')
})
