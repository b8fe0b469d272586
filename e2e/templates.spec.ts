import { Buffer } from 'node:buffer'
import { expect, type Page, test } from '@playwright/test'
import { openAxe } from './axe.ts'
import { connect, signUp } from './person.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const rowOf = (page: Page, title: string) => page.locator('.tpl-row').filter({ hasText: title })

async function expectNoAxeFaults(page: Page): Promise<void> {
  const { violations } = await (await openAxe(page))
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual(
    [],
  )
}

test('a template is written, checked as it is typed, approved, changed and deleted', async ({ page }) => {
  await connect(page, await signUp(page))
  await page.goto('/marketing/templates?new')

  // Nothing is sent while a rule is broken: it is said at its field.
  await page.getByLabel('Title').fill('Pool party')
  const message = page.getByLabel('Message', { exact: false })
  await message.fill('{{1}}, come to our party')
  await expect(page.getByText("The message can't begin with {{1}}")).toBeVisible()
  await message.fill('Hello ')
  await page.getByRole('button', { name: 'Insert variable' }).click()
  await page.getByRole('menuitem', { name: /Name of the lead/ }).click()
  await expect(message).toBeFocused()
  await page.keyboard.type(', come to our *pool party* on Sunday, it is free.')
  await expect(message).toHaveValue('Hello {{name}}, come to our *pool party* on Sunday, it is free.')
  await expect(page.getByLabel('{{name}}')).toHaveValue('Asha')
  await expect(page.locator('.phone .msg')).toContainText('Hello Asha, come to our pool party on Sunday')
  await expect(page.locator('.phone .msg b')).toHaveText('pool party')

  await page.getByLabel('Kind of header').selectOption('IMAGE')
  await page
    .getByLabel('Choose an image')
    .setInputFiles({ name: 'pool.png', mimeType: 'image/png', buffer: png })
  await expect(page.locator('.phone img')).toBeVisible()
  await page.getByRole('button', { name: 'Add button' }).click()
  await page.getByRole('menuitem', { name: 'Quick reply' }).click()
  await page.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByText('Write the button text.')).toBeVisible()
  await page.getByLabel('Button text').fill('I will come')
  await page.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByText('Template added', { exact: true })).toBeVisible()

  // The review's result arrives without a reload.
  const row = rowOf(page, 'Pool party')
  await expect(row.getByText('PENDING')).toBeVisible()
  await expect(row.getByText('Approved')).toBeVisible()

  await row.getByRole('button', { name: 'Edit Pool party' }).click()
  await page.getByRole('form', { name: 'Edit Pool party' }).getByLabel('Title').fill('Pool party, summer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Template updated', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Pool party, summer').getByText('Approved')).toBeVisible()

  await page.getByRole('link', { name: 'Pool party, summer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pool party, summer' })).toBeVisible()
  await expect(page.getByText('Nothing sent yet.')).toBeVisible()
  await expectNoAxeFaults(page)
  await page.getByRole('button', { name: 'Edit template' }).click()
  await expect(page.getByText('One change per day')).toBeVisible()
  await expectNoAxeFaults(page)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Delete template' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('No open campaign uses it.')
  await expect(question).toContainText('You can use its name again after 30 days.')
  await question.getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByText('Template deleted', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/marketing\/templates$/)
  await expect(rowOf(page, 'Pool party, summer')).toHaveCount(0)
})

test('a predefined template is submitted, rejected ones say why, and deleting asks first', async ({
  page,
}) => {
  await connect(page, await signUp(page))
  await page.goto('/marketing/meta/template-form?new')

  await page.getByRole('button', { name: 'Submit template' }).click()
  await expect(page.getByText('Template name and body are required.')).toBeVisible()

  await page.getByLabel('Start from a predefined template').selectOption('order_delivered')
  await expect(page.getByLabel('Template name')).toHaveValue('order_delivered')
  await expect(page.locator('.phone .bt')).toHaveText(['All is well', 'Something is wrong'])
  await page.getByRole('button', { name: 'Submit template' }).click()
  await expect(page.getByText('Template submitted.')).toBeVisible()
  const table = page.getByRole('table')
  await expect(table.getByRole('row', { name: /order_delivered.*Approved/ })).toBeVisible()

  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByLabel('Template name').fill('reject_promotional')
  await page
    .getByLabel('Body', { exact: false })
    .fill('Hello {{name}}, please come and see us in our shop soon.')
  await page.getByRole('button', { name: 'Submit template' }).click()
  const rejected = table.getByRole('row', { name: /reject_promotional/ })
  await expect(rejected).toContainText('Rejected')
  await expect(rejected).toContainText('Send it as MARKETING')

  await page.getByRole('button', { name: 'Delete reject_promotional' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click()
  await expect(rejected).toHaveCount(0)
  await expectNoAxeFaults(page)
})
