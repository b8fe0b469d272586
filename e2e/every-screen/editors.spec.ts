import { expect, test } from '@playwright/test'
import { press, says, signUp } from '../person.ts'

// A request that is answered while the page closes belongs to no test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

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

