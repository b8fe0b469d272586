import { describe, expect, it } from 'vitest'
import { codesOf, isMissingPermission, isOfClass, isUnknownObject, templatePartOf } from './error-classes.ts'

describe('the class of a code', () => {
  it('separates a dead token from a missing permission', () => {
    expect([0, 104, 190].every((code) => isOfClass(code, 'deadToken'))).toBe(true)
    expect([10, 200, 299].some((code) => isOfClass(code, 'deadToken'))).toBe(false)
    expect([3, 10, 190, 200, 250, 299, 131005].every((code) => isOfClass(code, 'lostAccess'))).toBe(true)
    expect([199, 300, 368, 131031, 131042].some((code) => isOfClass(code, 'lostAccess'))).toBe(false)
    expect([9, 10, 190, 200, 299, 300, undefined].map(isMissingPermission)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('takes a code that was stored as text, and no code at all', () => {
    expect(isOfClass('131042', 'payment')).toBe(true)
    expect([null, undefined, '', 'stopped'].some((code) => isOfClass(code, 'deadToken'))).toBe(false)
    expect(codesOf('payment')).toEqual([131042])
  })

  it('names the part of a template that a refusal is about, and an object that is not there', () => {
    expect([2388023, 2388299, 100].map(templatePartOf)).toEqual(['template_name', 'body', undefined])
    expect(isUnknownObject({ code: 100, subcode: 33 })).toBe(true)
    expect(isUnknownObject({ code: 100 })).toBe(false)
  })
})
