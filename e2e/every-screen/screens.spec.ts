import { expect, type Page, test } from '@playwright/test'
import { openAxe } from '../axe.ts'
import { connect, type Person, signUp } from '../person.ts'
import { addSeries } from '../social/series.ts'
import { screens } from './screens.ts'
import { arrived, visit } from './visit.ts'

/** Every screen is seen empty and as a person finds it after connecting; these before the login. */
const publicScreens = ['/', '/login', '/signup', '/forgot', '/reset/not-a-link', '/join/not-an-invitation']
/** Each script more costs a slow phone a round trip. */
const maxScripts = 12

/** By how much a screen may move under the eyes while its answers come, as browsers add it up. */
const maxShift = 0.05
/** Answers come this late in the walk, in ms: on a fast machine nothing would be seen of what moves. */
const answerDelayMs = 300

/** Adds up what moves without the person having done anything, on each page from its start. */
async function measureShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        window.layoutShift = (window.layoutShift ?? 0) + entry.value
        const names = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const { className, nodeName } = (node ?? {}) as Partial<Element>
          return `${nodeName}.${className} ${from.x},${from.y} to ${to.x},${to.y}`
        })
        window.shifted = [...(window.shifted ?? []), `${entry.value.toFixed(3)}: ${names.join('; ')}`]
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Inside the page: requests that pass through the test have no cache, and each load fetches the whole app again.
  await page.addInitScript((delayMs) => {
    const ask = window.fetch.bind(window)
    window.fetch = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return await ask(...given)
    }
  }, answerDelayMs)
}

/** Allowed requests: the install itself, and the fake provider where a screen frames its dialog. */
const ours = new Set([process.env.E2E_PORT, process.env.E2E_SANDBOX_PORT])

/** Collects what no screen may do: errors on the console, and requests to anywhere else. */
function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    // A refusal is said on the screen; the browser repeats it on its console. Those are judged by their status below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 500 || status === 404) faults.push(`${status} from ${response.url()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && !ours.has(url.port)) faults.push(`request to ${url.origin}`)
  })
  return faults
}

/** Each screen's structure is judged once in a state; colours and targets, which a look changes, in both looks. */
const rulesOfLook = ['color-contrast', 'target-size']

/** Loads a screen, or goes to it in the app that is open already. */
async function look(page: Page, path: string, whole: boolean, isOpen: boolean): Promise<string[]> {
  if (isOpen) await visit(page, path)
  else await page.goto(`/marketing${path}`)
  await arrived(page)
  const { shift, shifted } = await page.evaluate(() => ({
    shift: window.layoutShift ?? 0,
    shifted: window.shifted ?? [],
  }))
  // The provider's own dialog is the provider's.
  const axe = (await openAxe(page)).exclude('iframe')
  if (whole) axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  else axe.withRules(rulesOfLook)
  const { violations } = await axe.analyze()
  const { overflow, scripts } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.js$/.test(new URL(name).pathname)).length,
  }))
  return [
    ...(shift > maxShift ? [`${path}: moves by ${shift.toFixed(3)}: ${shifted.join(', ')}`] : []),
    ...(!isOpen && scripts > maxScripts ? [`${path}: ${scripts} scripts`] : []),
    ...violations.map(
      ({ id, nodes }) => `${path}: axe ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
    ...(overflow > 0 ? [`${path}: ${overflow} px too wide`] : []),
  ]
}

/**
 * Looks at every screen, in three tabs at once: most of a look is waiting for late answers. A whole walk loads each; the
 * others go from screen to screen in the open app, as people do.
 */
async function walk(page: Page, paths: readonly string[], whole = true): Promise<string[]> {
  const faults: string[] = []
  const left = [...paths]
  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  // The session is in the storage that the tabs share as soon as one of them has loaded a page.
  for (const tab of tabs) await measureShifts(tab)
  for (const tab of whole ? [page] : tabs) {
    await tab.goto('/marketing/no/such/page')
    await arrived(tab)
  }
  await Promise.all(
    tabs.map(async (tab) => {
      const found = watch(tab)
      for (let path = left.shift(); path !== undefined; path = left.shift())
        found.push(...(await look(tab, path, whole, !whole)))
      faults.push(...found)
    }),
  )
  return faults
}

/** An opt-in form for a site. @returns the path of its screen. */
async function addForm(page: Page, { token }: Person): Promise<string> {
  const texts = [{ language: 'en', heading: 'News', text: 'Offers', consent: 'I agree', button: 'Join' }]
  const answer = await page.request.post('/marketing/api/optins', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Counter', content: { ask_name: true, texts }, sites: ['https://shop.example'] },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return `/opt-ins/${(await answer.json()).form.id}`
}

test('the landing page is there before any script, without the component library', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  const sheets: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'stylesheet') sheets.push(await response.text())
  })
  await page.goto('/marketing/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(`© ${new Date().getFullYear()} Tidings`)).toBeVisible()
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  expect(sheets.length).toBeGreaterThan(0)
  expect(sheets.join('')).not.toContain('--mantine-color-body')
  await context.close()
})

test('no screen makes the browser report a breach of the content security policy', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  const faults = watch(page)
  await signUp(page)
  for (const path of ['/', '/login', '/dashboard', '/campaigns']) {
    await page.goto(`/marketing${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(faults).toEqual([])
})

const looks = [
  {
    name: 'on a phone, dark',
    viewport: { width: 360, height: 780 },
    colorScheme: 'dark' as const,
    reducedMotion: 'reduce' as const,
    whole: 'newcomer',
  },
  {
    name: 'on a desk, light',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light' as const,
    reducedMotion: 'no-preference' as const,
    whole: 'connected',
  },
]

for (const { name, viewport, colorScheme, reducedMotion, whole } of looks) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion } })

    test('public screens are clean', async ({ page }) => {
      expect(await walk(page, publicScreens)).toEqual([])
    })

    test('every screen is clean for a newcomer', async ({ page }) => {
      await signUp(page)
      expect(await walk(page, screens, whole === 'newcomer')).toEqual([])
    })

    test('every screen is clean once connected', async ({ page }) => {
      const person = await signUp(page)
      await connect(page, person)
      const series = await addSeries(page, person)
      const form = await addForm(page, person)
      const paths = [...screens, series.path, form, `${form}/poster`]
      expect(await walk(page, paths, whole === 'connected')).toEqual([])
    })
  })
}
