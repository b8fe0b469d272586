import { expect, type Page, test } from '@playwright/test'
import { atTheDialog, control, makeAccount, numberOf, says, signUp } from '../person.ts'

/** What the doctor says of a connection, in colour and in words; and the screen that chooses what sends. */

const paste = async (page: Page, token: string) => {
  await page.goto('/marketing/meta/onboarding-status')
  await page.getByLabel('System-user token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Check and connect' }).click()
}
const connected = (page: Page) =>
  expect(page.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()
const finding = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

test('a token that ends in three days is red on every screen, and the doctor says so in words', async ({
  page,
}) => {
  await signUp(page)
  const waba = await makeAccount(page, 'Toko Tiga Hari')
  const ends = (days: number) =>
    control(page, 'token', { waba_ids: [waba], expires_in_seconds: days * 86_400 - 60 })
  await paste(page, (await ends(14)).access_token ?? '')
  await connected(page)
  const notice = page.locator('.notices .ban')
  await expect(notice).toContainText('Access to Toko Tiga Hari ends in 14 days')
  await expect(notice).toHaveClass(/yours-b/)
  await page.goto('/marketing/meta/doctor')
  await expect(finding(page, 'Access token')).toContainText('Needs attention: ')
  await expect(page.getByText('Messages are sent.')).toBeVisible()

  await paste(page, (await ends(3)).access_token ?? '')
  await connected(page)
  await expect(notice).toContainText('ends in 3 days')
  await expect(notice).toHaveClass(/bad-b/)
  await page.goto('/marketing/meta/doctor')
  await expect(finding(page, 'Access token')).toContainText('Bad: ')
  await expect(finding(page, 'Access token').getByRole('link', { name: 'Renew access' })).toBeVisible()
  await expect(page.getByText(/^1 thing to fix: messages may not be sent/)).toBeVisible()
  await expect(finding(page, 'Permissions')).toContainText('Good: ')
})

test('an account without a number does not pass for one that sends', async ({ page }) => {
  await signUp(page)
  await page.goto('/marketing/meta/onboarding-status')
  await atTheDialog(page.frameLocator('iframe[title="WhatsApp Business signup at Meta"]'), { number: 'none' })
  const failure = page.getByRole('alert').filter({ hasText: 'Missing WABA or Phone Number ID.' })
  await expect(failure.first()).toBeVisible()
  // The account is connected all the same, and the screen says so.
  await expect(page.getByRole('heading', { name: 'Connected account', exact: true })).toBeVisible()
  await page.goto('/marketing/meta/doctor')
  await expect(finding(page, 'Phone number')).toContainText('Bad: ')
  await expect(page.getByText(/^1 thing to fix: messages may not be sent/)).toBeVisible()
  await expect(page.getByText('Messages are sent')).toHaveCount(0)
})

test('while Meta is unreachable, the screen does not say that everything works', async ({ page }) => {
  await signUp(page)
  await page.route('**/api/onboarding/doctor', async (route) => {
    const check = { meaning: null, remedy: null, subject: 'Toko', finding: 'Meta cannot be reached.' }
    const checks = [{ ...check, id: 'token 1', title: 'Access token', state: 'unknown' }]
    const report = { checked_at: new Date().toISOString(), verdict: 'good', checks }
    await route.fulfill({ json: { success: true, report, text: 'report' } })
  })
  await page.goto('/marketing/meta/doctor')
  await expect(finding(page, 'Access token')).toContainText('Not checked: ')
  await expect(page.getByText('not everything could be checked now')).toBeVisible()
  await expect(page.getByText('All is well')).toHaveCount(0)
})

test('the assets screen begins with what sends now; without a login it leads to the ways to connect', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/marketing/meta/select-assets')
  await expect(page.getByText('There is no login yet to choose from.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See the ways to connect' }).click()
  await expect(page).toHaveURL(/onboarding-status#connect$/)

  const ids = [await makeAccount(page, 'Warung Satu'), await makeAccount(page, 'Warung Dua')]
  const token = (await control(page, 'token', { waba_ids: ids })).access_token ?? ''
  await paste(page, token)
  await expect(page).toHaveURL(/\/meta\/business-assets$/)
  const account = page.getByRole('combobox', { name: 'WhatsApp Business Account' })
  const number = page.getByRole('combobox', { name: 'Phone number' })
  // Nothing sends yet, so nothing is chosen for the owner.
  await expect(account).toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await says(page, 'Please select both WABA ID and Phone ID.')
  await account.click()
  await page.getByRole('option', { name: 'Warung Dua' }).click()
  await expect(number).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText('Business details saved.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/marketing/meta/select-assets')
  await expect(account).toHaveValue('Warung Dua (connected)')
  await expect(number).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  const chosen = await numberOf(page, ids[1] ?? '')
  await expect(page.getByText(chosen ?? 'no number', { exact: true })).toBeVisible()
})
