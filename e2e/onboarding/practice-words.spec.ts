import { expect, type Page, test } from '@playwright/test'
import { atTheDialog, signUp } from '../person.ts'

/** What is said of test mode is true, and a dialog that ended leaves no empty box. */

const title = 'WhatsApp Business signup at Meta'
const strip = (page: Page) => page.getByRole('complementary', { name: 'Test mode' })

test('test mode ends on the server, not with an account', async ({ page }) => {
  await signUp(page)
  await page.goto('/marketing/meta/onboarding-status')
  await expect(strip(page)).toContainText('Nothing leaves this machine.')
  await atTheDialog(page.frameLocator(`iframe[title="${title}"]`))
  await expect(page.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()
  await expect(strip(page)).toContainText('Nothing leaves this machine.')
  await page.goto('/marketing/help-center')
  await page.getByText('How do I connect my WhatsApp number?').click()
  await expect(page.getByText('To end test mode, set META_APP_ID on the server')).toBeVisible()
})

test('a dialog that ended in the page goes away with its frame, and can be started again', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/marketing/meta/onboarding-status')
  const frame = page.locator(`iframe[title="${title}"]`)
  await expect(frame).toHaveCount(1)
  await atTheDialog(page.frameLocator(`iframe[title="${title}"]`), { ending: 'cancel' })
  await expect(page.getByRole('alert').filter({ hasText: /You (left|closed) Meta's dialog/ })).toBeVisible()
  await expect(frame).toHaveCount(0)
  await expect(page.locator('.onb-framed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Start the dialog again' }).click()
  await expect(frame).toHaveCount(1)
})
