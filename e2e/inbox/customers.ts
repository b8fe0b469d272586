import type { Page } from '@playwright/test'
import { connect, control, signUp } from '../person.ts'

let nr = 0
export const newPhone = () => `9198777${String(Date.now()).slice(-4)}${nr++}`

/** A business with a number of its own, and what customers need to write to it. */
export async function openInbox(page: Page, name = 'Asha Kulkarni') {
  const person = await signUp(page, name)
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
  return { writes, person, phoneNumberId: phone_number_id }
}

export const line = (page: Page, text: string) => page.getByRole('link').filter({ hasText: text })
export const log = (page: Page) => page.getByRole('log')
