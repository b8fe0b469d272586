import { test as base, expect, type Page } from '@playwright/test'
import { type Install, openInstall } from '../install.ts'
import { atTheDialog, signUp } from '../person.ts'

/**
 * Signup on the provider's own page needs the operator of an install, who is the first to sign up: it has its own. Not
 * one of a worker: the runner would leave it for the end, when the other workers have nothing to do.
 */
const test = base.extend<{ install: Install }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what is needed from here
  install: async ({}, use) => {
    const install = await openInstall()
    await use(install)
    await install.close()
  },
  baseURL: async ({ install }, use) => use(install.url),
})

const operatorsToken = async (page: Page): Promise<string> => {
  const { body } = await page.evaluate(async () => {
    const answer = await fetch('/marketing/api/onboarding/settings', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    return { body: (await answer.json()) as { settings: { trusted_origins: string[] } } }
  })
  const home = await (await page.request.get(body.settings.trusted_origins[0] ?? '')).text()
  return /EAA\w{100,}/.exec(home)?.[0] ?? ''
}

/** Presses the button, and gives the page of the provider that opens. */
async function openMetasPage(page: Page): Promise<Page> {
  const [meta] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: "Use Meta's page" }).click(),
  ])
  return meta
}

test("a signup on Meta's own page is reported by webhook, and the product continues without a click", async ({
  page,
  browser,
}) => {
  await test.step('without the operator’s token the link is not offered', async () => {
    await signUp(page, 'Operator')
    await page.goto('/marketing/meta/onboarding-status')
    const meta = await openMetasPage(page)
    await expect(page.getByRole('alert').filter({ hasText: 'system-user token' })).toBeVisible()
    expect(meta.isClosed()).toBe(true)
  })

  await test.step('the operator saves the token', async () => {
    const token = await operatorsToken(page)
    await page.goto('/marketing/account-settings')
    await page.getByLabel('Provider API key').fill(token)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  })

  await test.step('the only business of an install is connected without another press', async () => {
    await page.goto('/marketing/meta/onboarding-status')
    const meta = await openMetasPage(page)
    await expect(meta.locator('input[name=person]')).toBeVisible()
    await expect(page.getByText("Waiting for Meta's page.")).toBeVisible()
    // It is shown after a reload too: the server has its state.
    await page.reload()
    await expect(page.getByRole('button', { name: "Use Meta's page" })).toBeVisible()
    const business = await atTheDialog(meta)
    await expect(page.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()
    await expect(page.getByText('6 of 6')).toBeVisible()
    // The saved token is for another account: the new one is shown beside it.
    const account = page.getByRole('heading', { name: business, exact: true })
    await expect(
      page.getByRole('region', { name: /^Connected accounts?$/ }).filter({ has: account }),
    ).toBeVisible()
    await expect(page.locator('header .number')).toContainText('Connected')
  })

  await test.step('where several businesses are, the operator says whose signup it is', async () => {
    const other = await browser.newPage()
    const { email } = await signUp(other, 'Meera Nair')
    await other.goto('/marketing/meta/onboarding-status')
    const meta = await openMetasPage(other)
    await expect(meta.locator('input[name=person]')).toBeVisible()
    await other.reload()
    await expect(other.getByText("Waiting for Meta's page.")).toBeVisible()
    const business = await atTheDialog(meta)
    const wabaId = /\d{10,}/.exec(await meta.getByText('WABA ID:').innerText())?.[0] ?? 'no id'
    await expect(other.getByText('Send the operator of this installation the WABA ID')).toBeVisible()
    // Only the operator can assign it; until then it has no owner.
    await expect(other.getByText('0 of 6')).toBeVisible()
    await expect(other.getByRole('region', { name: 'Assign signups' })).toHaveCount(0)

    await page.reload()
    const signups = page.getByRole('region', { name: 'Assign signups' })
    await expect(signups.getByRole('combobox', { name: 'Person' })).toHaveValue(`Meera Nair (${email})`)
    // The operator's own signup has an owner already.
    await expect(signups.getByRole('listitem')).toHaveCount(1)
    await signups
      .getByRole('listitem')
      .filter({ hasText: wabaId })
      .getByRole('button', { name: 'Assign' })
      .click()
    await expect(page.getByText('The account is assigned and connected.')).toBeVisible()
    await expect(signups).toHaveCount(0)
    await expect(page.getByRole('heading', { name: business, exact: true })).toHaveCount(0)

    await expect(other.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()
    await expect(other.getByText(`Verified name: ${business}`)).toBeVisible()
    await expect(other.getByText('6 of 6')).toBeVisible()
    await expect(other.getByText('Send the operator of this installation')).toHaveCount(0)
    await other.close()
  })
})
