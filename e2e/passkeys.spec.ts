import { expect, test } from '@playwright/test'
import { press, says, signUp } from './person.ts'

test('a passkey is made with the password, logs in alone, and is removed with the password', async ({
  page,
}) => {
  const { email } = await signUp(page)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const unlock = (isUserVerified: boolean) =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

  await page.goto('/marketing/account-settings')
  await press(page, 'Add a passkey')
  await page.getByLabel('Name', { exact: true }).last().fill('My phone')
  const password = page
    .locator('form')
    .filter({ hasText: 'My phone' })
    .or(page.locator('.two-factor-form'))
    .last()
  await password.getByLabel('Current password').fill('wrong')
  await press(page, 'Next')
  await says(page, 'This is not your current password.')
  await password.getByLabel('Current password').fill('correct horse')
  await press(page, 'Next')
  await says(page, 'The passkey works from now on.')
  await expect(page.getByRole('listitem').filter({ hasText: 'My phone' })).toContainText('not used yet')

  await press(page, 'Logout')
  await page.goto('/marketing/login')
  // A device that is not unlocked: nothing happens, and the password is there still.
  await unlock(false)
  await press(page, 'Log in with a passkey')
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeEnabled()
  await unlock(true)
  await press(page, 'Log in with a passkey')
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/marketing/account-settings')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByRole('listitem').filter({ hasText: 'My phone' })).toContainText('last used')
  await press(page, 'Remove My phone')
  const asked = page.getByRole('dialog', { name: 'Remove My phone?' })
  await asked.getByLabel('Current password').fill('correct horse')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await says(page, 'No passkeys yet.')
})
