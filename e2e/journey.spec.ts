import { randomInt } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { chooseTag, controlHeaders, sandbox } from './person.ts'

/**
 * The product's main job, as a person does it: sign up, connect, write a template, bring 1,000 contacts from a
 * file, schedule a campaign, and watch it being read. In the end the provider's ledger and our log must agree.
 */
test('from sign-up to "read" in the logs', async ({ page }) => {
  const people = contacts()

  await test.step('sign up', async () => {
    await page.goto('/marketing/')
    await page.getByRole('link', { name: 'Get Started' }).first().click()
    await page.getByLabel('Full name').fill('Meera Joshi')
    await page.getByLabel('Email').fill(`meera.${people.batch}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL(/\/marketing\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(', Meera')
    await expect(page.getByText("You haven't completed Meta WhatsApp onboarding yet.")).toBeVisible()
  })

  await test.step('connect the practice account', async () => {
    await page.getByRole('link', { name: 'WABA Setup' }).click()
    await page.getByLabel('Business name').fill('Joshi Sweets')
    await page.getByLabel('Phone number').fill('+919812345678')
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: /retail/i }).click()
    await page.getByRole('button', { name: 'Register business' }).click()
    // The provider's page; the account that is there already has no daily limit.
    await expect(page).toHaveURL(/dialog\/oauth/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('WhatsApp Business connected successfully.')).toBeVisible()
    await expect(page).toHaveURL(/\/marketing\/dashboard$/)
    await expect(
      page.getByText("Meta WhatsApp onboarding complete! You're ready to send messages."),
    ).toBeVisible()
  })

  await test.step('write a template and see it approved', async () => {
    await page.getByRole('link', { name: 'Templates', exact: true }).click()
    await page.getByRole('button', { name: 'Add template' }).click()
    await page.getByRole('textbox', { name: /^Title/ }).fill(`Diwali offer ${people.batch}`)
    await page
      .getByRole('textbox', { name: /^Message/ })
      .fill('Namaste {{1}}, our festive boxes are ready. Reply BOX and we keep one for you.')
    await expect(page.getByRole('textbox', { name: '{{1}}' })).toHaveValue('Asha')
    await page.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByText('Template added')).toBeVisible()
    const row = page
      .locator('li, article, tr')
      .filter({ hasText: `Diwali offer ${people.batch}` })
      .first()
    await expect(row.getByText('Approved')).toBeVisible()
  })

  await test.step('bring 1,000 contacts from a file, some of them bad', async () => {
    await page.getByRole('link', { name: 'Lead Generator' }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'contacts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(people.csv),
    })
    await expect(page.getByText('1,000 rows')).toBeVisible()
    await expect(page.getByText('960 new, 0 updated, 20 skipped, 20 unreadable.')).toBeVisible()
    const upload = page.getByRole('form', { name: 'Upload CSV' })
    await upload.getByLabel('Tag').fill('diwali')
    await upload.getByLabel('Consent').selectOption({ label: 'They agreed to receive messages' })
    await upload.getByLabel(/how/i).fill('Order form in the shop')
    await upload.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('CSV leads uploaded successfully')).toBeVisible()
  })

  await test.step('schedule the campaign', async () => {
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    const template = page.getByLabel('Template', { exact: true })
    const offer = template.getByRole('option', { name: `Diwali offer ${people.batch}` })
    await template.selectOption(await offer.getAttribute('value'))
    await chooseTag(page, 'diwali')
    await page.getByLabel('Name of the campaign').fill('Diwali boxes')
    await page.getByRole('button', { name: 'Schedule Campaign' }).click()
    await expect(page.getByText('Campaign scheduled successfully!')).toBeVisible()
  })

  await test.step('watch it go out until it is done', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('link', { name: 'Diwali boxes' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diwali boxes')
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 180_000 })
  })

  await test.step('see each person in the logs, and one of them read', async () => {
    await page.getByRole('link', { name: 'Logs', exact: true }).click()
    await page.getByRole('searchbox').fill(people.phones[5]!)
    await expect(page.getByRole('table').getByText('Read').first()).toBeVisible()
  })

  await test.step("compare the provider's ledger with our log, row by row", async () => {
    await agree(page, people)
  })
})

type Contacts = ReturnType<typeof contacts>

/** 960 people, 20 rows without a readable number, and 20 duplicates. */
function contacts() {
  const batch = String(randomInt(100, 999))
  const phones: string[] = []
  // The last four digits decide the status of a message; these people have no special fate, but for one.
  for (let n = 0; phones.length < 959; n++) {
    const last = 1000 + n * 3
    if (last % 10 !== 9) phones.push(`98${batch}0${last}`)
  }
  const notOnWhatsApp = `98${batch}10001`
  phones.push(notOnWhatsApp)
  const bad = ['', '12345', '9.19877E+11', 'call me']
  const rows = [
    'Full Name;Mobile No.;E-mail;City',
    ...phones.map((phone, n) => `Person ${n};${phone};person${n}@example.com;Pune`),
    ...Array.from({ length: 20 }, (_, n) => `Bad ${n};${bad[n % 4]};;Pune`),
    ...phones.slice(0, 20).map((phone) => `Again;+91 ${phone};;Pune`),
  ]
  return { batch, phones, notOnWhatsApp, csv: `\ufeff${rows.join('\r\n')}\r\n` }
}

/** The furthest status of a message; statuses may arrive in any order. */
const order = ['sent', 'delivered', 'read', 'failed']
const furthest = (statuses: readonly string[]): string =>
  order.findLast((status) => statuses.includes(status)) ?? 'sent'

/** Waits for all of the provider's statuses, then compares its ledger with our logs. */
async function agree(page: Page, people: Contacts): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await expect
    .poll(
      async () =>
        differences(await ourLedger(page, `Bearer ${token}`, people), await theirLedger(page, people)),
      {
        timeout: 120_000,
      },
    )
    .toEqual([])
  const ours = await ourLedger(page, `Bearer ${token}`, people)
  expect(ours.size).toBe(960)
  expect(ours.get(`+91${people.notOnWhatsApp}`)).toBe('failed')
}

function differences(ours: Map<string, string>, theirs: Map<string, string>): string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((phone) => ours.get(phone) !== theirs.get(phone))
    .map((phone) => `${phone}: ${ours.get(phone)} in our log, ${theirs.get(phone)} in theirs`)
}

async function ourLedger(page: Page, authorization: string, people: Contacts): Promise<Map<string, string>> {
  const ledger = new Map<string, string>()
  for (let cursor = ''; ; ) {
    const query = `limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await page.request.get(`/marketing/api/meta/meta_message_logs?${query}`, {
      headers: { authorization },
    })
    const { logs, next_cursor } = await answer.json()
    for (const { recipient_phone, status } of logs) {
      // The dashboard's test phone got its message before.
      if (!recipient_phone.includes(`98${people.batch}`)) continue
      expect(ledger.has(recipient_phone), `${recipient_phone} is in our log once`).toBe(false)
      ledger.set(recipient_phone, status)
    }
    if (!next_cursor) return ledger
    cursor = next_cursor
  }
}

async function theirLedger(page: Page, people: Contacts): Promise<Map<string, string>> {
  const ledger = new Map<string, string>()
  for (let after = 0; ; ) {
    const answer = await page.request.get(`${sandbox}/sandbox/ledger?limit=1000&after=${after}`, {
      headers: controlHeaders(),
    })
    const { rows, next } = (await answer.json()) as {
      rows: { to: string; statuses: string[] }[]
      next: number
    }
    for (const { to, statuses } of rows) {
      if (!to.includes(`98${people.batch}`)) continue
      expect(ledger.has(to), `${to} was accepted once`).toBe(false)
      ledger.set(to.startsWith('+') ? to : `+${to}`, furthest(statuses))
    }
    if (!next) return ledger
    after = next
  }
}
