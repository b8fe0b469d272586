import { describe, expect, test } from 'vitest'
import { guardVerdict, wordsOfDenial } from './guard-rules.ts'
import { judgeToken, takeToken } from './token.ts'

const now = new Date('2026-11-20T10:00:00Z')
const seconds = now.getTime() / 1_000
const part = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString('base64url')
const token = (claims: unknown) => `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`
const good = token({ sub: '1', name: 'José Ñandú', exp: seconds + 60 })

describe('what the guard thinks of a token', () => {
  test('an unexpired one is good, also one that never expires', () => {
    expect(judgeToken(good, now)).toBe('good')
    expect(judgeToken(token({ sub: '1' }), now)).toBe('good')
  })
  test('one whose time has come is expired, to the second', () => {
    expect(judgeToken(token({ exp: seconds }), now)).toBe('expired')
    expect(judgeToken(token({ exp: seconds + 1 }), now)).toBe('good')
  })
  test('shorter than 10 characters is none', () => {
    expect(judgeToken('a.b.c', now)).toBe('too_short')
    expect(judgeToken('123456789', now)).toBe('too_short')
    expect(judgeToken(null, now)).toBe('missing')
    expect(judgeToken('', now)).toBe('missing')
  })
  test.each([
    '1234567890',
    'not.a-token.x!',
    `${part({})}.%%%%.sig`,
    token('text'),
    token({ exp: 'tomorrow' }),
  ])('%s cannot be decoded', (text) => {
    expect(judgeToken(text, now)).toBe('undecodable')
  })
})

test('a token leaves the address, everything else stays', () => {
  expect(takeToken('?status=success&token=abc&reason=a%20b')).toEqual({
    token: 'abc',
    rest: '?status=success&reason=a+b',
  })
  expect(takeToken('?token=abc')).toEqual({ token: 'abc', rest: '' })
  expect(takeToken('?q=1')).toEqual({ token: null, rest: '?q=1' })
})

describe('the guard', () => {
  test('lets a good session through, and denies without one', () => {
    expect(guardVerdict(good, '', now)).toEqual({ kind: 'allowed' })
    expect(guardVerdict(null, '', now)).toEqual({ kind: 'denied', hadToken: false })
    expect(guardVerdict(token({ exp: seconds - 1 }), '', now)).toEqual({ kind: 'denied', hadToken: true })
  })
  test('adopts a good token of the address only where the stored one is no good, and strips it always', () => {
    const strip = { kind: 'strip', adopt: null, ask: null, rest: '' }
    expect(guardVerdict(null, `?token=${good}`, now)).toEqual({ ...strip, adopt: good })
    expect(guardVerdict(good, '?token=other-token&a=1', now)).toEqual({ ...strip, rest: '?a=1' })
    expect(guardVerdict(null, '?token=rubbish-rubbish', now)).toEqual(strip)
  })
  test('asks before a good token takes the place of another good one, and not about the same one', () => {
    const other = token({ sub: '2', exp: seconds + 60 })
    const strip = { kind: 'strip', adopt: null, ask: null, rest: '' }
    expect(guardVerdict(good, `?token=${other}`, now)).toEqual({ ...strip, ask: other })
    expect(guardVerdict(good, `?token=${good}`, now)).toEqual(strip)
    expect(guardVerdict(good, `?token=${token({ exp: seconds - 1 })}`, now)).toEqual(strip)
  })
  test('says why it led to the login, except to those who logged out', () => {
    expect(wordsOfDenial('/dashboard', null, false)).toBe('Session expired. Please login.')
    expect(wordsOfDenial('/campaigns', null, true)).toBe('Session expired. Please login.')
    expect(wordsOfDenial('/campaigns', 'expired', false)).toBe('Session expired. Please login.')
    expect(wordsOfDenial('/campaigns', 'refused', false)).toBe('Session expired. Please login again.')
    expect(wordsOfDenial('/dashboard', 'logout', false)).toBeNull()
    expect(wordsOfDenial('/campaigns', null, false)).toBeNull()
  })
})
