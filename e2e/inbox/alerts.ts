import type { Frame, Page } from '@playwright/test'

type Recorded = { __alerts: string[]; __tones: number; __shown: { onclick: (() => void) | null }[] }

/** Replaces notifications and sound of the browser by fakes that record them. Call it before a page is opened. */
export async function fakeAlerts(page: Page) {
  await page.addInitScript(() => {
    const alerts: string[] = []
    const all: { onclick: (() => void) | null }[] = []
    Object.assign(window, { __alerts: alerts, __tones: 0, __shown: all })
    class FakeNotification extends EventTarget {
      static permission = sessionStorage.getItem('allowed') ?? 'default'
      static requestPermission = async () => {
        FakeNotification.permission = 'granted'
        sessionStorage.setItem('allowed', 'granted')
        return 'granted'
      }
      onclick: (() => void) | null = null
      constructor(title: string, { body }: { body: string }) {
        super()
        alerts.push(`${title}: ${body}`)
        all.push(this)
      }
      close(): void {
        alerts.push('closed')
      }
    }
    Object.assign(window, { Notification: FakeNotification })
    const make = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      ;(window as unknown as Recorded).__tones++
      return make.call(this)
    }
  })
  return {
    /** What the page showed since it was opened, as `title: text`. */
    shown: () => page.evaluate(() => (window as unknown as Recorded).__alerts),
    tones: () => page.evaluate(() => (window as unknown as Recorded).__tones),
    clickNewest: () => page.evaluate(() => (window as unknown as Recorded).__shown.at(-1)?.onclick?.()),
  }
}

/** Until the new page has the unread count: the page before it may still ask the same. */
export async function openAndLook(page: Page, path: string): Promise<void> {
  let opened = false
  const onNavigated = (frame: Frame) => {
    if (frame === page.mainFrame() && new URL(frame.url()).pathname === path) opened = true
  }
  page.on('framenavigated', onNavigated)
  await Promise.all([
    page.waitForResponse((one) => opened && one.url().includes('unread=true')),
    page.goto(path),
  ])
  page.off('framenavigated', onNavigated)
}
