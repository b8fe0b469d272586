import fc from 'fast-check'
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js'
import { parsePhoneNumberFromString as parseWithAll } from 'libphonenumber-js/max'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { e164Pattern } from '#contract/values.ts'
import { cpuTime } from '#test/cpu-time.ts'
import { typedCountries, typedPhones } from '#test/files/phone-corpus.ts'
import { phoneVariants, readPhone, readPhones } from './phone.ts'
import { exists } from './phone-plan.ts'

const read = (text: string, country = 'IN', stated = false): string => {
  const reading = readPhone(text, country, stated)
  return 'phone' in reading ? reading.phone : reading.problem
}

describe('phones as people type them', () => {
  it.each([
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['0453312345678', 'MX', '+523312345678'],
    ['01 55 1234 5678', 'MX', '+525512345678'],
    ['+52 044 55 1234 5678', 'IN', '+525512345678'],
    ['0445512345678', 'IN', 'not_valid'],
    ['0xx11 98765-4321', 'BR', '+5511987654321'],
    ['(0XX11) 3123-4567', 'BR', '+551131234567'],
    ['+55 (0xx11) 98765-4321', 'IN', '+5511987654321'],
    ['0xx11 98765-4321', 'IN', 'not_a_number'],
    ['5215512345678@c.us', 'IN', '+525512345678'],
    ['919823011208:12@s.whatsapp.net', 'MX', '+919823011208'],
    ['120363021234567890@g.us', 'IN', 'not_a_number'],
  ])('%s of %s, as it was dialled or exported, is %s', (text, country, phone) => {
    expect(read(text, country)).toBe(phone)
  })

  it('none of thousands becomes a number that is not in its cell, and nearly all are read', () => {
    const cells = typedCountries.flatMap((country, at) => typedPhones(country, 60, 9000 + at))
    const readings = cells.map((typed) => ({ typed, reading: readPhones(typed.cell, typed.country) }))
    const wrong = readings.filter(
      ({ typed, reading }) =>
        'phones' in reading &&
        (reading.phones.some((phone) => !typed.phones.includes(phone)) ||
          reading.phones.length < new Set(typed.phones).size),
    )
    const right = readings.filter(({ reading }) => 'phones' in reading).length - wrong.length
    expect(wrong).toEqual([])
    expect(right / cells.length).toBeGreaterThan(0.985)
  })

  it('none of a held-out list is wrong, and foreign numbers without a plus are rejected in a list of India', () => {
    // Seeds that nothing was tuned on.
    const cells = typedCountries.flatMap((country, at) => typedPhones(country, 20, 640_000 + at * 13))
    const readings = cells.map((typed) => ({ typed, reading: readPhones(typed.cell, typed.country) }))
    const wrong = readings.filter(
      ({ typed, reading }) =>
        'phones' in reading && reading.phones.some((phone) => !typed.phones.includes(phone)),
    )
    expect(wrong).toEqual([])
    expect(readings.filter(({ reading }) => 'phones' in reading).length / cells.length).toBeGreaterThan(0.97)
    const foreign = typedCountries
      .filter((country) => country !== 'IN')
      .flatMap((country, at) => typedPhones(country, 8, 910_000 + at * 7).flatMap(({ phones }) => phones))
    const taken = foreign.filter((phone) => {
      const reading = readPhones(phone.slice(1), 'IN')
      return 'phones' in reading && reading.phones[0] !== phone
    })
    expect(taken).toEqual([])
  })

  it.each([
    ['Mobil: 0171/5736723', 'DE', '+491715736723'],
    ['0171/5736723', 'DE', '+491715736723'],
    ['Tel.: 0 89 / 78 90-35 1', 'DE', '+49897890351'],
    ['Tel/Fax: 030/1234567', 'DE', '+49301234567'],
    ['Ph: 98230 11208', 'IN', '+919823011208'],
    ['Mob 98230-11208', 'IN', '+919823011208'],
    ['98230 11208 (WhatsApp)', 'IN', '+919823011208'],
    ['☎️ 0171/5736723', 'DE', '+491715736723'],
    ['📱 98230 11208', 'IN', '+919823011208'],
    ['https://api.whatsapp.com/send?phone=919823011208', 'DE', '+919823011208'],
    ['+49 (0)171 5736723', 'US', '+491715736723'],
    ['0049 (0) 171 / 5736723', 'US', '+491715736723'],
    ['+39 (0)6 6988 3712', 'IN', '+390669883712'],
    ['08-123 456 78', 'SE', '+46812345678'],
    ['+９１ ９８２３０ １１２０８', 'IN', '+919823011208'],
    ['98230\u2009112\u202f08', 'IN', '+919823011208'],
    ['1715736723', 'DE', '+491715736723'],
    ['Fax: 030 1234567, Tel: 030 1234568', 'DE', '+49301234568'],
  ])('%j in %s is %s', (text, country, phone) => {
    expect(read(text, country)).toBe(phone)
  })

  it.each([
    ['98230 11208 / 09', 'IN', 'not_valid'],
    ['030 1234567/68', 'DE', 'not_valid'],
    ['n/a / 5736723', 'DE', 'not_a_number'],
    ['0171/57367', 'DE', 'not_valid'],
    // A number of a town, or one of another country, without the digits that tell.
    ['5736723', 'DE', 'no_area_code'],
    ['12345678', 'SE', 'no_area_code'],
    ['9823011208', 'DE', 'no_area_code'],
    ['ID 9823011208', 'IN', 'not_a_number'],
    ['not 9823011208', 'IN', 'not_a_number'],
    ['Fax: 030 1234567', 'DE', 'not_a_number'],
    ['98XXXX1208', 'IN', 'not_a_number'],
    ['192.168.110.25', 'DE', 'not_a_number'],
    ['20.11.2026', 'DK', 'not_a_number'],
    ['11/20/2026 10:30', 'DE', 'not_a_number'],
    ['4012 8888 8888 1881', 'FI', 'not_a_number'],
  ])('%j in %s is refused: %s', (text, country, problem) => {
    expect(read(text, country)).toBe(problem)
  })

  it('a cell of another country than its row names is refused with what it may be', () => {
    expect(readPhone('+91 98230 11208', 'DE', true)).toEqual({
      problem: 'other_country',
      readings: ['+919823011208'],
    })
    expect(readPhone('919823011208', 'US', true)).toMatchObject({ problem: 'other_country' })
    expect(read('415 555 2671', 'CA', true)).toBe('+14155552671')
    expect(read('+44 7781 123456', 'GB', true)).toBe('+447781123456')
  })

  it('is read in time that grows with its length', async () => {
    for (const text of ['tel ', '1/', '(', '+1 ', 'no. ', '&', '0 ']) {
      const cell = text.repeat(200_000)
      const ms = await cpuTime(() => {
        readPhone(cell, 'DE')
        readPhone(cell.slice(0, 399), 'DE')
      })
      expect(ms).toBeLessThan(500)
    }
  })
})

describe('a phone number', () => {
  it.each([
    ['+91 98230 11208', '+919823011208'],
    ['98230-11208', '+919823011208'],
    ['09823011208', '+919823011208'],
    ['919823011208', '+919823011208'],
    ['0091 98230 11208', '+919823011208'],
    ['(+91) 98230.11208', '+919823011208'],
    ["'+919823011208", '+919823011208'],
    ['="+919823011208"', '+919823011208'],
    ['\u202a+91 98230 11208\u202c', '+919823011208'],
    ['tel:+919823011208', '+919823011208'],
    ['p:+919823011208', '+919823011208'],
    ['919823011208.0', '+919823011208'],
    ['9.19823011208E+11', '+919823011208'],
    ['9,19823011208E+11', '+919823011208'],
    ['٩٨٢٣٠١١٢٠٨', '+919823011208'],
    ['९८२३०११२०८', '+919823011208'],
    ['９８２３０１１２０８', '+919823011208'],
    ['020 2553 8846', '+912025538846'],
  ])('%j is read as %s in India', (text, phone) => {
    expect(read(text)).toBe(phone)
  })

  it.each([
    ['9.19877E+11', 'rounded_by_excel'],
    ['4.15E+09', 'rounded_by_excel'],
    ['', 'empty'],
    ['  ', 'empty'],
    ['n/a', 'not_a_number'],
    ['call after 10:30 or 11:45', 'not_a_number'],
    ['asha@example.com', 'not_a_number'],
    ['12', 'not_valid'],
    ['98230112', 'not_valid'],
    ['+91 00000 67890', 'not_valid'],
    // A number of another country without its plus is not guessed at.
    ['4915112345678', 'no_country'],
    ['2026-11-20', 'not_a_number'],
  ])('%j is refused: %s', (text, problem) => {
    expect(read(text)).toBe(problem)
  })

  it('never lands in the wrong country: a number of ten digits is read as the default country or not at all', () => {
    expect(read('4155551212', 'US')).toBe('+14155551212')
    expect(read('4155551212', 'GB')).toBe('not_valid')
    expect(read('415 152 0843', 'MX')).toBe('+524151520843')
    expect(read('919823011208', 'MX')).toBe('+919823011208')
    expect(read('0151 23456783', 'IN')).toBe('not_valid')
    expect(read('0151 23456783', 'DE')).toBe('+4915123456783')
  })

  it('without its plus is told from a national one by being a mobile, or refused', () => {
    expect(read('4915123456783', 'DE')).toBe('+4915123456783')
    expect(read('4915123456783.0', 'DE')).toBe('+4915123456783')
    expect(read('4930901820', 'DE')).toBe('+4930901820')
    expect(read('493429012', 'DE')).toBe('no_country')
    expect(read('9198230112', 'IN')).toBe('+919198230112')
    expect(read('628123456789', 'ID')).toBe('+628123456789')
    expect(read('5511987654321', 'BR')).toBe('+5511987654321')
    expect(read('12025550123', 'US')).toBe('+12025550123')
  })

  it('of before its country renumbered is read as of today', () => {
    expect(read('+52 1 55 1234 5678', 'US')).toBe('+525512345678')
    expect(read('5215512345678', 'MX')).toBe('+525512345678')
    expect(read('+55 11 8765-4321', 'IN')).toBe('+5511987654321')
    expect(read('(11) 8765-4321', 'BR')).toBe('+5511987654321')
    expect(read('(11) 3765-4321', 'BR')).toBe('+551137654321')
  })

  it('exists where the large data of the library say so', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...getCountries()),
        fc.stringMatching(/^[1-9]\d{3,13}$/),
        (country, digits) => {
          const text = `+${getCountryCallingCode(country)}${digits}`
          const ours = parsePhoneNumberFromString(text)
          const theirs = parseWithAll(text)
          expect(ours !== undefined && exists(ours), text).toBe(theirs?.isValid() ?? false)
        },
      ),
      { numRuns: 4000 },
    )
  })

  it('is found among several in one cell', () => {
    const cell = 'n/a ::: +91 98230 11208 ::: 98230 11209'
    expect(readPhones(cell, 'IN')).toEqual({ phones: ['+919823011208', '+919823011209'] })
    expect(readPhones('98230 11208 / 98230 11208', 'IN')).toEqual({ phones: ['+919823011208'] })
    expect(readPhones('12; 13', 'IN')).toHaveProperty('problem')
  })

  it('is recognised in the ways in which WhatsApp writes it', () => {
    expect(phoneVariants('+5511987654321')).toEqual(['+5511987654321', '+551187654321'])
    expect(phoneVariants('+551187654321')).toEqual(['+551187654321', '+5511987654321'])
    expect(phoneVariants('+5215512345678')).toEqual(['+5215512345678', '+525512345678'])
    expect(phoneVariants('+5491123456789')).toEqual(['+5491123456789', '+541123456789'])
    expect(phoneVariants('+919823011208')).toEqual(['+919823011208'])
  })

  it('comes out the same from every usual way of writing it, in every country', () => {
    const numbers = getCountries().flatMap((country) => {
      const number = getExampleNumber(country, examples)
      return number && e164Pattern.test(number.number) ? [{ country, number }] : []
    })
    expect(numbers.length).toBeGreaterThan(200)
    fc.assert(
      fc.property(
        fc.constantFrom(...numbers),
        fc.constantFrom('e164', 'international', 'national', 'zeros', 'excel', 'apostrophe', 'float'),
        fc.constantFrom('', ' ', '\u00a0', '\u200e'),
        ({ country, number }, way, margin) => {
          const e164 = number.number
          const digits = e164.slice(1)
          const text = {
            e164,
            international: number.formatInternational(),
            national: number.formatNational(),
            zeros: `00${digits}`,
            excel: `=("${e164}")`.replace(/[()]/g, ''),
            apostrophe: `'${e164}`,
            float: `${e164}.0`,
          }[way]
          expect(read(margin + text + margin, country)).toBe(e164)
        },
      ),
      { numRuns: 800 },
    )
  })

  it('is E.164 or refused, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+\d ().\-eE,;/:x]{0,30}$/)),
        fc.constantFrom('IN', 'US', 'BR', 'DE', 'XX', ''),
        (text, country) => {
          const reading = readPhones(text, country)
          if ('phones' in reading) for (const phone of reading.phones) expect(phone).toMatch(e164Pattern)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
