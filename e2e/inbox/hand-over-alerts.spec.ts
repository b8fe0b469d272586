import { expect, test } from '@playwright/test'
import { press } from '../person.ts'
import { fakeAlerts, openAndLook } from './alerts.ts'
import { line, log, newPhone, openInbox } from './customers.ts'

test('a browser tells of what the chatbot hands over, and of nothing that it answers', async ({ page }) => {
  const { writes, person } = await openInbox(page)
  const addRule = (word: string, action: object) =>
    page.request.post('/marketing/api/chatbot/rules', {
      headers: { authorization: `Bearer ${person.token}` },
      data: { match: { kind: 'keyword', mode: 'is', words: [word], language: 'any' }, action },
    })
  expect((await addRule('hours', { kind: 'reply', text: 'Nine to five.' })).ok()).toBe(true)
  expect((await addRule('person', { kind: 'hand_over' })).ok()).toBe(true)
  const alerts = await fakeAlerts(page)
  const meenakshi = newPhone()
  await writes(meenakshi, { text: 'Good day' })
  await page.goto('/marketing/conversations')
  await line(page, 'Good day').click()
  await press(page, 'More to send')
  await page.getByRole('menuitem', { name: 'Chat settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Chat settings' })
  await settings.getByRole('switch', { name: 'Show notifications' }).check()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  const inbox = page.getByRole('link', { name: /^Inbox(, \d+ unread)?$/ })
  await expect(inbox).toHaveAccessibleName('Inbox')

  await openAndLook(page, '/marketing/dashboard')
  await writes(meenakshi, { text: 'hours' })
  await expect
    .poll(async () => {
      const list = await page.request.get('/marketing/api/conversations', {
        headers: { authorization: `Bearer ${person.token}` },
      })
      return await list.text()
    })
    .toContain('"Nine to five."')
  await writes(meenakshi, { text: 'person' })
  await expect
    .poll(alerts.shown, 'one alert, of the message that was handed over')
    .toEqual(['Meenakshi: person'])
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(inbox).toHaveAccessibleName('Inbox, 1 unread')

  await alerts.clickNewest()
  await expect(page).toHaveURL(/\/conversations\/\d+$/)
  await expect(log(page).getByText('Nine to five.')).toBeVisible()
  expect(await alerts.shown()).toEqual(['Meenakshi: person', 'closed'])
  await expect(page).not.toHaveTitle(/^\(/)
})
