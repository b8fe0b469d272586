import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The address of the provider's fake. */
export const sandbox = `http://localhost:${process.env.E2E_SANDBOX_PORT}`
/** The install's own, written at its start; the controls require it. */
export const controlHeaders = () => ({
  'x-sandbox-secret': readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'sandbox-secret'), 'utf8'),
})

/** Until something is in sight, as long as `expect` waits, which describes the whole page each time it looks in vain. */
export const inSight = (what: Locator) => what.waitFor({ timeout: 30_000 })

/** Words in sight: beside the form, at a field or in a toast. */
export const says = (page: Page, words: string | RegExp) => inSight(page.getByText(words).first())

/** Presses the button of just this name. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

/** Chooses a tag in the form of a campaign. */
export async function chooseTag(page: Page, tag: string, field = 'Tags') {
  await page.getByRole('combobox', { name: field, exact: true }).fill(tag)
  await page.getByRole('option', { name: new RegExp(tag) }).click()
}

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
  /** The number is used in the phone's app too. */
  coexistence?: boolean
}

/**
 * Opens the provider's signup dialog in a popup, as its SDK does, from the page that receives its messages.
 */
export async function openSandboxDialog(page: Page): Promise<Page> {
  const state = await (
    await page.request.get(`${sandbox}/sandbox/state`, { headers: controlHeaders() })
  ).json()
  const query = new URLSearchParams({
    client_id: state.apps[0].id,
    config_id: '1',
    display: 'popup',
    response_type: 'code',
    origin: new URL(page.url()).origin,
  })
  const [dialog] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void window.open(url, '_blank'), `${sandbox}/v18.0/dialog/oauth?${query}`),
  ])
  return dialog
}

/** The button that opens the provider's dialog in a window: in a frame, where the provider's script may run. */
export const windowButton = (page: Page): Locator =>
  page.frameLocator('iframe[title="Open in a window"]').getByRole('button', { name: 'Open in a window' })

/**
 * A person's choices in the provider's dialog: a new business with a number, and an ending. Returns the
 * business's name.
 */
export async function atTheDialog(dialog: Page | FrameLocator, choices: DialogChoices = {}): Promise<string> {
  const business = `Klinik ${randomBytes(4).toString('hex')}`
  await dialog.locator('input[name=person]').fill(business)
  await push(dialog, dialog.locator('input[name=waba][value=new]'))
  await dialog.locator('input[name=business_name]').fill(business)
  await dialog.locator('select[name=number_state]').selectOption(choices.number ?? 'verified')
  if (choices.coexistence) await push(dialog, dialog.locator('input[name=coexistence]'))
  if (choices.without) await push(dialog, dialog.locator(`input[name=granted][value=${choices.without}]`))
  const ending = choices.ending ?? 'continue'
  if (!['continue', 'cancel'].includes(ending))
    await push(dialog, dialog.locator('summary', { hasText: 'go wrong' }))
  await push(dialog, dialog.locator(`button[name=ending][value=${ending}]:not([hidden])`))
  return business
}

/**
 * Clicks in the provider's dialog. In a frame without the mouse: headless Chromium loses clicks and keys of a frame of
 * another origin when the page around it has just moved, and a frame that closes never answers for them.
 */
async function push(dialog: Page | FrameLocator, control: Locator): Promise<void> {
  if ('goto' in dialog) return control.click()
  await control.evaluate((element: HTMLElement) => void setTimeout(() => element.click()))
}

/** Connects the person's business to an account like the dialog's, without a page: for tests of what comes after. */
export async function connect(page: Page, { token }: Person): Promise<void> {
  const answer = await page.request.post('/marketing/api/onboarding/practice-account', {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Connects the signed-in person's business through the dialog in the page. Gives the business's name. */
export async function connectByDialog(page: Page): Promise<string> {
  await page.goto('/marketing/meta/onboarding-status')
  const business = await atTheDialog(page.frameLocator('iframe[title="WhatsApp Business signup at Meta"]'))
  await expect(page.getByText('WhatsApp Business connected successfully.').first()).toBeVisible()
  return business
}

/** Turns one of the sandbox's knobs. */
export const control = async (page: Page, path: string, data: object) =>
  (await (
    await page.request.post(`${sandbox}/sandbox/${path}`, { data, headers: controlHeaders() })
  ).json()) as Record<string, string>

/** Has the sandbox create an account, as its dialog would; returns its id. */
export async function makeAccount(
  page: Page,
  name: string,
  number: DialogChoices['number'] = 'verified',
): Promise<string> {
  const before = new Set(await accountIds(page))
  const dialog = `${sandbox}/v18.0/dialog/oauth?client_id=${(await state(page)).apps[0]?.id}&config_id=1&display=popup&response_type=code`
  const other = await page.context().newPage()
  await other.goto(dialog)
  await other.locator('input[name=person]').fill(`${name} ${randomBytes(4).toString('hex')}`)
  await other.locator('input[name=waba][value=new]').check()
  await other.locator('input[name=business_name]').fill(name)
  await other.locator('select[name=number_state]').selectOption(number)
  await other.locator('button[name=ending][value=continue]:visible').click()
  await expect(other.getByRole('heading', { name: 'Done' })).toBeVisible()
  await other.close()
  let made: string | undefined
  await expect(async () => {
    const wabas = (await state(page)).wabas.filter((waba) => !before.has(waba.id) && waba.name === name)
    made = wabas.at(-1)?.id
    expect(made).toBeDefined()
  }).toPass()
  return made ?? ''
}

type State = {
  apps: { id: string }[]
  wabas: { id: string; name: string }[]
  phones: { id: string; wabaId?: string; waba_id?: string }[]
}
const state = async (page: Page) =>
  (await (await page.request.get(`${sandbox}/sandbox/state`, { headers: controlHeaders() })).json()) as State
const accountIds = async (page: Page) => (await state(page)).wabas.map(({ id }) => id)
/** The number of an account. */
export const numberOf = async (page: Page, waba: string) =>
  (await state(page)).phones.find((phone) => (phone.wabaId ?? phone.waba_id) === waba)?.id
