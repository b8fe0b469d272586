import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecrets } from '#server/platform/secrets.ts'
import { linkCodes } from './link-code.ts'

const codes = linkCodes({ secrets: createSecrets(Buffer.alloc(32, 7)) })
const others = linkCodes({ secrets: createSecrets(Buffer.alloc(32, 8)) })
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const link = fc.integer({ min: 0, max: 99 })
const any = fc.record({ businessId: id, contentId: id, messageId: id, link })

describe('the code of a tracked link', () => {
  it('says which link of which message it is, in letters and digits alone', () => {
    fc.assert(
      fc.property(any, (code) => {
        const text = codes.write(code)
        expect(text).toMatch(/^[0-9A-Za-z]{15,60}$/)
        expect(codes.read(text)).toEqual(code)
        expect(others.read(text)).toBeUndefined()
      }),
    )
  })

  it('is read after the keys of the install were changed', () => {
    const [earlier, key] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
    const changed = linkCodes({ secrets: createSecrets(key, () => [], earlier) })
    const code = { businessId: 12, contentId: 9_000, messageId: 1_000_000, link: 0 }
    expect(changed.read(codes.write(code))).toEqual(code)
  })

  it('is short for the first million messages', () => {
    const code = codes.write({ businessId: 12, contentId: 9_000, messageId: 1_000_000, link: 0 })
    expect(code.length).toBeLessThanOrEqual(23)
  })

  it('is refused when one letter is another, is missing or is added', () => {
    fc.assert(
      fc.property(any, fc.nat(), fc.constantFrom(...'aZ09x'), (code, at, letter) => {
        const text = codes.write(code)
        const place = at % text.length
        const forged = [
          text.slice(0, place) + letter + text.slice(place + 1),
          text.slice(0, place) + text.slice(place + 1),
          text.slice(0, place) + letter + text.slice(place),
          `0${text}`,
        ].filter((one) => one !== text)
        for (const one of forged) expect(codes.read(one)).toBeUndefined()
      }),
    )
  })
})
