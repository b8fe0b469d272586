import { expect, type Page, test } from '@playwright/test'
import { press, says } from '../person.ts'
import { line, newPhone, openInbox } from './customers.ts'

// The business is in India: its clock counts, not this browser's.
test.use({ timezoneId: 'America/New_York' })

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const pick = 'Pick a date and time...'

/** What the server keeps of the newest conversations. */
async function snoozes(page: Page, token: string) {
  const answer = await page.request.get('/marketing/api/conversations?view=snoozed', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { conversations } = (await answer.json()) as { conversations: { snoozed_until: string }[] }
  return conversations.map(({ snoozed_until }) => new Date(snoozed_until).toISOString())
}

test('a conversation is snoozed until a time of one’s own, by keyboard', async ({ page }) => {
  const { writes, person } = await openInbox(page)
  await writes(newPhone(), { text: 'Call me after the fair' })
  await page.goto('/marketing/conversations')
  await line(page, 'Call me after').click()
  const snooze = page.getByRole('button', { name: 'Snooze' })
  await expect(snooze).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('menuitem', { name: pick })).toBeVisible()
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: 'Snooze until' })
  const date = window.getByLabel('Date', { exact: true })
  await expect(date).toBeFocused()
  await expect(date).toHaveAccessibleDescription('Times in Asia/Kolkata')
  await expect(window.getByLabel('Time', { exact: true })).toHaveValue('09:00')
  const refused = async (value: string, sentence: string) => {
    await date.fill(value)
    await date.press('Enter')
    await expect(window.getByText(sentence)).toBeVisible()
    await expect(date).toHaveAccessibleDescription(`Times in Asia/Kolkata ${sentence}`)
  }
  await refused('2020-01-01', 'This time has passed. Choose a later one.')
  await refused('', 'Choose a date and time.')
  await refused(day(368), 'Choose a time within the next year.')
  await page.keyboard.press('Escape')
  await expect(window).toHaveCount(0)
  await expect(snooze).toBeFocused()
  expect(await snoozes(page, person.token)).toEqual([])

  // The answer to the snooze says what the conversation is now; nothing waits for reading it again.
  const readAgain = Promise.withResolvers<void>()
  await page.route(/\/marketing\/api\/conversations\/\d+$/, async (route) => {
    if (route.request().method() === 'GET') await readAgain.promise
    await route.fallback()
  })
  await snooze.click()
  await page.getByRole('menuitem', { name: pick }).click()
  await date.fill(day(40))
  await window.getByLabel('Time', { exact: true }).fill('17:45')
  await window.getByRole('button', { name: 'Snooze' }).click()
  await says(page, /^Snoozed until .*, 17:45 \(Asia\/Kolkata\)\.$/)
  await expect(window).toHaveCount(0)
  expect(await snoozes(page, person.token)).toEqual([`${day(40)}T12:15:00.000Z`])

  // The server's clock is the one that counts: what it refuses is said at the field, too.
  await page.route('**/marketing/api/conversations/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 400,
          json: {
            success: false,
            code: 'invalid_input',
            error: 'Choose a time within the next year.',
            fields: { snoozed_until: 'Choose a time within the next year.' },
          },
        })
      : route.fallback(),
  )
  await snooze.click()
  await page.getByRole('menuitem', { name: pick }).click()
  await expect(window.getByLabel('Time', { exact: true })).toHaveValue('17:45')
  await window.getByRole('button', { name: 'Snooze' }).click()
  await expect(window.getByText('Choose a time within the next year.')).toBeVisible()
  readAgain.resolve()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.press('Escape')

  await page.locator('[data-key="close"]').click()
  await says(page, 'Conversation closed.')
  expect(await snoozes(page, person.token)).toEqual([])
  await press(page, 'Undo')
  await expect(page.locator('[data-key="close"]')).toHaveAccessibleName('Close')
  expect(await snoozes(page, person.token)).toEqual([`${day(40)}T12:15:00.000Z`])
})

test('several conversations are snoozed until a time of one’s own on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { writes, person } = await openInbox(page)
  await writes(newPhone(), { text: 'Is the shop closed?' })
  await writes(newPhone(), { text: 'Next year then' })
  await page.goto('/marketing/conversations')
  await expect(line(page, 'Next year then')).toBeVisible()
  const boxes = page.getByRole('checkbox', { name: 'Choose Meenakshi' })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: pick }).click()
  const window = page.getByRole('dialog', { name: 'Snooze until' })
  await window.getByLabel('Date', { exact: true }).fill(day(3))
  await window.getByLabel('Time', { exact: true }).fill('08:00')
  const snooze = window.getByRole('button', { name: 'Snooze' })
  await expect(snooze).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await snooze.click()
  await says(page, '2 conversations changed.')
  const until = `${day(3)}T02:30:00.000Z`
  expect(await snoozes(page, person.token)).toEqual([until, until])
})
