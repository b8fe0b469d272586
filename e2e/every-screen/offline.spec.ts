import { expect, test } from '@playwright/test'
import { api, cut } from '../failures.ts'
import { says, signUp } from '../person.ts'

test.use({ serviceWorkers: 'allow' })

/** How many answers this browser keeps for later. */
const keptAnswers = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('tidings')
    // The app has kept nothing yet: a database that is made here would lack its stores for ever.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve(0) : reject(opening.error))
    opening.onsuccess = () => {
      const database = opening.result
      const counting = database.transaction('last-data').objectStore('last-data').count()
      counting.onsuccess = () => {
        resolve(counting.result)
        database.close()
      }
      counting.onerror = () => reject(counting.error)
    }
  })

test('without the server, the app, the last data with its age, and the draft stay; a logout removes them', async ({
  page,
  context,
}) => {
  const { token } = await signUp(page)
  await page.request.post('/marketing/api/upload_leads', {
    headers: { authorization: `Bearer ${token}` },
    data: { leads: [{ name: 'Asha Rao', phone: '+919812345678', tag: 'shop', source: 'manual' }] },
  })
  await page.goto('/marketing/lead-generator')
  await expect(page.getByText('Asha Rao').first()).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const form = page.getByRole('form', { name: 'Add Lead Manually' })
  await form.getByLabel('Name').fill('Half a name')

  await context.setOffline(true)
  await page.reload()
  await says(page, "The server can't be reached.")
  await says(page, /You see data from .*\d\d:\d\d/)
  await expect(page.getByText('Asha Rao').first()).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Half a name')

  // A submit that fails says so where it stays, and takes nothing away.
  await form.getByLabel('Phone').fill('+919812345679')
  await form.getByLabel('Tag').fill('shop')
  await form.getByRole('button', { name: 'Add lead' }).click()
  await expect(form.getByText('Server error', { exact: false })).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Half a name')

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText("The server can't be reached.")).toHaveCount(0)
  expect(await page.evaluate(keptAnswers)).toBeGreaterThan(0)

  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(async () => expect(await page.evaluate(keptAnswers)).toBe(0)).toPass()
  expect(
    await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().filter(({ url }) => url.includes('/api/')).length
    }),
  ).toBe(0)
})

test('a call that fails alone says so, over the last data with its age, while the server is there', async ({
  page,
}) => {
  const { token } = await signUp(page)
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post('/marketing/api/templates/add', {
    headers,
    data: { title: 'Weekend offer', message: 'Come by on Sunday.', type: 'marketing' },
  })
  await page.goto('/marketing/templates')
  await says(page, 'Weekend offer')
  await expect.poll(() => page.evaluate(keptAnswers)).toBeGreaterThan(0)

  await cut(page, 'templates?*')
  await cut(page, 'templates')
  await page.reload()
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('Failed to load templates')
  await expect(failure).toContainText(/You see data from .*\d\d:\d\d/)
  await says(page, 'Weekend offer')
  await expect(page.getByText("The server can't be reached.")).toHaveCount(0)

  await page.unroute(api('templates'))
  await page.unroute(api('templates?*'))
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toHaveCount(0)
})
