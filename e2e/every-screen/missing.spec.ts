import { expect, test } from '@playwright/test'
import { openAxe } from '../axe.ts'
import { signUp } from '../person.ts'

const nobody = '/account-settings/webhooks/00000000-0000-4000-8000-000000000000'

/** What each address leads to, and the list that it is in. */
const screens = [
  ['/campaigns/', 'campaign', 'Campaigns', '/campaigns?view=all'],
  ['/lead-generator/', 'lead', 'Lead Generator', '/lead-generator'],
  ['/lead-generator/imports/', 'import', 'Lead Generator', '/lead-generator'],
  ['/templates/', 'template', 'WhatsApp Templates', '/templates'],
  ['/segments/', 'segment', 'Segments', '/segments'],
  ['/sequences/', 'sequence', 'Sequences', '/sequences'],
  ['/opt-ins/', 'form', 'Opt-ins', '/opt-ins'],
  ['/opt-ins/receipts/', 'receipt', 'Opt-ins', '/opt-ins'],
  ['/chatbot/flows/', 'flow', 'Chatbot', '/chatbot'],
  ['/conversations/', 'conversation', 'Inbox', '/conversations'],
] as const

test('an address whose id nothing has says what is missing, and leads back to its list', async ({ page }) => {
  await signUp(page, 'Asha Kulkarni')
  const leadsBack = async (address: string, thing: string, list: string, to: string) => {
    await page.goto(`/marketing${address}`)
    await expect(page.getByRole('heading', { name: `This ${thing} was not found` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    const back = page.getByRole('link', { name: `Back to ${list}`, exact: true })
    await expect(back).toHaveAttribute('href', `/marketing${to}`)
  }
  for (const [path, thing, list, to] of screens) await leadsBack(`${path}987654`, thing, list, to)
  const buttons = page.locator('main').getByRole('button')
  for (const [path, thing] of [
    ['/opt-ins/987654/poster', 'form'],
    ['/opt-ins/receipts/987654', 'receipt'],
  ] as const) {
    await leadsBack(path, thing, 'Opt-ins', '/opt-ins')
    // Nothing is there to print or to keep.
    await expect(buttons).toHaveCount(0)
  }
  await leadsBack(nobody, 'webhook', 'Account Settings', '/account-settings')
  // What is no id at all.
  for (const [path, thing, list, to] of screens) await leadsBack(`${path}kaju`, thing, list, to)

  await page.setViewportSize({ width: 360, height: 780 })
  for (const [path, thing, list, to] of screens) {
    await leadsBack(`${path}987654`, thing, list, to)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide, `${path} is too wide for a phone`).toBe(false)
  }
  await page.goto('/marketing/chatbot/flows/987654')
  const back = page.getByRole('link', { name: 'Back to Chatbot' })
  await expect(back).toBeVisible()
  expect((await (await openAxe(page)).analyze()).violations.map(({ id }) => id)).toEqual([])
  await back.click()
  await expect(page).toHaveURL(/\/chatbot$/)
})
