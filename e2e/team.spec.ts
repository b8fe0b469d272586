import { expect, test } from '@playwright/test'
import { connect, control, press, says, signUp } from './person.ts'

/** From the invitation to the end of the new person's session. */
test('a person is invited, joins, gets a conversation, and is removed', async ({ page, browser }) => {
  const asha = await signUp(page, 'Asha Kulkarni')
  await connect(page, asha)
  await page.goto('/marketing/account-settings')
  const team = page.getByRole('region', { name: 'Team', exact: true })
  await expect(team.getByText('You', { exact: true })).toBeVisible()
  await expect(team.getByRole('button', { name: /^(Remove|Leave)/ })).toHaveCount(0)
  const email = `ravi-${Date.now()}@example.com`
  await team.getByLabel('Email of the new person').fill(email)
  await team.getByRole('button', { name: 'Create invitation' }).click()
  await says(page, `No mail server is set up. Send the link to ${email} yourself.`)
  const link = await team.getByLabel('Invitation link').inputValue()
  await expect(team.getByRole('table').last()).toContainText(email)

  const context = await browser.newContext()
  const ravi = await context.newPage()
  await ravi.goto(link)
  await expect(ravi.getByRole('heading', { name: 'Join Asha Kulkarni' })).toBeVisible()
  await expect(ravi.getByLabel('Email')).toHaveValue(email)
  await ravi.getByLabel('Full name').fill('Ravi')
  await ravi.getByLabel('Password', { exact: true }).fill('battery staple')
  await ravi.getByRole('button', { name: 'Join team' }).click()
  await expect(ravi).toHaveURL(/dashboard$/)

  // A colleague changes the time zone meanwhile: saving the own name leaves it alone.
  await ravi.goto('/marketing/account-settings')
  const name = ravi.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Ravi')
  const settings = {
    url: '/marketing/api/account/settings',
    headers: { authorization: `Bearer ${asha.token}` },
  }
  const mine = (await (await page.request.get(settings.url, settings)).json()).settings
  const data = { name: mine.name, email: mine.email, timezone: 'Europe/Lisbon' }
  expect((await page.request.put(settings.url, { ...settings, data })).ok()).toBe(true)
  await name.fill('Ravi Patil')
  await press(ravi, 'Save changes')
  await says(ravi, 'Settings updated successfully!')
  const after = (await (await page.request.get(settings.url, settings)).json()).settings
  expect(after.timezone).toBe('Europe/Lisbon')

  // The link is worth nothing now, and an own session is not lost by it.
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation was already used' })).toBeVisible()

  const answer = await page.request.get('/marketing/api/onboarding/connection', {
    headers: { authorization: `Bearer ${asha.token}` },
  })
  const { connection } = (await answer.json()) as {
    connection: { accounts: { phone_numbers: { phone_number_id: string }[] }[] }
  }
  await control(page, 'inbound', {
    from: `9198766${String(Date.now()).slice(-5)}`,
    phone_number_id: connection.accounts[0]?.phone_numbers[0]?.phone_number_id,
    name: 'Meenakshi',
    text: 'Is the shop open?',
  })
  await page.goto('/marketing/conversations')
  await page.getByRole('link').filter({ hasText: 'Is the shop open?' }).click()
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: 'Ravi Patil' }).click()
  await expect(page.getByRole('button', { name: 'Ravi Patil' })).toBeVisible()
  await ravi.goto('/marketing/conversations?view=mine')
  await expect(ravi.getByRole('link').filter({ hasText: 'Is the shop open?' })).toBeVisible()

  const conversation = page.url()
  await page.goto('/marketing/account-settings')
  await page.getByRole('button', { name: 'Remove Ravi Patil' }).click()
  await says(page, '1 conversation becomes unassigned.')
  await press(page, 'Remove from team')
  await says(page, 'Ravi Patil was removed. 1 conversation is unassigned now.')
  await says(page, 'Asha Kulkarni removed Ravi Patil')
  // Their open page follows without a touch.
  await expect(ravi).toHaveURL(/login$/)
  await says(ravi, 'Session expired. Please login again.')
  await page.goto(conversation)
  await expect(page.getByRole('button', { name: 'Assign', exact: true })).toBeVisible()
  await context.close()
})
