import { expect, type Page, test } from '@playwright/test'
import { cut, refuse } from '../failures.ts'
import { press, says, signUp } from '../person.ts'
import { connect, logIn } from './network-login.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name })
type Failures = { as: string; without: string }

/** The other endings of a login by the same button, after a first one that connected. */
async function endOtherwise(page: Page, button: string, { as, without }: Failures): Promise<void> {
  await connect(page, button, { as })
  await says(page, 'This account is already connected.')
  await connect(page, button, { ending: 'cancel' })
  await says(page, 'Login cancelled. Nothing was connected.')
  await connect(page, button, { without })
  const missing = page.getByRole('alert').filter({ hasText: `Missing: ${without.split('/').at(-1)}.` })
  await expect(missing).toContainText('Allow every permission that is needed to post, then try again.')
  // The page may have been scrolled down when the login began.
  await expect(missing).toBeInViewport()
  await connect(page, button, { ending: 'expired' })
  await says(page, 'The login took too long. Start again.')
}

const openAccounts = async (page: Page) => {
  await signUp(page)
  await page.goto('/marketing/social/connect')
  await expect(page.getByRole('heading', { name: 'Social Media Accounts' })).toBeVisible()
}

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('Facebook: two Pages of a login, once more, cancelled, a missing permission, an expired code', async ({
  page,
}) => {
  await openAccounts(page)
  await connect(page, 'Connect Facebook', { as: 'Camila' })
  const choice = page.getByRole('dialog', { name: 'Choose Facebook accounts' })
  await expect(choice.getByText('Camila’s Old Club: you may not create content there.')).toBeVisible()
  await choice.getByRole('button', { name: 'Connect 2 accounts' }).click()
  await says(page, 'Social account connected successfully.')
  await expect(card(page, 'Camila’s Shop, Facebook')).toContainText('Page, 4,120 followers')
  await expect(page.getByText('2 of 2 accounts can post.')).toBeVisible()

  await connect(page, 'Connect Facebook', { as: 'Diego one page' })
  await says(page, 'Social account connected successfully.')
  await connect(page, 'Connect Facebook', { as: 'Diego one page' })
  await says(page, 'This account is already connected.')

  await connect(page, 'Connect Facebook', { ending: 'cancel' })
  await says(page, 'Login cancelled. Nothing was connected.')
  await connect(page, 'Connect Facebook', { without: 'pages_manage_posts' })
  await expect(page.getByRole('alert').filter({ hasText: 'Missing: pages_manage_posts.' })).toContainText(
    'Something went wrong while connecting.',
  )
  await connect(page, 'Connect Facebook', { ending: 'expired' })
  await says(page, 'The login took too long. Start again.')
})

test('Instagram, through a Page and by its own login: each ending, renewed by itself, disconnected', async ({
  page,
}) => {
  await openAccounts(page)
  await press(page, 'Log in with Instagram')
  await page.waitForURL(/\/social\/instagram\//)
  await firstListLate(page)
  await logIn(page, { as: 'Nila' })
  await says(page, 'Social account connected successfully.')
  await expect(card(page, 'Nila’s Shop, Instagram')).toContainText('@nila.shop')
  await expect(card(page, 'Nila’s Shop, Instagram')).toContainText(/60 of 60 days left\. Renews by itself on/)
  await expect(card(page, 'Nila’s Shop, Instagram')).toContainText('0 of 50 posts used today')
  await page.route('**/publishing_limits?*', async (route) => {
    const answer = await route.fetch()
    const { limits } = await answer.json()
    const said = limits.map((one: object) => ({ ...one, used_now: null, unknown: 'unreachable' }))
    await route.fulfill({ response: answer, json: { success: true, limits: said } })
  })
  await page.reload()
  await expect(card(page, 'Nila’s Shop, Instagram')).toContainText(
    '– of 50 posts used today. Instagram does not answer.',
  )
  await page.unroute('**/publishing_limits?*')
  await endOtherwise(page, 'Log in with Instagram', {
    as: 'Nila',
    without: 'instagram_business_content_publish',
  })
  await connect(page, 'Connect Instagram', { as: 'Rosa one page' })
  await says(page, 'Social account connected successfully.')
  await card(page, 'Nila’s Shop, Instagram').getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('dialog', { name: 'Disconnect Nila’s Shop?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await card(page, 'Nila’s Shop, Instagram').getByRole('button', { name: 'Disconnect' }).click()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await says(page, 'Disconnected successfully.')
  await expect(card(page, 'Nila’s Shop, Instagram')).toHaveCount(0)
})

/** The list that the screen asks for first is read before the login is finished, and arrives after its result. */
async function firstListLate(page: Page): Promise<void> {
  await page.route(
    '**/marketing/api/meta/get_connected_accounts',
    async (route) => {
      const response = await route.fetch()
      await says(page, 'Social account connected successfully.')
      await route.fulfill({ response })
    },
    { times: 1 },
  )
}

test('YouTube: connected, each other ending, and its access refreshed on the screen of tokens', async ({
  page,
}) => {
  await openAccounts(page)
  await connect(page, 'Connect YouTube', { as: 'Omar' })
  await expect(card(page, 'Omar’s Kitchen, YouTube')).toContainText('Channel, 1,940 subscribers')
  await endOtherwise(page, 'Connect YouTube', {
    as: 'Omar',
    without: 'https://www.googleapis.com/auth/youtube.upload',
  })
  await page.goto('/marketing/social/refresh-tokens')
  await page.getByRole('article', { name: 'Omar’s Kitchen' }).getByRole('button', { name: 'Refresh' }).click()
  await says(page, '1 account works.')
  await connectNothing(page)
})

async function connectNothing(page: Page): Promise<void> {
  await page.goto('/marketing/social/connect')
  await connect(page, 'Connect YouTube', { as: 'Lena no channel' })
  await says(page, 'This login has no account that you can post to.')
}

test('LinkedIn: in a window of 600 by 600 that closes itself', async ({ page }) => {
  await openAccounts(page)
  const [window] = await Promise.all([page.waitForEvent('popup'), press(page, 'Connect LinkedIn')])
  await window.waitForURL(/\/social\/linkedin\//)
  expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 600])
  await logIn(window, { as: 'Davi Nascimento' })
  await says(page, 'Social account connected successfully.')
  await expect(card(page, 'Davi Nascimento, LinkedIn')).toContainText('60 of 60 days left.')
  await expect.poll(() => window.isClosed()).toBe(true)
  expect(new URL(page.url()).hash).toBe('')

  // LinkedIn asks for all permissions or none: there is no login with one missing.
  for (const [login, words] of [
    [{ as: 'Davi Nascimento' }, 'This account is already connected.'],
    [{ ending: 'cancel' }, 'Login cancelled. Nothing was connected.'],
    [{ ending: 'expired' }, 'The login took too long. Start again.'],
  ] as const) {
    const [again] = await Promise.all([page.waitForEvent('popup'), press(page, 'Connect LinkedIn')])
    await again.waitForURL(/\/social\/linkedin\//)
    await logIn(again, login)
    await says(page, words)
    await expect.poll(() => again.isClosed()).toBe(true)
  }
})

test('what an address says of a login is shown and taken out of it; failures are said', async ({ page }) => {
  await openAccounts(page)
  for (const [query, words] of [
    ['status=success', 'Social account connected successfully.'],
    ['status=already_connected', 'This account is already connected.'],
    ['status=error&reason=save_failed', 'Failed to save social account.'],
    ['status=error&reason=internal_error', 'Something went wrong while connecting.'],
    ['status=error', 'Unknown error occurred.'],
  ]) {
    await page.goto(`/marketing/social/connect?${query}`)
    await says(page, words ?? '')
    await expect(page).toHaveURL(/\/social\/connect$/)
  }
  await cut(page, 'meta/get_connected_accounts')
  await page.goto('/marketing/social/connect')
  await says(page, 'Error loading social accounts.')
  await page.unroute('**/marketing/api/meta/get_connected_accounts')
  await refuse(page, 'meta/get_connected_accounts')
  await page.goto('/marketing/social/connect')
  await says(page, 'You are not logged in. Log in again to see your accounts.')
})
