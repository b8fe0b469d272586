import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page, test } from '@playwright/test'
import { controlHeaders, type Person, press, sandbox, says, signUp } from './person.ts'

/** The leads screen but for files: places searched, people added by hand, the grid, one person's page. */

const rows = (page: Page) =>
  page
    .getByRole('table')
    .first()
    .getByRole('row')
    .filter({ has: page.locator('td') })
const pick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()

async function open(page: Page, path = '/lead-generator') {
  await page.goto(`/marketing${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A call of the API by the signed-in person. */
async function call(page: Page, { token }: Person, method: 'GET' | 'POST', path: string, data?: object) {
  const answer = await page.request.fetch(`/marketing/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return await answer.json()
}

type Given = { name: string; phone: string; tag?: string; email?: string; agreed?: boolean }

async function add(page: Page, person: Person, people: readonly Given[]) {
  const leads = people.map(({ agreed, ...lead }) => ({
    ...lead,
    ...(agreed && { consent: 'opted_in', consent_source: 'Order form in the shop' }),
  }))
  return await call(page, person, 'POST', '/upload_leads', { leads })
}

/** A saved file as text, without its byte order mark. */
async function textOf(download: Download): Promise<string> {
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  return text.slice(1)
}

test('a search of places: found, nothing, blocked, unreachable and too large are distinguished', async ({
  page,
}) => {
  const setDirectories = (directories: object) =>
    page.request.post(`${sandbox}/sandbox/settings`, { data: { directories }, headers: controlHeaders() })
  await signUp(page)
  await open(page)
  const keyword = page.getByLabel('Keyword or location')
  const search = async (text: string) => {
    await keyword.fill(text)
    await press(page, 'Start Scraping')
  }
  await search('restaurant in Madhupuri')
  await says(page, /^Found ([4-9]|\d\d+) leads$/)
  // The list shows those who were found, under the query as their tag.
  await expect(page).toHaveURL(/tag=restaurant\+in\+Madhupuri/)
  await expect(rows(page).first()).toContainText('OpenStreetMap')
  await expect(rows(page).first()).toContainText('No consent')
  await expect(page.getByRole('link', { name: 'OpenStreetMap contributors' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/copyright',
  )

  await search('florist in Atlantis')
  await says(page, 'Found 0 leads')
  await says(page, "OpenStreetMap doesn't know this place. Check the spelling, or add the city.")

  try {
    await setDirectories({ nominatim: 'blocked' })
    await search('gym in Mumbai')
    await says(page, /^OpenStreetMap blocked this server\./)
    await setDirectories({ nominatim: 'cut' })
    await search('gym in Delhi')
    await says(page, "OpenStreetMap can't be reached. Try again in a few minutes.")
    // An answer that says 200 and has only a part of the places.
    await setDirectories({ nominatim: 'ok', overpass: 'timeout' })
    await search('gym in Pune')
    await says(page, /^This search is too large for OpenStreetMap\./)
    await expect(keyword).toHaveValue('gym in Pune')

    await setDirectories({ overpass: 'ok', delayMs: [20_000, 20_000] })
    await search('bakery in Pune')
    await press(page, 'Cancel search')
    await says(page, 'Search cancelled.')
    await expect(page.getByText('Scraping failed')).toHaveCount(0)
  } finally {
    await setDirectories({ nominatim: 'ok', overpass: 'ok', delayMs: [0, 0] })
  }
})

test('one by hand: what cannot be is said at its field, a known number at once', async ({ page }) => {
  const person = await signUp(page)
  await add(page, person, [{ name: 'Vaishali Patwardhan', phone: '+919823011208', tag: 'wedding' }])
  await open(page)
  const form = page.getByRole('form', { name: 'Add Lead Manually' })
  const field = (name: string) => form.getByLabel(name, { exact: true })
  await press(page, 'Add lead')
  await expect(form.getByText('Name and phone are required')).toHaveCount(2)
  await expect(form.getByText('Tag/category is required')).toBeVisible()

  await field('Name').fill('Farhan Shaikh')
  await field('Tag').fill('walk-in')
  await field('Phone').fill('9.19877E+11')
  const excel = 'Excel lost the last digits of this number. Format the column as text and export again.'
  await expect(form.getByText(excel)).toBeVisible()
  await press(page, 'Add lead')
  await expect(field('Phone')).toHaveAccessibleDescription(excel)
  await field('Phone').fill('97634 55012')
  await expect(form.getByText('Saved as +91 97634 55012.')).toBeVisible()
  await form.getByLabel(/^Email/).fill('farhan@shop')
  await press(page, 'Add lead')
  await expect(form.getByText('Enter a valid email address.')).toBeVisible()
  await form.getByLabel(/^Email/).fill('farhan@example.com')
  await field('Consent').selectOption({ label: 'Agreed to receive messages' })
  await press(page, 'Add lead')
  await says(page, 'Say how this person agreed to receive messages.')
  await field('How they agreed').fill('He asked at the till')
  await press(page, 'Add lead')
  await says(page, 'Lead added successfully')
  const row = rows(page).filter({ hasText: 'Farhan Shaikh' })
  for (const words of ['+91 97634 55012', 'walk-in', 'Manual', 'Opted in'])
    await expect(row).toContainText(words)

  await field('Phone').fill('098230-11208')
  await expect(form.getByRole('link', { name: 'Vaishali Patwardhan' })).toBeVisible()
  await field('Name').fill('Vaishali P.')
  await press(page, 'Add lead')
  // Updated, not doubled; the tag is added to those she has.
  await expect(rows(page)).toHaveCount(2)
  const known = rows(page).filter({ hasText: 'Vaishali P.' })
  for (const words of ['wedding', 'walk-in']) await expect(known).toContainText(words)
})

test('the list: searched, filtered, sorted, tagged, saved as a file and deleted', async ({ page }) => {
  const person = await signUp(page)
  await open(page)
  await says(page, 'No leads yet')
  await expect(page.getByRole('combobox', { name: 'Tag' })).toHaveCount(0)
  await page.route('**/marketing/api/get_leads*', (route) => route.abort())
  await page.reload()
  await says(page, 'Server error fetching leads')
  await page.unrouteAll()
  await add(page, person, [
    { name: 'Meenakshi Kulkarni', phone: '+919881120467', tag: 'wedding', agreed: true },
    { name: 'Asha Patil', phone: '+919850011800', tag: 'wedding', email: 'asha@example.com' },
    { name: '=HYPERLINK("http://evil.example","Free")', phone: '+919422018894', tag: 'diwali' },
    { name: 'Farhan Shaikh', phone: '+919763455012', tag: 'diwali', agreed: true },
  ])
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  const names = () => rows(page).getByRole('link').allTextContents()

  const search = page.getByRole('searchbox', { name: 'Search leads' })
  await search.fill('097634')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=097634/)
  await search.fill('nobody at all')
  await says(page, 'No leads match')
  await press(page, 'Clear filters')
  await expect(rows(page)).toHaveCount(4)

  await press(page, 'Name')
  await expect
    .poll(names)
    .toEqual([
      '=HYPERLINK("http://evil.example","Free")',
      'Asha Patil',
      'Farhan Shaikh',
      'Meenakshi Kulkarni',
    ])
  await press(page, 'Name')
  await expect.poll(async () => (await names())[0]).toBe('Meenakshi Kulkarni')
  // By time, the newest first. Who came in by one call is kept by how they agreed, and then in the order of the numbers.
  await press(page, 'Added')
  await expect(page).toHaveURL(/sort=-added/)
  await expect.poll(async () => (await names())[0]).toBe('Asha Patil')
  await press(page, 'Added')
  await expect.poll(async () => (await names())[0]).toBe('Farhan Shaikh')
  await press(page, 'Added')
  await expect.poll(async () => (await names())[0]).toBe('Asha Patil')
  await expect(page).toHaveURL(/sort=-added/)

  await page.getByRole('combobox', { name: 'Tag' }).selectOption('wedding')
  await expect.poll(names).toEqual(['Asha Patil', 'Meenakshi Kulkarni'])
  // The view is in the address.
  await page.reload()
  await expect.poll(names).toEqual(['Asha Patil', 'Meenakshi Kulkarni'])
  const saved = page.waitForEvent('download')
  await press(page, 'Export CSV')
  const view = (await textOf(await saved)).trim().split('\r\n')
  expect(view).toHaveLength(3)
  expect(view[0]).toBe('Name,Phone,Email,Tags,Source,Consent,Consent date,Consent source,Added,Attribution')

  await page.getByRole('combobox', { name: 'Tag' }).selectOption('')
  await expect(rows(page)).toHaveCount(4)
  await pick(page, '=HYPERLINK("http://evil.example","Free")')
  await pick(page, 'Asha Patil')
  await says(page, '2 selected')
  const file = page.waitForEvent('download')
  await press(page, 'Export')
  const lines = (await textOf(await file)).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  // A spreadsheet takes it as text; the number stays one that can be dialled.
  expect(lines.join()).toContain(`"'=HYPERLINK(""http://evil.example"",""Free"")",+919422018894,,diwali`)

  await press(page, 'Tag')
  const tagging = page.getByRole('dialog', { name: 'Tag 2 leads' })
  await tagging.getByRole('button', { name: 'Add tag' }).click()
  await expect(tagging.getByText('Enter a tag.')).toBeVisible()
  await tagging.getByLabel('Tag').fill('vip')
  await tagging.getByRole('button', { name: 'Add tag' }).click()
  await says(page, '2 leads tagged vip')
  await expect(rows(page).filter({ hasText: 'vip' })).toHaveCount(2)

  await press(page, 'Delete')
  const sure = page.getByRole('dialog', { name: 'Delete 2 leads?' })
  await sure.getByRole('button', { name: 'Keep them' }).click()
  await expect(rows(page)).toHaveCount(4)
  await press(page, 'Delete')
  await sure.getByRole('button', { name: 'Delete leads' }).click()
  await says(page, '2 leads deleted')
  await expect(rows(page)).toHaveCount(2)
  await says(page, 'You can message all of them.')
})

test('hundreds: page by page, five hundred in one scroll, all of them at once', async ({ page }) => {
  const person = await signUp(page)
  await add(
    page,
    person,
    Array.from({ length: 620 }, (_, at) => ({
      name: `Guest ${String(at).padStart(3, '0')}`,
      phone: `+9198500${String(10_000 + at)}`,
      tag: 'guests',
    })),
  )
  await open(page, '/lead-generator?sort=name')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1 to 50 of 620')
  await expect(rows(page).first()).toContainText('Guest 000')
  await press(page, 'Next')
  await expect(pages).toContainText('51 to 100 of 620')
  await expect(rows(page).first()).toContainText('Guest 050')
  await expect(rows(page).first()).toBeInViewport()
  // Back from a lead is back to its page of the list.
  await rows(page).first().getByText('Guest 050').click()
  await expect(page.getByRole('heading', { name: 'Guest 050' })).toBeVisible()
  await page.goBack()
  await expect(pages).toContainText('51 to 100 of 620')
  await press(page, 'Previous')
  await expect(rows(page).first()).toContainText('Guest 000')

  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('500')
  await expect(pages).toContainText('1 to 500 of 620')
  const frame = page.getByRole('region', { name: 'Leads table' })
  // Only the rows in sight are drawn, and every one can be reached.
  expect(await rows(page).count()).toBeLessThan(80)
  await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(frame.getByText('Guest 499')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await press(page, 'Select all 620')
  await press(page, 'Send campaign')
  const dialog = page.getByRole('dialog', { name: 'Tag 620 leads' })
  await expect(dialog).toContainText('Give them a tag of their own, then choose it in the campaign.')
  await page.keyboard.press('Escape')
  await press(page, 'Tag')
  await expect(dialog).not.toContainText('campaign')
  await page.getByRole('dialog').getByLabel('Tag').fill('everybody')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
  await says(page, '620 leads tagged everybody')
  const { tags } = await call(page, person, 'GET', '/leads/tags')
  expect(tags).toContainEqual({ tag: 'everybody', leads: 620 })
})

test('a person: history, an opt-out by hand that outlives them, and their own word that lifts it', async ({
  page,
}) => {
  const person = await signUp(page)
  const rukmini = { name: 'Rukmini Deshpande', phone: '+919422018894', tag: 'kothrud', agreed: true }
  await add(page, person, [rukmini])
  await open(page)
  await page.getByRole('link', { name: 'Rukmini Deshpande' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Added manually')
  await expect(history).toContainText('Opted in, recorded manually, by Retno Wulandari')
  await expect(history).toContainText('“Order form in the shop”')

  await press(page, 'Opt out')
  const asks = page.getByRole('dialog', { name: 'No more messages to Rukmini Deshpande?' })
  await asks.getByLabel(/^What they said/).fill('Too many messages')
  await asks.getByRole('button', { name: 'Opt out' }).click()
  await says(page, 'This person wants no messages from you.')
  await expect(history).toContainText('“Too many messages”')

  await press(page, 'Delete lead')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lead' }).click()
  await says(page, 'Rukmini Deshpande deleted')
  await says(page, 'No leads yet')

  // The number comes back by a form and by a file that say that she agreed.
  await page.getByRole('form', { name: 'Add Lead Manually' }).getByLabel('Phone').fill('94220 18894')
  await says(page, 'This number opted out and stays opted out.')
  await add(page, person, [rukmini])
  await page.reload()
  await expect(rows(page)).toContainText('Opted out')
  await page.locator('input[type=file]').setInputFiles({
    name: 'back.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Phone\nRukmini D,9422018894\n'),
  })
  await says(page, '0 new, 1 updated, 1 stay opted out.')
  const upload = page.getByRole('form', { name: 'Upload CSV' })
  await upload.getByLabel('Tag').fill('again')
  await upload.getByLabel('Consent').selectOption({ label: 'They agreed to receive messages' })
  await upload.getByLabel('How they agreed').fill('Newsletter form')
  await upload.getByRole('button', { name: 'Upload' }).click()
  await says(page, 'CSV leads uploaded successfully')
  await expect(rows(page)).toContainText('Opted out')

  await rows(page).getByRole('link', { name: 'Rukmini D', exact: true }).click()
  await expect(history).toContainText('“Too many messages”')
  await press(page, 'Record consent')
  const agrees = page.getByRole('dialog')
  await agrees.getByRole('button', { name: 'Record consent' }).click()
  await expect(agrees.getByText('Say how this person agreed to receive messages.')).toBeVisible()
  await agrees.getByLabel('How they agreed').fill('She wrote that she misses the offers')
  await agrees.getByRole('button', { name: 'Record consent' }).click()
  await says(page, 'You can message this person.')
})

test('the chosen ones are the audience of a new campaign', async ({ page }) => {
  const person = await signUp(page)
  await add(page, person, [
    { name: 'Meenakshi Kulkarni', phone: '+919881120467', tag: 'wedding', agreed: true },
    { name: 'Asha Patil', phone: '+919850011800', tag: 'wedding' },
    { name: 'Farhan Shaikh', phone: '+919763455012', tag: 'diwali', agreed: true },
  ])
  await open(page)
  await pick(page, 'Meenakshi Kulkarni')
  await pick(page, 'Asha Patil')
  await page.getByRole('link', { name: 'Send campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign Manager')
  await expect(page.getByRole('checkbox', { name: /Meenakshi Kulkarni/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /Farhan Shaikh/ })).not.toBeChecked()
})
