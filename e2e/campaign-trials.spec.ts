import { randomInt } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { openAxe } from './axe.ts'
import { chooseTag, connect, type Person, press, says, signUp } from './person.ts'

const api = '/marketing/api'
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** A connected business with approved templates and people who gave consent, at its form of campaigns. */
async function openForm(page: Page, people: number): Promise<Person> {
  const person = await signUp(page)
  await connect(page, person)
  const batch = randomInt(100, 999)
  const answer = await page.request.post(`${api}/upload_leads`, {
    headers: bearer(person),
    data: {
      leads: Array.from({ length: people }, (_, index) => ({
        name: `Asha ${index}`,
        phone: `+9198${batch}${String(index).padStart(2, '0')}777`,
        tag: 'regulars',
        consent: 'opted_in',
        consent_source: 'In the shop',
      })),
    },
  })
  expect(answer.ok()).toBe(true)
  await page.goto('/marketing/campaigns')
  const template = page.getByLabel('Template', { exact: true })
  await expect(template.getByRole('option', { name: /Weekend offer/ })).toBeAttached({ timeout: 15_000 })
  await template.selectOption({ label: 'Weekend offer, marketing' })
  await chooseTag(page, 'regulars')
  await says(page, `Goes to ${people} people`)
  return person
}

async function schedule(page: Page) {
  await press(page, 'Schedule Campaign')
  await says(page, 'Campaign scheduled successfully!')
  await page.getByRole('link', { name: 'Open campaign' }).click()
}

async function withoutFaults(page: Page) {
  const { violations } = await (await openAxe(page)).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('a pilot goes to the first people, and the rest follows when the owner says so', async ({ page }) => {
  await openForm(page, 12)
  await page.getByRole('radio', { name: 'Pilot' }).check()
  await page.getByLabel('People in the pilot').fill('5')
  await withoutFaults(page)
  await schedule(page)
  await says(page, 'The first part is sent. Look at the results, then decide about the rest.')
  await says(page, '7 people wait for your decision')
  await press(page, 'Send to 7 more people')
  await press(page, 'Send now')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await says(page, 'Pilot done: sending to the rest')
})

test('two versions are tested side by side, and the chosen one goes to the rest', async ({ page }) => {
  await openForm(page, 20)
  await page.getByRole('radio', { name: 'A/B test' }).check()
  await press(page, 'Schedule Campaign')
  await says(page, 'Please select a template.')
  const version = page.getByRole('group', { name: 'Version B' })
  await version.getByLabel('Template of version B').selectOption({ label: 'Order shipped, transactional' })
  await version.getByLabel('{{2}} is filled with').selectOption('text')
  await version.getByLabel('Text for {{2}}').fill('A-1042')
  const address = version.getByRole('row', { name: 'the address of “Track order”' })
  await address.getByRole('combobox').selectOption('text')
  await address.getByPlaceholder('The same for everyone').fill('A-1042')
  await page.getByLabel('Share of people in the test').fill('50')
  await page.getByLabel('Send the rest').selectOption({ label: 'I decide' })
  await withoutFaults(page)
  await schedule(page)
  await says(page, '10 people wait for your decision')
  const rows = page.getByRole('row').filter({ hasText: /Version [AB]/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Order shipped')
  await withoutFaults(page)
  await press(page, 'Send B to the rest')
  await says(page, 'Send version B to the rest?')
  await press(page, 'Send now')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await says(page, /sent version B to the rest/)
  await expect(rows.nth(1)).toContainText('Sent to the rest')
  await test.step('and a copy starts with the same test', async () => {
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect(page.getByRole('radio', { name: 'A/B test' })).toBeChecked()
    await expect(page.getByLabel('Share of people in the test')).toHaveValue('50 %')
  })
})
