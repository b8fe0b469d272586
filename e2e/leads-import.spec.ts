import { mkdtemp, open as openFile, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { workbook } from '../test/files/workbook.ts'
import { type Person, press, says, signUp } from './person.ts'

/** Files of leads, as people bring them: damaged, of another country, too many, and none at all. */

const form = (page: Page) => page.getByRole('form', { name: 'Upload CSV' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function open(page: Page, path = '/lead-generator') {
  await page.goto(`/marketing${path}`)
  await expect(title(page)).toBeVisible()
}

const drop = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content as string),
  })

async function read(page: Page, { token }: Person, path: string) {
  const answer = await page.request.get(`/marketing/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.ok()).toBe(true)
  return await answer.json()
}

/** One line of the figures at the side. */
const line = (page: Page, name: string) =>
  page.locator('aside').getByText(name, { exact: true }).locator('..')

/** German numbers as Excel leaves them: Windows-1252, semicolons, no column that says what it is. */
const damaged = [
  'aaa;bbb;ccc;ddd',
  'Jürgen Groß;0151 23456780;Köln;a',
  "Käthe Weiß;'015123456781;Fürth;a",
  'Bäckerei Öz;="015123456782";Köln;b',
  'Ärztin;4915123456783.0;;b',
  'Zwei Nummern;015123456784 / 030 901820;Köln;b',
  'Verloren;4,91512E+12;Köln;b',
  'Niemand;später anrufen;Köln;b',
  'Jürgen nochmal;+49 151 23456780;;c',
  ';;;',
].join('\r\n')

test('a damaged list: mapped by hand, checked, imported, mended, dropped again and undone', async ({
  page,
}) => {
  const person = await signUp(page)
  await test.step('the file is read, and asks what cannot be detected', async () => {
    await open(page)
    await says(page, 'Up to 100 MB. You see a preview first.')
    await drop(page, 'kunden.csv', Buffer.from(damaged, 'latin1'))
    await says(page, '9 rows. Choose the phone column.')
    await press(page, 'Upload')
    await expect(form(page).getByText('Please enter a tag/category for the CSV leads')).toBeVisible()
    await form(page).getByLabel('Tag').fill('herbst')
    await press(page, 'Upload')
    await expect(title(page)).toHaveText('kunden.csv')
  })

  await test.step('columns: what was found is shown, and each choice shows what it does', async () => {
    await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252')
    await expect(page.getByLabel('Separator')).toHaveValue(';')
    await expect(page.getByText('Groß').filter({ visible: true }).first()).toBeVisible()
    const goOn = page.getByRole('button', { name: 'Continue to consent and tag' })
    await expect(goOn).toBeDisabled()
    await says(page, 'Choose the column with the phone numbers.')
    await page.getByLabel('aaa becomes').selectOption({ label: 'Name' })
    await page.getByLabel('ccc becomes').selectOption({ label: 'Extra field' })
    await page.getByLabel('ddd becomes').selectOption({ label: "Don't import" })
    await page.getByLabel('bbb becomes').selectOption({ label: 'Phone' })
    // Read with the country of the business, these are no numbers; with theirs they are.
    await expect(line(page, 'Created')).toHaveText('Created1')
    await page.getByLabel('Numbers without +').selectOption('DE')
    await expect(line(page, 'Created')).toHaveText('Created5')
    await expect(line(page, 'Skipped, same number twice in the file')).toContainText('1')
    await expect(line(page, 'Skipped, empty row')).toContainText('1')
    await expect(line(page, 'Rejected, last digits lost in Excel')).toContainText('1')
    await expect(line(page, 'Rejected, not a number')).toContainText('1')
    await expect(line(page, 'Rows in the file')).toContainText('9')
    await says(page, /^0151 23456780 becomes \+49 151 2345 6780$/)
    await says(page, /^4,91512E\+12 is rejected: Excel lost the last digits of this number\./)
    // What was chosen survives a reload.
    await page.reload()
    await expect(page.getByLabel('bbb becomes')).toHaveValue('phone')
    await expect(page.getByLabel('Numbers without +')).toHaveValue('DE')
    await goOn.click()
  })

  await test.step('consent is asked once for the file', async () => {
    await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveValue('herbst')
    await page
      .getByRole('combobox', { name: 'Consent' })
      .selectOption({ label: 'They agreed to receive messages' })
    await press(page, 'Continue to check')
    await says(page, 'Say how these people agreed to receive messages.')
    await page.getByLabel('How they agreed').fill('Zettel im Laden')
    await press(page, 'Continue to check')
    await says(page, 'Zettel im Laden')
    expect((await read(page, person, '/get_leads')).leads, 'nothing is written yet').toEqual([])
    await press(page, 'Import 5 people')
  })

  await test.step('the books of the import, and the rows that were rejected', async () => {
    await says(page, '5 created and 0 updated from 9 rows, tagged herbst.')
    await says(page, '2 rows were rejected.')
    const { leads } = await read(page, person, '/get_leads?sort=oldest')
    expect(leads).toMatchObject([
      { name: 'Jürgen nochmal', phone: '+4915123456780', attributes: { ccc: 'Köln' } },
      { name: 'Käthe Weiß', phone: '+4915123456781', consent: 'opted_in', tags: ['herbst'] },
      { name: 'Bäckerei Öz', phone: '+4915123456782', source: 'csv' },
      { name: 'Ärztin', phone: '+4915123456783' },
      { name: 'Zwei Nummern', phone: '+4915123456784', attributes: { 'Other phones': '+4930901820' } },
    ])
  })

  const corrected = await test.step('they come back as a file, with what is wrong with each', async () => {
    const saved = page.waitForEvent('download')
    await press(page, 'Download rejected rows')
    const file = await saved
    expect(file.suggestedFilename()).toBe('kunden rejected.csv')
    const text = await readFile(await file.path(), 'utf8')
    expect(text.split('\r\n')).toEqual([
      '\ufeffaaa,bbb,ccc,ddd,Problem',
      expect.stringMatching(/^Verloren,"4,91512E\+12",Köln,b,Excel lost the last digits of this number\./),
      'Niemand,später anrufen,Köln,b,This is not a phone number.',
      '',
    ])
    return text.replace('"4,91512E+12"', '0151 23456788').replace('später anrufen', '0151 23456780')
  })

  await test.step('mended and dropped again, it is read as the first was', async () => {
    await page.getByRole('link', { name: 'upload it again' }).click()
    await drop(page, 'kunden rejected.csv', corrected)
    await says(page, '1 new, 1 updated.')
    await form(page).getByLabel('Tag').fill('herbst')
    await press(page, 'Upload')
    await says(page, 'CSV leads uploaded successfully')
    await says(page, /^You can message 1 of 2 people\. 1 new and 1 updated, tagged herbst\./)
    await expect(page.getByRole('link', { name: 'Verloren' })).toBeVisible()
  })

  await test.step('undone: what was used since stays', async () => {
    const { leads } = await read(page, person, '/get_leads?search=Bäckerei')
    await page.request.put(`/marketing/api/leads/${leads[0].id}`, {
      headers: { authorization: `Bearer ${person.token}` },
      data: { name: 'Bäckerei Öz Mitte' },
    })
    await page.getByRole('link', { name: 'kunden.csv' }).click()
    await press(page, 'Undo upload')
    const sure = page.getByRole('dialog', { name: 'Undo the upload of kunden.csv?' })
    await sure.getByRole('button', { name: 'Undo upload' }).click()
    await says(page, 'You undid this upload.')
    await says(page, /^2 leads stay\. You messaged or changed them since, or they replied\.$/)
    const left = await read(page, person, '/get_leads?sort=oldest')
    expect(left.leads.map(({ name }: { name: string }) => name)).toEqual([
      'Niemand',
      'Bäckerei Öz Mitte',
      'Verloren',
    ])
  })
})

test('a good list in two presses leads on to writing to them', async ({ page }) => {
  await signUp(page)
  await open(page)
  await drop(
    page,
    'guests.xlsx',
    workbook([
      ['Name', 'Mobile No.', 'City'],
      ['Asha Patil', 919823011208, 'Pune'],
      ['Ravi Jadhav', '98230 11209', 'Nashik'],
    ]),
  )
  // A workbook belongs to Import; the short way takes .csv alone.
  await expect(form(page).getByRole('alert')).toContainText('Only .csv is accepted.')
  await drop(
    page,
    'guests.csv',
    'Name,Mobile No.,City\nAsha Patil,919823011208,Pune\nRavi Jadhav,98230 11209,Nashik\n',
  )
  await says(page, '2 new, 0 updated.')
  await form(page).getByLabel('Tag').fill('guests')
  await form(page).getByLabel('Consent').selectOption({ label: 'They agreed to receive messages' })
  await press(page, 'Upload')
  await expect(form(page).getByText('Say how these people agreed to receive messages.')).toBeVisible()
  await form(page).getByLabel('How they agreed').fill('Guest book')
  await press(page, 'Upload')
  await says(page, 'CSV leads uploaded successfully')
  await expect(page).toHaveURL(/tag=guests/)

  await form(page).getByRole('link', { name: 'view or undo the upload' }).click()
  await says(page, '2 created and 0 updated from 2 rows, tagged guests.')
  await says(page, 'Opted in: Guest book')
  await page.getByRole('link', { name: 'Send campaign' }).click()
  await expect(title(page)).toHaveText('Campaign Manager')
  await expect(page.getByRole('radio', { name: 'By tag' })).toBeChecked()
  await expect(page.getByRole('tabpanel').getByText('guests', { exact: true })).toBeVisible()
})

test('what is no list is refused before anything is sent, or after a look into it', async ({ page }) => {
  await signUp(page)
  await open(page)
  const fault = form(page).getByRole('alert')
  await drop(page, 'people.pdf', '%PDF-1.4')
  await expect(fault).toHaveText('Only .csv is accepted. For Excel files and contact cards, use Import.')
  const folder = await mkdtemp(join(tmpdir(), 'tidings-large-'))
  try {
    const path = join(folder, 'huge.csv')
    const file = await openFile(path, 'w')
    await file.truncate(100_000_001)
    await file.close()
    await page.locator('input[type=file]').setInputFiles(path)
    await expect(fault).toHaveText('The file is larger than 100 MB. Split it, or remove columns.')
  } finally {
    await rm(folder, { recursive: true })
  }
  await drop(page, 'people.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))
  await expect(fault).toHaveText('people.csv is not a CSV file. Export your list as CSV and upload it again.')
  await drop(page, 'people.csv', '')
  await expect(fault).toHaveText('people.csv is empty.')
  await page.route('**/marketing/api/leads/imports', (route) => route.abort(), { times: 1 })
  await drop(page, 'people.csv', 'Name,Phone\nA,9823011208\n')
  await expect(fault).toHaveText('Server error uploading leads')
  await page.route(
    '**/marketing/api/leads/imports',
    (route) =>
      route.fulfill({ status: 500, json: { success: false, message: '', error: '', code: 'internal' } }),
    { times: 1 },
  )
  await drop(page, 'people.csv', 'Name,Phone\nA,9823011208\n')
  await expect(fault).toHaveText('Failed to upload leads')
  await drop(page, 'people.csv', 'Name,Phone\nA,9823011208\n')
  await says(page, '1 new, 0 updated.')
  await expect(fault).toHaveCount(0)
})

test('a long import shows how far it is, can be cancelled, and leaves nothing', async ({ page }) => {
  const person = await signUp(page)
  const many = Array.from({ length: 60_000 }, (_, at) => `Guest ${at},98${230_00000 + at}`)
  await open(page)
  await drop(page, 'many.csv', `Name,Phone\n${many.join('\n')}\n`)
  await expect(page.getByText('60,000 new, 0 updated.')).toBeVisible({ timeout: 120_000 })
  await form(page).getByLabel('Tag').fill('many')
  await page.getByRole('link', { name: 'Review columns' }).click()
  await press(page, 'Continue to consent and tag')
  await press(page, 'Continue to check')
  await press(page, 'Import 60,000 people')
  await expect(page.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await says(page, /of 60,000 rows/)
  await press(page, 'Cancel and undo')
  await says(page, 'You cancelled this upload. No leads were saved.')
  expect((await read(page, person, '/get_leads')).leads).toEqual([])
  await page.getByRole('link', { name: 'Choose another file' }).click()
  await expect(
    page
      .getByRole('table', { name: 'Uploads and searches' })
      .or(page.getByRole('region', { name: 'Uploads and searches table' })),
  ).toContainText('Cancelled')

  // One that was only looked into is dropped without a trace.
  await drop(page, 'other.csv', 'Name,Phone\nA,9823011208\n')
  await page.getByRole('link', { name: 'Review columns' }).click()
  await expect(title(page)).toHaveText('other.csv')
  await press(page, 'Cancel')
  await expect(title(page)).toHaveText('Lead Generator')
  await expect(page.getByRole('link', { name: 'many.csv' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'other.csv' })).toHaveCount(0)
})
