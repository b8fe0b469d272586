import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openAxe } from '../axe.ts'
import { type Install, openInstall } from '../install.ts'

/** The demo's business, two months of two days with a few people: every card has something to show. */

const account = { email: 'demo@example.com', password: 'a demo that shows all' }
/** Cards with a picture and a table behind it, and those that are lists of figures themselves. */
const pictures = [
  'From sent to converted',
  'Best hour to be read',
  'New leads by source',
  'Opt-ins and opt-outs',
  'List health',
]
const lists = ['Templates', 'Conversions', 'Cost', 'Ads and posts']

let folder: string
let install: Install
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-demo-'))
  const demo = spawn(process.execPath, ['scripts/demo/demo.ts', '96', '2', '2'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(demo, 'exit')
  expect(code).toBe(0)
  install = await openInstall({ DATA_DIR: folder })
})
test.afterAll(async () => {
  await install?.close()
  await rm(folder, { recursive: true, force: true })
})

type Total = Record<'sent' | 'delivered' | 'read' | 'clicked' | 'replied', number>

async function logIn(page: Page) {
  const answer = await page.request.post(`${install.url}/marketing/api/auth/login`, { data: account })
  const { token, user } = (await answer.json()) as { token: string; user: { user_id: number } }
  await page.addInitScript(
    ([token, user, id]) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', user)
      localStorage.setItem('user_id', id)
    },
    [token, JSON.stringify(user), String(user.user_id)] as const,
  )
  return async (): Promise<Total> => {
    const headers = { authorization: `Bearer ${token}` }
    const report = await page.request.get(`${install.url}/marketing/api/analytics`, { headers })
    return ((await report.json()) as { total: Total }).total
  }
}

const steps = ['sent', 'delivered', 'read', 'clicked', 'replied'] as const

test('Analytics of two months: each card and its table, at a desk and on a phone', async ({ page }) => {
  const totalOf = await logIn(page)
  await page.goto(`${install.url}/marketing/analytics`)
  await expect(page.getByRole('heading', { name: pictures[0]! })).toBeVisible()
  // The sandbox's last reports are still on their way.
  let total = await totalOf()
  await expect(async () => {
    await page.reload()
    const shown = page.locator('.an-hd-count')
    await expect(shown.first()).toBeVisible({ timeout: 5_000 })
    total = await totalOf()
    const counts = steps.map((name) => total[name])
    expect((await shown.allInnerTexts()).slice(0, steps.length).map(Number)).toEqual(counts)
    expect(counts.slice(0, 4)).toEqual(counts.slice(0, 4).toSorted((a, b) => b - a))
    expect(Math.min(...counts.slice(0, 3))).toBeGreaterThan(0)
  }).toPass({ timeout: 30_000 })

  const tip = page.locator('.an-step-tip')
  const { delivered, sent } = total
  const arrived = `${Math.round((delivered / sent) * 100)}% of sent`
  await page.locator('.an-step').nth(1).hover()
  await expect(tip).toHaveText(new RegExp(`^Delivered: ${delivered}${arrived}Period before: \\d+$`))
  await page.mouse.move(0, 0)
  await expect(tip).toBeHidden()
  await page.getByRole('button', { name: /^Sent: / }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('button', { name: /^Read: \d+, \d+% of delivered, \d+% of sent/ }),
  ).toBeFocused()
  await expect(tip).toContainText('% of delivered')
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  for (const card of pictures) {
    await page.getByRole('button', { name: `${card}: show as table`, exact: true }).click()
    const one = page.locator('.an-card', { has: page.getByRole('heading', { name: card, exact: true }) })
    await expect(one.getByRole('row').nth(1)).toBeVisible()
  }
  for (const card of lists) await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
  const { violations } = await (await openAxe(page)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])

  // The people behind a cell are written to, and there are some.
  for (const [card, cell, about] of [
    ['Ads and posts', 'Came from it', /^Came from the ad or post “/],
    ['Conversions', 'Bought after a click', /^Bought or converted .*\(after the /],
  ] as const) {
    const lines = page.locator('.an-card', { has: page.getByRole('heading', { name: card, exact: true }) })
    // Most may have bought after nothing of ours.
    const menu = lines
      .getByRole('row')
      .filter({ hasNotText: 'None of your messages, ads or forms' })
      .getByRole('button', { name: /^Write again: / })
      .and(page.locator('[aria-haspopup="menu"]'))
    await menu.first().click()
    await page.getByRole('menuitem', { name: cell }).click()
    await expect(page.getByRole('combobox', { name: 'Segment', exact: true })).toHaveValue(about)
    await page.goto(`${install.url}/marketing/analytics`)
  }

  await page.setViewportSize({ width: 360, height: 780 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const cost = page.getByRole('region', { name: /Cost/ }).first()
  const [row, button] = await Promise.all([
    cost.getByRole('row').nth(1).boundingBox(),
    cost
      .getByRole('button', { name: /^Write/ })
      .first()
      .boundingBox(),
  ])
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeCloseTo((row?.x ?? 0) + (row?.width ?? 0), 0)
})
