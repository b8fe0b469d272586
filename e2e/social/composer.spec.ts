import { expect, type Page, test } from '@playwright/test'
import { type Person, says, signUp } from '../person.ts'
import { addSeries } from './series.ts'

async function accountsOf(page: Page, { token }: Person): Promise<{ id: number }[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get('/marketing/api/meta/get_connected_accounts', { headers })
  return (await answer.json()).accounts
}

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

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
