import { expect, type Page, test } from '@playwright/test'
import { api, refuse } from '../failures.ts'
import { connect, press, says, signUp } from '../person.ts'

/** Adds a step of a kind by the palette. */
async function add(page: Page, kind: string) {
  await press(page, 'Add step')
  await page
    .getByRole('dialog', { name: 'Add step' })
    .getByRole('button', { name: kind, exact: true })
    .click()
}
async function publish(page: Page, version: number) {
  await says(page, 'Draft saved')
  await press(page, 'Publish')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await says(page, `Version ${version} is live.`)
}
async function newFlow(page: Page, name: string) {
  await page.goto('/marketing/chatbot')
  await page.getByRole('button', { name: 'New flow' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await press(page, 'Create flow')
  await says(page, 'Connect the start with the first step.')
}

test('a flow is built on a phone, and an earlier version is compared and taken back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const person = await signUp(page, 'Asha Kulkarni')
  await connect(page, person)
  await newFlow(page, 'Opening hours')
  const fits = () =>
    expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await fits()
  await add(page, 'End')
  const words = page.getByRole('textbox', { name: 'Last message' })
  await words.fill('We are open 9 to 9.')
  await fits()
  await press(page, 'Close the step')
  await publish(page, 1)

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await words.fill('We are open 10 to 6.')
  await press(page, 'Close the step')
  await publish(page, 2)

  await press(page, 'More')
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await versions.getByRole('button', { name: 'Changes from version 1 to the draft' }).click()
  await expect(versions.getByText('Changed: End')).toBeVisible()
  await fits()
  await versions.getByRole('button', { name: 'Use as draft: version 1' }).click()
  await says(page, 'Version 1 is your draft now.')
  await publish(page, 3)
})

test('a secret header is entered once, shows its date after a reload, and is replaced', async ({ page }) => {
  const person = await signUp(page, 'Asha Kulkarni')
  await connect(page, person)
  await newFlow(page, 'Orders')
  await add(page, 'Call an address')
  const open = () => page.getByRole('group', { name: /^Call an address/ }).click()
  const form = page.getByRole('region', { name: 'Step' })
  await press(page, 'Add header')
  const header = form.getByRole('textbox', { name: 'Header' })
  const secret = form.getByLabel('Secret value')
  const isSecret = form.getByRole('switch', { name: 'Secret' })
  await header.fill('Accept-Language')
  await expect(isSecret).not.toBeChecked()
  await header.fill('Authorization')
  await expect(isSecret).toBeChecked()
  await says(page, 'Enter the secret of the header Authorization.')
  await secret.fill('Bearer marzipan-1')
  await expect(secret).toHaveAccessibleDescription(/First enter the address/)
  await form.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/orders')
  await press(page, 'Save secret')
  await says(page, 'Secret saved.')
  await expect(form.getByText(/^Set on \d/)).toBeVisible()
  await expect(secret).toHaveCount(0)
  await says(page, 'Draft saved')

  await page.reload()
  await open()
  await expect(form.getByText(/^Set on \d/)).toBeVisible()
  expect(await page.content()).not.toContain('marzipan-1')
  await expect(form.getByText('Enter the secret of the header')).toHaveCount(0)

  const draft = async () => {
    const headers = { authorization: `Bearer ${person.token}` }
    const { flows } = await (await page.request.get('/marketing/api/chatbot/flows', { headers })).json()
    const answer = await page.request.get(`/marketing/api/chatbot/flows/${flows[0].id}`, { headers })
    return (await answer.json()).flow.draft.steps[0].headers[0]
  }
  const first = await draft()
  expect(first).toEqual({ name: 'Authorization', secret: expect.any(String) })
  await press(page, 'Replace')
  await press(page, 'Keep the old one')
  await press(page, 'Replace')
  await secret.fill('Bearer marzipan-2')
  await secret.press('Enter')
  await expect(form.getByText(/^Set on \d/)).toBeVisible()
  await expect.poll(async () => (await draft()).secret).not.toBe(first.secret)

  // It is for its host alone.
  await form.getByRole('textbox', { name: 'Address' }).fill('https://other.example/orders')
  await expect(secret).toHaveAccessibleDescription(/The address has changed/)
  await says(page, 'Enter the secret of the header Authorization again')
})

test('rules are moved by keyboard and by mouse, and the first that fits acts', async ({ page }) => {
  const person = await signUp(page, 'Asha Kulkarni')
  const headers = { authorization: `Bearer ${person.token}` }
  for (const [word, text] of [
    ['price', 'One'],
    ['price list', 'Two'],
    ['cost', 'Three'],
  ]) {
    const answer = await page.request.post('/marketing/api/chatbot/rules', {
      headers,
      data: {
        match: { kind: 'keyword', mode: 'contains', words: [word], language: 'any' },
        action: { kind: 'reply', text },
      },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await page.goto('/marketing/chatbot')
  const rules = page.locator('ol.rules > li:not(.fixed)')
  await expect(rules).toHaveCount(3)
  const grip = (at: number) => rules.nth(at).locator('[data-handle]')
  await says(page, 'Test mode.')
  // A page that has just opened takes the focus to its heading.
  await expect(async () => {
    await grip(1).press('ArrowUp')
    await expect(rules.first()).toContainText('price list', { timeout: 5_000 })
  }).toPass()
  // It is kept, and the focus went along.
  await expect(grip(0)).toBeFocused()
  const first = async () =>
    (await (await page.request.get('/marketing/api/chatbot/rules', { headers })).json()).rules[0].match.words
  await expect.poll(first).toEqual(['price list'])
  await page.reload()
  await expect(rules.first()).toContainText('price list')

  await says(page, 'Test mode.')
  await grip(2).hover()
  const [from, to] = [await grip(2).boundingBox(), await grip(0).boundingBox()]
  if (!from || !to) throw new Error('A rule has no handle.')
  await page.mouse.down()
  await page.mouse.move(from.x + 5, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x + 5, to.y + 2, { steps: 8 })
  await page.mouse.up()
  await expect(rules.first()).toContainText('cost')

  const message = page.getByRole('textbox', { name: 'Message' })
  await refuse(page, 'chatbot/rules/test')
  // For a moment after a drop the drag library removes each selection, and with it what is typed over one.
  await expect(async () => {
    await message.fill('The price list, please')
    await expect(message).toHaveValue('The price list, please', { timeout: 1_000 })
  }).toPass()
  await says(page, 'This could not be loaded. Try again.')
  await page.unroute(api('chatbot/rules/test'))
  await press(page, 'Try again')
  await expect(page.getByRole('status').filter({ hasText: 'Two' })).toBeVisible()

  // A flow that goes by the clock is shown as of the moment that is tested.
  const ask = async (method: string, path: string, data: object) => {
    const answer = await page.request.fetch(`/marketing/api/chatbot/${path}`, { method, headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return await answer.json()
  }
  const { flow } = await ask('POST', 'flows', { name: 'By the clock' })
  const at = { x: 0, y: 0 }
  const of = { of: 'time', from: 540, to: 1080, days: [], zone: 'Asia/Kolkata' }
  const text = (id: string, text: string) => ({ ...at, id, kind: 'text', text, next: { next: 'end' } })
  const steps = [
    { ...at, id: 'if', kind: 'condition', of, next: { yes: 'day', no: 'night' } },
    text('day', 'By day'),
    text('night', 'At night'),
    { ...at, id: 'end', kind: 'end', text: '' },
  ]
  const saved = await ask('PUT', `flows/${flow.id}`, {
    revision: flow.revision,
    definition: { start: 'if', steps },
  })
  await ask('POST', `flows/${flow.id}/publish`, { revision: saved.flow.revision })
  await ask('POST', 'rules', {
    match: { kind: 'keyword', mode: 'is', words: ['now'], language: 'any' },
    action: { kind: 'flow', flow_id: flow.id },
  })
  await page.reload()
  await message.fill('now')
  await page.getByRole('combobox', { name: 'When' }).selectOption('At a date and time')
  const shown = page.getByRole('region', { name: 'What the customer gets' })
  await page.getByLabel('Date and time').fill('2026-11-23T08:30')
  await expect(shown).toContainText('At night')
  await page.getByLabel('Date and time').fill('2026-11-23T09:30')
  await expect(shown).toContainText('By day')
})

test('the forms of a rule and of AI answers say at each field what is wrong', async ({ page }) => {
  const person = await signUp(page, 'Asha Kulkarni')
  await connect(page, person)
  await page.goto('/marketing/chatbot')
  await press(page, 'Add rule')
  const form = page.getByRole('dialog', { name: 'Add rule' })
  await form.getByRole('button', { name: 'Save' }).click()
  const words = form.getByRole('combobox', { name: 'Words', exact: true })
  await expect(words).toHaveAccessibleDescription(/Say when the rule acts/)
  await expect(words).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'Flow', exact: true })).toHaveAccessibleDescription(
    /Say what happens/,
  )
  await words.fill('price')
  await words.press('Enter')
  await expect(form.getByText('Say when the rule acts')).toHaveCount(0)
  await form.getByRole('combobox', { name: 'Then', exact: true }).selectOption('Send a text')
  const text = form.getByRole('textbox', { name: 'Text' })
  await text.fill('x'.repeat(4097))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(text).toHaveAccessibleDescription(/at most 4,096 characters/)
  await text.fill('From 100.')
  await form.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Rule saved.')

  await page.goto('/marketing/chatbot/ai')
  await page.getByRole('switch', { name: 'AI answers on' }).check({ force: true })
  const daily = page.getByRole('textbox', { name: 'Answers a day, at most' })
  await daily.fill('')
  await press(page, 'Save')
  await expect(daily).toHaveAccessibleDescription(/This is required/)
  await daily.fill('50')
  await press(page, 'Save')
  for (const name of ['Address of the service', 'Model', 'Your text']) {
    await expect(page.getByRole('textbox', { name })).toHaveAccessibleDescription(/Fill this in/)
  }
})

test('two settings of the bot that are chosen quickly are both kept', async ({ page }) => {
  await signUp(page, 'Asha Kulkarni')
  await page.goto('/marketing/chatbot')
  const [pause, session] = [
    page.getByRole('combobox', { name: 'The bot comes back' }),
    page.getByRole('combobox', { name: 'A flow ends without an answer after' }),
  ]
  await expect(session).toHaveValue('24')
  let saved = 0
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) saved += 1
  })
  await page.route('**/api/chatbot/settings', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await pause.selectOption('4 hours after the answer')
  await session.selectOption('48 hours')
  const on = page.getByRole('switch', { name: 'Bot on' })
  // Its state follows the call that it makes, a moment after the press.
  await on.click({ force: true })
  await expect(on).not.toBeChecked()
  await expect.poll(() => saved).toBe(3)
  await page.reload()
  await expect(pause).toHaveValue('four')
  await expect(session).toHaveValue('48')
  await expect(on).not.toBeChecked()
})
