import { expect, test } from '@playwright/test'
import { mediaFile, picture } from '../../test/files/pictures.ts'
import { press, says } from '../person.ts'
import { line, log, newPhone, openInbox } from './customers.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgwLPnGk6WQAAAABJRU5ErkJggg=='

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('a customer writes, is answered, noted, snoozed and closed', async ({ page }) => {
  const { writes } = await openInbox(page)
  await page.goto('/marketing/conversations')
  await says(page, 'No messages yet')
  const from = newPhone()
  await writes(from, { text: 'Is the *kaju katli* made with pure ghee?\nAnd the barfi?' })
  await expect(line(page, 'Is the *kaju katli*')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible()
  await line(page, 'Is the *kaju katli*').click()
  await expect(log(page).getByText('kaju katli')).toBeVisible()
  // As it is seen: on one line what was written on one.
  expect(await log(page).innerText()).toContain('Is the kaju katli made with pure ghee?\nAnd the barfi?')
  await expect(page.getByText('left to answer freely')).toBeVisible()
  await expect(page.getByText('1 unread message')).toHaveCount(0)

  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Yes, only ghee.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Yes, only ghee.')
  await field.press('Enter')
  await expect(log(page).getByText('Yes, only ghee.')).toHaveCount(1)
  await expect(
    log(page)
      .getByText(/Sent|Delivered|Read/)
      .first(),
  ).toBeAttached()
  await expect(field).toHaveValue('')

  await writes(from, { file: { mime: 'image/png', data: pixel, caption: 'Like this' } })
  await expect(log(page).getByText('Like this')).toBeVisible()
  await log(page).getByRole('img', { name: 'Photo' }).click()
  await expect(page.getByRole('dialog', { name: 'Photo' }).getByAltText('Photo')).toBeVisible()
  await page.keyboard.press('Escape')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach a file' }).click(),
  ])
  await chooser.setFiles({ name: 'box.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await says(page, 'Attached')
  await field.fill('Red paper')
  await field.press('Enter')
  await expect(log(page).getByText('Red paper')).toHaveCount(1)
  await press(page, 'Note')
  await page.getByRole('textbox', { name: 'Note for your team' }).fill('Regular since 2023')
  await press(page, 'Add note')
  await expect(log(page).getByText('Note from Asha Kulkarni')).toBeVisible()

  await press(page, 'Close')
  await says(page, 'Conversation closed.')
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await writes(from, { text: 'One more thing' })
  await expect(log(page).getByText('Reopened by a new message')).toBeVisible()
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'For an hour' }).click()
  await says(page, /Snoozed until/)
  await page.getByRole('link', { name: 'Open lead' }).click()
  await press(page, 'Open conversation')
  await expect(log(page).getByText('One more thing')).toBeVisible()
})

test('a chat shows small pictures, and loads a video when it is played', async ({ page }) => {
  const { writes } = await openInbox(page)
  const from = newPhone()
  const data = (content: Buffer) => content.toString('base64')
  await writes(from, {
    file: { mime: 'video/mp4', data: data(await mediaFile('film.mp4')), caption: 'Film' },
  })
  await writes(from, { file: { mime: 'image/png', data: data(await picture({ width: 900, height: 600 })) } })
  const asked: string[] = []
  page.on('request', (request) => {
    if (/conversations\/files\/\d+/.test(request.url())) asked.push(new URL(request.url()).search)
  })
  await page.goto('/marketing/conversations')
  await page.getByRole('link').filter({ hasText: 'Meenakshi' }).first().click()
  const play = log(page).getByRole('button', { name: 'Play Video' })
  await expect(play).toContainText(/\d [kKM]B/)
  const shown = log(page).getByRole('img', { name: 'Photo' })
  await expect(shown).toBeVisible()
  expect(asked).toEqual(['?size=small'])
  await shown.click()
  const large = page.getByRole('dialog').getByAltText('Photo')
  await expect(large).toHaveJSProperty('naturalWidth', 900)
  expect(asked).toEqual(['?size=small', ''])
  await page.getByRole('dialog').getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Play Video' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(asked).toHaveLength(2)
  await play.click()
  await expect(log(page).locator('video')).toHaveJSProperty('readyState', 4)
  // Its address, and what the player reads there.
  expect(asked[2]).toBe('')
  expect(new Set(asked.slice(3).map((search) => search.split('=')[0]))).toEqual(new Set(['?key']))
})

test('a quick reply, a quoted answer, and a template once the window is closed', async ({ page }) => {
  const { writes } = await openInbox(page)
  const from = newPhone()
  await writes(from, { text: 'When are you open?' })
  await page.goto('/marketing/conversations')
  await line(page, 'When are you open?').click()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('We are open 9 to 9.')
  await page.getByRole('button', { name: 'Quick reply' }).click()
  await page.getByRole('textbox', { name: 'Shortcut' }).fill('hours')
  await page.getByRole('dialog').getByRole('button', { name: 'Save as quick reply' }).click()
  await says(page, 'Saved. Type /hours to use it.')
  await field.fill('/ho')
  await expect(page.getByRole('listbox', { name: 'Quick replies' })).toContainText('We are open 9 to 9.')
  await field.press('Enter')
  await expect(field).toHaveValue('We are open 9 to 9.')
  await page.getByRole('button', { name: 'Answer this message' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByRole('article').last()).toContainText('When are you open?')

  // A day later only templates can be sent.
  await page.waitForURL(/\/conversations\/\d+/)
  const id = page.url().match(/conversations\/(\d+)/)?.[1]
  const until = new Date(Date.now() - 60_000).toISOString()
  await page.route(`**/marketing/api/conversations/${id}`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.conversation.window_until = until
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await says(page, 'More than 24 hours have passed')
  await press(page, 'Choose a template')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /hello_world/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByText('hello_world').or(log(page).getByText('Welcome'))).not.toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('on a phone the list and the conversation are two screens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Kal kab khulega?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Kal kab khulega?').click()
  await expect(log(page).getByText('Kal kab khulega?')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
})

test('the window closes while one types, and a message waits for a connection', async ({ page }) => {
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Do you deliver?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Do you deliver?').click()
  const field = page.getByRole('textbox', { name: 'Message' })
  const posts = '**/marketing/api/conversations/*/messages'
  await page.route(posts, (route) => route.abort())
  await field.fill('Yes, *everywhere* in Pune.')
  await expect(page.getByRole('note', { name: 'Preview' }).locator('b')).toHaveText('everywhere')
  await field.press('Enter')
  await expect(log(page).getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await expect(log(page).getByText('Waiting for a connection')).toBeVisible()
  // It goes on from any screen.
  const conversation = page.url()
  await page.goto('/marketing/campaigns')
  const sent = page.waitForResponse(posts)
  await page.unroute(posts)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect((await sent).ok()).toBe(true)
  await page.goto(conversation)
  await expect(log(page).getByText('Waiting for a connection')).toHaveCount(0)
  await expect(log(page).getByText('in Pune')).toHaveCount(1)

  await page.waitForURL(/\/conversations\/\d+/)
  const id = page.url().match(/conversations\/(\d+)/)?.[1]
  let until = new Date(Date.now() + 500_000).toISOString()
  await page.route(`**/marketing/api/conversations/${id}`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.conversation.window_until = until
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  const left = async () => {
    const [, minutes, seconds = 0] =
      /(\d+) min(?: (\d+) s)?/.exec(await page.locator('.win').innerText()) ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
  await expect.poll(left).toBeLessThan(500)
  const before = await left()
  await expect.poll(left).toBeLessThan(before - 3)
  await field.fill('The charge is 40 rupees')
  await says(page, 'Draft saved')
  expect(await left()).toBeLessThan(before - 3)
  until = new Date(Date.now() + 2_000).toISOString()
  // The page asks again, as after any change.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await says(page, 'More than 24 hours have passed')
  await expect(field).toHaveCount(0)
  await says(page, 'Your text is kept as a draft:')
  await expect(page.locator('.cmp').getByText('The charge is 40 rupees')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a template' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a voice message is recorded, sent and played, in Safari too', async ({ page }) => {
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Call me?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Call me?').click()
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/)
  await page.getByRole('button', { name: 'Delete recording' }).click()
  await expect(page.getByRole('timer')).toHaveCount(0)
  // A recording that ends at once.
  await page.evaluate(() => {
    const start = MediaRecorder.prototype.start
    MediaRecorder.prototype.start = function (every) {
      MediaRecorder.prototype.start = start
      start.call(this, every)
      this.pause()
    }
  })
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await page.getByRole('button', { name: 'Send voice message' }).click()
  const refused = page.getByRole('alert').filter({ hasText: 'The recording is too short. Record it again.' })
  await expect(refused.getByRole('button')).toHaveText(['Discard'])
  await refused.getByRole('button').click()
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(page.getByRole('timer')).toHaveText(/0:0[2-9]/)
  await page.getByRole('button', { name: 'Send voice message' }).click()
  const player = log(page).getByRole('group', { name: /voice/i })
  await expect(player.getByText(/0:00 of 0:(0[1-9]|[1-5]\d)/)).toBeVisible()
  await player.getByRole('button', { name: 'Speed 1' }).click()
  await expect(player.getByRole('button', { name: 'Speed 1.5' })).toBeVisible()
  await player.getByRole('button', { name: 'Play' }).click()
  // What was played stays known after its end.
  await expect
    .poll(() => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.played.length))
    .toBeGreaterThan(0)
  await expect(
    log(page)
      .getByText(/Sent|Delivered|Read/)
      .first(),
  ).toBeAttached()

  // Safari 17 records MP4 alone and plays no Ogg.
  await page.addInitScript(() => {
    MediaRecorder.isTypeSupported = (type) => type.startsWith('audio/mp4')
    const start = MediaRecorder.prototype.start
    MediaRecorder.prototype.start = function (every) {
      document.documentElement.dataset.recorded = this.mimeType
      start.call(this, every)
    }
    const plays = HTMLMediaElement.prototype.canPlayType
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return /ogg|webm/.test(type) ? '' : plays.call(this, type)
    }
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (/conversations\/files\/\d+/.test(request.url())) asked.push(new URL(request.url()).search)
  })
  await page.reload()
  await expect(player.getByText(/0:00 of 0:(0[1-9]|[1-5]\d)/)).toBeVisible()
  expect(asked).toEqual(['?playable=true'])
  await player.getByRole('button', { name: 'Play' }).click()
  await expect
    .poll(() => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.played.length))
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/)
  await page.getByRole('button', { name: 'Send voice message' }).click()
  await expect(player).toHaveCount(2)
  await expect(player.last().getByText(/0:00 of 0:(0[1-9]|[1-5]\d)/)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-recorded', /^audio\/mp4/)
  expect(asked).toEqual(['?playable=true', '?playable=true'])
})

test('two of a team answer at once', async ({ page }) => {
  const { writes, person } = await openInbox(page)
  const asha = { authorization: `Bearer ${person.token}` }
  const api = async (path: string, data: object, headers: Record<string, string> = {}) => {
    const answer = await page.request.post(`/marketing/api/${path}`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
  const { link } = await api('team/invitations', {}, asha)
  const joined = await api('team/join', {
    token: String(link).split('/').at(-1),
    name: 'Rohit Deshmukh',
    email: `rohit-${Date.now()}@example.com`,
    password: 'battery staple',
  })
  const rohit = { authorization: `Bearer ${joined.token}` }
  await writes(newPhone(), { text: 'Is it open today?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Is it open today?').click()
  const field = page.getByRole('textbox', { name: 'Message' })
  await page.waitForURL(/\/conversations\/\d+/)
  const id = page.url().match(/conversations\/(\d+)/)?.[1]
  // The live stream may still be opening: sent again, as a screen does.
  await expect(async () => {
    await api(`conversations/${id}/presence`, { state: 'typing' }, rohit)
    await expect(page.getByText('Rohit Deshmukh is typing')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await field.fill('Yes, until nine.')
  // However long the answer takes here, this screen has not shown the colleague's.
  await page.route('**/timeline?*', (route) => route.abort())
  const message = { type: 'text', text: 'We are open.' }
  await api(`conversations/${id}/messages`, { send_key: crypto.randomUUID(), message }, rohit)
  await field.press('Enter')
  await says(page, 'Rohit Deshmukh has just answered here. Read it before you send.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(page.getByRole('button', { name: 'Send anyway' })).toHaveCount(0)
  await expect(log(page).getByText('Yes, until nine.')).toHaveCount(1)
  await expect(log(page).getByText('We are open.')).toHaveCount(1)
})

test('buttons and a list are sent and answered', async ({ page }) => {
  const { writes } = await openInbox(page)
  const from = newPhone()
  await writes(from, { text: 'I want *kaju katli*' })
  await page.goto('/marketing/conversations')
  await line(page, 'I want').click()
  const more = async (name: string) => {
    await page.getByRole('button', { name: 'More to send' }).click()
    await page.getByRole('menuitem', { name }).click()
    return page.getByRole('dialog', { name })
  }
  const buttons = await more('Reply buttons')
  await buttons.getByRole('textbox', { name: 'Message' }).fill('How many boxes?')
  await buttons.getByRole('button', { name: 'Send' }).click()
  await expect(buttons.getByText('Write a short title, on one line.')).toBeVisible()
  await buttons.getByRole('textbox', { name: 'Button 1' }).fill('One')
  await buttons.getByRole('button', { name: 'Add a button' }).click()
  await buttons.getByRole('textbox', { name: 'Button 2' }).fill('One')
  await buttons.getByRole('button', { name: 'Send' }).click()
  await expect(buttons.getByText('Use each title once.')).toBeVisible()
  await buttons.getByRole('textbox', { name: 'Button 2' }).fill('Two')
  await buttons.getByRole('textbox', { name: 'Message' }).fill('How many, {{first_name}}?')
  await buttons.getByRole('button', { name: 'Send' }).click()
  await says(page, 'Fill in before you send: first_name')
  await buttons.getByRole('textbox', { name: 'Message' }).fill('How many boxes?')
  await buttons.getByRole('button', { name: 'Send' }).click()
  await expect(log(page).getByRole('listitem').filter({ hasText: 'Two' })).toBeVisible()

  const list = await more('List')
  await list.getByRole('textbox', { name: 'Message' }).fill('Which size?')
  await list.getByRole('textbox', { name: 'Row 1', exact: true }).fill('Half a kilo')
  await list.getByRole('textbox', { name: 'Row 2', exact: true }).fill('One kilo')
  await list.getByRole('button', { name: 'Send' }).click()
  await log(page).getByText('See options').click()
  await expect(log(page).getByText('Half a kilo')).toBeVisible()
  await writes(from, {
    message: {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'answer-2', title: 'One kilo' } },
    },
  })
  const answer = log(page).getByRole('article').filter({ hasText: 'Pressed a button' })
  await expect(answer).toContainText('One kilo')

  await answer.hover()
  await answer.locator('..').getByRole('button', { name: 'React' }).click()
  await page.getByRole('button', { name: '🙏' }).click()
  await expect(log(page).getByRole('img', { name: 'Your reaction: 🙏' })).toBeVisible()
  const place = await more('Location')
  await place.getByRole('button', { name: 'Send' }).click()
  await expect(place.getByText('Enter coordinates')).toBeVisible()
  await place.getByRole('textbox', { name: 'Coordinates' }).fill('18.4914, 73.8213')
  await place.getByRole('textbox', { name: 'Name of the place' }).fill('Kulkarni Sweets')
  await place.getByRole('button', { name: 'Send' }).click()
  await expect(log(page).getByText('18.49140, 73.82130')).toBeVisible()
})
