import { expect, type Page } from '@playwright/test'
import { inSight } from '../person.ts'

declare global {
  interface Window {
    /** By how much the screen moved since it was opened, where a test adds it up. */
    layoutShift?: number
    /** What moved, from where to where. */
    shifted?: string[]
  }
}

/** A screen that is like no other: whatever comes after it is drawn from scratch. */
const between = '/no/such/page'

/** Waits until the screen shows what people see: no skeletons, and nothing on its way. */
export async function arrived(page: Page): Promise<void> {
  await inSight(page.locator('h1:not([data-left])'))
  await expect(page.locator('.sk, [data-arriving]')).toHaveCount(0)
}

/** Goes to a screen as links do, in the app that is open: a third of the work of loading it. */
export async function visit(page: Page, path: string): Promise<void> {
  for (const to of new Set([between, path])) {
    if (page.url().endsWith(`/marketing${to}`)) continue
    await page.evaluate((url) => {
      document.querySelector('h1')?.setAttribute('data-left', '')
      window.layoutShift = 0
      window.shifted = []
      history.pushState(null, '', url)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, `/marketing${to}`)
    await arrived(page)
  }
}
