import { expect, test } from '@playwright/test'
import { press, says } from '../person.ts'
import { line, log, newPhone, openInbox } from './customers.ts'

test('what is typed stays with its conversation, and comes from another device', async ({ page }) => {
  const { writes, person } = await openInbox(page)
  await writes(newPhone(), { text: 'Do you have barfi?' })
  await writes(newPhone(), { text: 'Do you have halwa?' })
  await page.goto('/marketing/conversations')
  const field = page.getByRole('textbox', { name: 'Message' })
  await line(page, 'Do you have barfi?').click()
  await field.fill('Barfi from')
  await says(page, 'Draft saved')
  // Left before the next pause.
  await field.fill('Barfi from Monday')
  await line(page, 'Do you have halwa?').click()
  await expect(log(page).getByText('halwa')).toBeVisible()
  await expect(field).toHaveValue('')
  await line(page, 'Do you have barfi?').click()
  await expect(log(page).getByText('barfi')).toBeVisible()
  await expect(field).toHaveValue('Barfi from Monday')

  await page.waitForURL(/\/conversations\/\d+/)
  const id = page.url().match(/conversations\/(\d+)/)?.[1]
  const path = `/marketing/api/conversations/${id}/draft`
  const onPhone = async (text: string) => {
    const headers = { authorization: `Bearer ${person.token}` }
    const answer = await page.request.fetch(path, { method: 'PUT', data: { text }, headers })
    expect(answer.status(), await answer.text()).toBe(200)
    // Coming back to the page fetches it again.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  }
  await expect(async () => {
    await onPhone('Barfi from Tuesday')
    await expect(field).toHaveValue('Barfi from Tuesday', { timeout: 2_000 })
  }).toPass()
  await field.press('End')
  await field.pressSequentially(', at ten')
  await expect(async () => {
    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/conversations/${id}`), {
      timeout: 2_000,
    })
    await Promise.all([asked, onPhone('Something else')])
  }).toPass()
  await expect(field).toHaveValue('Barfi from Tuesday, at ten')
})

test('files are dropped anywhere on the conversation, and judged before they are uploaded', async ({
  page,
}) => {
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Which box?' })
  await page.goto('/marketing/conversations')
  const drop = (selector: string, ...files: { name: string; type: string; bytes?: number }[]) =>
    page.evaluate(
      ([where, list]) => {
        const dataTransfer = new DataTransfer()
        for (const { name, type, bytes } of list) {
          const film = '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'
          const content = bytes === undefined ? ['A box'] : [film, new Uint8Array(bytes - film.length)]
          dataTransfer.items.add(new File(content, name, { type }))
        }
        const said = { bubbles: true, cancelable: true, dataTransfer }
        return ['dragover', 'drop'].map(
          (name) => !document.querySelector(where)?.dispatchEvent(new DragEvent(name, said)),
        )
      },
      [selector, files] as const,
    )
  const text = { name: 'box.txt', type: 'text/plain' }
  // Prevented both times: the browser would open the file in the page's place.
  expect(await drop('.ib-none', text)).toEqual([true, true])
  await line(page, 'Which box?').click()
  await expect(log(page).getByText('Which box?')).toBeVisible()
  expect(await drop('.ib-list', text)).toEqual([true, true])
  await expect(page.getByText('box.txt')).toHaveCount(0)

  let uploads = 0
  page.on('request', (request) => (uploads += Number(request.url().includes('/files'))))
  expect(await drop('.tline', { name: 'box.gif', type: 'image/gif' })).toEqual([true, true])
  await says(page, "WhatsApp can't send this kind of file.")
  expect(uploads).toBe(0)
  const most = 16 * 1024 * 1024
  await drop('.tline', { name: 'film.mp4', type: 'video/mp4', bytes: most + 1 })
  await says(page, 'The file has 17 MB. The limit is 16 MB.')
  expect(uploads).toBe(0)
  // Of this one only the server sees that it is a film.
  await drop('.tline', { name: 'film.bin', type: '', bytes: most + 1 })
  await says(page, 'Videos have at most 16 MB.')
  await drop('.tline', { name: 'film.mp4', type: 'video/mp4', bytes: most })
  await expect(page.getByText('Attached', { exact: true })).toBeVisible()
  expect(uploads).toBe(2)
  await press(page, 'Remove film.mp4')
  for (let times = 0; times < 2; times++) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Attach a file' }).click(),
    ])
    await chooser.setFiles({ name: 'price.txt', mimeType: 'text/plain', buffer: Buffer.from('A box') })
    await expect(page.getByText('Attached', { exact: true })).toBeVisible()
    // A browser reports no change where the same file is chosen again.
    await expect(page.locator('.cmp input[type=file]')).toHaveValue('')
    await press(page, 'Remove price.txt')
  }
  await drop('.tline', text, { name: 'second.txt', type: 'text/plain' })
  await says(page, 'One file goes with a message. box.txt is attached, the others are not.')
  await expect(page.getByText('Attached', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByText('box.txt')).toBeVisible()
})

test('an order has its prices, and a new number is told in the words of the reader', async ({ page }) => {
  const { writes } = await openInbox(page)
  const from = newPhone()
  await writes(from, { text: 'Two boxes' })
  const item = { product_retailer_id: 'KK-1', quantity: 2, item_price: 450.5, currency: 'INR' }
  const items = [item, { ...item, product_retailer_id: 'MP-2', quantity: 1, item_price: '99' }]
  await writes(from, { message: { type: 'order', order: { catalog_id: '401', product_items: items } } })
  await page.goto('/marketing/conversations')
  await page.getByRole('link').filter({ hasText: 'Meenakshi' }).click()
  const order = log(page).getByRole('article').filter({ hasText: 'Order of 2 products' })
  await expect(order).toContainText('2 × KK-1, ₹450.50 each')
  await expect(order).toContainText('1 × MP-2, ₹99.00 each')
  await expect(order).toContainText('Total ₹1,000.00')

  const system = {
    type: 'user_changed_number',
    body: `User Meenakshi changed from ${from} to 919877700001`,
    wa_id: '919877700001',
  }
  await writes(from, { message: { type: 'system', system } })
  await expect(log(page)).toContainText(/Changed their number from \+91 .* to \+91 98777 00001/)
  await expect(page.getByText('User Meenakshi changed')).toHaveCount(0)
})

test('of several quick replies one is chosen by the arrow keys', async ({ page }) => {
  const { writes, person } = await openInbox(page)
  for (const [shortcut, text] of [
    ['hours', 'We are open 9 to 9.'],
    ['holidays', 'We are closed on Diwali.'],
  ]) {
    const answer = await page.request.post('/marketing/api/quick-replies', {
      data: { shortcut, text },
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await writes(newPhone(), { text: 'Are you open?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Are you open?').click()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('/ho')
  const options = page.getByRole('listbox', { name: 'Quick replies' }).getByRole('option')
  await expect(options).toHaveCount(2)
  const second = await options.nth(1).locator('span').textContent()
  await field.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.nth(1).getAttribute('id')) ?? '',
  )
  await field.press('Enter')
  await expect(field).toHaveValue(second ?? '')
  await field.fill('/ho')
  await field.press('Escape')
  await expect(options).toHaveCount(0)
})

test('what is being written stays in its field while the server cannot be reached', async ({ page }) => {
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Are you open on Sunday?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Are you open').click()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('From nine until')
  let lost = 0
  await page.route(/\/marketing\/api\/conversations\/\d+$/, (route) => {
    lost++
    return route.abort('connectionrefused')
  })
  // Coming back to the page fetches it again: once, and twice more as it fails.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    expect(lost).toBeGreaterThanOrEqual(3)
  }).toPass()
  await expect(field).toHaveValue('From nine until')
  await expect(log(page).getByText('Are you open on Sunday?')).toBeVisible()
})
