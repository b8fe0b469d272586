import { randomInt } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { connect, type Person, press, says, signUp } from '../person.ts'

/** Lists under use: many rows ticked, names as long as they come, and a server that does not answer. */

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Montgomery-Featherstonehaugh the Third'

async function add(page: Page, { token }: Person, people: readonly { name: string; phone: string }[]) {
  const answer = await page.request.post('/marketing/api/upload_leads', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      leads: people.map((person) => ({
        ...person,
        tag: 'regulars',
        consent: 'opted_in',
        consent_source: 'In the shop',
      })),
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const phone = (at: number) => `+9197${randomInt(100, 999)}${String(10_000 + at)}`

for (const [name, viewport] of [
  ['on a desk', { width: 1280, height: 720 }],
  ['on a phone', { width: 360, height: 780 }],
] as const) {
  test(`ticking a lead ${name} moves no row, and what can be done with it is in sight`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const person = await signUp(page)
    const people = Array.from({ length: 30 }, (_, at) => ({ name: `Guest ${at + 10}`, phone: phone(at) }))
    await add(page, person, people)
    await page.goto('/marketing/lead-generator?sort=name')
    const last = page.getByRole('checkbox', { name: 'Select Guest 39' })
    await last.scrollIntoViewIfNeeded()
    const before = await last.boundingBox()
    await last.check()
    await says(page, '1 selected')
    expect(await last.boundingBox()).toEqual(before)
    const bar = page.getByRole('region', { name: 'Selected leads' })
    await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
    // However far one scrolls up in the list.
    await page.getByRole('checkbox', { name: 'Select Guest 10' }).scrollIntoViewIfNeeded()
    await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect(bar).toHaveCount(0)
    await expect(last).not.toBeChecked()
    // The bar is gone; the keyboard continues from the list.
    await expect(page.getByRole('region', { name: 'Leads table' })).toBeFocused()
  })
}

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('a name longer than a phone is wide pushes nothing out of sight', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const person = await signUp(page, longName)
  await connect(page, person)
  const to = phone(1)
  await add(page, person, [{ name: longName, phone: to }])
  await page.goto('/marketing/dashboard')
  const who = page.locator('.dash-who')
  await expect(who).toBeVisible()
  expect(await who.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  expect((await who.boundingBox())!.width).toBeLessThanOrEqual(328)

  // The account's templates are on their way since it was connected.
  await page.goto('/marketing/meta/template-form')
  await expect(page.getByText('hello_world').first()).toBeVisible()
  await page.goto('/marketing/meta/send-message')
  await page.getByLabel('Recipient phone').fill(to)
  await page.getByLabel('Template name').fill('hello_world')
  await press(page, 'Send Message')
  await says(page, 'Message sent successfully.')
  await page.goto('/marketing/message-logs')
  await page.getByRole('table').getByRole('button', { name: longName }).click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await expect(close).toBeInViewport({ ratio: 1 })
  await close.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a screen that is come to from outside begins at its top, and a reloaded one stays where it was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 500 })
  await signUp(page)
  await page.goto('/marketing/templates')
  await expect(page.getByRole('heading', { name: 'Your templates' })).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.mouse.wheel(0, 200)
  await expect.poll(scrolled).toBe(200)
  await page.reload()
  // The browser reckons with what comes later above it, such as the strip of the practice mode.
  await expect.poll(scrolled).toBeGreaterThanOrEqual(200)
  await page.goto('/marketing/meta/template-form')
  await expect(page.getByRole('heading', { name: 'Templates at WhatsApp' })).toBeVisible()
  expect(await scrolled()).toBe(0)
})

test('nothing that comes late moves a screen down', async ({ page }) => {
  await signUp(page)
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: { node: Element | null }[] }[])
        moved.push(...sources.map(({ node }) => node?.className ?? ''))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['dashboard', 'meta/onboarding-status', 'campaigns', 'lead-generator']) {
    await page.goto(`/marketing/${path}`)
    await expect(page.getByRole('complementary', { name: 'Test mode' })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Not connected')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).not.toContain('page')
  }
})

test('searching the templates moves nothing above the search', async ({ page }) => {
  await connect(page, await signUp(page))
  await page.goto('/marketing/templates')
  await says(page, 'Weekend offer')
  const search = page.getByRole('searchbox')
  const before = (await page.getByRole('heading', { name: 'Your templates' }).boundingBox())!.y
  await search.fill('weekend')
  await expect(page).toHaveURL(/search=weekend/)
  await expect(page.getByText('Order shipped')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  expect((await page.getByRole('heading', { name: 'Your templates' }).boundingBox())!.y).toBe(before)
})

test('a list that cannot be reloaded says so, and keeps its rows', async ({ page }) => {
  await signUp(page)
  let down = false
  await page.route('**/marketing/api/get_campaigns?*', async (route) => {
    if (down) return await route.abort()
    const answer = await route.fetch()
    return await route.fulfill({ response: answer })
  })
  await page.goto('/marketing/campaigns?view=all')
  await says(page, 'No campaigns found.')
  down = true
  // The list is asked for again every ten seconds; a search asks for another one.
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible({
    timeout: 120_000,
  })
  await says(page, 'No campaigns found.')
  down = false
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
