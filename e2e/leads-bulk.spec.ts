import { expect, type Page, test } from '@playwright/test'
import { type Person, press, signUp } from './person.ts'

const api = '/marketing/api'
const headers = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function addPeople(page: Page, person: Person, tag: string, count: number): Promise<void> {
  const first = tag === 'old' ? 10_000 : 20_000
  const leads = Array.from({ length: count }, (_, at) => ({
    name: `${tag} ${at}`,
    phone: `+91984${String(first + at).padStart(7, '0')}`,
    tag,
  }))
  const answer = await page.request.post(`${api}/upload_leads`, { headers: headers(person), data: { leads } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
const countOf = async (page: Page, person: Person): Promise<number> =>
  (await (await page.request.get(`${api}/leads/count`, { headers: headers(person) })).json()).total

test('a bulk change is of the leads that it names, and each can be undone for days', async ({ page }) => {
  const person = await signUp(page)
  await addPeople(page, person, 'old', 70)
  await addPeople(page, person, 'fair', 60)
  const dialog = page.getByRole('dialog')
  const deleteChosen = async (title: string) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText(title).waitFor()
    await dialog.getByRole('button', { name: /^Delete/ }).click()
  }

  await page.goto('/marketing/lead-generator?tag=fair')
  await page.getByRole('link', { name: 'fair 59' }).waitFor()
  await page.locator('.leads-table thead input[type=checkbox]').check()
  await press(page, 'Select all 60')
  await page.getByText('60 selected').waitFor()
  // The list of the other filter is late: the rows are the ones of before.
  let isLate = true
  await page.route('**/api/get_leads**', async (route) => {
    await expect.poll(() => isLate).toBe(false)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByText('50 selected').waitFor()
  await deleteChosen('Delete 50 leads?')
  await expect.poll(() => countOf(page, person)).toBe(80)
  isLate = false

  await page.getByRole('checkbox', { name: /fair 0$/ }).check()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await dialog.getByLabel('Tag').fill('vip')
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await page.getByText('1 lead tagged vip').first().waitFor()
  await press(page, 'Undo an earlier change')
  await dialog.getByRole('button', { name: 'Undo: 50 leads deleted' }).click()
  await page.getByText('Undone for 50 leads.').waitFor()
  await expect.poll(() => countOf(page, person)).toBe(130)
  await expect(page.getByRole('button', { name: 'Undo an earlier change' })).toHaveCount(0)
})
