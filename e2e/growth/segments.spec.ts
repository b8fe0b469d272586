import { expect, type Page, test } from '@playwright/test'
import { connect, press, says, signUp } from '../person.ts'

const api = '/marketing/api'

async function addLeads(page: Page, token: string) {
  const leads = ['Asha Patil', 'Ravi Iyer', 'Meera Nair'].map((name, index) => ({
    name,
    phone: `+91981234223${index}`,
    tag: index < 2 ? 'Diwali' : 'VIP',
    attributes: { City: index === 0 ? 'Pune' : 'Mumbai' },
    consent: 'opted_in',
    consent_source: 'In the shop',
  }))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`${api}/upload_leads`, { headers, data: { leads } })
  expect(answer.ok()).toBe(true)
}

test('a segment is described, counted live, saved, sent to, copied and deleted', async ({ page }) => {
  const person = await signUp(page)
  await connect(page, person)
  await addLeads(page, person.token)
  await page.goto('/marketing/segments')
  await says(page, 'No segments yet')
  await page.getByRole('link', { name: 'New segment' }).click()

  // A new segment begins with consent and a tag.
  await page.getByLabel('Name of the segment').fill('Festival')
  await expect(page.locator('.big-n')).toHaveText('3')
  const tags = page.getByRole('combobox', { name: 'Value' }).last()
  await tags.fill('Diwali')
  await tags.press('Enter')
  await page.keyboard.press('Escape')
  await says(page, 'People who agreed to marketing and have the tag Diwali.')
  await expect(page.locator('.big-n')).toHaveText('2')
  await expect(page.getByRole('link', { name: 'Meera Nair' })).toHaveCount(0)

  // A column of the file is a field to filter by.
  await press(page, 'Add filter')
  await page.getByLabel('About').last().selectOption('field:City')
  await page.getByRole('textbox', { name: 'Value' }).last().fill('pune')
  await says(page, 'People who agreed to marketing, have the tag Diwali, and have “pune” as City.')
  await expect(page.locator('.big-n')).toHaveText('1')

  // Or instead of and.
  await page.getByRole('button', { name: 'and: change to or' }).first().click()
  await expect(page.locator('.big-n')).toHaveText('3')
  await page.getByRole('button', { name: 'or: change to and' }).first().click()
  await press(page, 'Save segment')
  await says(page, 'Segment saved.')
  await expect(page.getByRole('heading', { level: 1, name: 'Festival' })).toBeVisible()

  const download = page.waitForEvent('download')
  await press(page, 'Export CSV')
  expect((await download).suggestedFilename()).toBe('segment.csv')

  await press(page, 'Send to this segment')
  await expect(page.getByRole('radio', { name: 'By segment' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Segment', exact: true })).toHaveValue('Festival')
  await expect(
    page.getByLabel('Template', { exact: true }).getByRole('option', { name: /Weekend offer/ }),
  ).toBeAttached()
  await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Weekend offer, marketing' })
  await says(page, 'Goes to 1 person now')

  await page.goto('/marketing/segments')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Festival', exact: true }) })
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await press(page, 'Copy Festival')
  await expect(page.getByRole('link', { name: 'Festival (copy)' })).toBeVisible()
  await press(page, 'Delete Festival (copy)')
  await press(page, 'Delete segment')
  await says(page, 'Segment deleted.')
  await expect(page.getByRole('link', { name: 'Festival (copy)' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Festival', exact: true })).toBeVisible()
})

test('a group and a missing value are said in words, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const person = await signUp(page)
  await addLeads(page, person.token)
  await page.goto('/marketing/segments/new')
  await press(page, 'Save segment')
  await says(page, 'Give the segment a name.')
  await page.getByLabel('Name of the segment').fill('Mixed')
  await press(page, 'Save segment')
  await says(page, 'Finish each filter, or remove it.')
  await page.getByRole('button', { name: 'Remove filter' }).last().click()
  await press(page, 'Add group')
  const group = page.getByRole('group', { name: 'Group of filters' })
  await group.getByLabel('About').selectOption('text:name')
  await group.getByLabel('Value').fill('asha')
  await group.getByRole('button', { name: 'Add filter' }).click()
  await group.getByLabel('About').last().selectOption('message:read')
  await says(
    page,
    /^People who agreed to marketing and \(have “asha” in name or read a message in the last 90 days\)\.$/,
  )
  await expect(page.locator('.big-n')).toHaveText('1')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})

test('a campaign to a segment is followed by one to those who read and did not answer', async ({ page }) => {
  const person = await signUp(page)
  await connect(page, person)
  await addLeads(page, person.token)
  const headers = { authorization: `Bearer ${person.token}` }
  const ask = async (method: 'get' | 'post', path: string, data?: object) => {
    const answer = await page.request[method](`${api}${path}`, { headers, ...(data && { data }) })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return await answer.json()
  }
  const rules = { match: 'all', rules: [{ about: 'tag', is: 'any', tags: ['Diwali'] }] }
  const { segment } = await ask('post', '/segments', { name: 'Festival', rules })
  const offered = async () =>
    ((await ask('get', '/templates')).templates as { id: number; title: string }[]).find(
      ({ title }) => title === 'Weekend offer',
    )
  await expect.poll(offered).toBeTruthy()
  const scheduled = await ask('post', '/schedule-send', {
    name: 'Lamps',
    template_id: (await offered())?.id,
    audience: { segment_id: segment.id },
  })
  await page.goto(`/marketing/campaigns/${scheduled.campaign.id}`)
  await says(page, 'The segment Festival')
  await page.getByRole('button', { name: 'Write to them: Read, not answered' }).click()
  await expect(page.getByRole('radio', { name: 'By segment' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Segment', exact: true })).toHaveValue(
    'Lamps: read, not answered',
  )
  await says(page, 'People who read “Lamps” and did not answer “Lamps”.')
})
