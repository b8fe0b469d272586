import { expect, type Page, test } from '@playwright/test'
import {
  atTheDialog,
  control,
  makeAccount,
  openSandboxDialog,
  type Person,
  sandbox,
  signUp,
} from '../person.ts'

/**
 * The screen on which the provider's login ends, with a fake clock: it waits five seconds for a message, and
 * 1.5 seconds before it leaves.
 */
const goOn = (page: Page, ms: number) => page.clock.runFor(ms)

async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function openCallback(page: Page, { userId }: Person, more = ''): Promise<void> {
  await page.goto(`/marketing/meta-callback?user_id=${userId}&mode=new${more}`)
  await expect(page.getByRole('heading', { name: 'Finalizing Setup' })).toBeVisible()
}

/** It is on the screen and in a toast. */
const fails = (page: Page, sentence: string) =>
  expect(page.getByRole('main').getByRole('alert').filter({ hasText: sentence })).toBeVisible()

/** The requests that a page makes from here on, to one of our addresses. */
function requestsTo(page: Page, path: string): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) seen.push(request.url())
  })
  return seen
}

/** As a person who has finished at the provider: the dialog's window is open beside its opener. */
async function withDialog(page: Page, person: Person): Promise<Page> {
  await page.goto('/marketing/help-center')
  const dialog = await openSandboxDialog(page)
  await stopClock(page)
  await openCallback(page, person)
  return dialog
}

test('a trusted message with a token is saved, and after 1.5 seconds the dashboard comes', async ({
  page,
}) => {
  const person = await signUp(page)
  const dialog = await withDialog(page, person)
  const saved = page.waitForRequest('**/marketing/api/meta/save_business_details')
  await atTheDialog(dialog, { ending: 'legacy' })
  const body = (await saved).postDataJSON() as Record<string, string>
  expect(body).toMatchObject({
    waba_id: expect.stringMatching(/^\d+$/),
    phone_number_id: expect.stringMatching(/^\d+$/),
    access_token: expect.stringMatching(/^EAA/),
  })
  await expect(page.getByText('Your WhatsApp Business account is connected.')).toBeVisible()
  await goOn(page, 1_400)
  await expect(page).toHaveURL(/\/meta-callback/)
  await goOn(page, 200)
  await expect(page).toHaveURL(/\/marketing\/dashboard$/)
})

test('a message without an id or a token is distinguished, and one of another origin is ignored', async ({
  page,
}) => {
  const person = await signUp(page)
  const saves = requestsTo(page, '/save_business_details')
  const dialog = await withDialog(page, person)
  await atTheDialog(dialog, { ending: 'legacy', number: 'none' })
  await expect(page.getByText('Incomplete Meta onboarding data received.')).toBeVisible()

  const second = await withDialog(page, person)
  await atTheDialog(second)
  await expect(page.getByText('Invalid Meta onboarding data.')).toBeVisible()

  await openCallback(page, person)
  await page.evaluate(
    (url) => {
      window.addEventListener('message', (event) => {
        if (String(event.data).includes('WA_EMBEDDED_SIGNUP')) document.title = `heard ${event.origin}`
      })
      window.open(url, 'forged')
    },
    `${sandbox.replace('localhost', '127.0.0.1')}/sandbox/untrusted-message`,
  )
  await expect(page).toHaveTitle(/^heard http:\/\/127\.0\.0\.1/)
  await expect(page.getByText('onboarding data')).toHaveCount(0)
  expect(saves).toEqual([])
})

test('without a message the server is asked after five seconds, and what it says is said', async ({
  page,
}) => {
  const person = await signUp(page)
  const syncs = requestsTo(page, '/fetch_onboarding_status')
  await stopClock(page)
  await openCallback(page, person)
  await goOn(page, 4_900)
  expect(syncs).toEqual([])
  await goOn(page, 200)
  // Nothing was connected at the provider.
  await fails(page, 'Missing WABA or Phone Number ID.')
  expect(syncs).toHaveLength(1)

  await page.route('**/fetch_onboarding_status', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: '', error: '', code: 'internal' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await fails(page, 'Fallback sync failed.')

  await page.route('**/save_business_details', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: '', error: '', code: 'internal' } }),
  )
  await atTheDialog(await withDialog(page, person), { ending: 'legacy' })
  await fails(page, 'Something went wrong during onboarding.')
})

test('an account that came without a number is not called unconnected', async ({ page }) => {
  const person = await signUp(page)
  const waba = await makeAccount(page, 'Warung Tanpa Nomor', 'none')
  const { access_token: token } = await control(page, 'token', { waba_ids: [waba] })
  await page.request.post('/marketing/api/onboarding/connect-token', {
    headers: { authorization: `Bearer ${person.token}` },
    data: { token },
  })
  await stopClock(page)
  await openCallback(page, person)
  await goOn(page, 5_100)
  await fails(page, 'Missing WABA or Phone Number ID.')
  await expect(page.getByText('Your account is connected, but it has no phone number yet.')).toBeVisible()
})

test('an error is shown on the dashboard; logins of another or of no session are not finished', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto(`/marketing/meta-callback?user_id=${person.userId}&error=access_denied`)
  await expect(page.getByText('Meta callback error: access_denied')).toBeVisible()
  await expect(page).toHaveURL(/\/marketing\/dashboard$/)

  await openCallback(page, { ...person, userId: person.userId + 1 })
  await fails(page, 'Somebody else started this login')

  await page.evaluate(() => localStorage.clear())
  for (const path of ['meta-callback?mode=new', 'meta/onboarding-status', 'meta/business-assets']) {
    await page.goto(`/marketing/${path}`)
    await expect(page).toHaveURL(/\/marketing\/login$/)
  }
})
