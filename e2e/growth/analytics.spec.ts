import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { openAxe } from '../axe.ts'
import { connect, press, says, signUp } from '../person.ts'

test('Analytics: empty, the figures of messages, table and CSV, filters in the address, an order that came of it', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto('/marketing/analytics')
  await expect(page.getByRole('heading', { name: 'No figures yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send a campaign' })).toBeVisible()

  await connect(page, person)
  const headers = { authorization: `Bearer ${person.token}` }
  const send = async (to: string) => {
    const data = { to, template_name: 'weekend_offer', language: 'en_US', parameters: ['Asha'] }
    const answer = await page.request.post('/marketing/api/meta/send_meta_message', { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await expect
    .poll(async () => {
      const answer = await page.request.get('/marketing/api/templates', { headers })
      return ((await answer.json()) as { templates: unknown[] }).templates.length
    })
    .toBeGreaterThan(0)
  for (const phone of ['+919812380777', '+919812381777']) await send(phone)
  await expect
    .poll(async () => {
      const answer = await page.request.get('/marketing/api/analytics', { headers })
      return ((await answer.json()) as { total: { read: number } }).total.read
    })
    .toBe(2)

  await page.goto('/marketing/analytics')
  await expect(page.getByRole('heading', { name: 'From sent to converted' })).toBeVisible()
  await expect(page.locator('.an-step-read')).toContainText('2')
  await press(page, 'From sent to converted: show as table')
  await expect(page.getByRole('table', { name: '' }).first()).toContainText('Delivered')
  await press(page, 'From sent to converted: show as picture')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Templates: download CSV')])
  expect(await readFile(await file.path(), 'utf8')).toContain('weekend_offer,MARKETING,2,2,2')

  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'From sent to converted: download PNG'),
  ])
  expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG')
  expect(complaints).toEqual([])
  await expect(page.getByRole('heading', { name: 'Number health' })).toBeVisible()

  // The heat map is walked by arrow keys and says each hour.
  const cell = page.locator('.an-heat [tabindex="0"]')
  await cell.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.an-heat td:focus')).toHaveAttribute('aria-label', /of \d+ read$/)

  // The address has all filters; a reload keeps them.
  const period = page.getByRole('button', { name: /^\d+ \w+ \d{4} to \d+ \w+ \d{4}$/ })
  await period.click()
  await press(page, '7 days')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  await page.reload()
  await period.click()
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await press(page, 'Clear filters')
  await expect(page).toHaveURL(/\/analytics$/)

  // A day that was typed is taken by a click beside it and by Enter; what is no period says why.
  await period.click()
  const last = await page.getByLabel('Last day').inputValue()
  const before = (days: number) => new Date(Date.parse(last) - days * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('First day').fill(before(9))
  await page.mouse.click(900, 420)
  await expect(page).toHaveURL(new RegExp(`from=${before(9)}&to=${last}$`))
  await period.click()
  await page.getByLabel('First day').fill(before(4))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${before(4)}&to=${last}$`))
  await period.click()
  await page.getByLabel('First day').fill(before(900))
  await page.getByLabel('Last day').click()
  await says(page, 'Choose at most 366 days.')
  await page.getByLabel('Last day').fill(before(800))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${before(900)}&to=${before(800)}$`))
  await page.goto(`/marketing/analytics?from=${before(900)}&to=${last}`)
  await expect(page.getByRole('heading', { name: 'From sent to converted' })).toBeVisible()
  await page.goto('/marketing/analytics')

  // Days or hours, as chosen; the choice is in the address.
  await page.getByRole('radio', { name: 'Hour' }).click({ force: true })
  await expect(page).toHaveURL(/step=hour/)
  await expect(page.getByRole('heading', { name: 'Messages by hour' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Hour' }), 'the page stays where it was').toBeInViewport()

  // Trends are walked by arrow keys, and say each day.
  const trend = page.getByRole('slider', { name: 'Opted in, each day' })
  await trend.focus()
  const today = await trend.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(trend).not.toHaveAttribute('aria-valuetext', today!)
  await expect(page.locator('.an-trend-tip')).toHaveText((await trend.getAttribute('aria-valuetext'))!)
  await trend.hover({ position: { x: 1, y: 10 } })
  await expect(trend).toHaveAttribute('aria-valuenow', '1')

  const [whole] = await Promise.all([page.waitForEvent('download'), press(page, 'Export CSV')])
  const all = await readFile(await whole.path(), 'utf8')
  for (const part of ['From sent to converted', 'weekend_offer,MARKETING,2,2,2', 'List health'])
    expect(all).toContain(part)

  const orderFile = page.locator('.an-file')
  const rows = Array.from({ length: 103 }, (_, at) => `n-${at},purchase,nobody`)
  const wrong = (text: string) => ({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await orderFile.setInputFiles(wrong(['key,event,phone', ...rows].join('\n')))
  await says(page, '3 more rows were not taken.')
  await orderFile.setInputFiles(wrong('nothing\n1'))
  await expect(page.getByRole('list', { name: 'Rows that were not taken' })).toBeHidden()

  const orders =
    'key,event,phone,value,currency\no-1,purchase,+919812380777,499.90,INR\no-2,purchase,nobody,1,INR\n'
  await orderFile.setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(orders) })
  await expect(page.getByText('1 added, 0 known before.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Rows that were not taken' })).toContainText('Row 3')
  await expect(page.getByText('None of your messages, ads or forms')).toBeVisible()
  // By click and by read beside each other: the person read a message and opened no link.
  const row = page.getByRole('row').filter({ hasText: 'Single message' })
  await expect(row).toContainText(/After a click\s*0.*After a read\s*1.*₹500/s)
  await expect(page.locator('.an-step').last()).toContainText('0')

  const { violations } = await (await openAxe(page)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})
