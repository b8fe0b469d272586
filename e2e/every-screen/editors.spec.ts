import { expect, type Locator, type Page, test } from '@playwright/test'
import { connect, inSight, type Person, press, says, signUp } from '../person.ts'
import { addSeries } from '../social/series.ts'

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** A call beside the page, for a colleague's change. */
const caller =
  (page: Page, { token }: Person) =>
  async (method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.fetch(`/marketing/api/${path}`, { method, headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return await answer.json()
  }

/** Leaves by the side bar: it is asked first. */
async function leaves(page: Page) {
  const templates = page.getByRole('link', { name: 'Templates', exact: true }).first()
  await templates.click()
  await press(page, 'Stay')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await templates.click()
  await press(page, 'Leave')
  await page.waitForURL(/\/marketing\/templates/)
}

test('a flow that was left is opened again as it was saved', async ({ page }) => {
  await signUp(page, 'Asha Kulkarni')
  await page.goto('/marketing/chatbot')
  await page.getByRole('button', { name: 'New flow' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Order a box')
  await press(page, 'Create flow')
  await press(page, 'Add step')
  await page.getByRole('dialog', { name: 'Add step' }).getByRole('button', { name: 'Ask a question' }).click()
  const question = page.getByRole('textbox', { name: 'Question' })
  await question.fill('How many boxes?')
  await says(page, 'Draft saved')
  // The last words are still on their way when the flow is left and opened again.
  await page.route(/chatbot\/flows\/\d+$/, async (route) => {
    if (route.request().method() === 'PUT') await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await question.fill('How many boxes do you want?')
  await page.getByRole('link', { name: 'Back to Chatbot' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Order a box' }).click()
  await page.locator('.nd').last().click()
  await expect(question).toHaveValue('How many boxes do you want?')
  const saved = page.waitForResponse((one) => one.request().method() === 'PUT')
  await question.fill('How many?')
  expect((await saved).status()).toBe(200)
})

test('a sequence that a colleague saved meanwhile is not written over, and what was typed stays', async ({
  page,
}) => {
  await page.clock.install()
  const person = await signUp(page, 'Ngozi Adeyemi')
  await connect(page, person)
  const call = caller(page, person)
  const content = {
    trigger: { on: 'hand' },
    again: false,
    clock: 'business',
    stops: { reply: true, conversion: true, tag: null, goal_tag: null },
    quiet: null,
    cap: null,
    steps: [] as object[],
  }
  await page.goto('/marketing/templates')
  await says(page, 'Weekend offer')
  const { templates } = await call('GET', 'templates?limit=100')
  const offer = templates.find((one: { title: string }) => one.title === 'Weekend offer')
  const send = { kind: 'send', template_id: offer.id, parameters: {} }
  const name = 'After the first order'
  const { sequence } = await call('POST', 'sequences', { name, content: { ...content, steps: [send] } })
  const path = `sequences/${sequence.id}`
  await page.goto(`/marketing/${path}?edit`)
  const field = page.getByRole('textbox', { name: 'Name' })
  await expect(field).toHaveValue(name)
  const steps = [send, { kind: 'tag', tag: 'Thanked' }]
  await call('PUT', path, { name, content: { ...content, steps }, version: 1 })
  await page.clock.fastForward(25_000)
  await field.fill('After the second order')
  await press(page, 'Save sequence')
  await says(page, 'This sequence was edited meanwhile.')
  await expect(field).toHaveValue('After the second order')
  expect((await call('GET', path)).sequence.content.steps).toHaveLength(2)
  await leaves(page)
})

test('a post that was moved is edited with its new day', async ({ page }) => {
  const person = await signUp(page)
  await addSeries(page, person)
  const call = caller(page, person)
  const { posts } = await call('GET', 'meta/scheduled_posts')
  const { id, media_url, caption, scheduled_time } = posts[0]
  await page.goto(`/marketing/social/edit/${id}`)
  const day = page.getByLabel('Date', { exact: true })
  const before = await day.inputValue()
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('main').getByRole('link', { name: 'Scheduled' }).first().click()
  await page.waitForURL(/social\/scheduled/)
  // The screen of before is hidden until this one is loaded.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading)
  const later = new Date(Date.parse(scheduled_time) + 86_400_000).toISOString()
  await call('PUT', `meta/scheduled_post/${id}`, { media_url, caption, scheduled_time: later })
  await page.goBack()
  await expect(day).toBeVisible()
  expect(await day.inputValue()).not.toBe(before)
})
test('a segment and a form that a colleague saved meanwhile are not written over', async ({ page }) => {
  const person = await signUp(page, 'Ngozi Adeyemi')
  const call = caller(page, person)
  const rule = (tag: string) => ({
    match: 'all',
    rules: [{ about: 'tag', is: 'any', tags: [tag] }],
  })
  const { segment } = await call('POST', 'segments', { name: 'Regulars', rules: rule('VIP') })
  await page.goto(`/marketing/segments/${segment.id}`)
  const name = page.getByLabel('Name of the segment')
  await expect(name).toHaveValue('Regulars')
  await call('PUT', `segments/${segment.id}`, { name: 'Regulars', rules: rule('Diwali') })
  await name.fill('Regulars of 2026')
  await press(page, 'Save segment')
  await says(page, 'This segment was edited meanwhile.')
  await expect(name).toHaveValue('Regulars of 2026')
  await leaves(page)

  await page.goto('/marketing/opt-ins/new')
  const form = page.getByLabel('Name of the form')
  await form.fill('Counter')
  await press(page, 'Save form')
  await page.waitForURL(/opt-ins\/\d+/)
  const path = `optins/${page.url().match(/\d+$/)?.[0]}`
  // Two edits of one's own, and a switch of the form, are no conflict.
  for (const next of ['Counter 2', 'Counter 3']) {
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT')
    await form.fill(next)
    await press(page, 'Save form')
    expect((await saved).status()).toBe(200)
    await call('POST', `${path}/open`, { is_open: true })
  }
  const { form: read } = await call('GET', path)
  const texts = [{ ...read.content.texts[0], consent: 'Words of the lawyer' }]
  await call('PUT', path, { name: read.name, tag: read.tag, content: { ...read.content, texts } })
  await form.fill('Counter 4')
  await press(page, 'Save form')
  await says(page, 'This form was edited meanwhile.')
  await expect(form).toHaveValue('Counter 4')
  await leaves(page)
})

test('settings are edited from what they are now, and not written over', async ({ page }) => {
  const call = caller(page, await signUp(page))
  const { settings } = await call('GET', 'chatbot/ai')
  const save = (knowledge: string) =>
    call('PUT', 'chatbot/ai', { ...settings, knowledge, revision: undefined })
  const leave = async (field: Locator) => {
    await page.getByRole('link', { name: 'Templates', exact: true }).first().click()
    // Until the other screen is loaded, this one is hidden and not left.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('WhatsApp Templates')
    await expect(field).toHaveCount(0)
  }
  await page.goto('/marketing/chatbot/ai')
  const knowledge = page.getByRole('textbox', { name: 'Your text' })
  await expect(knowledge).toHaveValue('')
  await leave(knowledge)
  await save('Of a colleague')
  await page.goBack()
  await expect(knowledge).toBeVisible()
  expect(await knowledge.inputValue()).toBe('Of a colleague')
  await knowledge.fill('Mine')
  await save('Of another one')
  await press(page, 'Save')
  await says(page, 'These settings have changed meanwhile.')
  await expect(knowledge).toHaveValue('Mine')
  await leaves(page)

  await page.goto('/marketing/account-settings')
  const limit = page.getByLabel('Messages', { exact: true })
  const isLimited = page.getByRole('checkbox', { name: 'Limit marketing per person' })
  await expect(isLimited).toBeVisible()
  await leave(isLimited)
  await call('PUT', 'meta/sending_settings', { marketing_cap: { messages: 3, days: 9 } })
  await page.goBack()
  await expect(isLimited).toBeVisible()
  expect(await isLimited.isChecked()).toBe(true)
  await expect(limit).toHaveValue('3')
})

test('a template that a colleague saved meanwhile is not written over, and what was typed stays', async ({
  page,
}) => {
  const person = await signUp(page, 'Ngozi Adeyemi')
  const call = caller(page, person)
  const first = { title: 'Opening hours', message: 'We open at nine on all days.', type: 'marketing' }
  const { template } = await call('POST', 'templates/add', first)
  const theirs = { ...first, message: 'We open at eight on all days.' }
  const stored = async () => (await call('GET', `templates/${template.id}`)).template.message

  await page.goto('/marketing/templates')
  await press(page, 'Edit Opening hours')
  const row = page.getByRole('form', { name: 'Edit Opening hours' })
  await row.getByLabel('Title').fill('Hours')
  await call('PUT', `templates/${template.id}`, theirs)
  await row.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'This template was changed at the same time.')
  await says(page, 'Somebody else changed this template.')
  await expect(row.getByLabel('Title')).toHaveValue('Hours')
  expect(await stored()).toBe(theirs.message)
  await press(page, 'Load theirs')
  await expect(row.getByText('This template was changed at the same time.')).toHaveCount(0)
  await expect(row.getByLabel('Message')).toHaveValue(theirs.message)

  await page.goto(`/marketing/templates/${template.id}?edit`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('We open at ten on all days.')
  await call('PUT', `templates/${template.id}`, { ...theirs, message: 'We open at seven on all days.' })
  await press(page, 'Save')
  await says(page, 'Somebody else changed this template.')
  await expect(message).toHaveValue('We open at ten on all days.')
  expect(await stored()).toBe('We open at seven on all days.')
  // What was typed is kept beyond a reload, and still known as an edit of the version before.
  await page.reload()
  await says(page, 'Somebody else changed this template.')
  await press(page, 'Keep mine')
  await press(page, 'Save')
  await says(page, 'Template updated')
  expect(await stored()).toBe('We open at ten on all days.')
})

test('a quick reply that a colleague saved meanwhile is shown before it is replaced', async ({ page }) => {
  const person = await signUp(page, 'Ngozi Adeyemi')
  const call = caller(page, person)
  const first = { shortcut: 'hours', text: 'Open from 9' }
  const { quick_reply: reply } = await call('POST', 'quick-replies', first)
  await page.goto('/marketing/conversations/settings')
  await press(page, 'Edit /hours')
  const dialog = page.getByRole('dialog', { name: 'Change quick reply' })
  await dialog.getByLabel('Text').fill('Open from 10')
  await call('POST', 'quick-replies', { ...first, id: reply.id, text: 'Open from 8, and on Sundays' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Somebody else changed this quick reply meanwhile.')
  await says(page, 'Open from 8, and on Sundays')
  await expect(dialog.getByLabel('Text')).toHaveValue('Open from 10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await call('GET', 'quick-replies')).quick_replies).toMatchObject([{ text: 'Open from 10' }])
})

test('a tap beside a window closes it only while nothing is typed in its form', async ({ page }) => {
  await signUp(page, 'Ngozi Adeyemi')
  await page.goto('/marketing/conversations/settings')
  const dialog = page.getByRole('dialog', { name: 'Add a quick reply' })
  await press(page, 'Add a quick reply')
  await inSight(dialog)
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  await press(page, 'Add a quick reply')
  await dialog.getByLabel('Text').fill('We are open from nine to six on all days but Sunday.')
  await page.mouse.click(5, 5)
  await dialog.getByLabel('Shortcut').fill('hours')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await says(page, /from nine to six/)
})

test('office hours of a day that a colleague changed meanwhile stay', async ({ page }) => {
  const person = await signUp(page, 'Ngozi Adeyemi')
  await connect(page, person)
  const call = caller(page, person)
  const asked = page.waitForRequest((one) => one.url().includes('/office-hours/'))
  await page.goto('/marketing/account-settings')
  const path = `office-hours/${(await asked).url().split('/').at(-1)}`
  const week: object[][] = [[], [], [], [], [], [], []]
  await page.getByLabel('Monday').fill('09:00-18:00')
  const hours = {
    timezone: 'Asia/Kolkata',
    week: week.with(1, [{ from: '10:00', to: '14:00' }]),
    holidays: [],
  }
  await call('PUT', path, hours)
  await press(page, 'Save hours')
  await says(page, 'Office hours saved')
  await expect(page.getByLabel('Tuesday')).toHaveValue('10:00-14:00')
  const stored = await call('GET', path)
  expect(stored.hours.week.slice(0, 2)).toEqual([
    [{ from: '09:00', to: '18:00' }],
    [{ from: '10:00', to: '14:00' }],
  ])
})
