import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until this has the focus. On the way, whatever has the focus must be seen to have it. */
export async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    // The ring fades: what had the focus before still shows it for a moment, what has it now does not yet.
    await expect.poll(() => page.evaluate(unseenFocus), 'the focus is not in sight').toBeNull()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never came to ${target}`)
}

/** In the page: what has the focus without being seen to have it; null where nothing has. */
function unseenFocus(): string | null {
  const at = document.activeElement
  if (!at || at === document.body) return null
  const marks = [
    at,
    at.parentElement,
    at.nextElementSibling,
    at.closest('label'),
    at.closest('.mantine-Input-input'),
  ].map((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  return marks.some(Boolean) ? null : at.outerHTML.slice(0, 160)
}
