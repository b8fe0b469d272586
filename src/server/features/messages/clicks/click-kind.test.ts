import { describe, expect, it } from 'vitest'
import { isProviderAddress, kindOf } from './click-kind.ts'

const agents = {
  person: [
    'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0]',
  ],
  preview: [
    'WhatsApp/2.24.20.89 A',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  ],
  bot: [
    '',
    'curl/8.5.0',
    'python-requests/2.32',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0 Safari/537.36',
  ],
}

describe('who asks for a link', () => {
  it.each(Object.entries(agents))('%s', (kind, list) => {
    for (const agent of list) expect([agent, kindOf('GET', { 'user-agent': agent })]).toEqual([agent, kind])
  })

  it('a HEAD request or one ahead of time is a preview, whoever it says it is', () => {
    const agent = { 'user-agent': agents.person[0]! }
    expect(kindOf('HEAD', agent)).toBe('preview')
    expect(kindOf('GET', { ...agent, 'sec-purpose': 'prefetch;prerender' })).toBe('preview')
    expect(kindOf('GET', { ...agent, 'x-moz': 'prefetch' })).toBe('preview')
  })

  it("knows Meta's addresses", () => {
    expect(['157.240.1.35', '2a03:2880:f10c::1', '::ffff:31.13.70.1'].map(isProviderAddress)).toEqual([
      true,
      true,
      true,
    ])
    expect(['127.0.0.1', '103.21.58.1', '2001:db8::1', 'nowhere'].map(isProviderAddress)).toEqual(
      Array(4).fill(false),
    )
  })
})
