import { expect, test } from '@playwright/test'
import { line, log, newPhone, openInbox } from './customers.ts'

declare global {
  interface Window {
    microphones: MediaStream[]
    allow: () => void
  }
}

test('a microphone is let go when the chat was left before it was allowed; one that is unplugged keeps what was said', async ({
  page,
}) => {
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Are you there?' })
  await writes(newPhone(), { text: 'Can you call?' })
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    window.microphones = []
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      await new Promise<void>((resolve) => {
        window.allow = resolve
      })
      const stream = await ask(wanted)
      window.microphones.push(stream)
      return stream
    }
  })
  const states = () =>
    page.evaluate(() =>
      window.microphones.flatMap((each) => each.getTracks()).map((track) => track.readyState),
    )
  await page.goto('/marketing/conversations')
  await line(page, 'Are you there?').click()
  const record = page.getByRole('button', { name: 'Record a voice message' })
  await record.click()
  await line(page, 'Can you call?').click()
  await expect(log(page).getByText('Can you call?')).toBeVisible()
  await page.evaluate(() => window.allow())
  await expect.poll(states).toEqual(['ended'])

  await record.dblclick()
  await page.evaluate(() => window.allow())
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/)
  expect(await states()).toEqual(['ended', 'live'])
  await page.evaluate(() => {
    for (const track of window.microphones.at(-1)?.getTracks() ?? []) track.stop()
  })
  await page.getByRole('button', { name: 'Send voice message' }).click()
  await expect(log(page).getByRole('group', { name: /voice/i })).toBeVisible()
})
