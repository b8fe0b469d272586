import { expect, type Page, test } from '@playwright/test'
import { connect, control, press, says, signUp } from './person.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgwLPnGk6WQAAAABJRU5ErkJggg=='

let nr = 0
const newPhone = () => `9198777${String(Date.now()).slice(-4)}${nr++}`

/** A business with a number of its own, and what customers need to write to it. */
async function openInbox(page: Page) {
  const person = await signUp(page, 'Asha Kulkarni')
  await connect(page, person)
  const answer = await page.request.get('/marketing/api/onboarding/connection', {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const { connection } = (await answer.json()) as {
    connection: { accounts: { phone_numbers: { phone_number_id: string }[] }[] }
  }
  const phone_number_id = connection.accounts[0]?.phone_numbers[0]?.phone_number_id
  const writes = (from: string, message: object) =>
    control(page, 'inbound', { from, phone_number_id, name: 'Meenakshi', ...message })
  return { writes, person }
}
const line = (page: Page, text: string) => page.getByRole('link').filter({ hasText: text })
const log = (page: Page) => page.getByRole('log')

test('a customer writes, is answered, noted, snoozed and closed', async ({ page }) => {
  const { writes } = await openInbox(page)
  await page.goto('/marketing/conversations')
  await says(page, 'No messages yet')
  const from = newPhone()
  await writes(from, { text: 'Is the *kaju katli* made with pure ghee?' })
  await expect(line(page, 'Is the *kaju katli*')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible()
  await line(page, 'Is the *kaju katli*').click()
  await expect(log(page).getByText('kaju katli')).toBeVisible()
  await expect(page.getByText('left to answer freely')).toBeVisible()
  await expect(page.getByText('1 unread message')).toHaveCount(0)

  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Yes, only ghee.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Yes, only ghee.')
  await field.press('Enter')
  await expect(log(page).getByText('Yes, only ghee.')).toHaveCount(1)
  await expect(
    log(page)
      .getByText(/Sent|Delivered|Read/)
      .first(),
  ).toBeAttached()
  await expect(field).toHaveValue('')

  await writes(from, { file: { mime: 'image/png', data: pixel, caption: 'Like this' } })
  await expect(log(page).getByText('Like this')).toBeVisible()
  await log(page).getByRole('img', { name: 'Photo' }).click()
  await expect(page.getByRole('dialog', { name: 'Photo' }).getByAltText('Photo')).toBeVisible()
  await page.keyboard.press('Escape')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach a file' }).click(),
  ])
  await chooser.setFiles({ name: 'box.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await says(page, 'Attached')
  await field.fill('Red paper')
  await field.press('Enter')
  await expect(log(page).getByText('Red paper')).toHaveCount(1)
  await press(page, 'Note')
  await page.getByRole('textbox', { name: 'Note for your team' }).fill('Regular since 2023')
  await press(page, 'Add note')
  await expect(log(page).getByText('Note from Asha Kulkarni')).toBeVisible()

  await press(page, 'Close')
  await says(page, 'Conversation closed.')
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await writes(from, { text: 'One more thing' })
  await expect(log(page).getByText('Reopened by a new message')).toBeVisible()
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'For an hour' }).click()
  await says(page, /Snoozed until/)
  await page.getByRole('link', { name: 'Open lead' }).click()
  await press(page, 'Open conversation')
  await expect(log(page).getByText('One more thing')).toBeVisible()
})

test('a quick reply, a quoted answer, and a template once the window is closed', async ({ page }) => {
  const { writes } = await openInbox(page)
  const from = newPhone()
  await writes(from, { text: 'When are you open?' })
  await page.goto('/marketing/conversations')
  await line(page, 'When are you open?').click()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('We are open 9 to 9.')
  await page.getByRole('button', { name: 'Quick reply' }).click()
  await page.getByRole('textbox', { name: 'Shortcut' }).fill('hours')
  await page.getByRole('dialog').getByRole('button', { name: 'Save as quick reply' }).click()
  await says(page, 'Saved. Type /hours to use it.')
  await field.fill('/ho')
  await expect(page.getByRole('list', { name: 'Quick replies' })).toContainText('We are open 9 to 9.')
  await field.press('Enter')
  await expect(field).toHaveValue('We are open 9 to 9.')
  await page.getByRole('button', { name: 'Answer this message' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByRole('article').last()).toContainText('When are you open?')

  // A day later only templates can be sent.
  const id = page.url().match(/conversations\/(\d+)/)?.[1]
  const until = new Date(Date.now() - 60_000).toISOString()
  await page.route(`**/marketing/api/conversations/${id}`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.conversation.window_until = until
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await says(page, 'More than 24 hours have passed')
  await press(page, 'Choose a template')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /hello_world/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByText('hello_world').or(log(page).getByText('Welcome'))).not.toHaveCount(0)
})

test('on a phone the list and the conversation are two screens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Kal kab khulega?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Kal kab khulega?').click()
  await expect(log(page).getByText('Kal kab khulega?')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
})
