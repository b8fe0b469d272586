import { expect, it } from 'vitest'
import { marketOf } from './price-list.ts'

it('knows the market of a number by its calling code, the longest first', () => {
  expect(marketOf('+9198')).toBe('india')
  expect(marketOf('+9715')).toBe('emirates')
  expect(marketOf('+9725')).toBe('israel')
  expect(marketOf('+4915')).toBe('germany')
  expect(marketOf('+1212')).toBe('northAmerica')
  expect(marketOf('+1876')).toBe('restOfLatinAmerica')
  expect(marketOf('+2348')).toBe('nigeria')
  expect(marketOf('+2126')).toBe('restOfAfrica')
  expect(marketOf('IN.24')).toBe('india')
})

it('puts countries of no market among the others, and leaves open what tells no country', () => {
  expect(marketOf('+9995')).toBe('other')
  expect(marketOf('')).toBeNull()
  expect(marketOf('erase')).toBeNull()
  expect(marketOf(null)).toBeNull()
})
