import { expect, it } from 'vitest'
import { wayBack } from './way-back.ts'

it('leads back to the page that the login was asked for on', () => {
  expect(wayBack({ from: '/campaigns?view=all', userId: 7 }, 7)).toBe('/campaigns?view=all')
  expect(wayBack({ from: '/templates/3', userId: null }, 7)).toBe('/templates/3')
})

it('leads to the dashboard without one, for another person, and never out of the product', () => {
  expect(wayBack(null, 7)).toBe('/dashboard')
  expect(wayBack({ from: '/campaigns/9', userId: 8 }, 7)).toBe('/dashboard')
  expect(wayBack({ from: '//elsewhere.example', userId: 7 }, 7)).toBe('/dashboard')
  expect(wayBack({ from: 'https://elsewhere.example', userId: 7 }, 7)).toBe('/dashboard')
  expect(wayBack({ from: 5 }, 7)).toBe('/dashboard')
})
