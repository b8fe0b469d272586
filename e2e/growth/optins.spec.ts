import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { connect, press, says, signUp } from '../person.ts'

const folder = join(import.meta.dirname, '../..')

const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'

/** What the QR code of a picture holds. */
async function decode(picture: Buffer): Promise<string[]> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })
  return (await readBarcodes(new Uint8Array(picture))).map(({ text }) => text)
}

/** A shop's own site, with a policy as strict as can be. */
async function openShop(ours: string, body: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const policy = `default-src 'none'; script-src ${ours}; connect-src ${ours}`
    response.setHeader('content-security-policy', policy)
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('a form is made, shown on a shop’s site, answered there and printed as a poster', async ({
  page,
  browser,
  baseURL,
}) => {
  await connect(page, await signUp(page, 'Asha Kulkarni'))
  await page.goto('/marketing/opt-ins/new')
  await page.getByLabel('Name of the form').fill('Counter')
  await page.getByLabel('Privacy page').fill('https://shop.example/privacy')
  await page.getByRole('combobox', { name: 'Add language' }).selectOption('es')
  await page.getByRole('textbox', { name: 'Heading' }).fill('Novedades')
  await page.getByRole('textbox', { name: 'Consent text' }).fill('Acepto ofertas por WhatsApp.')
  await page.getByRole('textbox', { name: 'Button' }).fill('Apúntame')
  const sites = page.getByRole('combobox', { name: 'Your websites' })
  await sites.fill('http://shop.example')
  await sites.press('Enter')
  await press(page, 'Save form')
  await says(page, 'Enter the address of a site, for instance https://shop.example.')
  await sites.press('Backspace')
  await press(page, 'Save form')
  await says(page, 'To show this form on your website')
  const code = (await page.locator('code', { hasText: '/marketing/f/' }).innerText()).split('/').at(-1)
  const shop = await openShop(
    baseURL ?? '',
    `<script async src="${baseURL}/marketing/widget.js" data-form="${code}"></script>
     <script async src="${baseURL}/marketing/widget.js" data-form="${code}" data-look="inline"></script>`,
  )
  const visitor = await browser.newPage({ locale: 'en-GB', userAgent: phoneBrowser })
  const warnings: string[] = []
  visitor.on('console', (message) => warnings.push(message.text()))
  await visitor.goto(shop.url)
  await expect.poll(() => warnings.filter((one) => one.startsWith('Opt-in form: not shown'))).toHaveLength(2)

  await sites.fill(shop.url)
  await sites.press('Enter')
  await press(page, 'Save form')
  await says(page, 'Paste one of these into the page')
  await page.getByRole('switch', { name: 'The form takes answers' }).click()
  await says(page, 'Form opened.')
  await expect(page.locator('code', { hasText: 'data-look="inline"' })).toContainText(`data-form="${code}"`)

  warnings.length = 0
  await visitor.reload()
  // The one of the form in its place comes first.
  await expect(visitor.getByRole('button', { name: 'Sign me up' })).toHaveCount(2)
  await visitor.getByRole('button', { name: 'Sign me up' }).last().click()
  const dialog = visitor.getByRole('dialog', { name: 'News on WhatsApp' })
  await dialog.getByLabel('Your name').fill('Meera')
  await expect(dialog).toContainText('WhatsApp +')
  await expect(dialog.getByRole('link', { name: 'Privacy' })).toHaveAttribute(
    'href',
    'https://shop.example/privacy',
  )
  // In another language, what was entered stays.
  await dialog.getByRole('button', { name: 'Español' }).click()
  const spanish = visitor.getByRole('dialog', { name: 'Novedades' })
  await expect(spanish.getByRole('heading', { name: 'Novedades' })).toBeFocused()
  await expect(spanish.getByLabel('Tu nombre')).toHaveValue('Meera')
  await spanish.getByRole('button', { name: 'English' }).click()
  await expect(dialog.getByLabel('Your name')).toHaveValue('Meera')
  const alerts = dialog.getByRole('alert').filter({ hasText: /./ })
  const needPhone = 'Enter a WhatsApp number with its country code.'
  // Sooner than a person can write, it is asked for once more.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Sign me up' }).click()
    await expect(alerts).toHaveText([needPhone, 'Tick the box if you agree.'], { timeout: 1_000 })
  }).toPass()
  const number = dialog.getByLabel('WhatsApp number')
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription(needPhone)
  await expect(dialog.getByRole('checkbox')).toHaveAccessibleDescription('Tick the box if you agree.')
  await number.fill('98223 40001')
  await dialog.getByRole('button', { name: 'Sign me up' }).click()
  await expect(alerts).toHaveText(['Tick the box if you agree.'])
  await expect(dialog.getByRole('checkbox')).toBeFocused()
  await expect(dialog.getByLabel('Your name')).toHaveValue('Meera')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Sign me up' }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you!' })).toBeFocused()
  await visitor.keyboard.press('Escape')
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  // The form in its place is as it was.
  await expect(visitor.getByRole('checkbox')).not.toBeChecked()
  expect(warnings).toEqual([])
  expect(await visitor.context().cookies()).toEqual([])
  await visitor.close()
  await shop.close()

  // Each way is counted by itself.
  const scanner = await browser.newPage({ javaScriptEnabled: false, userAgent: phoneBrowser })
  await scanner.goto(`/marketing/f/${code}?way=qr`)
  await expect(scanner.getByText(/^WhatsApp \+/)).toBeVisible()
  // Without a script the first field at fault has the focus too.
  await expect(async () => {
    await scanner.getByRole('button', { name: 'Sign me up' }).click()
    await expect(scanner.getByRole('alert')).toHaveText([needPhone, 'Tick the box if you agree.'], {
      timeout: 1_000,
    })
  }).toPass()
  await expect(scanner.getByLabel('WhatsApp number')).toBeFocused()
  await scanner.close()
  await page.goto('/marketing/opt-ins')
  await expect(async () => {
    await page.reload()
    const scanned = page.getByRole('row').filter({ hasText: 'QR code of the page' })
    await expect(scanned).toContainText('Visits 1People who agreed 0Rate 0%', { timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('row').filter({ hasText: shop.url.slice(7) })).toContainText(
    'Visits 1People who agreed 1Rate 100%',
  )

  await page.getByRole('link', { name: 'Counter' }).click()
  const proof = page.getByRole('row').filter({ hasText: 'Meera' })
  await expect(proof).toContainText('Agreed')
  await expect(proof).toContainText('Website')
  await proof.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article')).toContainText(shop.url)
  await expect(page.getByRole('article')).toContainText('I can reply STOP at any time.')
  await press(page, /Download JSON/)
  await page.getByRole('link', { name: 'Back' }).click()

  await page.getByRole('link', { name: 'Poster', exact: true }).click()
  const poster = page.getByRole('article')
  await expect(poster).toContainText('Asha Kulkarni')
  await expect(poster.getByRole('img')).toBeVisible()
  const [link] = await decode(await poster.screenshot())
  expect(link).toMatch(/^https:\/\/wa\.me\/\d+\?text=JOIN%20(?:\S+%20)+[A-Z]\d[A-Z]$/)
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('a6')
  await expect(page).toHaveURL(/size=a6/)
  expect(await decode(await poster.screenshot())).toEqual([link])
  // One sheet, of the chosen size: 105 × 148 mm in points.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sheets = [...pdf.matchAll(/\/MediaBox\s*\[([\d. ]+)\]/g)].map(([, box = '']) =>
    box.split(' ').map((one) => Math.round(Number(one) / 10)),
  )
  expect(sheets).toEqual([[0, 0, 30, 42]])

  const arriving = page.waitForEvent('download')
  await press(page, 'Download PDF')
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^poster-\d+-en-a6\.pdf$/)
  expect(readFileSync(await file.path()).toString('latin1', 0, 5)).toBe('%PDF-')

  expect(statSync(join(folder, 'dist/web/widget.js.gz')).size).toBeLessThan(5_000)
})

test('a form asks on WhatsApp first, closes one way and prints its keyword', async ({ page }) => {
  await connect(page, await signUp(page, 'Asha Kulkarni'))
  await page.goto('/marketing/opt-ins/new')
  await page.getByLabel('Name of the form').fill('Counter')
  await page.getByLabel('Keyword').fill('Modak')
  const asks = page.getByRole('switch', { name: 'Confirm on WhatsApp' })
  await asks.click()
  await says(page, 'No approved template can ask yet.')
  // Saved so, people would be opted in without a question.
  await press(page, 'Save form')
  await says(page, 'Choose the template that asks, or switch this off')
  await expect(asks).toBeFocused()
  await press(page, 'Create this template')
  await says(page, 'Sent to WhatsApp for review')
  const question = page.getByRole('combobox', { name: 'Template' })
  await question.selectOption({ label: 'optin_confirmation (en_US)' })
  await press(page, 'Save form')
  const code = page.getByRole('switch', { name: 'Poster and message link' })
  await code.click()
  await expect(code).not.toBeChecked()
  await page.getByRole('switch', { name: 'The form takes answers' }).click()
  await says(page, 'Form opened.')
  await page.reload()
  await expect(asks).toBeChecked()
  await expect(code).not.toBeChecked()

  await page.getByRole('link', { name: 'Poster', exact: true }).click()
  await page.getByRole('combobox', { name: 'Text people send' }).selectOption('Keyword MODAK')
  const poster = page.getByRole('article')
  await expect(poster).toContainText('WhatsApp opens with “MODAK”. Press send.')
  await says(page, 'the proof of the opt-in holds their message')
  expect(await decode(await poster.screenshot())).toEqual([expect.stringMatching(/\?text=MODAK$/)])

  await page.goto('/marketing/opt-ins')
  await expect(page.getByRole('row').filter({ hasText: 'Poster and message link' })).toContainText('Closed')
  await expect(page.getByRole('row').filter({ hasText: 'Keyword Modak' })).toContainText('Open')
})
