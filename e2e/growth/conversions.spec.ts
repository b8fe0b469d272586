import { createHmac } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { openAxe } from '../axe.ts'
import { connect, press, says, signUp } from '../person.ts'

async function withoutFaults(page: Page) {
  const { violations } = await (await openAxe(page)).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('a shop is connected, posts a signed sale, and its conversions go to Meta when the owner wants', async ({
  page,
}) => {
  const person = await signUp(page)
  await connect(page, person)
  await page.goto('/marketing/analytics/conversions')
  await says(page, 'No shop is connected.')
  const shops = page.getByRole('region', { name: 'Sales from your shop' })
  const meta = page.getByRole('region', { name: 'Send to Meta ads' })
  await withoutFaults(page)

  const secret = await test.step('the address and its secret are shown once', async () => {
    await press(page, 'Connect a shop')
    await shops.getByRole('textbox', { name: 'Shop' }).fill('Our shop')
    await shops.getByLabel('Current password').fill('correct horse')
    await press(page, 'Create address')
    await says(page, 'Copy the secret now')
    await withoutFaults(page)
    const [address, hidden] = await page.getByRole('status').locator('code').allTextContents()
    await press(page, 'I have saved it')
    await expect(page.getByText(hidden!)).toHaveCount(0)
    await says(page, 'No call yet')
    return { address: new URL(address!).pathname, hidden: hidden! }
  })

  await test.step('a sale that it signs is taken', async () => {
    const body = JSON.stringify({ key: 'order-1', event: 'purchase', phone: '+919876543210' })
    const time = String(Math.floor(Date.now() / 1000))
    const key = Buffer.from(secret.hidden.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    }
    const answer = await page.request.post(secret.address, {
      headers: { ...headers, 'content-type': 'application/json' },
      data: body,
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    await page.reload()
    await says(page, 'Works')
  })

  await test.step('Meta’s events are off until the owner saves a dataset and its token', async () => {
    await expect(meta.getByText('Off', { exact: true })).toBeVisible()
    await page.getByLabel('Dataset ID').fill('845112233445566')
    await page.getByLabel('Access token').fill('EAAsomeTokenOfTheDataset')
    await meta.getByLabel('Current password').fill('correct horse')
    await press(page, 'Save and turn on')
    await says(page, 'On')
    await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
    await withoutFaults(page)
    await press(page, 'Turn off')
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  })
})
