import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { press, says, signUp } from '../person.ts'
import { fakeAlerts, openAndLook } from './alerts.ts'
import { line, openInbox } from './customers.ts'

let nr = 0
const newPhone = () => `9198779${String(Date.now()).slice(-4)}${nr++}`

/** An inbox with customers of given names. */
async function openInboxOfMany(page: Page) {
  const { writes: from, person } = await openInbox(page)
  const writes = (name: string, text: string, phone = newPhone()) => from(phone, { name, text })
  /** Of two that wrote within a second the order is that of their arrival. */
  const arrived = (text: string) =>
    expect
      .poll(async () => {
        const list = await page.request.get('/marketing/api/conversations', {
          headers: { authorization: `Bearer ${person.token}` },
        })
        return await list.text()
      })
      .toContain(`"${text}"`)
  return { writes, arrived }
}

test('a browser tells of messages from others, with words and a sound, and never of its own', async ({
  page,
}) => {
  const { writes } = await openInboxOfMany(page)
  const { shown: told, tones } = await fakeAlerts(page)
  const meenakshi = newPhone()
  await writes('Meenakshi', 'Are you open?', meenakshi)
  await page.goto('/marketing/conversations')
  await line(page, 'Are you open?').click()
  await page.getByRole('button', { name: 'More to send' }).click()
  await page.getByRole('menuitem', { name: 'Chat settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Chat settings' })
  await settings.getByRole('switch', { name: 'Show notifications' }).check()
  await settings.getByRole('switch', { name: 'Play a sound' }).check()
  await expect.poll(tones).toBe(2)
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)

  // What is unread when the page opens is no news.
  await openAndLook(page, '/marketing/dashboard')
  await writes('Sunita', 'Two boxes, please')
  await expect.poll(told).toEqual(['Sunita: Two boxes, please'])
  await expect.poll(tones).toBeGreaterThan(0)
  const heard = await tones()
  await expect(page).toHaveTitle(/^\(\d\) /)

  // An answer of the team is no news, and neither is what comes into the conversation that is open.
  await openAndLook(page, '/marketing/conversations')
  await line(page, 'Are you open?').click()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Yes, until nine.')
  await field.press('Enter')
  const log = page.getByRole('log')
  await expect(log.getByText('Yes, until nine.')).toHaveCount(1)
  await expect(log.getByText(/Sent|Delivered|Read/).first()).toBeAttached()
  await writes('Meenakshi', 'See you then', meenakshi)
  await expect(log.getByText('See you then')).toBeVisible()
  // The last one: a notice of an earlier message would come before its own.
  await writes('Kamala', 'Is the box red?')
  await expect.poll(told).toEqual(['Kamala: Is the box red?'])
  expect(heard).toBe(2)
})

test('the list stays where one reads while others write', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 620 })
  const { writes, arrived } = await openInboxOfMany(page)
  const phones = Array.from({ length: 16 }, newPhone)
  for (const [at, phone] of phones.entries()) {
    await writes(`Person ${at + 1}`, `Question ${at + 1}`, phone)
    await arrived(`Question ${at + 1}`)
  }
  await page.goto('/marketing/conversations')
  const list = page.locator('.cv')
  await expect(list.getByRole('link').first()).toContainText('Person 16')
  await list.evaluate((element) => element.scrollTo({ top: 420 }))
  const read = line(page, 'Person 8')
  await expect(read).toBeVisible()
  const before = (await read.boundingBox())?.y
  await writes('Person 1', 'From the end to the top', phones[0])
  await expect(page.getByRole('link', { name: 'Inbox, 16 unread' })).toBeVisible()
  await writes('Person 17', 'Somebody new')
  await expect(page.getByRole('link', { name: 'Inbox, 17 unread' })).toBeVisible()
  await expect.poll(() => list.evaluate((element) => Math.round(element.scrollTop))).toBeGreaterThan(460)
  expect(Math.abs(((await read.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(3)
  await list.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(list.getByRole('link').first()).toContainText('Person 17')

  // By keyboard: the search, the first that it finds, the lines around it, and an answer instead of a note.
  const search = page.getByRole('searchbox')
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  const answered = Promise.withResolvers<void>()
  await page.route(/conversations\?.*search=Person/, async (route) => {
    await answered.promise
    await route.fallback()
  })
  await search.fill('Person 16')
  await search.press('Enter')
  await expect(list.getByRole('link').first()).toContainText('Person 17')
  answered.resolve()
  const head = page.getByRole('heading', { level: 2, name: /Person/ }).first()
  await expect(head).toHaveText('Person 16')
  await expect(list.getByRole('link')).toHaveCount(1)
  await search.fill('')
  await expect(list.getByRole('link').first()).toContainText('Person 17')

  // What is typed just as the address takes the words before it stays.
  await expect(page).not.toHaveURL(/search=/)
  await page.evaluate(() => {
    const write = history.replaceState.bind(history)
    const field = document.querySelector<HTMLInputElement>('input[type="search"]')
    const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    history.replaceState = (data, unused, url) => {
      write(data, unused, url)
      if (!String(url).includes('search=Person+16')) return
      history.replaceState = write
      put?.call(field, '')
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await search.fill('Person 16')
  await expect(search).toHaveValue('')
  await expect(list.getByRole('link').first()).toContainText('Person 17')
  await expect(page).not.toHaveURL(/search=/)
  await list.focus()
  await page.keyboard.press('k')
  await expect(head).toHaveText('Person 1')
  for (const name of ['Person 16', 'Person 15', 'Person 14']) {
    await page.keyboard.press('j')
    await expect(head).toHaveText(name)
  }
  for (let nr = 13; nr >= 2; nr--) {
    await page.keyboard.press('j')
    await expect(head, 'also where its line was out of sight').toHaveText(`Person ${nr}`)
  }
  await press(page, 'Note')
  await head.click()
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()

  await press(page, 'New conversation')
  const whom = page.getByRole('dialog', { name: 'New conversation' })
  await whom.getByRole('searchbox', { name: 'Name or number' }).fill('Person 9')
  await whom.getByRole('button', { name: 'Person 9' }).click()
  await expect(head).toHaveText('Person 9')
})

test('the settings of the inbox go out as a file and come back changed', async ({ page }, testInfo) => {
  await signUp(page, 'Asha Kulkarni')
  await page.goto('/marketing/conversations/settings')
  await press(page, 'Add a label')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Wholesale')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await says(page, 'Label saved.')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export settings' }).click(),
  ])
  const path = testInfo.outputPath('inbox.json')
  await download.saveAs(path)
  const file = JSON.parse(await readFile(path, 'utf8'))
  expect(file.labels).toEqual([{ name: 'Wholesale', colour: 'grey' }])

  const give = async (content: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('dialog').getByText('Choose a file').first().click(),
    ])
    const buffer = Buffer.from(content)
    await chooser.setFiles({ name: 'inbox.json', mimeType: 'application/json', buffer })
  }
  await page.getByRole('button', { name: 'Import settings' }).click()
  await give('{"labels": ')
  await says(page, 'This is no JSON file.')
  await give(JSON.stringify({ ...file, labels: [{ name: 'Wholesale', colour: 'pink' }] }))
  await says(page, /Labels, entry 1/)
  await give(
    JSON.stringify({
      ...file,
      labels: [{ name: 'Wholesale', colour: 'green' }],
      quick_replies: [{ shortcut: 'hours', text: 'We are open 9 to 9.' }],
      views: [{ name: 'Ravi', filter: { assigned_to: 'ravi@example.com' } }],
    }),
  )
  await says(page, 'No one in your team has the e-mail address ravi@example.com.')
  await expect(page.getByRole('dialog').getByText('1 new, none changed')).toBeVisible()
  await press(page, 'Import these settings')
  await says(page, 'Settings imported.')
  await expect(page.getByRole('table').getByText('/hours')).toBeVisible()
})
