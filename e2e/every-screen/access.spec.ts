import { expect, type Page, test } from '@playwright/test'
import { press, says, signUp } from '../person.ts'

/** Fingers, four times the size, forced colours, and what is read out. */

const api = '/marketing/api'

/** A shop with a practice account, people with consent, and one message that went out. */
async function openShop(page: Page) {
  const { token } = await signUp(page)
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.post(`${api}${path}`, { headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  }
  await post('/onboarding/practice-account', {})
  await post('/upload_leads', {
    leads: Array.from({ length: 12 }, (_, at) => ({
      name: `Guest ${at + 10}`,
      phone: `+9198450123${at + 10}`,
      tag: 'regulars',
      consent: 'opted_in',
      consent_source: 'In the shop',
    })),
  })
  const parts = { template_name: 'hello_world', language: 'en_US', parameters: [] }
  await expect(async () => post('/meta/send_meta_message', { to: '+919845012310', ...parts })).toPass()
}

async function open(page: Page, path: string) {
  await page.goto(`/marketing${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.sk, [data-arriving]')).toHaveCount(0)
}

/** In the page: what a finger would miss. Fields count with their label, rows with the link that fills them. */
function tooSmall(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('#main :is(a, button, input, select, summary, label)')) {
    if (element.matches('label:not(:has(input)), label input, thead *, .sr, iframe *')) continue
    const { display, visibility } = getComputedStyle(element)
    const box = (element.closest('.mantine-Input-wrapper') ?? element).getBoundingClientRect()
    if (display === 'none' || visibility === 'hidden' || box.width === 0) continue
    const over = getComputedStyle(element, '::after')
    const height = over.position === 'absolute' ? Number.parseFloat(over.height) || 0 : 0
    if (Math.max(box.height, height) < 43.5)
      found.push(`${element.tagName} "${element.textContent?.slice(0, 30)}" ${Math.round(box.height)} px`)
  }
  return found
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('targets are 44 px, whole rows open, and Back closes what fills the screen', async ({ page }) => {
    await openShop(page)
    for (const path of [
      '/dashboard',
      '/campaigns',
      '/templates',
      '/help-center',
      '/meta/onboarding-status',
    ]) {
      await open(page, path)
      expect(await page.evaluate(tooSmall), path).toEqual([])
    }
    await open(page, '/lead-generator?sort=name')
    expect(await page.evaluate(tooSmall)).toEqual([])
    // Beside the name, on the phone number.
    await page.getByText('+91 98450 12310').first().tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Guest 10' })).toBeVisible()
    expect(await page.evaluate(tooSmall)).toEqual([])

    await open(page, '/dashboard')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('link', { name: 'Logs', exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meta Message Logs')
    await page.getByText('+91 98450 12310').first().tap()
    await expect(page.getByRole('dialog', { name: 'Guest 10' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meta Message Logs')
    await page.goBack()
    await expect(page).toHaveURL(/dashboard$/)
  })
})

for (const [name, viewport] of [
  ['at four times the size', { width: 320, height: 256 }],
  ['on a phone', { width: 360, height: 640 }],
  ['on a desk', { width: 1280, height: 720 }],
] as const) {
  test(`nothing that has the focus is under a bar, ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signUp(page)
    await open(page, '/campaigns')
    // The bar at the foot leaves at least half of the window.
    const bar = (await page.getByRole('region', { name: 'Schedule' }).boundingBox())!
    const isFixed = await page.locator('.actbar').evaluate((at) => getComputedStyle(at).position === 'sticky')
    if (isFixed) expect(bar.height).toBeLessThan(viewport.height / 2)
    for (let presses = 0; presses < 45; presses++) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(() => {
        const at = document.activeElement
        if (!at?.closest('#main') || at.matches('input[type=radio], input[type=checkbox]')) return null
        const box = at.getBoundingClientRect()
        const x = box.x + Math.min(box.width, window.innerWidth) / 2
        const tops = [box.top + 4, box.bottom - 4].map((y) => document.elementFromPoint(x, y))
        const bars = document.querySelectorAll('.top, .actbar')
        const isBar = (one: Element | null) =>
          [...bars].some((each) => each.contains(one) && !each.contains(at))
        return tops.every(isBar) ? at.outerHTML.slice(0, 120) : null
      })
      expect(hidden).toBeNull()
    }
  })
}

test('windows have titles, and a toast is read out once', async ({ page }) => {
  await openShop(page)
  await open(page, '/lead-generator')
  await page.getByRole('checkbox', { name: 'Select Guest 10' }).check()
  await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: /^Delete .*\?$/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await open(page, '/account-settings')
  await press(page, 'Save changes')
  const said = page.getByText('Settings updated successfully!')
  await expect(said).toHaveCount(1)
  const live = await said.evaluate((at) => {
    let found = 0
    for (let here: Element | null = at; here; here = here.parentElement)
      if (here.matches('[role=alert], [role=status], [aria-live]:not([aria-live=off])')) found += 1
    return found
  })
  expect(live).toBe(1)
})

test('forced colours keep bars, flags and edges', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openShop(page)
  await open(page, '/subscription-plans')
  await says(page, 'Messages this month')
  const styles = await page.evaluate(() => {
    const of = (selector: string) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`No ${selector}`)
      return getComputedStyle(element)
    }
    const canvas = getComputedStyle(document.body).backgroundColor
    return {
      bar: of('.oc > span:not(.gap)').backgroundColor !== canvas,
      barEdge: of('.oc > span:not(.gap)').outlineStyle,
      flag: of('.flag').backgroundColor !== canvas,
      chosen: of('.side .nav[aria-current]').outlineStyle,
    }
  })
  expect(styles).toEqual({ bar: true, barEdge: 'solid', flag: true, chosen: 'solid' })
  await open(page, '/campaigns')
  const button = page.getByRole('button', { name: 'Schedule Campaign' })
  expect(await button.evaluate((at) => getComputedStyle(at).borderTopWidth)).toBe('2px')
})

test('paper is light and whole: no navigation, no cut text, and the time of print', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openShop(page)
  await open(page, '/message-logs')
  await expect(page.getByText('Guest 10').first()).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('.printed')).toContainText('(Asia/Kolkata)')
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden()
  const styles = await page.evaluate(() => {
    const cut = document.querySelector('td.ell')
    return {
      ground: getComputedStyle(document.body).backgroundColor,
      text: cut && getComputedStyle(cut).whiteSpace,
    }
  })
  expect(styles).toEqual({ ground: 'rgb(255, 255, 255)', text: 'normal' })
})
