import { expect, type Page } from '@playwright/test'
import type { Person } from '../person.ts'
import { logIn } from './network-login.ts'

const caption = 'Market on Saturday'
type Made = { path: string; names: string[] }

/** Connects a Page in any language of the app, and starts a recurring post at it. */
export async function addSeries(page: Page, { token, userId }: Person): Promise<Made> {
  const headers = { authorization: `Bearer ${token}` }
  const begun = await page.request.post('/marketing/api/social/connect', {
    headers,
    data: { way: 'facebook' },
  })
  expect(begun.ok(), await begun.text()).toBe(true)
  await page.goto((await begun.json()).redirect_url)
  await logIn(page, { as: `Shop ${userId} one page` })
  await page.waitForURL(/\/marketing\/social\/connect$/)
  let accounts: { id: number; page_name: string }[] = []
  await expect(async () => {
    const answer = await page.request.get('/marketing/api/meta/get_connected_accounts', { headers })
    accounts = (await answer.json()).accounts
    expect(accounts).toHaveLength(1)
  }).toPass()
  const answer = await page.request.post('/marketing/api/social/recurrences', {
    headers,
    data: {
      weekdays: [1, 4],
      local_time: '09:00',
      timezone: 'Asia/Kolkata',
      until: null,
      content: { targets: accounts.map(({ id }) => ({ account_id: id, format: 'text' })), caption },
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { series } = await answer.json()
  return {
    path: `/social/series/${series.id}`,
    names: [...accounts.map(({ page_name }) => page_name), caption],
  }
}
