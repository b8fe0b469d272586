import { expect, test } from '@playwright/test'
import { control, says } from '../person.ts'
import { line, log, newPhone, openInbox } from './customers.ts'

test('the answers of a form are shown, and a contact is saved with its country', async ({ page }) => {
  const { phoneNumberId } = await openInbox(page)
  await control(page, 'persona', { persona: 'media', phone_number_id: phoneNumberId, from: newPhone() })
  await page.goto('/marketing/conversations')
  await line(page, 'Unsupported').click()
  const answers = log(page).getByRole('definition')
  await expect(answers).toHaveText(['2 kg', 'Nuts and Saffron'])
  await log(page).getByRole('button', { name: 'Save as lead' }).click()
  await says(page, 'Ravi Kumar is now a lead.')
  await says(page, 'Filled in a form')
  await answers.first().scrollIntoViewIfNeeded()
  await page.goto('/marketing/lead-generator')
  await says(page, '+91 98123 45678')
})
