import { expect, type Page, test } from '@playwright/test'
import { connect, press, says, signUp } from '../person.ts'

/** What is given up stays given up, and what is removed was asked about. */

const dialog = (page: Page) => page.getByRole('dialog')

test('a cancelled edit is gone, hours are removed after a question, and the header follows the language', async ({
  page,
}) => {
  const person = await signUp(page)
  await connect(page, person)

  await test.step('a template of the list', async () => {
    await page.goto('/marketing/templates')
    const edit = page.getByRole('button', { name: /Edit.*Weekend offer/ })
    await edit.click()
    const form = page.getByRole('form', { name: /Weekend offer/ })
    const words = form.getByRole('textbox').nth(1)
    await words.fill('Hello {{1}}, given up until Sunday evening.')
    await page.reload()
    await edit.click()
    await expect(words).toHaveValue(/given up/)
    await says(page, 'We kept what you typed last time.')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await edit.click()
    await expect(words).not.toHaveValue(/given up/)
  })

  await test.step('office hours; the question ends with its screen', async () => {
    await page.getByRole('button', { name: 'Retno Wulandari' }).click()
    await page.getByRole('menuitem', { name: 'Account Settings' }).click()
    await page.getByLabel('Monday').hover()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.getByLabel('Monday').fill('9:00-17:00')
    await page.getByLabel('Monday').press('Enter')
    await says(page, 'Office hours saved')
    await page.getByRole('button', { name: 'Remove hours' }).waitFor()
    await expect(page.getByLabel('Monday')).toBeFocused()
    await press(page, 'Remove hours')
    await dialog(page).getByText('Remove the office hours?').waitFor()
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await page.goForward()
    await expect(page.getByLabel('Monday')).toHaveValue(/9:00/)
    await press(page, 'Remove hours')
    await dialog(page).getByRole('button', { name: 'Remove hours' }).click()
    await says(page, 'Office hours removed')
    await expect(page.getByLabel('Monday')).toHaveValue('')
  })

  await test.step('prices that were not saved', async () => {
    await page.goto('/marketing/prices')
    await press(page, 'Enter your own prices')
    const price = page.getByLabel('Argentina, MARKETING')
    const stored = await price.inputValue()
    await price.fill('7')
    await press(page, 'Add volume price')
    await page.getByLabel('After messages').last().fill('123456')
    await press(page, 'Cancel')
    await expect(page.getByText(/> 1,?23,456/)).toHaveCount(0)
    await press(page, 'Enter your own prices')
    await expect(price).toHaveValue(stored)
    await press(page, 'Cancel')
    await page.goto('/marketing/account-settings')
  })

  await page.getByRole('combobox', { name: /Language/ }).click()
  await page.getByRole('option', { name: /Portug/ }).click()
  await press(page, 'Save changes')
  await expect(page.locator('header').first()).toContainText('Conectado')

  await page.goto('/marketing/prices')
  await expect(page.locator('table.prices tbody td').first()).toHaveText(/^0,\d+$/)
})

test('on a phone the menu of the person closes when a screen is chosen', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 360, height: 780 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await signUp(page, 'Retno Wulandari')
  await page.goto('/marketing/templates')
  await page.getByRole('button', { name: 'Retno Wulandari' }).tap()
  await page.getByRole('menuitem', { name: 'Account settings' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await context.close()
})
