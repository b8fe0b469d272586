import { expect, type Page, test } from '@playwright/test'
import { cut } from '../failures.ts'
import { press, says, signUp } from '../person.ts'

/** Half-filled forms: what was typed is there again after leaving, a reload and the end of the session. */

async function open(page: Page, path: string) {
  await page.goto(`/marketing${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const kept = 'We kept what you typed last time.'

test('settings, help and the webhook tester keep what was typed, through the end of the session', async ({
  page,
}) => {
  const { email, token } = await signUp(page)
  await open(page, '/account-settings')
  await page.getByLabel('Business name').fill('Kulkarni Mithai')
  await page.getByLabel('New password').fill('never to be kept')
  await page.getByRole('link', { name: 'Help Center', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center')
  await page.getByLabel('Message').fill('My number is stuck.')
  await page.getByRole('link', { name: 'Webhook Tester', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meta Webhook Tester')
  await page.getByLabel('Event (JSON)').fill('{"half": ')
  await page.reload()
  await says(page, kept)
  await expect(page.getByLabel('Event (JSON)')).toHaveValue('{"half": ')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('never to be kept')

  // The session has ended on the server.
  await page.request.post('/marketing/api/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  })
  await open(page, '/help-center')
  await expect(page).toHaveURL(/login$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await press(page, 'Login')
  await expect(page).toHaveURL(/help-center$/)
  await expect(page.getByLabel('Message')).toHaveValue('My number is stuck.')

  await open(page, '/account-settings')
  await says(page, kept)
  await expect(page.getByLabel('Business name')).toHaveValue('Kulkarni Mithai')
  await expect(page.getByLabel('New password')).toHaveValue('')
  await press(page, 'Save changes')
  await says(page, 'Settings updated successfully!')
  await open(page, '/account-settings')
  await expect(page.getByLabel('Business name')).toHaveValue('Kulkarni Mithai')
  await expect(page.getByText(kept)).toHaveCount(0)
})

test('the columns of a file stay as they were set, and reading it again says in the page what came of it', async ({
  page,
}) => {
  await signUp(page)
  await open(page, '/lead-generator/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Phone,Town\nAsha Rao,+919812345678,Pune\nRavi Iyer,+919812345679,Nashik\n'),
  })
  const town = page.getByLabel('Town becomes')
  await town.selectOption({ label: "Don't import" })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good /)
  await page.goBack()
  await says(page, kept)
  await expect(town.locator('option:checked')).toHaveText("Don't import")
  await page.getByLabel('Header').selectOption('none')
  await expect(page.getByRole('main').getByText('Read again: 3 rows in 3 columns.')).toBeVisible()

  await cut(page, 'leads/imports/*/analyse')
  await page.getByLabel('Separator').selectOption({ label: 'Semicolon ;' })
  await expect(page.getByRole('main').getByText('Server error uploading leads')).toBeVisible()
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
})
