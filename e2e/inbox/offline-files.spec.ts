import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signUp } from '../person.ts'
import { line, log, newPhone, openInbox } from './customers.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgwLPnGk6WQAAAABJRU5ErkJggg==',
  'base64',
)

/** A conversation on the screen, and what the server has of ours in it. */
async function openConversation(page: Page) {
  const { writes, person } = await openInbox(page)
  await writes(newPhone(), { text: 'Which box?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Which box?').click()
  await expect(log(page).getByText('Which box?')).toBeVisible()
  await page.waitForURL(/\/conversations\/\d+/)
  const id = page.url().match(/conversations\/(\d+)/)?.[1]
  const sent = async () => {
    const answer = await page.request.get(`/marketing/api/conversations/${id}/timeline`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    const { items } = (await answer.json()) as {
      items: { type: string; kind: string | null; text: string | null; details: { voice?: boolean } | null }[]
    }
    return items
      .filter(({ type }) => type === 'out')
      .map(({ kind, text, details }) => [details?.voice ? 'voice' : kind, text])
  }
  return { url: page.url(), sent }
}

async function choose(page: Page, name: string) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach a file' }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'image/png', buffer: pixel })
}

const attached = (page: Page) => page.locator('.cmp-f')
const waits = (page: Page) => log(page).getByText('Waiting for a connection')
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** How many files this browser keeps. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('tidings-files')
        // Nothing is kept yet: a database that is made here would lack its store for ever.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve(0) : reject(opening.error))
        opening.onsuccess = () => {
          const database = opening.result
          const counting = database.transaction('waiting').objectStore('waiting').count()
          counting.onsuccess = () => {
            resolve(counting.result)
            database.close()
          }
          counting.onerror = () => reject(counting.error)
        }
      }),
  )

/** Chosen and sent without a connection. */
async function sendOffline(page: Page, context: BrowserContext, caption: string) {
  await context.setOffline(true)
  // Asked for again, as on coming back to the page: what was loaded stays.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText("The server can't be reached.")).toBeVisible()
  await choose(page, 'box.png')
  await expect(attached(page)).toContainText('box.png')
  await expect(attached(page)).toContainText('Waiting for a connection')
  await field(page).fill(caption)
  await field(page).press('Enter')
  await expect(attached(page)).toHaveCount(0)
  await expect(log(page).getByText('box.png')).toBeVisible()
  await expect(waits(page)).toBeVisible()
}

test('a file that is sent without a connection leaves once it is back, and one is discarded', async ({
  page,
  context,
}) => {
  const { sent } = await openConversation(page)
  await sendOffline(page, context, 'The red one')
  await field(page).fill('Or blue')
  await field(page).press('Enter')
  expect(await kept(page)).toBe(1)
  await context.setOffline(false)
  await expect(waits(page)).toHaveCount(0)
  await expect(log(page).getByRole('img', { name: 'box.png' })).toHaveCount(1)
  await expect.poll(sent).toEqual([
    ['text', 'Or blue'],
    ['image', 'The red one'],
  ])
  await expect.poll(() => kept(page)).toBe(0)

  await sendOffline(page, context, 'Not this one')
  await log(page).getByRole('button', { name: 'Discard' }).click()
  await expect(log(page).getByText('Not this one')).toHaveCount(0)
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/)
  await page.getByRole('button', { name: 'Send voice message' }).click()
  await expect(log(page).getByText(/^voice\./)).toBeVisible()
  await context.setOffline(false)
  await expect(log(page).getByRole('group', { name: /voice/i })).toBeVisible()
  expect((await sent()).map(([kind]) => kind)).toEqual(['voice', 'text', 'image'])
  await expect.poll(() => kept(page)).toBe(0)
})

test('a file outlives the page, is sent once by two of them, and never by another person', async ({
  page,
  context,
}) => {
  const { url, sent } = await openConversation(page)
  await sendOffline(page, context, 'The red one')
  await page.close()

  await context.setOffline(false)
  const tabs = await Promise.all([context.newPage(), context.newPage()])
  await Promise.all(tabs.map((tab) => tab.goto(url)))
  for (const tab of tabs) {
    await expect(log(tab).getByRole('img', { name: 'box.png' })).toHaveCount(1)
    await expect(log(tab).getByText('The red one')).toHaveCount(1)
    await expect(log(tab).getByText('Waiting')).toHaveCount(0)
  }
  await expect.poll(sent).toEqual([['image', 'The red one']])
  const [tab, other] = tabs as [Page, Page]
  await other.close()
  await expect.poll(() => kept(tab)).toBe(0)

  // Chosen and not sent yet: it lies beside the text when the page is opened again, until it is removed.
  await context.setOffline(true)
  await choose(tab, 'later.png')
  await expect(attached(tab)).toContainText('Waiting for a connection')
  await context.setOffline(false)
  await tab.reload()
  await expect(attached(tab)).toContainText('later.png')
  await tab.getByRole('button', { name: 'Remove later.png' }).click()
  await expect.poll(() => kept(tab)).toBe(0)
  await tab.reload()
  await expect(field(tab)).toBeVisible()
  await expect(attached(tab)).toHaveCount(0)

  await sendOffline(tab, context, 'Of Asha')
  expect(await kept(tab)).toBe(1)
  await tab.close()
  await context.setOffline(false)
  const theirs = await context.newPage()
  await signUp(theirs, 'Ravi Patil')
  await theirs.goto('/marketing/conversations')
  await expect(theirs.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect.poll(() => kept(theirs)).toBe(0)
  expect(await sent()).toEqual([['image', 'The red one']])
})

test('a logout removes the files that wait', async ({ page, context }) => {
  const { sent } = await openConversation(page)
  await sendOffline(page, context, 'The red one')
  expect(await kept(page)).toBe(1)
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => kept(page)).toBe(0)
  await context.setOffline(false)
  expect(await sent()).toEqual([])
})

test('a message that arrived though its answer was lost is not offered again, nor sent twice', async ({
  page,
  context,
}) => {
  const { url, sent } = await openConversation(page)
  const posts = '**/marketing/api/conversations/*/messages'
  const notLeft = log(page).getByText('This message has not left yet.')
  let last = { url: '', data: {} as object, headers: {} as Record<string, string> }
  /** Pressed eleven minutes ago, and its answer was lost. */
  const send = async (text: string, arrives: boolean) => {
    await page.route(posts, async (route) => {
      const { authorization = '' } = await route.request().allHeaders()
      last = { url: route.request().url(), data: route.request().postDataJSON(), headers: { authorization } }
      if (arrives) await route.fetch()
      await route.abort()
    })
    await field(page).fill(text)
    await field(page).press('Enter')
    await expect(waits(page)).toBeVisible()
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        const late = `"pressedAt":${Date.now() - 11 * 60_000}`
        if (/^waiting:/.test(key)) localStorage.setItem(key, value.replace(/"pressedAt":\d+/, late))
      }
    })
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  const edit = log(page).getByRole('button', { name: 'Edit' })
  await send('By noon.', true)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => /^waiting:/.test(key))))
    .toBe(false)
  await expect(log(page).getByText('By noon.')).toHaveCount(1)
  await expect(notLeft).toHaveCount(0)

  await send('By one.', false)
  await expect(notLeft).toBeVisible()
  await edit.click()
  await expect(field(page)).toHaveValue('By one.')
  await expect(log(page).getByText('By one.')).toHaveCount(0)

  await send('By two.', false)
  await expect(notLeft).toBeVisible()
  // Tried again elsewhere meanwhile.
  expect((await page.request.post(last.url, last)).ok()).toBe(true)
  await edit.click()
  await expect(notLeft).toHaveCount(0)
  await expect(log(page).getByText('By two.')).toHaveCount(1)
  await expect(field(page)).toHaveValue('')
  expect((await sent()).map(([, text]) => text)).toEqual(['By two.', 'By noon.'])

  await send('By three.', false)
  await expect(notLeft).toBeVisible()
  const other = await context.newPage()
  await other.goto(url)
  await log(other).getByRole('button', { name: 'Discard' }).click()
  await expect(notLeft).toHaveCount(0)
})
