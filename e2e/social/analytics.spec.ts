import { expect, test } from '@playwright/test'
import { cut } from '../failures.ts'
import { press, signUp } from '../person.ts'

/** A picture of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

test('Social Analytics: empty, the figures of a post, chart and table, growth, CSV, and a failure', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/marketing/social/connect')
  await press(page, 'Connect Facebook')
  await page.waitForURL(/\/social\/facebook\//)
  await page.locator('input[name=person]').fill('Vera one page')
  await page.locator('button[value=switch]').click()
  await page.locator('button[name=ending][value=continue]:not([hidden])').click()
  await page.waitForURL(/\/marketing\/social\/connect$/)
  await expect(page.getByRole('article', { name: 'Vera’s Shop, Facebook' })).toBeVisible()

  await page.goto('/marketing/social/analytics')
  await expect(page.getByRole('heading', { name: 'No data found for Facebook yet.' })).toBeVisible()

  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const listed = await page.request.get('/marketing/api/meta/get_connected_accounts', { headers })
  const { accounts } = (await listed.json()) as { accounts: { id: number }[] }
  const made = await page.request.post('/meta/post_now', {
    headers,
    multipart: {
      account_id: String(accounts[0]?.id),
      platform: 'facebook',
      caption: 'Sunday cake from nine to noon',
      media: { name: 'cake.gif', mimeType: 'image/gif', buffer: gif },
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  await expect
    .poll(async () => {
      const answer = await page.request.get('/marketing/api/meta/analytics/facebook', { headers })
      return ((await answer.json()) as { insights: unknown[] }).insights.length
    })
    .toBe(1)

  await page.goto('/marketing/social/analytics')
  const card = page.getByRole('article', { name: 'Sunday cake from nine to noon' })
  await expect(card).toContainText('Facebook')
  await press(page, 'Refresh')
  await expect(card.locator('dd').first()).not.toHaveText('–')
  await expect(page.getByRole('heading', { name: 'Top Posts by Engagement' })).toBeVisible()
  await expect(page.locator('.recharts-surface').first()).toBeVisible()
  await press(page, 'Show as table')
  await expect(page.getByRole('table')).toContainText('Sunday cake')
  await card.getByRole('button', { name: 'Growth' }).click()
  const growth = page.getByRole('dialog', { name: 'Growth of a post' })
  await expect(growth.getByRole('application', { name: /^Engagement: \d/ })).toBeVisible()
  await growth.getByRole('button', { name: 'Show as table' }).click()
  await expect(growth.getByRole('table')).toContainText('Reach')
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')])
  expect(file.suggestedFilename()).toMatch(/^facebook-analytics-.*\.csv$/)

  await page.getByRole('radio', { name: 'Instagram' }).click()
  await expect(page.getByRole('heading', { name: 'No data found for Instagram yet.' })).toBeVisible()
  await cut(page, 'meta/analytics/facebook*')
  await page.goto('/marketing/social/analytics')
  await expect(page.getByText('Something went wrong while fetching analytics.').first()).toBeVisible()
})
