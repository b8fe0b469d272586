import { expect, type Page, test } from '@playwright/test'
import { line, log, newPhone, openInbox } from './customers.ts'

const long = 'Meenakshi Balasubramaniam-Venkataraman Deshpande'

/**
 * What can be pressed or typed into and is cut at the side, or lies under or over another. Down below the lists
 * scroll: only what is in sight is looked at.
 */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const pane of document.querySelectorAll('.ib-list, .ib-chat, .ib-side')) {
      const frame = pane.getBoundingClientRect()
      if (frame.width === 0) continue
      const controls = [...pane.querySelectorAll<HTMLElement>('a, button, textarea, input:not([type=file])')]
      const seen = controls.filter((one) => {
        const { width, height, bottom } = one.getBoundingClientRect()
        return (
          width > 1 && height > 1 && bottom < frame.bottom && one.checkVisibility({ opacityProperty: true })
        )
      })
      for (const one of seen) {
        const name = `${one.className}: ${one.ariaLabel ?? one.textContent}`
        const { left, right, top, bottom } = one.getBoundingClientRect()
        if (left < frame.left - 0.5 || right > frame.right + 0.5) found.push(`${name} is cut`)
        if (one.tagName === 'BUTTON' && one.scrollWidth > one.clientWidth + 1)
          found.push(`${name} is too narrow`)
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const isOwn = at !== null && (one.contains(at) || at.closest('li') === one.closest('li'))
        if (!isOwn && !one.closest('.cv, .tline, .ib-side')) found.push(`${name} is covered`)
      }
      const bar = seen.filter((one) => one.closest('.ch-h, .cmp-t, .ib-t, .ib-views, .ib-only'))
      for (const [at, one] of bar.entries()) {
        const a = one.getBoundingClientRect()
        for (const other of bar.slice(at + 1)) {
          const b = other.getBoundingClientRect()
          const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5
          if (!apart && a.bottom > b.top + 1.5 && b.bottom > a.top + 1.5)
            found.push(`${one.textContent} and ${other.textContent} overlap`)
        }
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`)
    return found
  })

test('the inbox has three panes from 1100 px, two from 720, and nothing is cut', async ({ page }) => {
  const { writes, person } = await openInbox(page, 'Priyadarshini Venkataraman-Balasubramaniam')
  const headers = { authorization: `Bearer ${person.token}` }
  const from = newPhone()
  await writes(from, { text: 'When will the large festive boxes arrive?', name: long })
  await writes(newPhone(), { text: 'And ours?', name: long })
  await page.goto('/marketing/conversations')
  await line(page, 'When will the large').click()
  await expect(log(page).getByText('festive boxes')).toBeVisible()
  await page.waitForURL(/\/conversations\/\d+/)
  const id = page.url().match(/conversations\/(\d+)/)?.[1]
  const changed = await page.request.patch(`/marketing/api/conversations/${id}`, {
    headers,
    data: { assigned_to: person.userId, snoozed_until: new Date(Date.now() + 86_400_000).toISOString() },
  })
  expect(changed.status(), await changed.text()).toBe(200)
  await writes(from, { text: 'Please say', name: long })

  const panes = [page.locator('.ib-list'), page.locator('.ib-chat'), page.locator('.ib-side')]
  for (const language of ['en', 'es', 'pt-BR']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto(`/marketing/conversations/${id}?view=all`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(log(page).getByText('Please say')).toBeVisible()
    await expect(page.locator('.cv a')).toHaveCount(2)
    const widths =
      language === 'en' ? [1440, 1280, 1180, 1100, 1099, 1024, 720, 719, 360] : [1440, 1100, 720, 360]
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const shown = await Promise.all(panes.map((pane) => pane.isVisible()))
      expect([width, ...shown]).toEqual([width, width >= 720, true, width >= 1100])
      expect(await faults(page), `${language}, ${width} px`).toEqual([])
      for (const key of ['assign', 'snooze', 'close']) {
        await expect(page.locator(`.ch-h [data-key=${key}]`)).toHaveAccessibleName(/./)
      }
    }
  }
})
