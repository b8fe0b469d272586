import { expect, type Page, test } from '@playwright/test'
import { openAxe } from '../axe.ts'
import { chooseTag, connect, control, press, says, signUp } from '../person.ts'

const axe = async (page: Page) => {
  const { violations } = await (await openAxe(page)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual(
    [],
  )
}

test('a sequence is built, started, sends its first message, is paused, edited, and lets a person out', async ({
  page,
}) => {
  const person = await signUp(page, 'Ngozi Adeyemi')
  await connect(page, person)
  const headers = { authorization: `Bearer ${person.token}` }
  const added = await page.request.post('/marketing/api/upload_leads', {
    headers,
    data: {
      leads: ['Amina Bello', 'Bola Ade'].map((name, at) => ({
        name,
        phone: `+9198201${at}4444`,
        tag: 'First order',
        consent: 'opted_in',
        consent_source: 'In the shop',
      })),
    },
  })
  expect(added.ok(), await added.text()).toBe(true)

  await page.goto('/marketing/sequences')
  await says(page, 'No sequences yet')
  await axe(page)
  await page.getByRole('link', { name: 'New sequence' }).click()
  await press(page, 'Save sequence')
  await says(page, 'Check the highlighted fields')
  await page.getByRole('textbox', { name: 'Name' }).fill('After the first order')
  await page
    .getByRole('combobox', { name: 'People enter when' })
    .selectOption({ label: 'You add them by hand' })
  const first = page.getByRole('region', { name: '1. Message' })
  await first.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Weekend offer' })
  await expect(page.locator('.phone')).toContainText('Hello')
  const last = page.getByRole('region', { name: '3. Message' })
  await last.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Weekend offer' })
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const check = page.getByRole('region', { name: '4. Check' })
  await check.getByRole('combobox', { name: 'Tag' }).fill('Bought')
  await press(page, 'Move step 4 up')
  await expect(page.getByRole('region', { name: '3. Check' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Quiet hours' }).uncheck()
  await axe(page)
  await press(page, 'Save sequence')

  await expect(page.getByRole('heading', { name: 'After the first order' })).toBeVisible()
  await says(page, 'Not started')
  await press(page, 'Start')
  await says(page, 'Running')
  await press(page, 'Add people')
  const panel = page.getByRole('dialog', { name: 'Add people' })
  await chooseTag(page, 'First order')
  await panel.getByRole('button', { name: 'Add them' }).click()
  await says(page, '2 people added.')
  const row = page.getByRole('row', { name: /Amina Bello/ })
  await expect(row).toBeVisible()
  // The job of the clock takes the first step.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/2 (Delivered|Read|Sent)/).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await axe(page)

  await row.getByRole('button', { name: 'Take out Amina Bello' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click()
  await expect(row).toContainText('Taken out')

  await press(page, 'Pause')
  await says(page, 'Paused')
  await page.getByRole('link', { name: 'Edit' }).click()
  await says(page, 'People who are in it keep the steps that they began with.')
  await press(page, 'Remove step 3')
  await press(page, 'Save sequence')
  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue('2')
  await page.getByRole('combobox', { name: 'Version' }).selectOption('1')
  await says(page, 'Has the tag “Bought”?')
  await press(page, 'Resume')
  await says(page, 'Running')

  await page.goto('/marketing/sequences')
  await expect(page.getByRole('row', { name: /After the first order/ })).toContainText('Running')
  await axe(page)
})

test('a check gets two paths by keyboard, and its ways stay with their steps when these move', async ({
  page,
}) => {
  const person = await signUp(page, 'Ngozi Adeyemi')
  await connect(page, person)
  await page.goto('/marketing/sequences')
  await page.getByRole('link', { name: 'New sequence' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Buyers and others')
  await page
    .getByRole('combobox', { name: 'People enter when' })
    .selectOption({ label: 'You add them by hand' })
  for (const name of ['Check', 'Message', 'Give a tag']) {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  const step = (name: string) => page.getByRole('region', { name, exact: true })
  for (const name of ['1. Message', '3. Message', '5. Message'])
    await step(name).getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Weekend offer' })
  await step('6. Give a tag').getByRole('combobox', { name: 'Tag' }).fill('Thanked')
  await press(page, 'Move step 4 up')
  const check = step('3. Check')
  await check.getByRole('combobox', { name: 'Tag' }).fill('Bought')
  await check.getByRole('combobox', { name: 'If yes' }).focus()
  // Typing chooses the choice that begins with it.
  await page.keyboard.type('Go to 6')
  await expect(check.getByRole('combobox', { name: 'If yes' }).locator('option:checked')).toHaveText(
    'Go to 6. Give a tag',
  )
  await step('5. Message').getByRole('combobox', { name: 'After this step' }).focus()
  await page.keyboard.type('End')
  await axe(page)

  // Moved, it is still meant; in front of the check or removed, the check says so.
  const ifYes = check.getByRole('combobox', { name: 'If yes' })
  await press(page, 'Move step 6 up')
  await expect(ifYes.locator('option:checked')).toHaveText('Go to 5. Give a tag')
  await press(page, 'Move step 5 up')
  await press(page, 'Move step 4 up')
  const moved = step('4. Check').getByRole('combobox', { name: 'If yes' })
  await expect(moved.locator('option:checked')).toHaveText('Go to 3. Give a tag')
  await expect(moved).toHaveAccessibleDescription('Choose a later step of the sequence.')
  for (const number of [3, 4, 5]) await press(page, `Move step ${number} down`)
  await expect(ifYes.locator('option:checked')).toHaveText('Go to 6. Give a tag')
  await press(page, 'Remove step 6')
  await expect(ifYes.locator('option:checked')).toHaveText('A step that was removed')
  await press(page, 'Save sequence')
  await says(page, 'Check the highlighted fields')
  await expect(ifYes).toHaveAccessibleDescription('Choose a later step of the sequence.')
  await page.getByRole('button', { name: 'Give a tag', exact: true }).click()
  await step('6. Give a tag').getByRole('combobox', { name: 'Tag' }).fill('Thanked')
  await says(page, 'No path leads to this step.')
  await check.getByRole('combobox', { name: 'If yes' }).selectOption({ label: 'Go to 6. Give a tag' })
  await press(page, 'Save sequence')
  await says(page, 'Yes: goes to step 6. No: goes on.')
  await says(page, 'Then the sequence ends.')
  await says(page, '6. Give the tag “Thanked”')
  await axe(page)
})

test('a sequence whose template became marketing waits, and asks before it is resumed', async ({ page }) => {
  const person = await signUp(page, 'Ngozi Adeyemi')
  await connect(page, person)
  const headers = { authorization: `Bearer ${person.token}` }
  const get = async (path: string) => (await page.request.get(`/marketing/api/${path}`, { headers })).json()
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/marketing/api/${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  type Template = {
    id: number
    title: string
    template_name: string
    language: string
    variables: { key: string }[]
  }
  const find = async (): Promise<Template | undefined> =>
    (await get('templates?limit=100')).templates.find(
      (one: Template) => one.template_name === 'order_shipped',
    )
  await expect.poll(find).toBeTruthy()
  const { id: template_id, title, template_name, language, variables } = (await find())!
  const parameters = Object.fromEntries(variables.map(({ key }) => [key, { text: 'A' }]))
  const content = {
    trigger: { on: 'hand' },
    again: false,
    stops: { reply: true, tag: null, goal_tag: null },
    quiet: null,
    cap: null,
    steps: [{ kind: 'send', template_id, parameters }],
  }
  const { id } = (await post('sequences', { name: 'After the order', content })).sequence
  await post(`sequences/${id}/run`, { running: true })
  const [account] = (await get('onboarding/connection')).connection.accounts
  const event = {
    name: template_name,
    language,
    waba_id: account.waba_id,
    event: 'CATEGORY',
    category: 'MARKETING',
  }
  await control(page, 'template-event', event)
  const marketing = async () => (await get(`sequences/${id}`)).sequence.now_marketing.length
  await expect.poll(marketing).toBe(1)
  const leads = [
    {
      name: 'Amina Bello',
      phone: '+919820104444',
      tag: 'Order',
      consent: 'opted_in',
      consent_source: 'Shop',
    },
  ]
  await post('upload_leads', { leads })
  const lead_ids = (await get('get_leads')).leads.map((lead: { id: number }) => lead.id)
  await post(`sequences/${id}/people`, { audience: { lead_ids } })
  await expect.poll(async () => (await get(`sequences/${id}`)).sequence.waits).not.toBeNull()

  await page.goto(`/marketing/sequences/${id}`)
  await says(page, `WhatsApp counts “${title}” as marketing now`)
  await expect(page.locator('.badge')).toHaveText('Waiting')
  await expect(page.getByRole('row', { name: /Amina Bello/ })).toContainText('Waiting')
  await axe(page)
  await press(page, 'Pause')
  await says(page, 'Resume only if you agree.')
  await axe(page)
  await press(page, 'Resume')
  const question = page.getByRole('dialog', { name: 'Resume “After the order”?' })
  await expect(question).toContainText(title)
  await question.getByRole('button', { name: 'Keep it paused' }).click()
  await says(page, 'Paused')
  await press(page, 'Resume')
  await question.getByRole('button', { name: 'Resume' }).click()
  await expect(page.locator('.badge')).toHaveText('Running')
})
