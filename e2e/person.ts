import { randomBytes } from 'node:crypto'
import { expect, type FrameLocator, type Page } from '@playwright/test'

/** Where the stand-in for the provider answers. */
export const sandbox = `http://localhost:${process.env.E2E_SANDBOX_PORT}`

export type Person = { token: string; userId: number; email: string }

/** Signs up a person with a business of their own, and puts the session into the browser's storage. */
export async function signUp(page: Page, name = 'Retno Wulandari'): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const answer = await page.request.post('/marketing/api/auth/signup', {
    data: { name, email, password: 'correct horse', country: 'IN', timezone: 'Asia/Kolkata' },
  })
  const { token, user } = await answer.json()
  await page.addInitScript(
    ([token, user]) => {
      // Only once, and not in frames: a logout stays one.
      if (window.parent !== window || sessionStorage.getItem('signed-in')) return
      sessionStorage.setItem('signed-in', 'yes')
      localStorage.setItem('token', token)
      localStorage.setItem('user', user)
      localStorage.setItem('user_id', String(JSON.parse(user).user_id))
    },
    [token, JSON.stringify(user)] as const,
  )
  return { token, userId: user.id, email }
}

export type DialogChoices = {
  number?: 'verified' | 'unverified' | 'in_review' | 'none'
  /** Which button ends the dialog; `continue` and `cancel` are the usual ones. */
  ending?: string
  /** A permission that is not given. */
  without?: string
}

/** What somebody does in the provider's dialog: a new business with a number, and an ending. Gives the business's name. */
export async function atTheDialog(dialog: Page | FrameLocator, choices: DialogChoices = {}): Promise<string> {
  const business = `Klinik ${randomBytes(4).toString('hex')}`
  await dialog.locator('input[name=person]').fill(business)
  await dialog.locator('input[name=waba][value=new]').check()
  await dialog.locator('input[name=business_name]').fill(business)
  await dialog.locator('select[name=number_state]').selectOption(choices.number ?? 'verified')
  if (choices.without) await dialog.locator(`input[name=granted][value=${choices.without}]`).uncheck()
  const ending = choices.ending ?? 'continue'
  if (!['continue', 'cancel'].includes(ending))
    await dialog.locator('summary', { hasText: 'go wrong' }).click()
  await dialog.locator(`button[name=ending][value=${ending}]:not([hidden])`).click()
  return business
}

/** Connects the signed-in person's business through the dialog in the page. Gives the business's name. */
export async function connectByDialog(page: Page): Promise<string> {
  await page.goto('/marketing/meta/onboarding-status')
  const business = await atTheDialog(page.frameLocator('iframe[title="WhatsApp Business signup at Meta"]'))
  await expect(page.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()
  return business
}
