import { expect, test } from '@playwright/test'
import { api, cut, refuse, withFailures } from '../failures.ts'
import { press, says, signUp } from '../person.ts'

/** The sentences of the onboarding screens that come when something fails, each where it belongs. */

test('the status: fetching and syncing it', async ({ page }) => {
  await signUp(page)
  const none = "You haven't completed Meta WhatsApp onboarding yet."
  await refuse(page, 'meta/get_onboarding_status', 'GET')
  await page.goto('/marketing/dashboard')
  await says(page, 'Failed to fetch onboarding status')
  await says(page, none)
  await page.unrouteAll()
  await refuse(page, 'meta/get_onboarding_status', 'GET', 'The server says so itself.')
  await page.reload()
  await says(page, 'The server says so itself.')
  await page.unrouteAll()
  await cut(page, 'meta/get_onboarding_status', 'GET')
  await page.reload()
  await says(page, 'Error loading onboarding data.')
  await says(page, none)

  await refuse(page, 'meta/fetch_onboarding_status', 'GET')
  await page.goto('/marketing/meta/onboarding-status')
  await says(page, 'Failed to fetch onboarding status.')
  await page.unrouteAll()
  await page.goto('/marketing/meta/testing')
  await withFailures(
    page,
    { path: 'meta/fetch_onboarding_status', method: 'POST' },
    () => press(page, 'Sync Onboarding'),
    { refused: 'Failed to sync onboarding status.', gone: 'Server error while syncing.' },
  )
  await press(page, 'Sync Onboarding')
  await says(page, 'Onboarding status synced.')
  // All that the testing dashboard has beside.
  for (const name of ['Send Meta Message', 'Webhook Tester', 'Message Logs'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await press(page, 'Create Template')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Create Template' })).toBeVisible()
})

test('a status of another person is not shown', async ({ page }) => {
  await signUp(page)
  await page.route(api('meta/get_onboarding_status'), async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const form of ['onboardingStatus', 'onboarding_status'])
      Object.assign(body[form], { user_id: 987_654_321, isReady: true })
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/marketing/dashboard')
  await says(page, "You haven't completed Meta WhatsApp onboarding yet.")
  await expect(page.getByText('Meta WhatsApp onboarding complete!')).toHaveCount(0)
  // The page may be asking again: an answer that is changed while the page closes is a failure.
  await page.unrouteAll({ behavior: 'wait' })
})

test('accounts and numbers: loading, choosing and saving them', async ({ page }) => {
  await signUp(page)
  await refuse(page, 'meta/get_business_assets', 'GET')
  await page.goto('/marketing/meta/select-assets')
  await says(page, 'Failed to load Meta business assets.')
  await page.unrouteAll()
  await cut(page, 'meta/get_business_assets', 'GET')
  await page.reload()
  await says(page, 'Server error while fetching assets.')
  // Without a selection there is nothing to save.
  await page.goto('/marketing/meta/save-business-details')
  await expect(page).toHaveURL(/\/meta\/business-assets$/)

  await page.evaluate(() => {
    localStorage.setItem('selected_waba_id', '102290129340398')
    localStorage.setItem('selected_phone_id', '106540352242922')
  })
  await page.goto('/marketing/meta/save-business-details')
  await expect(page.getByText('102290129340398')).toBeVisible()
  await expect(page.getByText('106540352242922')).toBeVisible()
  await withFailures(page, { path: 'meta/save_business_details' }, () => press(page, 'Save details'), {
    refused: 'Failed to save business details.',
    gone: 'Server error. Try again.',
  })
})

test('registering and pasting: what was typed stays', async ({ page }) => {
  await signUp(page)
  await page.goto('/marketing/meta/waba-setup')
  await page.getByLabel('Business name').fill('Senyum Sehat')
  await page.getByLabel('Phone number').fill('+6281233459076')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Retail' }).click()
  await withFailures(page, { path: 'meta/register_client_waba' }, () => press(page, 'Register business'), {
    refused: 'Could not save business info.',
    gone: 'Server error. Try again.',
  })
  await expect(page.getByLabel('Business name')).toHaveValue('Senyum Sehat')

  await page.goto('/marketing/meta/onboarding-status')
  const field = page.getByLabel('System-user token', { exact: true })
  await field.fill(`EAA${'x'.repeat(60)}`)
  await withFailures(page, { path: 'onboarding/connect-token' }, () => press(page, 'Check and connect'), {
    refused: 'Failed to save WABA details.',
    gone: 'Server error. Try again.',
  })
  await expect(field).toHaveValue(/^EAAx/)
})

test('a token that is too short to be one registers nothing', async ({ page }) => {
  // Long enough for the guard, good until the year 2255, and shorter than any that the server gives.
  const token = `.${Buffer.from('{"exp":9e9}').toString('base64url')}.`
  expect(token.length).toBeGreaterThanOrEqual(10)
  expect(token.length).toBeLessThan(20)
  const asked: string[] = []
  await page.route('**/marketing/api/**', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.abort()
  })
  await page.addInitScript((value) => {
    const user = { id: 7, user_id: 7, name: 'Asha', email: 'asha@example.com', role: 'admin' }
    localStorage.setItem('token', value)
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('user_id', '7')
  }, token)
  await page.goto('/marketing/meta/waba-setup')
  await press(page, 'Register business')
  await says(page, 'Invalid session. Please log in again.')
  await page.goto('/marketing/dashboard')
  await says(page, 'Recent Campaigns')
  expect(asked.filter((path) => /register_client_waba|onboarding_status/.test(path))).toEqual([])
})
