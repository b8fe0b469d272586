import { expect, type Page, test } from '@playwright/test'
import { chooseTag, connect, inSight, type Person, press, says, signUp } from './person.ts'

/** Whom a campaign or a message goes to, and how often: changed audiences, slow counts and lost answers. */

const api = '/marketing/api'
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function read(page: Page, person: Person, path: string) {
  return await (await page.request.get(`${api}${path}`, { headers: bearer(person) })).json()
}

/** A connected business with an approved template. */
async function openShop(page: Page): Promise<Person & { templateId: number }> {
  const person = await signUp(page)
  await connect(page, person)
  const approved = async () =>
    (await read(page, person, '/templates')).templates.find(
      (one: { title: string; status: string }) => one.title === 'Weekend offer' && one.status === 'approved',
    )
  await expect.poll(async () => Boolean(await approved())).toBe(true)
  return { ...person, templateId: (await approved()).id as number }
}

// The sandbox delivers to numbers that end in 1230.
const phones = Array.from({ length: 100 }, (_, index) => `+9198${4000 + index}1230`)
async function addPeople(page: Page, person: Person, tag: string, count: number, agreed = true) {
  const data = {
    leads: Array.from({ length: count }, (_, index) => ({
      name: `${tag} ${index}`,
      phone: phones.shift(),
      tag,
      ...(agreed && { consent: 'opted_in', consent_source: 'In the shop' }),
    })),
  }
  const answer = await page.request.post(`${api}/upload_leads`, { headers: bearer(person), data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** The server does the first call; its answer never comes. */
async function loseFirstAnswer(page: Page, path: string) {
  await page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

const logged = async (page: Page, person: Person) =>
  (await read(page, person, '/meta/meta_message_logs?limit=50')).logs.length

test('a campaign and a message whose answer was lost go out once', async ({ page }) => {
  const shop = await openShop(page)
  await addPeople(page, shop, 'regulars', 3)
  await page.goto(`/marketing/campaigns?template=${shop.templateId}&tag=regulars`)
  await says(page, 'Goes to 3 people now')
  await loseFirstAnswer(page, '**/api/schedule-send')
  await press(page, 'Schedule Campaign')
  await says(page, 'Network error while scheduling campaign.')
  await page.reload()
  await says(page, 'Goes to 3 people now')
  await press(page, 'Schedule Campaign')
  await says(page, 'is scheduled for 3 people')
  expect((await read(page, shop, '/get_campaigns')).campaigns).toHaveLength(1)
  await expect.poll(() => logged(page, shop), { timeout: 90_000 }).toBe(3)

  await page.goto('/marketing/meta/send-message')
  await page.getByLabel('Recipient phone').fill('+919876543211')
  await page.getByLabel('Template name').fill('weekend_offer')
  await page.getByLabel(/^Parameters/).fill('Asha')
  await loseFirstAnswer(page, '**/api/meta/send**')
  await press(page, 'Send Message')
  await says(page, 'Server error while sending message.')
  await press(page, 'Send Message')
  await says(page, 'Message sent successfully.')
  expect(await logged(page, shop)).toBe(4)
})

test('the sentence and the statement of consent are of the people that are chosen now', async ({ page }) => {
  const shop = await openShop(page)
  await addPeople(page, shop, 'shop', 2, false)
  await addPeople(page, shop, 'scraped', 30, false)
  await addPeople(page, shop, 'vip', 3)
  await page.goto(`/marketing/campaigns?template=${shop.templateId}&tag=shop`)
  const statement = page.getByRole('checkbox', { name: /They gave me permission/ })
  await statement.check()
  await page.getByLabel('How they gave it').fill('They signed the list in our shop')
  await says(page, 'Goes to 2 people now')
  await says(page, '2 people have no consent on record. They gave me permission')

  await test.step('a slow count: the numbers of before are not shown, and the button waits', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/campaigns/check', async (route) => {
      await gate.promise
      await route.continue().catch(() => undefined)
    })
    await chooseTag(page, 'vip')
    await page.keyboard.press('Escape')
    await says(page, 'Counting')
    await expect(page.getByText('Goes to 2 people')).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Checks before scheduling' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    await press(page, 'Schedule Campaign')
    await inSight(page.getByRole('button', { name: 'Scheduling' }))
    await chooseTag(page, 'scraped')
    await page.keyboard.press('Escape')
    gate.resolve()
    await says(page, 'Goes to 3 people now')
  })

  await expect(statement).not.toBeChecked()
  await says(page, '32 people have no consent on record.')
  await statement.check()
  await expect(page.getByLabel('How they gave it')).toHaveValue('They signed the list in our shop')
  await says(page, 'Goes to 35 people now')
  await says(page, '32 people have no consent on record.')
  await press(page, 'Schedule Campaign')
  await says(page, 'is scheduled for 35 people')
  expect((await read(page, shop, '/get_campaigns')).campaigns).toHaveLength(1)
})
