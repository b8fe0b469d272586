import { expect, test } from '@playwright/test'
import { openInstall } from '../install.ts'
import { press, says } from '../person.ts'

test('the avatar is asked for by name, falls back to the initial, and can be turned off', async ({
  page,
}) => {
  const install = await openInstall({ OUTSIDE_REQUESTS: 'on' })
  try {
    const asked: string[] = []
    await page.route('https://api.dicebear.com/**', async (route) => {
      asked.push(route.request().url())
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
      })
    })
    await page.goto(`${install.url}/marketing/signup`)
    await page.getByLabel('Full name').fill('Retno Wulandari')
    await page.getByLabel('Email').fill('retno@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await press(page, 'Sign Up')
    await expect(page.locator('.top .who img')).toBeVisible()
    expect(new URL(asked[0] ?? '').searchParams.get('seed')).toBe('Retno Wulandari')

    // A service that does not answer leaves the initial.
    await page.route('https://api.dicebear.com/**', (route) => route.abort())
    await page.reload()
    await expect(page.locator('.top .who .av')).toHaveText('R')
    await expect(page.locator('.top .who img')).toHaveCount(0)

    await page.goto(`${install.url}/marketing/account-settings`)
    await page.getByRole('switch', { name: 'Avatar picture' }).click()
    await press(page, 'Save changes')
    await says(page, 'Settings updated successfully!')
    const before = asked.length
    const policy = (await page.reload())?.headers()['content-security-policy'] ?? ''
    await expect(page.locator('.top .who .av')).toHaveText('R')
    expect(policy).not.toContain('dicebear')
    expect(asked.length).toBe(before)
  } finally {
    await install.close()
  }
})
