import { expect, type Page, test } from '@playwright/test'
import { openAxe } from '../axe.ts'
import { connect, control, press, says, signUp } from '../person.ts'

const axe = async (page: Page) => {
  const { violations } = await (await openAxe(page)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual(
    [],
  )
}

/** Adds a step of a kind by the palette. */
async function add(page: Page, kind: string) {
  await press(page, 'Add step')
  await page.getByRole('dialog', { name: 'Add step' }).getByRole('button', { name: kind }).click()
}

test('a flow is built from nothing, tested, published, and answers until a person does', async ({ page }) => {
  const person = await signUp(page, 'Asha Kulkarni')
  await connect(page, person)
  await page.goto('/marketing/chatbot')
  await says(page, 'No rules yet')
  await page.getByRole('button', { name: 'New flow' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Order a box')
  // Of two quick presses one flow.
  await page.getByRole('button', { name: 'Create flow', exact: true }).dblclick()
  await says(page, 'Connect the start with the first step.')

  await add(page, 'Ask a question')
  const panel = page.getByRole('region', { name: 'Step', exact: true })
  await panel.getByRole('textbox', { name: 'Question' }).fill('How many boxes?')
  await panel.getByRole('textbox', { name: 'Variable' }).fill('boxes')
  await press(page, 'Close the step')
  await page.getByRole('radio', { name: 'Outline' }).check()
  await page.getByRole('button', { name: 'Add a step after Ask a question, Answer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  const words = panel.getByRole('textbox', { name: 'Last message' })
  await words.fill('We keep {{bo')
  await page.keyboard.press('Enter')
  await expect(words).toHaveValue('We keep {{boxes}}')
  // Taken back and done again, by keyboard.
  await press(page, 'Duplicate step')
  await says(page, 'No step leads here.')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No step leads here.')).toHaveCount(0)
  await axe(page)
  await page.getByRole('radio', { name: 'Canvas' }).check()
  await expect(page.locator('.nd')).toHaveCount(3)
  await axe(page)

  await press(page, 'Start')
  const phone = page.getByRole('log', { name: 'Test chat' })
  await expect(phone).toContainText('How many boxes?')
  await page.getByRole('textbox', { name: 'Reply as the customer' }).fill('2')
  await press(page, 'Send')
  await expect(phone).toContainText('We keep 2')

  await says(page, 'Draft saved')
  await press(page, 'Publish')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await says(page, 'Version 1 is live.')

  await page.getByRole('link', { name: 'Back to Chatbot' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Order a box' })).toHaveCount(1)
  await press(page, 'Add rule')
  await page.getByRole('combobox', { name: 'Words', exact: true }).fill('box')
  await page.getByRole('combobox', { name: 'Words', exact: true }).press('Enter')
  await page.getByRole('combobox', { name: 'Flow', exact: true }).selectOption('Order a box')
  await press(page, 'Save')
  await says(page, 'Rule saved.')
  await page.getByRole('textbox', { name: 'Message' }).fill('A box, please')
  await expect(page.getByRole('status').filter({ hasText: 'Start Order a box' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What the customer gets' })).toContainText('How many boxes?')

  const answer = await page.request.get('/marketing/api/onboarding/connection', {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const { connection } = await answer.json()
  const phone_number_id = connection.accounts[0].phone_numbers[0].phone_number_id
  const from = `9198766${String(Date.now()).slice(-5)}`
  await control(page, 'inbound', { from, phone_number_id, name: 'Sunita', text: 'A box, please' })
  await page.goto('/marketing/conversations')
  await page.getByRole('link').filter({ hasText: 'Sunita' }).click()
  const log = page.getByRole('log')
  await expect(log).toContainText('How many boxes?')
  const answers = page.getByRole('region', { name: 'Chatbot' })
  await expect(answers).toContainText('The chatbot answers here: Order a box')
  await control(page, 'inbound', { from, phone_number_id, name: 'Sunita', text: '3' })
  await expect(log).toContainText('We keep 3')

  // A person answers: the bot keeps silent until it may go on.
  await page.getByRole('textbox', { name: 'Message' }).fill('Asha here. Anything else?')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(answers).toContainText('The chatbot is paused until this is closed.')
  await control(page, 'inbound', { from, phone_number_id, name: 'Sunita', text: 'A second box' })
  await expect(log).toContainText('A second box')
  await press(page, 'Let the bot answer')
  await expect(answers).toHaveCount(0)
  await control(page, 'inbound', { from, phone_number_id, name: 'Sunita', text: 'One box more' })
  await expect(answers).toContainText('The chatbot answers here: Order a box')
  await expect(log.getByText('How many boxes?')).toHaveCount(2)

  // Two came, one answered: the figures are on the canvas and at the step.
  await page.goto('/marketing/chatbot')
  await page.getByRole('main').getByRole('link', { name: 'Order a box', exact: true }).click()
  const card = (title: string) => page.locator('.nd').filter({ hasText: title })
  await expect(card('Ask a question').locator('.nh .num')).toHaveText('2')
  await expect(
    card('Ask a question').locator('.no-r').filter({ hasText: 'Answer' }).locator('.num'),
  ).toHaveText('50%')
  await expect(card('We keep').locator('.nh .num')).toHaveText('1')
  await expect(page.locator('.flow-sum')).toContainText('2 started, 1 completed')
  await card('Ask a question').click()
  const figures = panel.getByRole('region', { name: 'Figures of this step' })
  const figure = (name: string) =>
    figures.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')
  await expect(figure('Entered')).toHaveText('2')
  await expect(figure('Went on')).toHaveText('1')
  await expect(figure('Handed over')).toHaveText('0')
  await expect(figure('3')).toHaveText('1 (100%)')
  await axe(page)

  await panel.getByRole('textbox', { name: 'Question' }).fill('How many boxes today?')
  await says(page, 'Draft saved')
  await press(page, 'Publish')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await says(page, 'Version 2 is live.')
  await press(page, 'More')
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await versions.getByRole('button', { name: 'Changes from version 2 to the draft' }).click()
  const compared = versions.getByRole('region', { name: 'Compare versions' })
  await expect(compared).toContainText('They are the same.')
  await compared.getByRole('combobox', { name: 'Compare', exact: true }).selectOption('Version 1')
  await compared.getByRole('combobox', { name: 'With', exact: true }).selectOption('Version 2')
  await expect(compared.getByText('Changed: Ask a question')).toBeVisible()
  await expect(compared.getByRole('deletion')).toHaveText(['How many boxes?'])
  await expect(compared.getByRole('insertion')).toHaveText(['How many boxes today?'])
  await compared.getByRole('combobox', { name: 'With', exact: true }).selectOption('Version 1')
  await expect(compared).toContainText('They are the same.')
  await axe(page)
})
