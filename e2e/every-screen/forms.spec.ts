import { expect, test } from '@playwright/test'
import { api } from '../failures.ts'
import { chooseTag, control, signUp } from '../person.ts'

/** What goes wrong with forms by small movements: a second press, a late answer, a low window. */

test('a double click on Add template leaves the form open', async ({ page }) => {
  await signUp(page)
  await page.goto('/marketing/templates')
  const box = (await page.getByRole('button', { name: 'Add template', exact: true }).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await expect(page.getByRole('button', { name: 'Close the form' })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Add a template' })).toBeVisible()
  await page.getByRole('button', { name: 'Close the form' }).click()
  await expect(page.getByRole('heading', { name: 'Add a template' })).toHaveCount(0)
})

test.describe('in another zone than the business', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the campaign form begins once, in the zone of the business', async ({ page }) => {
    await signUp(page)
    await page.route(api('auth/me'), async (route) => {
      // Later than a screen waits with showing itself.
      await new Promise((resolve) => setTimeout(resolve, 4_000))
      await route.continue()
    })
    const asked = page.waitForResponse(/auth\/me/)
    await page.goto('/marketing/campaigns')
    await page.getByLabel('Name of the campaign').fill('Typed at once')
    await asked
    await page.getByRole('radio', { name: 'Later' }).check()
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Kolkata')
    await expect(page.getByLabel('Name of the campaign')).toHaveValue('Typed at once')
    await expect(page.getByText('We kept what you typed last time.')).toHaveCount(0)
  })
})

test('the problems of a campaign are visible, above the bar at the foot', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 680 })
  const { token } = await signUp(page)
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post('/marketing/api/onboarding/practice-account', { headers, data: {} })
  const asked = { name: 'Asha Rao', phone: '+919845012310', tag: 'asked', consent: 'none' }
  await page.request.post('/marketing/api/upload_leads', { headers, data: { leads: [asked] } })
  await page.goto('/marketing/campaigns')
  const template = page.getByLabel('Template', { exact: true })
  await expect(async () => {
    await page.reload()
    await template.selectOption({ label: 'Weekend offer, marketing' }, { timeout: 5_000 })
  }).toPass()
  await chooseTag(page, 'asked')
  const warning = page.getByRole('list', { name: 'Check before scheduling' }).getByRole('listitem')
  await expect(warning.first()).toBeInViewport({ ratio: 1 })
  const bar = (await page.getByRole('region', { name: 'Schedule' }).boundingBox())!
  const box = (await warning.first().boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
})

test('a person without a phone number is picked by hand, with the username', async ({ page }) => {
  const { token } = await signUp(page)
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post('/marketing/api/onboarding/practice-account', { headers, data: {} })
  const answer = await page.request.get('/marketing/api/onboarding/connection', { headers })
  const { connection } = await answer.json()
  const phone_number_id = connection.accounts[0].phone_numbers[0].phone_number_id
  const said = { text: 'Do you deliver?', name: 'Zoya Merchant', hidden: true, phone_number_id }
  await control(page, 'inbound', { from: '+919845099060', ...said })
  await page.goto('/marketing/campaigns')
  await page.getByRole('radio', { name: 'Picked by hand' }).check()
  const card = page.locator('.person', { hasText: 'Zoya Merchant' })
  await expect(async () => {
    await page.reload()
    await page.getByRole('radio', { name: 'Picked by hand' }).check()
    await expect(card).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(card).toContainText('@')
  await expect(card).not.toContainText('No phone number')
  await page.getByRole('button', { name: 'Tick these 1' }).click()
  await expect(card.getByRole('checkbox')).toBeChecked()
})
