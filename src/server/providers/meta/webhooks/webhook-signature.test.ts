import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestWebhookBytes, sameSecret, signWebhook, verifyWebhookSignature } from './webhook-signature.ts'

const secret = 's3cr3t'
const body = Buffer.from(String.raw`{"a":"\u00e4"}`)
/** Computed with openssl, not with this code. */
const header = 'sha256=9c236fc6b4e8ca1e3eab109418130aff73a6da11e03deb10a80c0a64e91dbef4'

describe('the signature of a webhook', () => {
  it('is that of the raw bytes', () => {
    expect(body).toHaveLength(14)
    expect(verifyWebhookSignature(body, header, secret)).toBe('raw')
    expect(signWebhook(body, secret)).toBe(header)
  })

  it('may be in capitals', () => {
    expect(verifyWebhookSignature(body, header.toUpperCase().replace('SHA256', 'sha256'), secret)).toBe('raw')
  })

  it('holds for the escaped form of a body that was decoded on the way', () => {
    expect(verifyWebhookSignature(Buffer.from('{"a":"ä"}'), header, secret)).toBe('escaped')
  })

  it('escapes what lies beyond the basic plane as two units, in lower case', () => {
    const signed = createHmac('sha256', secret).update(String.raw`{"a":"\ud83d\udc4b \u0928"}`).digest('hex')
    expect(verifyWebhookSignature(Buffer.from('{"a":"👋 न"}'), `sha256=${signed}`, secret)).toBe('escaped')
  })

  it('of non-ASCII bytes as they are holds too', () => {
    const raw = Buffer.from('{"a":"ä"}')
    expect(verifyWebhookSignature(raw, signWebhook(raw, secret), secret)).toBe('raw')
  })

  it('holds for the escaped form of any text that was decoded on the way', () => {
    const asMeta = (text: string) =>
      text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const given = signWebhook(Buffer.from(asMeta(`ä${text}`)), secret)
        expect(verifyWebhookSignature(Buffer.from(`ä${text}`), given, secret)).toBe('escaped')
      }),
    )
  })

  it.each(['a', 'ä', 'न', '👋', 'aä', `${'a'.repeat(20)}ä`])(
    'that is wrong costs little, however large the body: full of %s',
    (unit) => {
      const large = Buffer.from(`ä${unit.repeat((largestWebhookBytes - 2) / Buffer.byteLength(unit))}`)
      const leastCost = (work: () => void): number =>
        Math.min(
          ...Array.from({ length: 5 }, () => {
            const before = process.cpuUsage()
            work()
            const { user, system } = process.cpuUsage(before)
            return user + system
          }),
        )
      const signing = leastCost(() => signWebhook(large, secret))
      const refusing = leastCost(() =>
        expect(verifyWebhookSignature(large, `sha256=${'0'.repeat(64)}`, secret)).toBeUndefined(),
      )
      // Four to six times the cost of a signature; it was 700 times.
      expect(refusing).toBeLessThan(signing * 60)
    },
  )

  it.each([
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0xe4, 0x22]), header, secret],
    ['another body', Buffer.from(String.raw`{"a":"\u00e5"}`), header, secret],
    ['another secret', body, header, 's3cr3T'],
    ['another body beyond ASCII', Buffer.from('{"a":"å"}'), header, secret],
    ['another secret over a body beyond ASCII', Buffer.from('{"a":"ä"}'), header, 's3cr3T'],
    ['no header', body, undefined, secret],
    ['an empty header', body, '', secret],
    ['a short header', body, header.slice(0, -1), secret],
    ['a longer header', body, `${header}0`, secret],
    ['another algorithm', body, header.replace('sha256', 'sha1'), secret],
    ['no hex', body, header.replace('9c', 'zz'), secret],
    ['a secret that was never set', body, signWebhook(body, ''), ''],
  ])('is refused for %s', (_why, bytes, given, key) => {
    expect(verifyWebhookSignature(bytes, given, key)).toBeUndefined()
  })
})

describe('the verify token', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['', '', false],
    ['abc', 'abcd', false],
  ])('%j against %j: %s', (given, expected, same) => {
    expect(sameSecret(given, expected)).toBe(same)
  })
})
