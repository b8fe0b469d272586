import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { openAxe } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { chooseTag, connect, type Person, says, signUp } from './person.ts'

/** People with the sandbox's fates: the last four digits decide the status of a message to them. */
type Lead = { name: string; ending: string }

const api = '/marketing/api'

/** A connected business with an approved template and these people, all of whom gave consent. */
async function openShop(page: Page, leads: readonly Lead[]): Promise<Person & { templateId: number }> {
  const person = await signUp(page)
  await connect(page, person)
  const batch = randomInt(10, 99)
  await post(page, person, '/upload_leads', {
    leads: leads.map(({ name, ending }, index) => ({
      name,
      phone: `+9198${batch}${String(index).padStart(2, '0')}${ending}`,
      tag: 'regulars',
      consent: 'opted_in',
      consent_source: 'In the shop',
    })),
  })
  await expect.poll(async () => (await templateNamed(page, person, 'Weekend offer'))?.id).toBeTruthy()
  return { ...person, templateId: (await templateNamed(page, person, 'Weekend offer'))!.id }
}

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function post(page: Page, person: Person, path: string, data: object) {
  const answer = await page.request.post(`${api}${path}`, { headers: bearer(person), data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return await answer.json()
}

async function templateNamed(page: Page, person: Person, title: string) {
  const answer = await page.request.get(`${api}/templates`, { headers: bearer(person) })
  const { templates } = (await answer.json()) as {
    templates: { id: number; title: string; status: string }[]
  }
  return templates.find((one) => one.title === title && one.status === 'approved')
}

async function scheduleForAll(page: Page, shop: Person & { templateId: number }, more: object = {}) {
  const { campaign } = await post(page, shop, '/schedule-send', {
    template_id: shop.templateId,
    audience: { tags: ['regulars'] },
    name: 'Tulsi Vivah sweets',
    ...more,
  })
  return campaign.id as number
}

/** The numbers of the log by name, as shown at one moment. */
async function figuresOn(page: Page): Promise<Record<string, number>> {
  return await page
    .getByRole('region', { name: 'Results' })
    .locator('dl')
    .evaluate((figures) =>
      Object.fromEntries(
        [...figures.children].map((entry) => [
          entry.querySelector('dt')!.textContent.trim(),
          Number(entry.querySelector('dd')!.textContent.replace(/\D/g, '')),
        ]),
      ),
    )
}

async function expectNoAxeFaults(page: Page) {
  // What is still fading in has not its colours yet.
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length),
    )
    .toBe(0)
  const { violations } = await (await openAxe(page))
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}

test('a campaign is followed to its end, and every person is accounted for', async ({ page }) => {
  const shop = await openShop(page, [
    ...Array.from({ length: 6 }, (_, n) => ({ name: `Reader ${n}`, ending: `123${n}` })),
    { name: 'Not there', ending: '0001' },
    { name: 'Refused', ending: '0030' },
    { name: 'Enough today', ending: '0002' },
    { name: 'Silent', ending: '0041' },
    { name: 'Silent too', ending: '0041' },
  ])
  // What is never answered waits for the owner at once.
  const saved = await page.request.put(`${api}/meta/sending_settings`, {
    headers: bearer(shop),
    data: { settling_seconds: 1 },
  })
  expect(saved.ok()).toBe(true)
  const id = await scheduleForAll(page, shop)
  await page.goto(`/marketing/campaigns/${id}`)

  await test.step('the counts add up at every moment', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Tulsi Vivah sweets' })).toBeVisible()
    await expect
      .poll(
        async () => {
          const { Planned, ...parts } = await figuresOn(page)
          expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(Planned)
          return [parts.Read, parts.Failed, parts.Unknown]
        },
        { timeout: 180_000 },
      )
      .toEqual([6, 3, 2])
  })

  await test.step('failures stand by their cause, and lead to the people', async () => {
    const causes = page.getByRole('region', { name: 'Failures by cause' }).getByRole('listitem')
    await expect(causes).toHaveCount(2)
    await expect(causes.first()).toContainText('This number is not on WhatsApp')
    await expect(page.getByRole('button', { name: 'Retry tomorrow' })).toBeVisible()
    await causes.first().getByRole('link', { name: 'See people' }).click()
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByText('1 to 2 of 2')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refused' })).toBeVisible()
    await page.goBack()
  })

  await test.step('the unanswered wait for a word: one is sent again, one marked as failed', async () => {
    const unknown = page.getByRole('region', { name: 'No answer yet' })
    await expect(unknown.getByText('2 messages need your decision.')).toBeVisible()
    await expectNoAxeFaults(page)
    await unknown.getByRole('link', { name: '2 messages' }).click()
    await page.getByRole('button', { name: 'Silent', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('You need to decide.')).toBeVisible()
    await expectNoAxeFaults(page)
    await drawer.getByRole('button', { name: 'Mark as failed' }).click()
    await says(page, '1 message is marked as failed.')
    await page.goto(`/marketing/campaigns/${id}`)
    await unknown.getByRole('button', { name: 'Send again' }).click()
    await says(page, 'WhatsApp may have accepted it the first time.')
    await page.getByRole('button', { name: 'Not now' }).click()
    await unknown.getByRole('button', { name: 'Mark as failed' }).click()
    await expect(unknown).toHaveCount(0)
    await expect.poll(async () => (await figuresOn(page)).Failed).toBe(5)
  })

  await test.step('all of them can be saved as a file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.trim().split('\n')).toHaveLength(12)
    expect(file).toContain('Not there')
  })
})

test('what is missing is said where it is missing, and what was typed stays', async ({ page }) => {
  const shop = await openShop(page, [{ name: 'Asha Patil', ending: '1234' }])
  await post(page, shop, '/upload_leads', {
    leads: [{ name: 'Ravi Iyer', phone: '+919812345670', tag: 'regulars' }],
  })
  await page.goto('/marketing/campaigns')
  // Written before a template was chosen; the one that is chosen then has no place for it.
  await page.getByLabel('Custom message').fill('Free delivery in Pune')
  const template = page.getByLabel('Template', { exact: true })
  await expect(template.getByRole('option', { name: /Order shipped/ })).toBeAttached()
  await template.selectOption({ label: 'Order shipped, transactional' })
  await chooseTag(page, 'regulars')
  await expect(page.getByLabel('Custom message')).toBeDisabled()
  await says(page, 'This template has no place for a custom message: its text needs {{custom_message}}.')
  const schedule = page.getByRole('button', { name: 'Schedule Campaign' })
  await schedule.click()
  await expect(page.getByRole('row', { name: '{{2}}' }).getByText('Say what fills {{2}}')).toBeVisible()
  // No lead has an e-mail address: the owner chooses a fallback text or leaves them out.
  const gap = page.getByRole('row', { name: '{{2}}' })
  // A fixed text that is not written is not filled with what is suggested.
  await page.getByLabel('{{2}} is filled with').selectOption({ label: 'Fixed text' })
  await schedule.click()
  await expect(gap.getByText('Write the text, or choose a field.')).toBeVisible()
  await page.getByLabel('{{2}} is filled with').selectOption({ label: 'Email' })
  await expect(gap.getByText('2 people have no value. Write a fallback text')).toBeVisible()
  await schedule.click()
  await says(page, 'Some people have no value here. Write a fallback text, or skip people without a value.')
  await gap.getByRole('button', { name: 'Skip people without a value' }).click()
  await expect(gap.getByText('2 people have no value and get no message.')).toBeVisible()
  await page.getByLabel('{{2}} if empty').fill('no address')
  await expect(gap.getByText('2 people have no value')).toBeHidden()
  await page.getByLabel('{{2}} is filled with').selectOption('text')
  await page.getByLabel('Text for {{2}}').fill('A-1042')
  const address = page.getByRole('row', { name: 'the address of “Track order”' })
  await address.getByRole('combobox').selectOption('text')
  await address.getByPlaceholder('The same for everyone').fill('A-1042')
  await page.getByRole('checkbox', { name: /They gave me permission/ }).check()
  await page.getByLabel('How they gave it').fill('Yes')
  await schedule.click()
  await says(page, 'Say in a sentence how they gave permission.')
  await page.getByLabel('How they gave it').fill('They signed the card at our counter.')
  await page.getByRole('radio', { name: 'Later' }).check()
  await page.getByLabel('Date').fill('2020-01-01')
  await says(page, 'This time is in the past. Choose a later one, or send now.')
  await page.getByRole('radio', { name: 'Now' }).check()
  await expect(page.getByText('Goes to 2 people')).toBeVisible()
  await schedule.click()
  await says(page, 'Campaign scheduled successfully!')
  await page.getByRole('link', { name: 'Open campaign' }).click()
  await says(page, 'They signed the card at our counter.')
})

test('a campaign is paused, resumed and cancelled', async ({ page }) => {
  const shop = await openShop(page, [{ name: 'Asha', ending: '1234' }])
  const id = await scheduleForAll(page, shop, {
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await page.goto(`/marketing/campaigns/${id}`)
  await says(page, /^Goes to about 1 person on .* at \d\d:\d\d \(Asia\/Kolkata\), in/)
  await says(page, /^Everybody tagged regulars: 1 person right now\. People are counted again/)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel campaign' }).click()
  await says(page, 'It will not start, and you cannot start it later.')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel campaign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await says(page, 'It has not started. Nobody got anything.')
})

const blocks: readonly { name: string; block: (page: Page) => Promise<unknown> }[] = [
  { name: 'is refused', block: (page) => page.route('**/live', (route) => route.abort()) },
  // A proxy that holds the answer back: the request hangs without an answer.
  { name: 'says nothing', block: (page) => page.route('**/live', () => undefined) },
]
for (const { name, block } of blocks) {
  test(`a campaign page whose event stream ${name} moves all the same`, async ({ page }) => {
    const shop = await openShop(page, [{ name: 'Asha', ending: '1234' }])
    const id = await scheduleForAll(page, shop, {
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await block(page)
    await page.goto(`/marketing/campaigns/${id}`)
    await says(page, /^Goes to about 1 person on/)
    // It moves elsewhere; nothing on this page was pressed.
    await post(page, shop, `/campaigns/${id}/cancel`, {})
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  })
}

test('a campaign is scheduled by keyboard alone, and the focus is always in sight', async ({ page }) => {
  const shop = await openShop(page, [{ name: 'Asha Patil', ending: '1234' }])
  await page.goto('/marketing/campaigns')
  const template = page.getByLabel('Template', { exact: true })
  await expect(template.getByRole('option', { name: /Weekend offer/ })).toBeAttached()

  await tabTo(page, template)
  await page.keyboard.type('Weekend')
  await expect(template).toHaveValue(String(shop.templateId))
  await expect(page.getByRole('radio', { name: 'By tag' })).toBeChecked()
  await tabTo(page, page.getByRole('combobox', { name: 'Tags', exact: true }))
  await page.keyboard.type('regul')
  await expect(page.getByRole('option', { name: /regulars/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: /Asha Patil/ })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'Now' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Date')).toBeVisible()
  await tabTo(page, page.getByLabel('Name of the campaign'))
  await page.keyboard.type('By keyboard')
  await expect(page.getByText('Goes to 1 person')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Schedule Campaign' }))
  await page.keyboard.press('Enter')
  await says(page, 'Campaign scheduled successfully!')
  await page.goto('/marketing/campaigns?view=all')
  await tabTo(page, page.getByRole('link', { name: 'By keyboard' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeVisible()
})

test('lists say how many there are, filters stand in the address, and stored webhooks are applied again', async ({
  page,
}) => {
  const shop = await openShop(page, [
    { name: 'Asha', ending: '1234' },
    { name: 'Ravi', ending: '1235' },
  ])
  await scheduleForAll(page, shop)
  await page.goto('/marketing/message-logs')
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search logs' }).fill('weekend_off')
  await expect(page).toHaveURL(/search=weekend_off/)
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search logs' }).fill('Ravi')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()

  await page.goto('/marketing/meta/webhook-tester')
  await page.getByRole('tab', { name: 'Stored webhooks' }).click()
  await expect(page).toHaveURL(/view=stored/)
  await expect(page.getByRole('table').getByText('Message status').first()).toBeVisible()
  await page.getByLabel('Contents').selectOption({ label: 'Template status' })
  await expect(page.getByRole('table').getByText('Message status')).toHaveCount(0)
  await page.getByLabel('Contents').selectOption({ label: 'Message status' })
  await expect(page).toHaveURL(/content=status/)
  await page.reload()
  await page.getByRole('row').nth(1).getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('biz_opaque_callback_data').first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Apply again' }).click()
  await says(page, 'Applied again. Nothing was done twice.')
  await expect(drawer.getByRole('heading', { name: 'Results' })).toBeVisible()
  await expectNoAxeFaults(page)
})

test('campaigns and logs are sorted by their headers, and the order is in the address', async ({ page }) => {
  const shop = await openShop(page, [
    { name: 'Asha', ending: '1234' },
    { name: 'Ravi', ending: '1235' },
  ])
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await scheduleForAll(page, shop, { name: 'Baisakhi', scheduled_at: inDays(2) })
  await scheduleForAll(page, shop, { name: 'Onam', scheduled_at: inDays(1) })
  await scheduleForAll(page, shop, { name: 'Ugadi' })
  const names = page.getByRole('table').locator('tbody .row-a')
  const header = (name: RegExp) => page.getByRole('columnheader', { name })

  // An order that there is not is the usual one.
  await page.goto('/marketing/campaigns?view=all&sort=outcome')
  await expect(names).toHaveText(['Baisakhi', 'Onam', 'Ugadi'])
  await expect(header(/Date/)).toHaveAttribute('aria-sort', 'descending')
  await header(/Date/).getByRole('button').click()
  await expect(page).toHaveURL(/view=all&sort=date/)
  await expect(header(/Date/)).toHaveAttribute('aria-sort', 'ascending')
  await expect(names).toHaveText(['Ugadi', 'Onam', 'Baisakhi'])
  await header(/Name/).getByRole('button').click()
  await header(/Name/).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-name/)
  await page.reload()
  await expect(names).toHaveText(['Ugadi', 'Onam', 'Baisakhi'])
  await expect(header(/Name/)).toHaveAttribute('aria-sort', 'descending')
  await expectNoAxeFaults(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Order of Campaigns').selectOption('Campaign Name, A to Z')
  await expect(page).toHaveURL(/sort=name/)
  await expect(names).toHaveText(['Baisakhi', 'Onam', 'Ugadi'])
  await expectNoAxeFaults(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/marketing/message-logs')
  const people = page.getByRole('table').locator('tbody button.as-link')
  await expect(people).toHaveCount(2)
  const newest = await people.allTextContents()
  await header(/Time/).getByRole('button').click()
  await expect(page).toHaveURL(/sort=time/)
  await expect(people).toHaveText(newest.reverse())
  await expect(header(/Status/).getByRole('button')).toHaveCount(0)
})

test('a dashboard without its server says so once', async ({ page }) => {
  await signUp(page)
  await page.route('**/marketing/api/**', (route) => route.abort())
  await page.goto('/marketing/dashboard')
  await expect(page.getByRole('alert').filter({ hasText: /The server can('t|not) be reached/ })).toHaveCount(
    1,
    {
      timeout: 120_000,
    },
  )
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await page.unroute('**/marketing/api/**')
  // At once: the page would soon try again by itself.
  await page.getByRole('button', { name: 'Try again' }).dispatchEvent('click')
  await says(page, 'No campaigns found.')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
