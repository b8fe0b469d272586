import { expect, type Page, test } from '@playwright/test'
import { refuse } from '../failures.ts'
import { type Person, press, says, signUp } from '../person.ts'
import { addSeries } from './series.ts'

/** A picture of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

async function accountsOf(page: Page, { token }: Person): Promise<{ id: number }[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get('/marketing/api/meta/get_connected_accounts', { headers })
  return (await answer.json()).accounts
}

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('a file that cannot be loaded is named, tried again and removed', async ({ page }) => {
  await addSeries(page, await signUp(page))
  await page.goto('/marketing/social/post')
  await page.getByRole('checkbox', { name: /^Facebook/ }).check()
  await page.locator('input[type=file]').setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: gif })
  await page.getByRole('textbox', { name: 'Caption' }).fill('Market on Friday')
  await says(page, /^Draft saved/)
  await refuse(page, 'social/media/*', 'GET')
  await page.reload()
  await press(page, 'Post Now')
  await says(page, 'A file is not loaded yet. Wait, try again or remove it.')
  await expect(page.getByText('Add an image or a video.')).toHaveCount(0)
  await says(page, 'This file could not be loaded.')
  await page.unrouteAll()
  await press(page, 'Try again')
  await expect(page.locator('.media .fname')).toHaveText('a.gif')
  await refuse(page, 'social/media/*', 'GET')
  await page.reload()
  await press(page, 'Remove this file')
  await expect(page.getByText('This file could not be loaded.')).toHaveCount(0)
})

test('times are proposed though an account that was chosen is disconnected', async ({ page }) => {
  await addSeries(page, await signUp(page))
  await page.route('**/get_connected_accounts', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.accounts.push({ ...body.accounts[0], id: 9001, platform: 'linkedin' })
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/marketing/social/post')
  await page.getByRole('checkbox', { name: /^Facebook/ }).check()
  await page.getByRole('checkbox', { name: /^LinkedIn/ }).check()
  await page.unrouteAll()
  await page.reload()
  await page.getByRole('checkbox', { name: 'Schedule this post' }).check()
  await expect(page.getByRole('radio', { name: /\d\d:\d\d/ }).first()).toBeVisible()
})

test('the history says that a first comment failed', async ({ page }) => {
  const person = await signUp(page)
  await addSeries(page, person)
  const [account] = await accountsOf(page, person)
  const headers = { authorization: `Bearer ${person.token}` }
  const targets = [{ account_id: account?.id, format: 'text', first_comment: 'Open until nine' }]
  const made = await page.request.post('/meta/post_now', {
    headers,
    multipart: { caption: 'Market on Friday', targets: JSON.stringify(targets) },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await page.route('**/meta/post_history*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const post of body.posts) post.first_comment_state = 'failed'
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/marketing/social/history')
  await says(page, 'The first comment was not published. Write it on Facebook yourself.')
})

test('on a phone an import of which nothing can be scheduled says so in a line, and names columns', async ({
  page,
}) => {
  await addSeries(page, await signUp(page))
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/marketing/social/scheduled')
  await press(page, 'Import CSV')
  await page.locator('input[type=file]').setInputFiles({
    name: 'december.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('date,time,accounts,caption,media address\n2026-12-24,25:00,1,First,here\n'),
  })
  await says(page, 'media address: Enter a link that starts with http:// or https://.')
  const sentence = page.getByText('No row can be scheduled. Fix the file and choose it again.')
  await expect(sentence).toBeVisible()
  expect((await sentence.boundingBox())?.width).toBeGreaterThan(240)
})
