import type { Page } from '@playwright/test'
import { says } from './person.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** The address of a call of our API, for routes. */
export const api = (path: string) => `**/marketing/api/${path}`

/** The server refuses, calls of one method or all; without `message` it does not say why. */
export const refuse = (page: Page, path: string, method?: Method, message = '') =>
  page.route(api(path), (route) =>
    method && route.request().method() !== method
      ? route.fallback()
      : route.fulfill({ status: 500, json: { success: false, message, error: message, code: 'internal' } }),
  )

/** The server is not there, for calls of one method or all. */
export const cut = (page: Page, path: string, method?: Method) =>
  page.route(api(path), (route) =>
    method && route.request().method() !== method ? route.fallback() : route.abort(),
  )

/**
 * Does something twice: while the server refuses it without a reason, and while it is not there. Each time the screen
 * says its own words. Afterwards the server answers again.
 */
export async function withFailures(
  page: Page,
  call: { path: string; method?: Method },
  act: () => Promise<unknown>,
  words: { refused: string; gone: string },
): Promise<void> {
  for (const [fail, said] of [
    [refuse, words.refused],
    [cut, words.gone],
  ] as const) {
    await fail(page, call.path, call.method)
    await act()
    await says(page, said)
    await page.unroute(api(call.path))
  }
}
