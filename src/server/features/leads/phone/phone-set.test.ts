import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPhoneSet } from './phone-set.ts'

const phone = fc.bigInt({ min: 1_000_000n, max: 999_999_999_999_999n }).map((digits) => `+${digits}`)

describe('a set of phones', () => {
  it('says of every number whether it is new, however many were expected', () => {
    fc.assert(
      fc.property(fc.array(phone, { maxLength: 300 }), fc.nat(400), (phones, expected) => {
        const set = createPhoneSet(expected)
        const before = new Set<string>()
        for (const one of [...phones, ...phones]) {
          expect(set.add(one)).toBe(!before.has(one))
          before.add(one)
        }
      }),
    )
  })

  it.each([0, 20_000, 60_000])(
    'keeps a block of neighbouring numbers apart, with %i expected',
    (expected) => {
      const set = createPhoneSet(expected)
      const block = Array.from({ length: 60_000 }, (_, at) => `+9198230${String(at).padStart(5, '0')}`)
      expect(block.filter((one) => !set.add(one))).toEqual([])
      expect(block.filter((one) => set.add(one))).toEqual([])
    },
  )
})
