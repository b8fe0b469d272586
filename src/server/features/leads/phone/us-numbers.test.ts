import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, it } from 'vitest'
import { openTestServer } from '#test/server.ts'
import { isUsAddress, isUsAddressSql, usAreaCodes } from './us-numbers.ts'

/** The area codes of which libphonenumber says that their ordinary numbers are of the USA. */
function codesOfLibrary(): string[] {
  const codes = Array.from({ length: 800 }, (_, index) => String(index + 200))
  return codes.filter((code) => {
    const number = parsePhoneNumberFromString(`+1${code}2345678`)
    return number?.isValid() && number.country === 'US' && number.getType() === 'FIXED_LINE_OR_MOBILE'
  })
}

it('the area codes of the USA are those that libphonenumber knows', () => {
  expect(usAreaCodes).toEqual(codesOfLibrary())
})

it('a number is of the USA by its area code, a user id by its country, here and in the database', async () => {
  const answers: [address: string, isUs: boolean][] = [
    ['+14155550123', true],
    ['+12125550123', true],
    // Canada, Puerto Rico, Jamaica, the Dominican Republic, Guam; a toll-free number; others that begin with 1.
    ['+14165550123', false],
    ['+17875550123', false],
    ['+18765550123', false],
    ['+18095550123', false],
    ['+16715550123', false],
    ['+18005550123', false],
    ['+919876543210', false],
    ['+4915200000001', false],
    ['US.13491208655302741918', true],
    ['US.ENT.11815799212886844830', true],
    ['IN.13491208655302741918', false],
  ]
  const server = await openTestServer({ log: 'error' })
  try {
    for (const [address, isUs] of answers) {
      expect([address, isUsAddress(address)]).toEqual([address, isUs])
      const { rows } = await sql<{
        is: boolean
      }>`select ${isUsAddressSql(sql`${address}::text`)} as is`.execute(server.app.db)
      expect([address, rows[0]?.is]).toEqual([address, isUs])
    }
  } finally {
    await server.close()
  }
})
