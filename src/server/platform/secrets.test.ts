import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets(randomBytes(32))

describe('a sealed text', () => {
  it('opens again with its context', () => {
    expect(secrets.open(secrets.seal('EAA…ä', 'account 1'), 'account 1')).toBe('EAA…ä')
  })
  it('is another one each time', () => {
    expect(secrets.seal('x', 'a').ciphertext).not.toEqual(secrets.seal('x', 'a').ciphertext)
  })
  it('does not open in another row', () => {
    expect(() => secrets.open(secrets.seal('x', 'account 1'), 'account 2')).toThrow()
  })
  it('does not open once it was changed', () => {
    const sealed = secrets.seal('x', 'a')
    sealed.ciphertext[sealed.ciphertext.length - 1]! ^= 1
    expect(() => secrets.open(sealed, 'a')).toThrow()
  })
  it('of another key says which key is missing', () => {
    const sealed = createSecrets(randomBytes(32)).seal('x', 'a')
    expect(() => secrets.open(sealed, 'a')).toThrow(/ENCRYPTION_KEY/)
  })
})
