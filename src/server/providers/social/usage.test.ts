import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textLength } from '#contract/social/text-length.ts'
import { littleText } from './linkedin/little-text.ts'
import { trustedUpload } from './upload-address.ts'
import { createUsageMeter } from './usage.ts'

const graph = 'https://graph.facebook.com/v25.0/1/feed'

describe('rate limits of Meta', () => {
  const app = (percent: number) => {
    const meter = createUsageMeter()
    meter.note(graph, new Headers({ 'x-app-usage': JSON.stringify({ call_count: percent, total_time: 3 }) }))
    return meter.restraint(graph, ['1'], Date.now()).kind
  }
  it.each([
    [79, 'none'],
    [80, 'slow'],
    [94, 'slow'],
    [95, 'stop'],
  ])('at %i % of the app’s are obeyed: %s', (percent, kind) => {
    expect(app(percent)).toBe(kind)
  })

  it('of one Page stop that Page alone, until the time that Meta names', () => {
    const meter = createUsageMeter()
    const uses = [{ type: 'pages', call_count: 97, total_time: 1, estimated_time_to_regain_access: 19 }]
    meter.note(graph, new Headers({ 'x-business-use-case-usage': JSON.stringify({ '111': uses }) }))
    const now = Date.now()
    const stopped = meter.restraint(graph, ['111'], now)
    expect(stopped.kind).toBe('stop')
    if (stopped.kind === 'stop') expect((stopped.until - now) / 60_000).toBeCloseTo(19, 1)
    expect(meter.restraint(graph, ['222'], now).kind).toBe('none')
  })

  it('that cannot be read say nothing', () => {
    const meter = createUsageMeter()
    meter.note(graph, new Headers({ 'x-app-usage': 'no JSON', 'x-business-use-case-usage': '[1]' }))
    expect(meter.restraint(graph, ['1'], Date.now()).kind).toBe('none')
  })
})

describe('an upload address', () => {
  const of = (address: string) => () =>
    trustedUpload(address, 'https://graph.facebook.com', ['.facebook.com'])
  it.each(['https://rupload.facebook.com/x', 'https://graph.facebook.com/y'])('%s is used', (address) => {
    expect(of(address)()).toBe(address)
  })
  it.each([
    'https://evil.example/x',
    'https://evilfacebook.com/x',
    'http://rupload.facebook.com/x',
    'http://127.0.0.1/x',
    'no address',
  ])('%s gets no token', (address) => {
    expect(of(address)).toThrow('another host')
  })
})

describe('LinkedIn’s text', () => {
  it.each([
    ['2 * 3 (about 6) <b> a_b', '2 \\* 3 \\(about 6\\) \\<b\\> a\\_b'],
    ['#fresh_bread and # alone', '#fresh_bread and \\# alone'],
    ['Hi @[Asha](urn:li:organization:12) @all', 'Hi @[Asha](urn:li:organization:12) \\@all'],
    ['back\\slash | {x} [y] ~z', 'back\\\\slash \\| \\{x\\} \\[y\\] \\~z'],
  ])('%s is escaped', (text, escaped) => {
    expect(littleText(text)).toBe(escaped)
  })

  it('is counted as long as it leaves', () => {
    const pieces = [
      '#',
      '#fresh_bread',
      '@[Asha](urn:li:organization:12)',
      '@',
      '_',
      ' ',
      'a',
      'é',
      '(',
      '🪔',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (words) => {
        const text = words.join('')
        expect(textLength('linkedin', text)).toBe(littleText(text).length)
      }),
    )
  })
})
