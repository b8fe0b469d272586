import { expect, test } from '@playwright/test'
import { press, says, signUp } from './person.ts'

test('a newcomer gets the test message by itself, answers it as the customer and finds the answers in the inbox', async ({
  page,
}) => {
  await signUp(page, 'Ngozi Adeyemi')
  await page.goto('/marketing/dashboard')
  const phone = page.getByRole('log', { name: 'Messages on the test phone' })
  await expect(phone.getByText(/Hello Ngozi/)).toBeVisible()
  await says(page, '2 of 5. Each step ticks itself.')
  // Nothing is connected yet, as the newcomer sees it.
  await says(page, "You haven't completed Meta WhatsApp onboarding yet.")
  await expect(page.locator('header .number')).toContainText('Not connected')
  await says(page, 'No campaigns found.')
  await says(page, /The test phone read it after \d+ seconds?\./)

  await phone.getByRole('button', { name: 'Tell me more' }).click()
  const field = page.getByRole('textbox', { name: 'Reply as the customer' })
  await field.fill('Do you deliver to Lagos?')
  await field.press('Enter')
  await expect(phone.getByText('Do you deliver to Lagos?')).toBeVisible()
  await expect(field).toHaveValue('')
  await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link').filter({ hasText: 'Do you deliver to Lagos?' }).click()
  const chat = page.getByRole('log')
  await expect(chat.getByText('Tell me more').last()).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('Yes, within two days.')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  // Until the server has it, it waits in the inbox alone.
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(chat.getByText(/Sent|Delivered|Read/).last()).toBeAttached()

  await page.goto('/marketing/dashboard')
  await expect(phone.getByText('Yes, within two days.')).toBeVisible()
  await press(page, 'Hide these steps')
  await expect(phone).toHaveCount(0)
  await says(page, 'Leads Collected')
  await page.reload()
  await says(page, 'Recent Campaigns')
  await expect(page.getByText('Get started')).toHaveCount(0)
})
