import { expect, type Page, test } from '@playwright/test'
import {
  atTheDialog,
  control,
  makeAccount,
  numberOf,
  type Person,
  sandbox,
  says,
  signUp,
  windowButton,
} from '../person.ts'

/** A person of their own, signed in, on one of our screens. */
async function begin(page: Page, path: string): Promise<Person> {
  const person = await signUp(page)
  await page.goto(`/marketing${path}`)
  return person
}

const frameOf = (page: Page) => page.frameLocator('iframe[title="WhatsApp Business signup at Meta"]')
const openWindow = async (page: Page): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), windowButton(page).click()])
  return popup
}
const connected = (page: Page) =>
  expect(page.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()

test.describe('the dialog in the page', () => {
  test('is 700 high, connects, and the checklist updates', async ({ page }) => {
    await begin(page, '/waba-onboarding-status')
    await expect(page).toHaveURL(/\/meta\/onboarding-status$/)
    const frame = page.locator('iframe[title="WhatsApp Business signup at Meta"]')
    await expect(frame).toHaveAttribute('height', '700')
    await expect(page.getByText('Complete all steps above to unlock messaging and templates.')).toBeVisible()
    const business = await atTheDialog(frameOf(page))
    await connected(page)
    await expect(page.getByText('6 of 6')).toBeVisible()
    await expect(page.getByText(`Verified name: ${business}`)).toBeVisible()
    await expect(page.getByText('Your WhatsApp Business account is ready.')).toBeVisible()
    await expect(frame).toHaveCount(0)
    await expect(page.locator('header .number')).toContainText('Connected')
  })

  test('takes the older message that carries a token', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    await atTheDialog(frameOf(page), { ending: 'legacy' })
    await connected(page)
  })

  test('says which permission is missing', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    await atTheDialog(frameOf(page), { without: 'whatsapp_business_messaging' })
    await expect(page.getByRole('alert').filter({ hasText: 'whatsapp_business_messaging' })).toBeVisible()
    await page.getByRole('button', { name: 'Start the dialog again' }).click()
    await atTheDialog(frameOf(page))
    await connected(page)
  })

  test('verifies a number that is not verified yet with its code', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    await atTheDialog(frameOf(page), { number: 'unverified' })
    await connected(page)
    await page.getByRole('button', { name: 'Verify' }).first().click()
    const window = page.getByRole('dialog')
    await window.getByRole('button', { name: 'Send code by SMS' }).click()
    await expect(window.getByText('The code is on its way.')).toBeVisible()
    const code = window.getByLabel('Code', { exact: true })
    await code.fill('654321')
    await window.getByRole('button', { name: 'Verify number' }).click()
    // What is wrong with the code is said at its field.
    await expect(code).toHaveAccessibleDescription(
      'This code is wrong or too old. Check it, or ask for a new one.',
    )
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill('123456')
    await window.getByRole('button', { name: 'Verify number' }).click()
    await expect(page.getByText('6 of 6')).toBeVisible()
  })

  test('shows a name in review as waiting for Meta', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    await atTheDialog(frameOf(page), { number: 'in_review' })
    await connected(page)
    await expect(page.getByText('Waiting for Meta')).toBeVisible()
    await expect(page.getByText('5 of 6').first()).toBeVisible()
  })

  test('believes no message of another origin', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    await expect(frameOf(page).locator('form')).toBeVisible()
    await page.evaluate(() => {
      window.addEventListener('message', (event) => {
        if (String(event.data).includes('WA_EMBEDDED_SIGNUP')) document.title = `heard ${event.origin}`
      })
    })
    const saves: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/marketing/api/')) saves.push(request.url())
    })
    const forger = `${sandbox.replace('localhost', '127.0.0.1')}/sandbox/untrusted-message`
    await page.evaluate((url) => void window.open(url, 'forged'), forger)
    await expect(page).toHaveTitle(/^heard http:\/\/127\.0\.0\.1/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(saves).toEqual([])
  })
})

test.describe('the dialog in a window', () => {
  for (const ending of ['continue', 'code_first']) {
    test(`connects when it ends with ${ending}`, async ({ page }) => {
      await begin(page, '/meta/onboarding-status')
      await atTheDialog(await openWindow(page), { ending })
      await connected(page)
      await expect(page.getByText('6 of 6')).toBeVisible()
    })
  }

  for (const [ending, sentence] of [
    ['cancel', /You (left|closed) Meta's dialog/],
    ['close', /You closed Meta's dialog/],
    ['report', /Meta reported an error/],
    ['error', /Meta reported an error|Meta’s dialog ended with an error/],
    ['expired', /no longer accepts the code/],
  ] as const) {
    test(`connects nothing and says why when it ends with ${ending}`, async ({ page }) => {
      await begin(page, '/meta/onboarding-status')
      await atTheDialog(await openWindow(page), { ending })
      await expect(page.getByRole('alert').filter({ hasText: sentence }).first()).toBeVisible()
      await expect(page.getByText('0 of 6')).toBeVisible()
    })
  }
})

test.describe('registering', () => {
  const fill = async (page: Page) => {
    await page.getByLabel('Business name').fill('Senyum Sehat')
    await page.getByLabel('Phone number').fill('+6281233459076')
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Retail' }).click()
    await page.getByRole('button', { name: 'Register business' }).click()
  }

  test('checks the form, leads to the provider, waits five seconds, syncs, and ends on the dashboard', async ({
    page,
  }) => {
    await begin(page, '/meta/waba-setup')
    await page.getByRole('button', { name: 'Register business' }).click()
    await expect(page.getByText('Please fix the errors above.')).toBeVisible()
    await expect(page.getByText('Business name is required')).toBeVisible()
    await expect(page.getByText('Use valid E.164 format (e.g., +919812345678).')).toBeVisible()
    await expect(page.getByText('Please select a category.')).toBeVisible()
    await fill(page)
    await page.waitForURL(`${sandbox}/**`)
    await atTheDialog(page)
    await page.waitForURL('**/marketing/meta-callback?**')
    expect(new URL(page.url()).searchParams.get('mode')).toBe('new')
    await expect(page.getByRole('heading', { name: 'Finalizing Setup' })).toBeVisible()
    await connected(page)
    await page.waitForURL('**/marketing/dashboard')
    await expect(
      page.getByText("Meta WhatsApp onboarding complete! You're ready to send messages."),
    ).toBeVisible()
  })

  test('comes back to the dashboard with the reason when the person says no', async ({ page }) => {
    await begin(page, '/meta/waba-setup')
    await fill(page)
    await page.waitForURL(`${sandbox}/**`)
    await atTheDialog(page, { ending: 'cancel' })
    await page.waitForURL('**/marketing/dashboard')
    await expect(page.getByText(/^Meta callback error: /)).toBeVisible()
    await expect(page.getByText("You haven't completed Meta WhatsApp onboarding yet.")).toBeVisible()
    await page.getByRole('link', { name: 'Start Setup' }).click()
    await expect(page.getByRole('heading', { name: 'WABA Onboarding Status' })).toBeVisible()
  })

  test('handles a code in the address once, and goes to the dashboard', async ({ page }) => {
    const syncs: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/fetch_onboarding_status'))
        syncs.push(request.url())
    })
    await begin(page, '/meta/waba-setup?code=AQabc')
    await page.waitForURL('**/marketing/dashboard')
    expect(syncs).toHaveLength(1)
  })
})

test.describe('a pasted token', () => {
  test('is refused with the reason, then connects with a choice of account', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    const field = page.getByLabel('System-user token', { exact: true })
    await field.fill(`EAA${'x'.repeat(60)}`)
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'does not know this access token' })).toBeVisible()
    await expect(field).toHaveValue(/^EAAx/)
    // Two accounts are made at the dialog by two people; one token reaches both.
    const ids: string[] = []
    for (const name of ['Toko Satu', 'Toko Dua']) ids.push(await makeAccount(page, name))
    const { access_token: value } = await control(page, 'token', { waba_ids: ids })
    await field.fill(value ?? '')
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await page.waitForURL('**/meta/business-assets')
    await page.getByRole('button', { name: 'Continue' }).click()
    await says(page, 'Please select both WABA ID and Phone ID.')
    await page.getByRole('combobox', { name: 'WhatsApp Business Account' }).click()
    await page.getByRole('option', { name: /Toko Dua/ }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Selection saved. Proceeding...')).toBeVisible()
    await page.waitForURL('**/meta/save-business')
    await expect(page.getByText(ids[1] ?? '')).toBeVisible()
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect(page.getByText('Business details saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Saved' })).toBeDisabled()
    await page.waitForURL('**/marketing/dashboard')
  })

  test('that becomes invalid is shown on every screen, and connecting again fixes it', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    const waba = await makeAccount(page, 'Toko Tiga')
    const { access_token: first } = await control(page, 'token', { waba_ids: [waba] })
    const field = page.getByLabel('System-user token', { exact: true })
    await field.fill(first ?? '')
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await connected(page)
    await control(page, 'token', { value: first ?? '', dead: 460 })
    await page.getByRole('button', { name: 'Sync', exact: true }).click()
    await expect(page.getByText('Onboarding status synced.')).toBeVisible()
    await expect(page.locator('header .number')).toContainText('Reconnect needed')
    await page.goto('/marketing/templates')
    await expect(page.locator('.notices')).toContainText(
      'The password of the Facebook account was changed, which ended our access.',
    )
    await page.locator('.notices').getByRole('link').click()
    const { access_token: second } = await control(page, 'token', { waba_ids: [waba] })
    await field.fill(second ?? '')
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await expect(page.locator('header .number')).toContainText('Connected')
    await expect(page.locator('.notices')).toHaveCount(0)
  })

  test('connects a number that has a PIN of its own with that PIN; disconnecting asks first', async ({
    page,
  }) => {
    await begin(page, '/meta/onboarding-status')
    const waba = await makeAccount(page, 'Toko Empat')
    const { access_token: value } = await control(page, 'token', { waba_ids: [waba] })
    await control(page, 'number', { phone_number_id: await numberOf(page, waba), pin: '424242' })
    await page.getByLabel('System-user token', { exact: true }).fill(value ?? '')
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await connected(page)
    // Registering it with a new PIN was tried when it was connected: the number has one of its own.
    await page.getByRole('button', { name: 'Enter PIN' }).first().click()
    const window = page.getByRole('dialog')
    await window.getByLabel(/PIN/).fill('111111')
    await window.getByRole('button', { name: 'Register number' }).click()
    await expect(window.getByText(/PIN/).last()).toBeVisible()
    await window.getByLabel(/PIN/).fill('424242')
    await window.getByRole('button', { name: 'Register number' }).click()
    await expect(page.getByText('6 of 6')).toBeVisible()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Disconnect account' }).click()
    await expect(page.getByText('Disconnected successfully.')).toBeVisible()
    await expect(page.getByText('0 of 6')).toBeVisible()
  })
})

test.describe('the doctor', () => {
  test('checks the whole connection, and gives a report without secrets', async ({ page }) => {
    await begin(page, '/meta/onboarding-status')
    await atTheDialog(frameOf(page))
    await connected(page)
    await page.goto('/marketing/meta/doctor')
    await expect(
      page.getByText('Sending messages and managing the account are allowed.').first(),
    ).toBeVisible()
    await expect(page.getByText(/answers the handshake, in \d+ ms/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy report' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Report as text' })).not.toContainText('EAA')
  })
})
