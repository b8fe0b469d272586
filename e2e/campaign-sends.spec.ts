import { test as base, expect, type Page } from '@playwright/test'
import { type Install, openInstall } from './install.ts'
import { chooseTag, connect, press, says, signUp } from './person.ts'

// An install of its own: here a start can be undone for as long as in real life.
const test = base.extend<object, { install: Install }>({
  install: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its braces
    async ({}, use) => {
      const install = await openInstall()
      await use(install)
      await install.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ install }, use) => use(install.url),
})
test.describe.configure({ mode: 'serial' })

const api = '/marketing/api'
let token = ''

async function ask(page: Page, method: 'get' | 'post', path: string, data?: object) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request[method](`${api}${path}`, { headers, ...(data && { data }) })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return await answer.json()
}
const campaignsOf = async (page: Page) =>
  (await ask(page, 'get', '/get_campaigns')).campaigns as { id: number; status: string; name: string }[]
const messagesOf = async (page: Page) => (await ask(page, 'get', '/meta/meta_message_logs')).logs as unknown[]

async function openShop(page: Page) {
  const person = await signUp(page)
  token = person.token
  await connect(page, person)
  await ask(page, 'post', '/upload_leads', {
    leads: ['Asha Patil', 'Ravi Iyer'].map((name, index) => ({
      name,
      phone: `+91981234123${index}`,
      tag: 'regulars',
      consent: 'opted_in',
      consent_source: 'In the shop',
    })),
  })
  await expect
    .poll(async () => ((await ask(page, 'get', '/templates')).templates as { title: string }[]).length)
    .toBeGreaterThan(0)
  await page.goto('/marketing/campaigns')
  const template = page.getByLabel('Template', { exact: true })
  await expect(template.getByRole('option', { name: /Weekend offer/ })).toBeAttached()
  await template.selectOption({ label: 'Weekend offer, marketing' })
}

test('nothing but its own button schedules a campaign: no Enter in a field, no test, no closed window', async ({
  page,
}) => {
  await openShop(page)
  await chooseTag(page, 'regulars')
  await expect(page.getByText('Goes to 2 people now')).toBeVisible()

  // Every field of the form, one after the other, with Enter in each.
  await page.getByRole('radio', { name: 'Later' }).check()
  const fields = page.locator('form.campaign-form').locator('input, select')
  for (const field of await fields.all()) {
    if (!(await field.isVisible()) || (await field.isDisabled())) continue
    await field.press('Enter')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Now' }).check()
  await page.getByRole('radio', { name: 'By search' }).check()
  await page.getByLabel('Name, phone or email contains').fill('Asha')
  await expect(page.getByText('Goes to 1 person now')).toBeVisible()
  await page.getByLabel('Name, phone or email contains').press('Enter')
  await page.getByRole('radio', { name: 'Picked by hand' }).check()
  await page.getByRole('checkbox', { name: /Asha Patil/ }).check()
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('Ravi')
  await page.getByRole('searchbox', { name: 'Search leads' }).press('Enter')
  await page.getByLabel('Name of the campaign').press('Enter')
  await expect(page.getByText('Goes to 1 person now')).toBeVisible()

  // The test: an invalid number, Enter, and then a real one.
  await press(page, 'Send a test to me')
  const window = page.getByRole('dialog')
  await window.getByLabel('Your number').fill('12')
  await window.getByLabel('Your number').press('Enter')
  await window.getByRole('button', { name: 'Send test' }).click()
  await expect(window.getByText(/^Invalid phone number format/)).toBeVisible()
  await window.getByLabel('Your number').fill('+919812345678')
  await window.getByLabel('Your number').press('Enter')
  expect(await messagesOf(page)).toHaveLength(0)
  await window.getByRole('button', { name: 'Send test' }).click()
  await says(page, 'Test sent.')
  expect(await messagesOf(page)).toHaveLength(1)
  expect(await campaignsOf(page)).toEqual([])
})

test('a campaign that starts now is undone within ten seconds, and nothing leaves', async ({
  page,
  install,
}) => {
  await openShop(page)
  await chooseTag(page, 'regulars')
  await page.getByLabel('Name of the campaign').fill('Too early')
  await expect(page.getByText('Goes to 2 people now')).toBeVisible()
  await press(page, 'Schedule Campaign')
  await says(page, 'Campaign scheduled successfully!')
  await press(page, 'Undo')
  await expect(page).toHaveURL(/campaigns\?edit=/)
  // Nothing on the screen says any more that it starts.
  await expect(page.getByText('Campaign scheduled successfully!')).toHaveCount(0)
  await expect(page.getByText(/starts in \d+ s|is scheduled for/)).toHaveCount(0)
  await expect(page.getByLabel('Name of the campaign')).toHaveValue('Too early')
  await expect(page.getByText('Goes to 2 people now')).toBeVisible()
  expect((await campaignsOf(page)).map(({ status }) => status)).toEqual(['Paused'])
  expect(await messagesOf(page)).toHaveLength(0)

  // Changed and sent all the same: the tab is closed, and the server keeps its word.
  await page.getByLabel('Name of the campaign').fill('Just right')
  await press(page, 'Schedule Campaign')
  await says(page, 'Campaign scheduled successfully!')
  const context = page.context()
  const { request } = context
  await page.close()
  const headers = { authorization: `Bearer ${token}` }
  const logs = async () =>
    (await (await request.get(`${install.url}${api}/meta/meta_message_logs`, { headers })).json()).logs.length
  expect(await logs()).toBe(0)
  await expect.poll(logs, { timeout: 120_000 }).toBe(2)
})

test('a half-filled form survives leaving, a reload and the end of the session; drafts wait in the list', async ({
  page,
}) => {
  await openShop(page)
  await chooseTag(page, 'regulars')
  await page.getByLabel('Name of the campaign').fill('Half done')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.goto('/marketing/campaigns')
  await says(page, 'We kept what you typed last time.')
  await page.reload()
  await expect(page.getByLabel('Name of the campaign')).toHaveValue('Half done')
  await expect(page.getByText('Goes to 2 people now')).toBeVisible()

  // The session has ended on the server: one toast, the login, and back to the form.
  const { email } = (await ask(page, 'get', '/auth/me')).user
  await page.request.post(`${api}/auth/logout`, { headers: { authorization: `Bearer ${token}` }, data: {} })
  await press(page, 'Schedule Campaign')
  await expect(page).toHaveURL(/login$/)
  await says(page, 'Session expired. Please login again.')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(1)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await press(page, 'Login')
  await expect(page).toHaveURL(/campaigns$/)
  await expect(page.getByLabel('Name of the campaign')).toHaveValue('Half done')

  await press(page, 'Save draft')
  await says(page, 'Draft saved')
  await expect(page.getByLabel('Name of the campaign')).toHaveValue('')
  await page.goto('/marketing/campaigns?view=all')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByLabel('Name of the campaign')).toHaveValue('Half done')
  await expect(page.getByText('Goes to 2 people now')).toBeVisible()
})
