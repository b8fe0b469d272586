import { expect, type Page, test } from '@playwright/test'
import { press, says, signUp } from '../person.ts'
import { connect } from './network-login.ts'

/** 10:00 on a day that many days from now, by the clock of the business. */
const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000)

/** As a cell of the calendar names it: `Wednesday, 25 November`. */
const cellName = (days: number): string =>
  new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(Date.now() + days * 86_400_000)

/** A person with one Facebook Page, at the composer. */
async function openComposer(page: Page): Promise<string> {
  const { token } = await signUp(page)
  await page.goto('/marketing/social/connect')
  await connect(page, 'Connect Facebook', { as: `Shop ${Math.random().toString(36).slice(2)} one page` })
  await says(page, 'Social account connected successfully.')
  await page.goto('/marketing/social/post')
  return token
}

async function write(page: Page, caption: string): Promise<void> {
  await page.getByRole('checkbox', { name: /^Facebook/ }).check()
  await page.getByRole('checkbox', { name: /text only/ }).check()
  await page.getByRole('textbox', { name: 'Caption' }).fill(caption)
}

async function schedule(page: Page, caption: string, date: string): Promise<void> {
  await write(page, caption)
  await page.getByRole('checkbox', { name: 'Schedule this post' }).check()
  await page.getByLabel('Date', { exact: true }).fill(date)
  await page.getByLabel('Time', { exact: true }).fill('10:00')
  await press(page, 'Schedule Post')
  await says(page, 'Post scheduled!')
}

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('posts now, once, and asks before the same goes out again', async ({ page }) => {
  await openComposer(page)
  await page.getByRole('textbox', { name: 'Caption' }).press('Control+Enter')
  await says(page, 'Please fill all required fields.')
  await write(page, 'Fresh mangoes on Friday')
  await page.getByRole('button', { name: 'Post Now' }).dblclick()
  await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveValue('')
  await page.goto('/marketing/social/history')
  const posts = page.getByRole('article')
  await expect(posts.filter({ hasText: 'Fresh mangoes on Friday' })).toHaveCount(1)
  await expect(posts.first()).toContainText('Posted')
  await expect(page.getByRole('link', { name: 'Open on Facebook' })).toHaveAttribute('href', /^http/)

  await page.goto('/marketing/social/post')
  await write(page, 'Fresh mangoes on Friday')
  await press(page, 'Post Now')
  await page
    .getByRole('dialog', { name: 'Post this again?' })
    .getByRole('button', { name: 'Go back' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveValue('Fresh mangoes on Friday')
})

/** Moves the post to another time of day, as another person of the business does meanwhile. */
async function moveElsewhere(page: Page, token: string, clock: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const answer = await page.request.get(`/marketing/api/meta/get_post_status/${id}`, { headers })
  const { post } = await answer.json()
  const { platform, media_url, caption, media_type } = post
  const scheduled_time = `${dayFromNow(3)}T${clock}:00+05:30`
  const data = { platform, media_url, caption, media_type, scheduled_time }
  const moved = await page.request.put(`/marketing/api/meta/scheduled_post/${id}`, { headers, data })
  expect(moved.status()).toBe(200)
}

test('schedules, edits and deletes; an edit that meets another one keeps what was typed', async ({
  page,
}) => {
  const token = await openComposer(page)
  await schedule(page, 'Market on Saturday', dayFromNow(3))
  await page.goto('/marketing/social/scheduled?view=cards')
  const card = page.getByRole('article')
  await expect(card).toContainText('Market on Saturday')
  await card.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Platform')).toBeDisabled()
  await page.getByRole('textbox', { name: /^Caption/ }).fill('')
  await press(page, 'Save Changes')
  await says(page, 'All fields are required.')
  await page.getByRole('textbox', { name: /^Caption/ }).fill('Market on Sunday')
  await moveElsewhere(page, token, '11:00')
  await press(page, 'Save Changes')
  await press(page, 'Load the newer version')
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('11:00')
  await expect(page.getByRole('textbox', { name: /^Caption/ })).toHaveValue('Market on Sunday')
  await press(page, 'Save Changes')
  await says(page, 'Post updated successfully.')
  await page.goto('/marketing/social/scheduled?view=cards')
  await expect(card).toContainText('Market on Sunday')
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete post' }).click()
  await says(page, 'Post deleted successfully.')
  await expect(card).toHaveCount(0)
  await press(page, 'Undo')
  await says(page, 'The post is scheduled again.')
  await expect(card).toContainText('Market on Sunday')
  await page.goto('/marketing/social/edit/2147483647')
  await says(page, 'Post not found')
  await page.waitForURL(/\/social\/scheduled$/)
})

test('moves a post in the calendar by mouse, and back, and by keys; Escape cancels', async ({ page }) => {
  await openComposer(page)
  await schedule(page, 'Course in watercolour', dayFromNow(2))
  await page.goto(`/marketing/social/scheduled?day=${dayFromNow(2)}`)
  const chip = page.getByRole('link', { name: /Course in watercolour/ })
  await expect(chip).toBeVisible()
  const ghost = page.locator('.ev.ghost')
  await chip.focus()
  await page.keyboard.press('m')
  // The calendar listens for Escape only once the move has begun.
  await expect(ghost).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ghost).toHaveCount(0)
  const cells = page.locator('.cal > .d:not(.past):not(.today)')
  const home = page.locator('.cal > .d', { has: chip })
  const day = await home.getAttribute('aria-label')
  // Both in the middle of the window: near its edge the page scrolls under the mouse, and places are others then.
  const target = cells.filter({ hasNot: page.getByRole('link') }).first()
  await chip.evaluate((drawn) => drawn.scrollIntoView({ block: 'center' }))
  await chip.hover({ position: { x: 40, y: 10 } })
  await page.mouse.down()
  const from = await chip.boundingBox()
  if (!from) throw new Error('the post is not drawn')
  await page.mouse.move(from.x + 60, from.y + 24, { steps: 4 })
  await expect(ghost).toBeVisible()
  const to = await target.boundingBox()
  if (!to) throw new Error('the calendar is not drawn')
  await page.mouse.move(to.x + 50, to.y + 60, { steps: 6 })
  await expect(target).toHaveClass(/ over/)
  await page.mouse.up()
  await says(page, /^Moved to .*, 10:00 \(Asia\/Kolkata\)\./)
  await press(page, 'Undo')
  await says(page, /^Moved back to .*, 10:00/)
  await expect(
    page.getByRole('region', { name: day ?? '' }).getByRole('link', { name: /Course/ }),
  ).toBeVisible()
  await chip.focus()
  await page.keyboard.press('m')
  const start = page.getByRole('region', { name: day ?? '' })
  await expect(start).toHaveClass(/ over/)
  // A week on, or back where the calendar ends with this week: days that have passed are marked otherwise.
  const isLastWeek = (await page.getByRole('region', { name: cellName(9) }).count()) === 0
  await page.keyboard.press(isLastWeek ? 'ArrowUp' : 'ArrowDown')
  await expect(start).not.toHaveClass(/ over/)
  await expect(page.locator(isLastWeek ? '.cal > .d.refuse' : '.cal > .d.over')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(start.getByRole('link', { name: /Course/ })).toBeFocused()
  // Without a pause between the keys: those that come before the move is drawn count as well.
  const later = page.getByRole('region', { name: cellName(3) })
  // The last cell of a month has none after it.
  const isLast = (await later.count()) === 0
  const [forth, back] = isLast ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  await Promise.all(['m', forth, back, forth, 'Enter'].map((key) => page.keyboard.press(key)))
  await says(page, /^Moved to .*, 10:00/)
  const there = isLast ? page.getByRole('region', { name: cellName(1) }) : later
  await expect(there.getByRole('link', { name: /Course/ })).toBeVisible()
  await expect(start.getByRole('link', { name: /Course/ })).toHaveCount(0)
  // The post is in another cell, and the focus with it.
  await expect(chip).toBeFocused()
  await says(page, /^Dropped on /)
})

test('a composer that is left keeps its text, whatever became of the post or the file', async ({ page }) => {
  await openComposer(page)
  const caption = page.getByRole('textbox', { name: 'Caption' })
  const leave = () => page.getByRole('link', { name: 'Post History' }).first().click()
  const comeBack = async () => {
    await page.waitForURL(/\/social\/history$/)
    await page.getByRole('link', { name: 'Create Post' }).first().click()
  }
  let answer: (status: 'fail' | 'pass') => void = () => undefined
  const hold = (path: string) =>
    page.route(path, async (route) => {
      const status = await new Promise<'fail' | 'pass'>((resolve) => {
        answer = resolve
      })
      if (status === 'pass') await route.continue()
      else
        await route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'Broken.' } })
    })

  await hold('**/meta/post_now')
  await write(page, 'Left while it was sent')
  const sent = page.waitForRequest('**/meta/post_now')
  await press(page, 'Post Now')
  await sent
  await leave()
  await comeBack()
  await says(page, /^A post or draft of yours is still being sent\./)
  await expect(caption).toHaveCount(0)
  answer('fail')
  await expect(caption).toHaveValue('Left while it was sent')

  const again = page.waitForRequest('**/meta/post_now')
  await press(page, 'Post Now')
  await again
  await leave()
  answer('pass')
  await says(page, 'Post published!')
  await comeBack()
  await expect(caption).toHaveValue('')

  await hold('**/marketing/api/social/media')
  const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const upload = page.waitForRequest('**/marketing/api/social/media')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'late.gif', mimeType: 'image/gif', buffer: gif })
  await upload
  // Typed at the last moment: the draft is saved after the screen is left.
  await caption.fill('Left while a file was uploaded')
  const saved = page.waitForResponse((response) => response.url().endsWith('/social/drafts') && response.ok())
  await leave()
  await says(page, 'A file is still uploading')
  await press(page, 'Stay here')
  await expect(caption).toHaveValue('Left while a file was uploaded')
  await leave()
  await press(page, 'Go on without it')
  await saved
  await comeBack()
  await expect(caption).toHaveValue('Left while a file was uploaded')
  await caption.fill('Left while a file was uploaded, and gone on with')
  await says(page, /^Draft saved/)
  await expect(page.getByRole('button', { name: 'Drafts (1)' })).toBeVisible()

  // A time that the calendar was clicked at counts once.
  await page.goto(`/marketing/social/post?at=${dayFromNow(3)}T04:00:00.000Z`)
  const time = page.getByLabel('Time', { exact: true })
  await expect(time).toHaveValue('09:30')
  await time.fill('15:00')
  await leave()
  await page.waitForURL(/\/social\/history$/)
  await page.goBack()
  await expect(time).toHaveValue('15:00')
})

test('a file that arrives late, and what was typed last, stay with their own draft', async ({ page }) => {
  await openComposer(page)
  const caption = page.getByRole('textbox', { name: 'Caption' })
  const drafts = page.getByRole('button', { name: /^Drafts/ })
  await caption.fill('First draft')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await drafts.click()
  await press(page, 'New post')
  await expect(caption).toHaveValue('')
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/marketing/api/social/media', async (route) => {
    await arrived
    await route.continue().catch(() => undefined)
  })
  await caption.fill('Second draft, typed at the last moment')
  const input = page.locator('input[type=file]')
  const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  await input.setInputFiles({ name: 'late.gif', mimeType: 'image/gif', buffer: gif })
  const first = page.getByRole('listitem').filter({ hasText: 'First draft' })
  await drafts.click()
  await first.getByRole('button', { name: 'Continue' }).click()
  await press(page, 'Stay here')
  await first.getByRole('button', { name: 'Continue' }).click()
  await press(page, 'Go on without it')
  await expect(caption).toHaveValue('First draft')
  arrive()
  await drafts.click()
  const second = page.getByRole('listitem').filter({ hasText: 'Second draft, typed at the last moment' })
  await expect(second).toHaveCount(1)
  await second.getByRole('button', { name: /^Delete draft/ }).click()
  await page.getByRole('dialog', { name: 'Delete this draft?' }).getByText('Delete draft').click()
  await expect(second).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('.media-list > li')).toHaveCount(0)
  await expect(caption).toHaveValue('First draft')
})

/** Chooses each scope by its key: the focus stays in the group, and what was typed goes along. */
async function chooseScopes(page: Page): Promise<void> {
  const scope = (name: string) => page.getByRole('radio', { name })
  const caption = page.getByRole('textbox', { name: /^Caption/ })
  const time = page.getByLabel('Time', { exact: true })
  await caption.fill('Typed before the scope')
  await scope('Only this post').focus()
  for (const name of ['This and following', 'All posts']) {
    await page.keyboard.press('ArrowRight')
    await expect(scope(name)).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Edit Recurring Post' })).toBeVisible()
    await expect(caption).toHaveValue('Typed before the scope')
    await expect(time).toHaveValue('10:00')
  }
  await time.fill('10:30')
  await scope('All posts').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(scope('Only this post')).toBeFocused()
  await expect(caption).toHaveValue('Typed before the scope')
  await expect(time).toHaveValue('10:30')
  await scope('This and following').click()
  await expect(caption).toHaveValue('Typed before the scope')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a recurring post is changed: one of its posts, from one on, and all of it', async ({ page }) => {
  await openComposer(page)
  await write(page, 'Market every day')
  await page.getByRole('checkbox', { name: 'Schedule this post' }).check()
  await page.getByRole('radio', { name: 'Every week' }).click()
  const days = page.getByRole('group', { name: 'Days of the week' }).getByRole('checkbox')
  for (let day = 0; day < 7; day++) await days.nth(day).check()
  await press(page, 'Schedule Post')
  await says(page, 'Choose a time.')
  await page.getByLabel('Time', { exact: true }).fill('10:00')
  const until = page.getByLabel(/^Last day/)
  await until.fill(dayFromNow(-3))
  await press(page, 'Schedule Post')
  await expect(until).toHaveAttribute('aria-invalid', 'true')
  await until.fill('')
  await says(page, /^Draft saved/)
  await press(page, 'Schedule Post')
  await says(page, 'Post scheduled!')
  await expect(page.getByRole('button', { name: 'Drafts (0)' })).toBeVisible()
  const texts = page.locator('.day-list .tx')
  const save = async (caption: string, button: string) => {
    await page.getByRole('textbox', { name: /^Caption/ }).fill(caption)
    await press(page, button)
    await page.waitForURL(/\/social\/scheduled$/)
    await page.goto(`/marketing/social/scheduled?view=list&day=${dayFromNow(3)}`)
  }
  await page.goto(`/marketing/social/scheduled?view=list&day=${dayFromNow(3)}`)
  const open = (index: number) => page.locator('.day-list a').nth(index).click()
  await open(0)
  await expect(page.getByText('Only this post changes.')).toBeVisible()
  await save('Closed today', 'Save Changes')
  await expect(texts.nth(0)).toHaveText('Closed today')
  await open(2)
  await chooseScopes(page)
  await save('Market with music', 'Save this and following')
  await expect(texts.nth(1)).toHaveText('Market every day')
  await expect(texts.nth(2)).toHaveText('Market with music')
  await expect(texts.last()).toHaveText('Market with music')
  await page.getByRole('button', { name: /^Recurring posts/ }).click()
  const series = page.getByRole('listitem').filter({ hasText: 'Market with music' })
  await series.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Recurring Post' })).toBeVisible()
  await save('Market with dance', 'Save all posts')
  await expect(texts.nth(1)).toHaveText('Market every day')
  await expect(texts.nth(2)).toHaveText('Market with dance')
  await page.getByRole('button', { name: /^Recurring posts/ }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Market with dance' })
    .getByRole('button', { name: 'Stop series' })
    .click()
  await page.getByRole('dialog', { name: 'Stop this series?' }).getByText('Stop series').click()
  await says(page, /^Series stopped\./)
  await expect(texts.filter({ hasText: 'Market with dance' })).toHaveCount(0)
})

test('history: an unknown post is never sent again without a word', async ({ page }) => {
  await openComposer(page)
  await write(page, 'Did this arrive?')
  await press(page, 'Post Now')
  await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveValue('')
  // The screen is tested here; how a post becomes unknown is tested with the publisher.
  await page.route('**/post_history?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const post of body.posts)
      Object.assign(post, { status: 'unknown', state: 'unknown', reason: 'no_trace', posted_at: null })
    await route.fulfill({ response: answer, json: body })
  })
  const decided = page.waitForRequest((request) => request.url().endsWith('/decide'))
  await page.route('**/decide', (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'conflict', message: 'Changed meanwhile.' } }),
  )
  await page.goto('/marketing/social/history')
  const post = page.getByRole('article')
  await expect(post).toContainText('Unknown')
  await expect(post).toContainText('Look there, then decide.')
  await says(page, '1 post needs your decision.')
  await post.getByRole('button', { name: 'Publish now' }).click()
  const question = page.getByRole('dialog', { name: 'Publish this post now?' })
  await expect(question).toContainText('publishing again can show it twice')
  await question.getByRole('button', { name: 'Go back' }).click()
  await post.getByRole('button', { name: 'It is posted' }).click()
  await page.getByRole('button', { name: 'Mark as posted' }).click()
  expect((await decided).postDataJSON()).toEqual({ decision: 'posted' })
  await says(page, 'Changed meanwhile.')
})
