import { expect, type Page, test } from '@playwright/test'
import {
  atTheDialog,
  connectByDialog,
  control,
  makeAccount,
  numberOf,
  sandbox,
  signUp,
  windowButton,
} from '../person.ts'

/** The less usual turns of each way in, and what keeps a connection going. The usual ones are in onboarding.spec.ts. */

const statusScreen = '/marketing/meta/onboarding-status'
const frameOf = (page: Page) => page.frameLocator('iframe[title="WhatsApp Business signup at Meta"]')
const connected = (page: Page) =>
  expect(page.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()
const fails = (page: Page, sentence: string | RegExp) =>
  expect(page.getByRole('main').getByRole('alert').filter({ hasText: sentence }).first()).toBeVisible()
const paste = async (page: Page, token: string) => {
  await page.getByLabel('System-user token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Check and connect' }).click()
}

test.describe('a pasted token', () => {
  test('with ids connects just those, and says at its field which one is wrong', async ({ page }) => {
    await signUp(page)
    await page.goto(statusScreen)
    const ids = [await makeAccount(page, 'Warung Satu'), await makeAccount(page, 'Warung Dua')]
    const token = await control(page, 'token', { waba_ids: ids })
    await page.getByText('Enter account and number IDs').click()
    const waba = page.getByLabel(/^WABA ID/)
    const number = page.getByLabel(/^Phone number ID/)
    await waba.fill('123456789012345')
    await paste(page, token.access_token ?? '')
    await expect(page.getByText("can't use the WhatsApp account 123456789012345")).toBeVisible()
    await waba.fill(ids[1] ?? '')
    await number.fill((await numberOf(page, ids[0] ?? '')) ?? '')
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await expect(page.getByText('does not belong to this WhatsApp account')).toBeVisible()
    await number.fill((await numberOf(page, ids[1] ?? '')) ?? '')
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await connected(page)
    await expect(page.getByText('Verified name: Warung Dua')).toBeVisible()
    // The checks are shown beside the form, step by step.
    const steps = page.getByRole('status', { name: 'Checks' })
    for (const name of ['Token', 'Permissions', 'Account', 'Number', 'Webhooks', 'Registration'])
      await expect(steps.getByText(name, { exact: true })).toBeVisible()
  })
})

test.describe('the dialog', () => {
  test('in the page says how it ended, each time, and starts again on a click', async ({ page }) => {
    await signUp(page)
    await page.goto(statusScreen)
    const endings: [Parameters<typeof atTheDialog>[1], RegExp][] = [
      [{ ending: 'cancel' }, /You left Meta's dialog at “Phone number setup”/],
      [{ ending: 'report' }, /Meta reported an error: Your verified name violates WhatsApp guidelines\./],
      [{ ending: 'error' }, /Meta reported an error: Your verified name violates WhatsApp guidelines\./],
      [{ ending: 'expired' }, /no longer accepts the code/],
      [{ ending: 'server_error' }, /Meta reported an error: Sorry, something went wrong/],
      [{ ending: 'legacy', number: 'none' }, /Incomplete Meta onboarding data received\./],
    ]
    for (const [choices, sentence] of endings) {
      await atTheDialog(frameOf(page), choices)
      await fails(page, sentence)
      await expect(page.getByText('0 of 6')).toBeVisible()
      await page.getByRole('button', { name: 'Start the dialog again' }).click()
      await expect(page.getByRole('button', { name: 'Start the dialog again' })).toHaveCount(0)
    }
    await atTheDialog(frameOf(page))
    await connected(page)
  })

  test('connects a number that stays in the phone’s app, without registering it', async ({ page }) => {
    await signUp(page)
    await page.goto(statusScreen)
    const [popup] = await Promise.all([page.waitForEvent('popup'), windowButton(page).click()])
    await atTheDialog(popup, { coexistence: true })
    await connected(page)
    await expect(page.getByText('Also in the WhatsApp Business app')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0)
  })

  test('connects an account that has no number yet, and says where to add one', async ({ page }) => {
    await signUp(page)
    await page.goto(statusScreen)
    const [popup] = await Promise.all([page.waitForEvent('popup'), windowButton(page).click()])
    await atTheDialog(popup, { number: 'none' })
    await connected(page)
    await fails(page, 'The account has no phone number.')
    await page.goto('/marketing/dashboard')
    const card = page.getByRole('region', { name: 'WhatsApp onboarding' })
    await expect(card).toHaveCount(0)
    await expect(
      page.getByText('Almost done! Please complete the remaining WhatsApp Business setup.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Continue Onboarding' }).click()
    await expect(page).toHaveURL(/\/meta\/onboarding-status$/)
    // The card of the dashboard comes when all is ready; until then the setup shows how far it is.
    await page.goto('/marketing/meta/waba-setup')
    await expect(card).toContainText('In Progress')
    await expect(card).toContainText('25%')
    await expect(card.getByRole('listitem').filter({ hasText: 'Messaging Approved' })).toContainText(
      'Pending',
    )
    await expect(card.getByRole('listitem').filter({ hasText: 'Business Registered' })).toContainText('Done')
    await expect(card).toContainText('Complete all steps to unlock messaging.')
  })
})

test('the login by redirect says why it connected nothing, and takes a number that is registered already', async ({
  page,
}) => {
  await signUp(page)
  const endings: [Parameters<typeof atTheDialog>[1], RegExp][] = [
    [{ ending: 'expired' }, /^Meta callback error: .*no longer accepts the code/],
    [{ ending: 'server_error' }, /^Meta callback error: Sorry, something went wrong/],
    [{ without: 'whatsapp_business_messaging' }, /^Meta callback error: .*whatsapp_business_messaging/],
  ]
  const begin = async () => {
    await page.goto('/marketing/meta/waba-setup')
    await page.getByRole('tab', { name: 'Already Registered' }).click()
    await page.getByLabel('Phone number').fill('0812 not checked')
    await page.getByRole('button', { name: 'Connect number' }).click()
    await page.waitForURL(`${sandbox}/**`)
  }
  for (const [choices, sentence] of endings) {
    await begin()
    await atTheDialog(page, choices)
    await page.waitForURL('**/marketing/dashboard')
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await begin()
  await atTheDialog(page)
  await page.waitForURL('**/marketing/meta-callback?**')
  expect(new URL(page.url()).searchParams.get('mode')).toBe('existing')
  await page.waitForURL('**/marketing/dashboard')
  await expect(page.locator('header .number')).toContainText('Connected')
})

test('an API key that is saved while the access is dead is tried at once, and sets the account going', async ({
  page,
}) => {
  await signUp(page)
  await page.goto(statusScreen)
  const waba = await makeAccount(page, 'Toko Lima')
  const first = (await control(page, 'token', { waba_ids: [waba] })).access_token ?? ''
  await paste(page, first)
  await connected(page)
  await control(page, 'token', { value: first, dead: 460 })
  await page.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.locator('header .number')).toContainText('Reconnect needed')

  await page.goto('/marketing/account-settings')
  const key = page.getByLabel('Provider API key')
  await key.fill((await control(page, 'token', { expires_in_seconds: -60 })).access_token ?? '')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The access token has expired.').first()).toBeVisible()
  await expect(page.getByText('No key')).toBeVisible()
  await expect(page.locator('header .number')).toContainText('Reconnect needed')
  await key.fill((await control(page, 'token', { waba_ids: [waba] })).access_token ?? '')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await expect(page.getByText('This account can send again: Toko Lima.')).toBeVisible()
  await expect(page.locator('header .number')).toContainText('Connected')
  await expect(page.locator('.notices')).toHaveCount(0)
})

test('the doctor mends a missing subscription on a press; another number can become the one that sends', async ({
  page,
}) => {
  await signUp(page)
  await connectByDialog(page)
  const waba = /WABA ID (\d+)/.exec(await page.locator('.onb-account').innerText())?.[1] ?? ''
  const { access_token: token } = await control(page, 'token', { waba_ids: [waba] })
  await page.request.delete(`${sandbox}/v24.0/${waba}/subscribed_apps`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await page.goto('/marketing/meta/doctor')
  await expect(page.getByText('The account sends this app no webhooks.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('The account sends its webhooks to this app.').first()).toBeVisible()

  // A second account, connected beside the first.
  const other = await makeAccount(page, 'Cabang Dua')
  await page.goto(statusScreen)
  await paste(page, (await control(page, 'token', { waba_ids: [other] })).access_token ?? '')
  await connected(page)
  await expect(page.getByRole('heading', { name: 'Connected accounts' })).toBeVisible()
  // Each account has a row for its way of marketing as well; these are the numbers.
  const rows = page.locator('.onb-number').filter({ has: page.locator('.num') })
  await expect(rows).toHaveCount(2)
  await rows.getByRole('button', { name: 'Make default' }).click()
  const sends = rows.filter({ hasText: 'Sends by default' })
  await expect(sends).toHaveCount(1)
  await expect(sends).not.toContainText('Cabang Dua')
})
