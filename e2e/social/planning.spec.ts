import { expect, type Page, test } from '@playwright/test'
import { press, says, signUp } from '../person.ts'
import { addSeries } from './series.ts'

const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Changes the answer of a call on its way; the rest of it is the server's. */
const changed = (page: Page, path: string | RegExp, change: (body: never) => void) =>
  page.route(path, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    change(body as never)
    await route.fulfill({ response: answer, json: body })
  })

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('an import is opened again, while it runs and afterwards', async ({ page }) => {
  await addSeries(page, await signUp(page))
  await page.goto('/marketing/social/scheduled')
  await press(page, 'Import CSV')
  const dialog = page.getByRole('dialog')
  const choose = (rows: string[]) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`date,time,accounts,caption\n${rows.join('\n')}\n`),
    })
  await choose([`${dayFromNow(3)},25:00,1,First`])
  await expect(dialog).toContainText('Write the time as 09:30.')
  await press(page, 'Choose another file')
  const account = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const answer = await fetch('/marketing/api/meta/get_connected_accounts', { headers })
    return (await answer.json()).accounts[0].id
  })
  await choose([
    `${dayFromNow(3)},10:30,${account},Imported first`,
    `${dayFromNow(4)},10:30,${account},Imported next`,
  ])
  await press(page, 'Schedule 2 posts')
  await says(page, '2 rows are scheduled. 0 failed.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await press(page, 'Import CSV')
  await page.getByRole('button', { name: 'Open november.csv' }).first().click()
  await says(page, '2 rows are scheduled. 0 failed.')
  // Half of it is done: on the list and on the screen of the import.
  const half = { state: 'running', ready: 1, done: 1 }
  await changed(page, '**/api/social/imports', ({ imports }: { imports: object[] }) => {
    Object.assign(imports[0] ?? {}, half)
  })
  await changed(page, /\/api\/social\/imports\/\d+$/, (body: { import: object }) => {
    Object.assign(body.import, half)
  })
  await page.reload()
  await press(page, 'Importing 1 of 2')
  await expect(dialog).toContainText('Scheduling 1 of 2')
})

test('a preview has the face of its account; a chosen one that cannot post is not left out', async ({
  page,
}) => {
  await addSeries(page, await signUp(page))
  const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='
  let shown = picture
  let canPost = true
  await changed(page, '**/get_connected_accounts', (body: { accounts: object[] }) => {
    const [first = {}] = body.accounts.map((one) => ({ ...one, profile_picture: shown }))
    body.accounts = [first, { ...first, id: 9001, platform: 'linkedin', can_post: canPost }]
  })
  await page.goto('/marketing/social/post')
  await page.getByRole('checkbox', { name: /^Facebook/ }).check()
  const head = page.locator('.pv-h')
  await expect(head.locator('img')).toHaveAttribute('src', picture)
  shown = 'data:image/gif;base64,nothing'
  await page.reload()
  await expect(head.locator('.av')).toHaveText('S')
  await expect(head.locator('img')).toHaveCount(0)
  const linkedIn = page.getByRole('checkbox', { name: /^LinkedIn/ })
  await linkedIn.check()
  await page.getByRole('checkbox', { name: /text only/ }).check()
  await page.getByRole('textbox', { name: 'Caption' }).fill('Market on Friday')
  canPost = false
  await page.reload()
  await press(page, 'Post Now')
  await says(page, /^Reconnect the chosen account/)
  await expect(linkedIn).toBeChecked()
})

test('counters count a text as each network does, and say why a short one is too long', async ({ page }) => {
  await addSeries(page, await signUp(page))
  await changed(page, '**/get_connected_accounts', (body: { accounts: object[] }) => {
    const [page = {}] = body.accounts
    const platforms = ['facebook', 'instagram', 'youtube', 'linkedin']
    body.accounts = platforms.map((platform, at) => ({ ...page, platform, id: 9001 + at }))
  })
  await page.goto('/marketing/social/post')
  for (const network of ['Facebook', 'Instagram', 'YouTube', 'LinkedIn'])
    await page.getByRole('checkbox', { name: new RegExp(`^${network}`) }).check()
  const caption = page.getByRole('textbox', { name: 'Caption' })
  const counts = page.locator('.counts')
  const wrong = page.locator('[id$="-wrong"] .err')
  await caption.fill('('.repeat(1500))
  await expect(counts).toContainText('LinkedIn3,000 of 3,000')
  await expect(wrong).toHaveCount(0)
  await caption.fill('('.repeat(1501))
  await expect(wrong).toHaveText([
    'LinkedIn allows 3,000. This is 3,002: characters such as ( ) and * count twice.',
  ])
  await caption.fill('अ'.repeat(1666))
  await expect(counts).toContainText('YouTube4,998 of 5,000 bytes')
  await expect(wrong).toHaveCount(0)
  await caption.fill('अ'.repeat(1667))
  await expect(wrong).toHaveText([
    'YouTube allows 5,000 bytes. This is 5,001: letters outside English take 2 to 4 bytes.',
  ])
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `#tag${at}`).join(' ')
  await caption.fill(tags(30))
  await expect(counts).toContainText('30 of 30 hashtags')
  await expect(wrong).toHaveCount(0)
  await caption.fill(tags(31))
  await expect(wrong).toHaveText(['Instagram allows 30 hashtags. You have 31.'])
  await caption.fill('Hello')
  await page.getByRole('checkbox', { name: /text only/ }).check()
  await press(page, 'Post Now')
  await says(page, /^No text alone goes to Instagram and YouTube\. Add an image or a video, or leave/)
})

test('the composer says what is left of the daily limits, and warns of a post too many', async ({ page }) => {
  await addSeries(page, await signUp(page))
  let left = 12
  await changed(page, '**/publishing_limits?*', (body: { limits: object[] }) => {
    body.limits = body.limits.map((one) => ({ ...one, format: null, total: 50, left }))
  })
  await page.goto('/marketing/social/post')
  await page.getByRole('checkbox', { name: /^Facebook/ }).check()
  await says(page, '12 of 50 posts left today')
  left = 0
  await page.getByRole('checkbox', { name: 'Schedule this post' }).check()
  await page.getByLabel('Date', { exact: true }).fill(dayFromNow(3))
  await page.getByLabel('Time', { exact: true }).fill('10:00')
  await says(page, '0 of 50 posts left around that time')
  await says(page, /takes 50 posts in 24 hours\. None is left around that time\. Choose another time\.$/)
})
