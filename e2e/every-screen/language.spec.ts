import { expect, type Page, test } from '@playwright/test'
import { connect, signUp } from '../person.ts'
import { addSeries } from '../social/series.ts'
import { screens } from './screens.ts'
import { arrived, visit } from './visit.ts'

/**
 * Every screen in the test language: English with accents, between brackets, 40 % longer. Text without accents is in
 * no catalogue of messages, and what runs out of the window has no room for other languages.
 */
const testLanguage = 'en-XA'

/** Texts of the practice account's templates: they are in the language of the template. */
const templateTexts = [
  'Hello world',
  'Welcome and congratulations!! This message demonstrates your ability to send a WhatsApp message notification from the Cloud API. Thank you for taking the time to test with us.',
  'Login code',
  'is your verification code. For your security, do not share this code.',
  'Order shipped',
  ', your order',
  'is on its way to you.',
  'Weekend offer',
  ', everything in our shop is 20 percent off until Sunday evening.',
  'Hello',
  'English (US)',
]

/** Names and what is no language: brands, codes, addresses, phones, times and zones. */
const names =
  /WhatsApp Business|WhatsApp|Facebook|Instagram|YouTube|LinkedIn|Marketing Messages API|Meta|Tidings|OpenStreetMap|\b(APPROVED|MARKETING|TRANSACTIONAL|WABA|CSV|JSON|QR|URL|ID|STOP|API|UTC|GMT|PIN|OTP)\b|https?:\S+|[\w.+-]+@[\w.-]+|\b[A-Z][a-z]+\/[\w/]+\b|\b\w+_\w+\b|\d{1,2} ?(am|pm|AM|PM)|\b(kB|MB|GB|ms)\b/g

/** The visible texts that are in no catalogue. Data of the business is skipped: it is not translated. */
async function untranslated(page: Page, data: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const isCode = parent?.closest(
        'script, style, noscript, code, pre, .mono, [lang]:not(html), datalist, textarea',
      )
      if (!parent || isCode || !parent.checkVisibility() || !node.textContent?.trim()) continue
      found.push(node.textContent.trim())
    }
    return found
  })
  return texts.filter((text) => {
    if (/[⟦⟧áçđéğĥíĵķĺñóŕšţúŵýžÁÇĐÉĞĤÍĴĶĹÑÓŔŠŢÚŴÝŽ]/.test(text)) return false
    const rest = data.reduce((left, one) => left.replaceAll(one, ''), text).replaceAll(names, '')
    return /\p{L}{2,}/u.test(rest)
  })
}

test('every screen is whole in the test language, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.addInitScript((language) => localStorage.setItem('language', language), testLanguage)
  const person = await signUp(page)
  await connect(page, person)
  // Ready-made flows are content in a language of people: there are none in the test language.
  const ready = await page.request.get('/marketing/api/chatbot/ready-made', {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const { flows }: { flows: { name: string; description: string }[] } = await ready.json()
  const readyTexts = flows.flatMap(({ name, description }) => [description, name])
  const series = await addSeries(page, person)
  // The browser names days and months; it does not know the test language.
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const months = [0, 28, 56].map((ahead) =>
    new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('en', { month: 'short' }),
  )
  const people = ['Retno Wulandari', 'Retno', person.email]
  const data = [...people, ...series.names, ...templateTexts, ...readyTexts, ...days, ...months]
  await page.goto('/marketing/no/such/page')
  await arrived(page)
  const faults: string[] = []
  for (const path of [...screens, series.path]) {
    await visit(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', testLanguage)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) faults.push(`${path}: ${width - 360} px too wide`)
    faults.push(...(await untranslated(page, data)).map((text) => `${path}: ${text}`))
  }
  expect(faults).toEqual([])
})

test('the landing page is in the language that the browser asks for', async ({ request }) => {
  const titles = {
    hi: 'अपनी बात भेजें',
    es: 'Envía tus novedades',
    'pt-BR': 'Envie as novidades',
    en: 'Send the news',
  }
  for (const [language, title] of Object.entries(titles)) {
    const answer = await request.get('/marketing/', { headers: { 'accept-language': `${language};q=0.9` } })
    expect(answer.headers().vary).toMatch(/accept-language/i)
    const html = await answer.text()
    expect(html).toMatch(new RegExp(`<html [^>]*lang="${language}"`))
    expect(html).toContain(title)
  }
})
