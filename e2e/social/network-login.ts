import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { press } from '../person.ts'

type Login = { as?: string; ending?: 'cancel' | 'expired'; without?: string }

/** A person's choices in a network's dialog. */
export async function logIn(dialog: Page, { as, ending, without }: Login = {}): Promise<void> {
  if (as) {
    await dialog.locator('input[name=person]').fill(as)
    await dialog.locator('button[value=switch]').click()
    await expect(dialog.locator('input[name=person]')).toHaveValue(as)
  }
  if (without) await dialog.locator(`input[name=granted][value="${without}"]`).uncheck()
  if (ending === 'expired') await dialog.locator('summary', { hasText: 'go wrong' }).click()
  await dialog.locator(`button[name=ending][value=${ending ?? 'continue'}]:not([hidden])`).click()
}

/** Presses a connect button and logs in at the network, in the same window. */
export async function connect(page: Page, button: string, login: Login = {}): Promise<void> {
  await press(page, button)
  await page.waitForURL(/\/social\/(facebook|instagram|google)\//)
  await logIn(page, login)
  await page.waitForURL(/\/marketing\/social\/connect$/)
}
